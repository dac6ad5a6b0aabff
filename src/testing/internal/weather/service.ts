/**
 * The simulated services as one function from a request and a time to a response.
 *
 * Its rooms: `world/` has climate, terrain and places, `variables/` what can be asked of them and in which units, and
 * `series/` turns a query into columns and writes them. `services.ts` lists the services.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Response, Outcome, Request } from "../../Exchange.ts"
import type { Urls } from "../../WeatherHandle.ts"
import type { ContentSeed, Moment, Seed, SpellSeed } from "../../WeatherSeed.ts"
import { response, json, lost, textOf } from "../exchange.ts"
import type { Service as Simulated } from "../simulator.ts"
import { seriesResponse } from "./responses.ts"
import { type Library, load } from "./flatbuffers.ts"
import * as Geocoding from "./geocoding.ts"
import { parametersOf, refusal, refuse, InvalidRequest, tooLong, tooMuch, unavailable } from "./parameters.ts"
import { heaviest, makeQuota, type Quota, weightOf } from "./quota.ts"
import type { Query, World } from "./series/query.ts"
import { listOf, parse, pointsOf } from "./series/request.ts"
import { type Root, selfHosted, type Service, services } from "./services.ts"
import { membersOf } from "./tables/names.ts"
import { updateOf } from "./updates.ts"
import { makeClimate, type Spell } from "./world/climate.ts"
import { cities, type Place } from "./world/places.ts"
import { groundAt, zoneNameOf } from "./world/terrain.ts"

const instantOf = (moment: Moment, now: number): number => {
  if (typeof moment === "string") return Date.parse(moment)
  if (moment instanceof Date) return moment.getTime()
  return "in" in moment ? now + Duration.toMillis(moment.in) : now - Duration.toMillis(moment.ago)
}

const spellOf = ({ from, lasts, radius, ...spell }: SpellSeed, now: number): Spell => {
  const start = instantOf(from, now)
  if (Number.isNaN(start)) throw new Error(`The seed has an invalid date: ${JSON.stringify(from)}`)
  return { ...spell, radius: radius ?? 100, from: start, to: start + Duration.toMillis(lasts ?? "1 day") }
}

/** Characters of a path and its query: with the method and the version, a request line of 8 KB, as servers take it. */
const longest = 8_192 - "GET  HTTP/1.1".length

interface Match {
  readonly root: Root
  readonly path: string
  readonly operation: string
  /** The data set in the path; empty if there is none. */
  readonly model: string
  /** Whose service it is: the free one, that of customers, or one that somebody hosts without keys and quota. */
  readonly of: "everyone" | "customers" | "oneself"
}

/** Where the services are. */
export interface Addresses {
  /** Root URLs to use in place of the services' own. */
  readonly urls?: Urls
  /** Root URL of the self-hosted server. */
  readonly baseUrl: string
}

/** In process, the self-hosted server. */
export const ownServer = "http://open-meteo.test"

interface WeatherService extends Simulated {
  readonly world: World
  readonly quota: Quota | null
  readonly plant: (more: ContentSeed, now: number) => void
}

/** Who calls, which determines the charge. */
type Caller = "anyone" | "customer" | "oneself"

type Endpoint = readonly [root: Root, host: string, path: string, operation: string]

/** Operations that have no series. */
const others: ReadonlyArray<Endpoint> = [
  ["geocoding", "geocoding-api", "/v1/search", "Geocoding.search"],
  ["geocoding", "geocoding-api", "/v1/get", "Geocoding.get"],
  ["elevation", "api", "/v1/elevation", "Elevation.get"],
  ["forecast", "api", "/data/{model}/static/meta.json", "ModelUpdates.get"],
  ["ensemble", "ensemble-api", "/data/{model}/static/meta.json", "ModelUpdates.getOfEnsemble"],
  ["marine", "marine-api", "/data/{model}/static/meta.json", "ModelUpdates.getOfMarine"],
  ["airQuality", "air-quality-api", "/data/{model}/static/meta.json", "ModelUpdates.getOfAirQuality"]
]

