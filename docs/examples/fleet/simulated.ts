/** The simulated service: an organization's repositories, and a CI that checks pull requests. */
import { ForgeSimulator } from "forgecast/testing"
import * as SimulatorServer from "forgecast/testing/node"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

export const owner = "acme"

/** The token of the fleet. */
export const token = "fleet-token"

const nameOf = (index: number) => `service-${String(index + 1).padStart(4, "0")}`

/** Many repositories, of which some are out of order. */
const repositoryOf = (index: number): NonNullable<ForgeSimulator.Seed["repositories"]>[number] => ({
  owner,
  name: nameOf(index),
  collaborators: ["ci"],
  merges: { delete_branch: true },
  labels: [
    { name: "bug", color: "d73a4a" },
    index % 3 === 0 ? { name: "enhancement", color: "a2eeef" } : { name: "feature", color: "a2eeef" },
    ...(index % 5 === 0 ? [] : [{ name: "stale", color: "ededed" }])
  ],
  issues: [
    { title: "It is slow", ...(index % 4 === 0 ? { created_at: "2020-01-01T00:00:00Z" } : {}) },
    { title: "It is fast" }
  ],
  files: { "package.json": `{ "dependencies": { "effect": "${index % 6 === 0 ? "^4.0.0" : "^4.1.0"}" } }\n` }
})

/** The service, with a budget of requests that all runners share. */
export const layer = (repositories: number) =>
  SimulatorServer.layerForge({
    organizations: [owner],
    repositories: Array.from({ length: repositories }, (_, index) => repositoryOf(index)),
    tokens: { [token]: owner },
    limits: { core: { authenticated: 500, window: "5 seconds" }, secondary: "none" }
  })

/** Lets the check `test` of each new pull request pass, while the scope is open. */
export const ci = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  let seen = 0
  const check = Effect.gen(function* () {
    const requests = yield* simulator.requests
    const opened = requests.slice(seen).filter(({ operation }) => operation === "PullRequests.create")
    seen = requests.length
    for (const { path } of opened) {
      const name = path.split("/").slice(2, 4).join("/")
      const { pulls } = yield* simulator.repository(name)
      for (const { head_sha, state } of pulls) {
        if (state === "open") yield* simulator.setStatus(name, "test", "success", { ref: head_sha, by: "ci" })
      }
    }
  })
  yield* Effect.forkScoped(Effect.repeat(check, Schedule.spaced("500 millis")))
})

/** How many comments and pull requests there are that should not be: a second one for the same. */
export const doneTwice = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const second = (count: number) => Math.max(0, count - 1)
  return (yield* simulator.snapshot).reduce(
    (sum, { issues, pulls }) =>
      issues.reduce((sum, { comments }) => sum + second(comments.length), sum + second(pulls.length)),
    0
  )
})
