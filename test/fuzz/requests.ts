/** Random requests to the simulated services: any path, query, header and body, printable or not. */
import type { Request } from "../../src/testing/Exchange.ts"
import { issueNames } from "../../src/testing/internal/forge/handlers/searchIssues.ts"
import { repositoryNames } from "../../src/testing/internal/forge/handlers/searchRepositories.ts"
import { userNames } from "../../src/testing/internal/forge/handlers/searchUsers.ts"
import { routes } from "../../src/testing/internal/forge/routes.ts"
import type { ForgeService } from "../../src/testing/internal/forge/service.ts"
import { ownUrls } from "../../src/testing/internal/weather/service.ts"
import { services } from "../../src/testing/internal/weather/services.ts"
import type { Random } from "../soak/random.ts"
import { bodyOf, parametersOf } from "../forge/description/official.ts"
import { operationOf, under } from "../testing/forge/description.ts"
import { valuesOf } from "../testing/forge/seed/service.ts"

type Some<A> = readonly [A, ...ReadonlyArray<A>]

const printable = (random: Random, longest: number): string =>
  Array.from({ length: random.int(0, longest) }, () => String.fromCharCode(random.int(32, 126))).join("")

/** Texts that parsers stumble on: names of prototypes, what looks like numbers, dates and patterns, broken characters. */
const unusual: Some<string> = [
  "",
  " ",
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "e-mail",
  "a-b:c-d",
  "0",
  "-1",
  "1e400",
  "NaN",
  "99999999999999999999",
  "2020-02-30T25:61:61Z",
  "+275760-09-13T00:00:00.001Z",
  "-271821-04-20",
  "2024-13-45",
  "2026-01-01..2025-01-01",
  "*..*",
  ">=",
  ">=*",
  "..",
  "(((",
  "[a-",
  "\\",
  "\\u{110000}",
  "$&",
  '"',
  '"a',
  "%",
  "%00",
  "\u0000",
  "\ud800",
  "\u00e4\u{1f600}",
  "refs/heads/../main",
  "a".repeat(3_000),
  "@me",
  "@app/",
  "null"
]

const qualifiers: Some<string> = ["sort", "review", "mirror", ...issueNames, ...repositoryNames, ...userNames]

const anything = (random: Random): string => (random.chance(0.5) ? random.pick(unusual) : printable(random, 40))

const search = (random: Random): string =>
  Array.from({ length: random.int(0, 5) }, () => {
    const text = `${random.chance(0.2) ? "-" : ""}${random.chance(0.6) ? `${random.pick(qualifiers)}:` : ""}${anything(random)}`
    return random.chance(0.2) ? `${text} ${random.pick(["AND", "OR", "NOT", "(", ")"])}` : text
  }).join(" ")

/** What the service's description says of each endpoint. */
const described = routes.map(({ method, template }) => ({
  official: operationOf(method, `/${template.join("/")}`) ?? {}
}))

const parameters: Some<string> = [
  "cursor",
  ...new Set(described.flatMap((each) => parametersOf(each, "query").map(({ name }) => name)))
]

const queryOf = (random: Random): string => {
  const query = new URLSearchParams()
  for (let count = random.int(0, 4); count > 0; count--) query.append(random.pick(parameters), anything(random))
  return random.chance(0.1) ? anything(random).replaceAll(/[#\s]/g, "") : query.toString()
}

const fields: Some<string> = [
  "constructor",
  ...new Set(described.flatMap((each) => Object.keys(under(bodyOf(each), "properties"))))
]

const valueOf = (random: Random, depth: number): unknown => {
  const kind = random.int(0, depth > 2 ? 4 : 6)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, 2 ** 53, 1])
  if (kind < 5) return anything(random)
  if (kind === 5) return Array.from({ length: random.int(0, 3) }, () => valueOf(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: random.int(0, 3) }, () => [
      random.chance(0.7) ? random.pick(fields) : anything(random),
      valueOf(random, depth + 1)
    ])
  )
}

/** Deeper than a parser of JSON that calls itself can go. */
const deep = (random: Random): string => "[".repeat(random.int(1, 50_000))

const closedDeep = (depth: number): string => `{"labels":${"[".repeat(depth)}${"]".repeat(depth)}}`

const bodyFor = (random: Random): string => {
  if (random.chance(0.03)) return deep(random)
  if (random.chance(0.03)) return closedDeep(random.int(100, 50_000))
  if (random.chance(0.1)) return anything(random)
  const own = Array.from({ length: random.int(0, 6) }, () => [random.pick(fields), valueOf(random, 0)])
  return JSON.stringify(Object.fromEntries(own))
}

