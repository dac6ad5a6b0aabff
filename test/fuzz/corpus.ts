/** What is mutated: calls, each with the answers that it may get: recorded ones, and those of the contract. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Search from "../../src/forge/Search.ts"
import * as AirQuality from "../../src/weather/AirQuality.ts"
import { type Selection, seriesBlocks } from "../../src/weather/Answer.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import * as Marine from "../../src/weather/Marine.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { kinds, recording, scenarios } from "../forge/replay/recording.ts"
import { type Operation, operations } from "../forge/operations/all.ts"
import { manifest, read } from "../weather/fixtures.ts"
import * as Json from "../weather/json.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Case {
  readonly name: string
  readonly call: Effect.Effect<unknown, { readonly _tag: string }, Forge | Weather>
  readonly answer: Answer
}

const json = { "content-type": "application/json; charset=utf-8" }

const textOf = (body: unknown): string =>
  body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)

const ofContract: ReadonlyArray<Case> = operations.map(({ body, call, kind, name, type }) => ({
  name,
  call,
  answer: {
    status: kind === "nothing" ? 204 : 200,
    headers: type === undefined ? json : { "content-type": type },
    body: textOf(body)
  }
}))

/** Calls that read more of an answer than its value, or more than one answer. */
const at = { owner: "acme", repo: "web" }
const further: ReadonlyArray<Pick<Case, "name" | "call">> = [
  { name: "Issues.list", call: Stream.runCollect(Issues.list(at)) },
  { name: "Issues.list", call: Stream.runCollect(Issues.list.pages(at)) },
  { name: "Search.issues", call: Stream.runCollect(Search.issues({ q: "rain" })) },
  { name: "Issues.get", call: Issues.get.withReply({ ...at, issue_number: 1 }) },
  { name: "Issues.get", call: Issues.get.ifChanged({ ...at, issue_number: 1 }, { etag: '"a"' }) }
]

const ofFurther: ReadonlyArray<Case> = further.flatMap(({ call, name }) =>
  ofContract.filter((row) => row.name === name).map(({ answer }) => ({ name: `${name}, further`, call, answer }))
)

const routeOf = ({ declaration: { template } }: Operation): RegExp =>
  new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`)

const routes = operations.map((row) => ({ row, route: routeOf(row) }))

/** Recorded answers go to the operation that they are of; those of no operation of ours go to one of a record. */
const recorded: ReadonlyArray<Case> = kinds.flatMap((kind) =>
  scenarios.flatMap((scenario) =>
    recording(scenario, kind).flatMap(({ answer, request }): ReadonlyArray<Case> => {
      const path = `${request.method} ${new URL(request.url).pathname}`
      const found = routes.find(({ route }) => route.test(path))?.row
      const { headers = {}, status } = answer
      const call = found?.call ?? Issues.get({ ...at, issue_number: 1 })
      return [{ name: `${kind} ${scenario}`, call, answer: { status, headers, body: textOf(answer.body) } }]
    })
  )
)

const Titles = Schema.Struct({
  repository: Schema.Struct({
    issues: Schema.Struct({
      pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) }),
      nodes: Schema.Array(Schema.Json)
    })
  })
})

const document = "query Titles($after: String) { repository { issues(after: $after) { nodes { title } } } }"

const graphqlCalls: ReadonlyArray<readonly [name: string, call: Case["call"]]> = [
  ["query", GraphQL.request(document, {})],
  ["query, with a schema", GraphQL.request(document, {}, { schema: Titles })],
  ["query, with its reply", GraphQL.request.withReply(document, {})],
  ["mutation", GraphQL.request("mutation Star { addStar(input: {}) { clientMutationId } }", {})],
  [
    "connection",
    Stream.runCollect(
      GraphQL.paginate(document, {}, { schema: Titles, connection: ({ repository }) => repository.issues })
    )
  ]
]

const connected = {
  data: {
    repository: {
      issues: { nodes: [{ title: "One" }, null], pageInfo: { hasNextPage: true, endCursor: "a" }, totalCount: 3 }
    }
  }
}

const graphqlError = (type: string, message: string) => ({
  type,
  message,
  path: ["repository", "issues", 0],
  locations: [{ line: 1, column: 11 }],
  extensions: { code: "undefinedField", typeName: "Query" }
})

const graphqlAnswers: ReadonlyArray<unknown> = [
  connected,
  { data: { repository: null }, errors: [graphqlError("NOT_FOUND", "Could not resolve to a Repository")] },
  { ...connected, errors: [graphqlError("FORBIDDEN", "No"), graphqlError("SOME", "Something else")] },
  { data: null, errors: [graphqlError("RATE_LIMITED", "API rate limit exceeded for user ID 1.")] },
  { errors: Array.from({ length: 300 }, (_, index) => graphqlError("MANY", `no ${index}`)) },
  { errors: [{ message: "Something went wrong while executing your query." }] },
  { message: "You have exceeded a secondary rate limit.", documentation_url: "https://docs.github.com/graphql" }
]

const ofGraphQL: ReadonlyArray<Case> = graphqlCalls.flatMap(([name, call]) =>
  graphqlAnswers.map((body) => ({ name, call, answer: { status: 200, headers: json, body: textOf(body) } }))
)

const place = { latitude: 52.52, longitude: 13.41 }
const span = { start_date: "2020-01-01", end_date: "2020-01-02" }

const weatherCalls: Readonly<Record<string, (asked: Selection) => Case["call"]>> = {
  archive: ({ daily, hourly }) => Archive.get({ ...place, ...span, daily, hourly }),
  "air-quality": ({ current, hourly }) => AirQuality.get({ ...place, current, hourly }),
  ensemble: ({ daily, hourly }) => Ensemble.get({ ...place, models: ["icon_seamless"], daily, hourly }),
  marine: ({ current, daily, hourly }) => Marine.get({ ...place, current, daily, hourly }),
  elevation: () => Elevation.getMany({ places: [place] }),
  geocoding: () => Geocoding.search({ name: "Berlin" })
}

const askedOf = (text: string): Selection => {
  const answer = Json.tryObject(text)
  if (answer === undefined) return { hourly: ["temperature_2m"] }
  return Object.fromEntries(
    [...seriesBlocks, "current"].map((block) => [
      block,
      Object.keys(Json.objectAt(answer, block)).filter((name) => name !== "time" && name !== "interval")
    ])
  )
}

const ofWeather: ReadonlyArray<Case> = manifest.map(({ category, file, service, status }) => {
  const body = read(file)
  const asked = category === "errors" ? { hourly: ["temperature_2m"] } : askedOf(body)
  const call =
    weatherCalls[service]?.(asked) ??
    Forecast.get({ ...place, current: asked.current, hourly: asked.hourly, daily: asked.daily })
  return { name: file, call, answer: { status, headers: json, body } }
})

export const corpus: ReadonlyArray<Case> = [...ofContract, ...ofFurther, ...recorded, ...ofGraphQL, ...ofWeather]