/** What a path has at `{model}`; the empty text if there is nothing to fill in, and undefined for another path. */
const filled = (path: string, template: string): string | undefined => {
  const [before = "", after] = template.split("{model}")
  if (after === undefined) return path === template ? "" : undefined
  const model = path.slice(before.length, path.length - after.length)
  return path === `${before}${model}${after}` && /^\w+$/.test(model) ? model : undefined
}

const endpoints: ReadonlyArray<Endpoint> = [
  ...others,
  ...Object.entries(services).map(
    // The keys are roots.
    ([root, { host, operation, path }]): Endpoint => [root as Root, host, path, operation]
  )
]

export const mapRoots = (urlOf: (root: Root, host: string) => string): Urls =>
  // Every root has an endpoint.
  Object.fromEntries(endpoints.map(([root, host]) => [root, urlOf(root, host)])) as Urls

/** Their own addresses; those of customers, with a key, begin with `customer-`. */
export const ownUrls = (prefix = ""): Urls => mapRoots((_, host) => `https://${prefix}${host}.open-meteo.com`)

export const operationNames: ReadonlySet<string> = new Set(endpoints.map(([, , , operation]) => operation))

/** Operations whose requests look the same as those of another one. */
export const sameOperations: ReadonlyMap<string, string> = new Map(
  Object.values(services).flatMap(({ operation }) =>
    ["getMany", "getMany.within", "stream"].map((call) => [operation.replace(/get$/, call), operation] as const)
  )
)

/** Services of series take the same parameters in the body of a POST. */
const methodsOf = ({ model, root }: Match): ReadonlyArray<string> =>
  services[root] === undefined || model !== "" ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"]

