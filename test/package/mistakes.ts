/** Typical mistakes in programs, which the compiler finds. Each is the last lines of a module. */

/** What the modules begin with. */
export const head = `import { AirQuality, Archive, Contents, Forecast, Forge, Geocoding, GraphQL, Issues, Labels, PullRequests, Releases, Repositories, Search, Weather } from "forgecast"
import { RateLimit, Transport, Write } from "forgecast"
import * as Routes from "forgecast/forge/Routes"
import { ForgeSimulator, Faults } from "forgecast/testing"
import { Edit, Merge, Sync } from "forgecast/workflow"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
export { AirQuality, Archive, Contents, Edit, Effect, Faults, Forecast, Forge, ForgeSimulator, Geocoding, GraphQL, Issues, Labels, Merge, PullRequests, RateLimit, Releases, Repositories, Routes, Schema, Search, Stream, Sync, Transport, Weather, Write }
const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const berlin = { latitude: 52.5, longitude: 13.4 }
export { berlin, issue, repo }
`

export const mistakes: Readonly<Record<string, string>> = {
  "No Layer is provided": `Effect.runPromise(Issues.get(issue))`,
  "No Layer is provided for the weather": `Effect.runPromise(Forecast.get({ ...berlin, hourly: ["temperature_2m"] }))`,
  "The Layer of the other service": `Effect.runPromise(Issues.get(issue).pipe(Effect.provide(Weather.layerOpenMeteo)))`,
  "A field is missing": `export const a = Issues.get({ owner: "acme", repo: "web" })`,
  "A field is misspelt": `export const a = Issues.create({ ...repo, title: "t", asignees: ["octo"] })`,
  "A field in camel case": `export const a = Issues.get({ ...repo, issueNumber: 1 })`,
  "A number as text": `export const a = Issues.get({ ...repo, issue_number: "1" })`,
  "A value that the service does not know": `export const a = Issues.list({ ...repo, state: "opened" })`,
  "No input": `export const a = Issues.get()`,
  "The parameters of Octokit": `export const a = Issues.get("acme", "web", 1)`,
  "A method of Octokit": `export const a = Issues.listForRepo(repo)`,
  "A misspelt operation": `export const a = Issues.lists(repo)`,
  "A misspelt field of a record": `export const a = Effect.map(Issues.get(issue), (issue) => issue.titel)`,
  "A field that may be null": `export const a = Effect.map(Issues.get(issue), (issue) => issue.body.length)`,
  "A time as text": `export const a = Effect.map(Issues.get(issue), (issue) => issue.created_at.slice(0, 10))`,
  "A listing as an Effect": `export const a = Effect.map(Issues.list(repo), (issues) => issues.length)`,
  "A listing is awaited": `export const a = Effect.gen(function* () { for (const issue of Issues.list(repo)) yield* Effect.log(issue) })`,
  "An operation as a promise": `export const a = async () => (await Issues.get(issue)).title`,
  "An error that cannot happen": `export const a = Effect.catchTag(Issues.get(issue), "Conflict", () => Effect.void)`,
  "An error that is misspelt": `export const a = Effect.catchTag(Issues.get(issue), "RateLimit", () => Effect.void)`,
  "A field of another error": `export const a = Effect.catchTag(Issues.get(issue), "NotFound", (error) => Effect.succeed(error.retryAt))`,
  "A weather variable that does not exist": `export const a = Effect.map(Forecast.get({ ...berlin, hourly: ["temperature_2m"] }), ({ hourly }) => hourly.rain)`,
  "A misspelt parameter of the weather": `export const a = Forecast.get({ ...berlin, houry: ["temperature_2m"] })`,
  "A parameter of another weather service": `export const a = Geocoding.search({ name: "Berlin", latitude: 52.5 })`,
  "No place": `export const a = Forecast.get({ hourly: ["temperature_2m"] })`,
  "A write that Write.once cannot find": `export const a = Write.once(Issues.get, issue, { key: "a" })`,
  "Write.once without a key": `export const a = Write.once(Issues.createComment, { ...issue, body: "Hi" })`,
  "A route that does not exist": `export const a = Routes.request("GET /repos/{owner}/{repo}/isues", repo)`,
  "A route without its parameters": `export const a = Routes.request("GET /repos/{owner}/{repo}/traffic/views", { owner: "acme" })`,
  "A declaration whose path lacks a field": `export const a = Forge.operation("Gists.get", "GET /gists/{gist_id}", { path: {}, success: Schema.Unknown })`,
  "A body in a GET": `export const a = Forge.operation("Gists.list", "GET /gists", { path: {}, body: { a: Schema.String } })`,
  "A seed that is misspelt": `export const a = ForgeSimulator.layer({ repositorys: [] })`
}