const values: Readonly<Record<string, Some<string>>> = {
  accept: [
    "application/json",
    "application/vnd.github.raw+json",
    "application/vnd.github.html+json",
    "application/vnd.github.full+json",
    "application/vnd.github.diff",
    "application/vnd.github.patch",
    "application/vnd.github.text-match+json",
    "application/octet-stream",
    "application/vnd.github.constructor",
    ";;;",
    ","
  ],
  "if-none-match": ['"a"', "*", "W/", ",,,"],
  "if-modified-since": ["Thu, 01 Jan 2099 00:00:00 GMT", "never"],
  range: ["bytes=0-1", "bytes=-1", "bytes=9-", "bytes=1-0", "bytes=99999999999999999999-", "lines=1"],
  "if-range": ['"a"'],
  authorization: ["Bearer", "basic x", "Basic !!!", "Bearer a.b.c", "Bearer eyJhbGciOiJSUzI1NiJ9.e30.x", "token "],
  "content-type": ["application/json", "text/plain", ";"],
  "content-length": ["0", "x", "-1", "1e9"],
  "x-github-api-version": ["2022-11-28", "2026-03-10", "1999-01-01"],
  "user-agent": ["", "curl/8"]
}

const headersOf = (random: Random): Record<string, string> => {
  const headers: Record<string, string> = {
    "user-agent": "fuzz",
    authorization: `Bearer ${random.pick(["owner", "owner", "octo", "ada", "tri"])}`
  }
  for (const [name, choices] of Object.entries(values)) {
    if (random.chance(0.1)) headers[name] = random.chance(0.8) ? random.pick(choices) : printable(random, 20)
  }
  return headers
}

const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"))

const pathOf = (random: Random, service: ForgeService, template: ReadonlyArray<string>): string => {
  const repositories = [...service.world.repositories.values()]
  const repository = repositories[random.int(0, repositories.length - 1)]
  const known = repository === undefined ? {} : valuesOf(service, repository)
  return template
    .map((part) => {
      if (!part.startsWith("{")) return part
      const choices = known[part.slice(1, -1)] ?? []
      const found = choices[random.int(0, Math.max(0, choices.length - 1))]
      return found !== undefined && random.chance(0.85) ? found : encoded(anything(random)) || "x"
    })
    .map((part) => `/${part}`)
    .join("")
}

/** Makes a request to one of the endpoints of the simulated GitHub. */
export const forgeRequest = (random: Random, service: ForgeService): Request => {
  const route = routes[random.int(0, routes.length - 1)]
  if (route === undefined) throw new Error("there are no routes")
  const root = route.host === "uploads" ? service.urls.uploads : service.urls.api
  const query =
    route.operation.startsWith("Search.") && random.chance(0.8)
      ? `q=${encoded(search(random))}&${queryOf(random)}`
      : queryOf(random)
  const url = new URL(`${root}${pathOf(random, service, route.template)}?${query}`)
  const method = random.chance(0.02) ? random.pick(["HEAD", "OPTIONS", "PUT", "TRACE"]) : route.method
  return { method, url, headers: headersOf(random), body: new TextEncoder().encode(bodyFor(random)) }
}

const variables: Some<string> = [
  "temperature_2m",
  "temperature_2m_max",
  "sunrise",
  "weather_code",
  "wind_direction_10m",
  "temperature_850hPa",
  "temperature_80m",
  "temperature_2m_previous_day1",
  "river_discharge",
  "wave_height",
  "pm10",
  "_previous_day",
  "_850hPa"
]

const weatherParameters: Some<string> = [
  "latitude",
  "longitude",
  "elevation",
  "timezone",
  "bounding_box",
  "start_date",
  "end_date",
  "start_hour",
  "end_hour",
  "hourly",
  "daily",
  "current",
  "weekly",
  "monthly",
  "minutely_15",
  "models",
  "past_days",
  "forecast_days",
  "past_hours",
  "forecast_hours",
  "temporal_resolution",
  "cell_selection",
  "timeformat",
  "temperature_unit",
  "wind_speed_unit",
  "tilt",
  "azimuth",
  "run",
  "ensemble",
  "domains",
  "name",
  "count",
  "language",
  "id",
  "apikey"
]

const plausible: Some<string> = [
  "52.52",
  "13.41",
  "52.52,40.7",
  "2026-06-30",
  "2026-07-01",
  "2026-07-01T00:00",
  "GMT",
  "auto",
  "Europe/Berlin",
  "1",
  "7",
  "icon_seamless,gfs_seamless",
  "best_match",
  "Berlin"
]

const weatherValue = (random: Random): string => {
  const kind = random.int(0, 3)
  return kind === 0 ? anything(random) : kind === 1 ? random.pick(variables) : random.pick(plausible)
}

const endpoints: Some<string> = [
  `${ownUrls().geocoding}/v1/search`,
  `${ownUrls().geocoding}/v1/get`,
  `${ownUrls().elevation}/v1/elevation`,
  ...Object.values(services).map(({ host, path }) => `https://${host}.open-meteo.com${path}`)
]

/** Makes a request to one of the endpoints of the simulated weather services. */
export const weatherRequest = (random: Random): Request => {
  const query = new URLSearchParams(random.chance(0.7) ? { latitude: "52.52", longitude: "13.41" } : {})
  for (let count = random.int(0, 5); count > 0; count--) query.set(random.pick(weatherParameters), weatherValue(random))
  const post = random.chance(0.1)
  const url = new URL(`${random.pick(endpoints)}${post ? "" : `?${query.toString()}`}`)
  const body = post ? (random.chance(0.5) ? JSON.stringify(Object.fromEntries(query)) : bodyFor(random)) : ""
  return { method: post ? "POST" : "GET", url, headers: headersOf(random), body: new TextEncoder().encode(body) }
}