export const makeService = (seed: Seed, now: number, { baseUrl, urls }: Addresses): WeatherService => {
  const places: Array<Place> = [...cities]
  const spells: Array<Spell> = []
  const keys = new Set<string>()
  const quota = seed.limits === "none" ? null : makeQuota(seed.limits ?? {})
  const climate = makeClimate(seed.climate ?? 1, () => spells)
  const world: World = { climate, groundAt: (point) => groundAt(point, places) }

  const plant = (more: ContentSeed, at: number): void => {
    for (const place of more.places ?? []) {
      places.push({ ...place, id: place.id ?? Math.max(9_000_000, ...places.map(({ id }) => id)) + 1 })
    }
    spells.push(...(more.spells ?? []).map((spell) => spellOf(spell, at)))
    for (const key of more.keys ?? []) keys.add(key)
  }
  plant(seed, now)

  const roots: ReadonlyArray<{ readonly urls: Urls; readonly of: Match["of"] }> = [
    { urls: urls ?? ownUrls(), of: "everyone" },
    ...(urls === undefined ? [{ urls: ownUrls("customer-"), of: "customers" as const }] : []),
    { urls: mapRoots(() => baseUrl), of: "oneself" }
  ]

  const matchOf = ({ url }: Request): Match | undefined => {
    for (const { of, urls: at } of roots) {
      for (const [root, , path, operation] of endpoints) {
        const base = at[root]
        const address = `${url.origin}${url.pathname}`
        const model = address.startsWith(base) ? filled(address.slice(base.length), path) : undefined
        if (model !== undefined) return { root, path, operation, model, of }
      }
    }
    return undefined
  }

  const isHost = ({ url }: Request): boolean =>
    roots.some(({ urls: at }) => Object.values(at).some((base) => new URL(base).origin === url.origin))

  /** Refuses a call that is too heavy, and charges the others. Customers are not charged. */
  const charge = (load: number, by: Caller, at: number): void => {
    if (by === "oneself") return
    if (load > heaviest) refuse(tooMuch)
    if (by === "anyone") quota?.spend(load, at)
  }

  const weigh = ({ blocks, models, places: wanted }: Query, root: Root, service: Service): number =>
    wanted.reduce((sum, { days: [first, last] }) => {
      const days = (last - first) / 86_400_000 + 1
      const { divisor = 1 } = service
      return sum + weightOf({ blocks, models, days, members: (model) => membersOf(root, model), divisor })
    }, 0)

  const series = (service: Service, root: Root, request: Request, by: Caller, at: number): Response => {
    const query = parse(parametersOf(request), service, at, (point) => zoneNameOf(point, places))
    charge(weigh(query, root, service), by, at)
    if (query.format === "json") return seriesResponse(query, root, service, world, at, undefined)
    return library === undefined
      ? refuse("The simulator needs the packages @openmeteo/sdk and flatbuffers for this format.", 501)
      : seriesResponse(query, root, service, world, at, library)
  }

  const elevation = (query: URLSearchParams, by: Caller, at: number): Response => {
    if ((listOf(query, "latitude")?.length ?? 0) > 100) {
      return refuse("Parameter 'latitude' and 'longitude' must not exceed 100 coordinates.")
    }
    const points = pointsOf(query)
    charge(points.length, by, at)
    return json(200, { elevation: points.map((point) => world.groundAt(point).elevation) })
  }

  const act = ({ model, of, operation, root }: Match, request: Request, by: Caller, at: number): Response => {
    if (model !== "") return updateOf(model, at)
    const query = parametersOf(request)
    const service = (of === "oneself" ? selfHosted : services)[root]
    switch (operation) {
      case "Geocoding.search":
        return Geocoding.search(places, query)
      case "Geocoding.get":
        return Geocoding.get(places, query)
      case "Elevation.get":
        return elevation(query, by, at)
      default:
        return service === undefined ? refusal(404, "Not Found") : series(service, root, request, by, at)
    }
  }

  let library: Library | undefined

  const loading = Effect.promise(async () => {
    library = await load()
  })

  const prepare = ({ body, url }: Request): Effect.Effect<void> | undefined =>
    library === undefined && (url.search.includes("flatbuffers") || textOf(body).includes("flatbuffers"))
      ? loading
      : undefined

  // The header wins.
  const keyOf = ({ headers, url }: Request): string | null => headers["x-api-key"] ?? url.searchParams.get("apikey")

  const answered = (match: Match, request: Request, by: Caller, at: number): Response => {
    try {
      return act(match, request, by, at)
    } catch (cause) {
      if (cause instanceof InvalidRequest) return refusal(cause.status, cause.message)
      throw cause
    }
  }

  const serve = (request: Request, at: number): Outcome => {
    if (!isHost(request)) return lost(`getaddrinfo ENOTFOUND ${request.url.hostname}`)
    if (request.url.pathname.length + request.url.search.length > longest) return tooLong
    const match = matchOf(request)
    if (match === undefined || !methodsOf(match).includes(request.method)) return refusal(404, "Not Found")
    const key = keyOf(request)
    if (match.of === "oneself") return answered(match, request, "oneself", at)
    if (match.of === "customers" && key === null)
      return refusal(401, "API key required. Please add &apikey= to the URL.")
    if (key !== null && match.of === "everyone" && urls === undefined) {
      // The service redirects to the customers' host, with the key in the URL.
      return response(302, "", { location: request.url.href.replace("https://", "https://customer-") })
    }
    if (key !== null && !keys.has(key)) return refusal(400, "The supplied API key is invalid.")
    const limited = key === null ? quota?.refusal(at) : undefined
    if (limited !== undefined) return refusal(429, limited)
    return answered(match, request, key === null ? "anyone" : "customer", at)
  }

  const describe: Simulated["describe"] = (request) => {
    const key = keyOf(request)
    const match = matchOf(request)
    return {
      path: match?.path ?? request.url.pathname,
      operation: match?.operation ?? null,
      login: key !== null && keys.has(key) ? "customer" : null
    }
  }

  const finish = (outcome: Outcome, _: Request, at: number): Outcome =>
    outcome._tag === "Lost"
      ? outcome
      : {
          ...outcome,
          headers: { date: new Date(at).toUTCString(), "access-control-allow-origin": "*", ...outcome.headers }
        }

  const latency = Duration.fromInputUnsafe(seed.latency ?? 0)
  return { world, quota, plant, latency, prepare, describe, serve, unavailable, finish }
}
