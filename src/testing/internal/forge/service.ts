/**
 * The simulated service as one function. It identifies the sender, checks the rate limit, finds the endpoint, lets it
 * answer, and adds validators and headers.
 *
 * Its rooms, each using only those before it: `state/` has the records and how they are seeded and inspected, `http/`
 * what all endpoints share, `access/` who may see and change what, `wire/` the records as answers have them, and
 * `handlers/` the endpoints, a folder for each family of resources. `routes.ts` lists them.
 */
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import type { Answer, Outcome, Request } from "../../Exchange.ts"
import type { Seed } from "../../ForgeSeed.ts"
import type { Resource } from "../../ForgeState.ts"
import { bytesOf, httpDate, lost } from "../exchange.ts"
import type { Service } from "../simulator.ts"
import { isVisible } from "./access/permissions.ts"
import { viewerOf } from "./access/viewer.ts"
import { finishStorage, serveStorage, storageOperation, unavailable } from "./handlers/releases/storage.ts"
import type { Call, Urls } from "./http/call.ts"
import { revalidated, withETag } from "./http/conditional.ts"
import { placesOf, urlsOf } from "./http/origins.ts"
import * as Refusals from "./http/refusals.ts"
import { findRoute, type Match } from "./http/router.ts"
import { routes } from "./routes.ts"
import { limitHeaders, type Limits, makeLimits } from "./state/limits.ts"
import { emptyWorld, fullName, type World } from "./state/model.ts"
import { plant, tokensOf } from "./state/seed/plant.ts"

export interface ForgeService extends Service {
  readonly urls: Urls
  readonly world: World
  /** Null if the service has no limits, the default of self-hosted ones. */
  readonly limits: Limits | null
  /** Acts as a login, bypassing limits. */
  readonly act: (request: Request, login: string | null, now: number) => Answer
}

const versions: ReadonlySet<string> = new Set(["2022-11-28", "2026-03-10"])

/** Rewrites `/repositories/{id}/…` to `/repos/{owner}/{repo}/…`. */
const canonicalPath = (world: World, path: string): string => {
  const byId = /^\/repositories\/(\d+)(?=\/|$)/.exec(path)
  if (byId === null) return path
  const repository = world.repositories.get(Number(byId[1]))
  // No owner is called "-", so an unknown id is not found.
  return `/repos/${repository === undefined ? "-/-" : fullName(repository)}${path.slice(byId[0].length)}`
}

export const operationNames: ReadonlySet<string> = new Set(routes.map((route) => route.operation))

export const makeService = (
  seed: Seed,
  now: number,
  urls: Urls = urlsOf(seed.baseUrl ?? "https://api.github.com")
): ForgeService => {
  const world = emptyWorld()
  plant(world, { ...seed, tokens: tokensOf(seed) }, now)
  const places = placesOf(urls)
  const limits = seed.limits === "none" ? null : makeLimits(seed.limits ?? {})
  let served = 0

  const isStorage = (url: URL) => places(url)[0]?.host === "storage"

  const pathOf = (url: URL) => places(url)[0]?.path ?? url.pathname

  const matchOf = (request: Request): Match | undefined => {
    for (const { host, path } of places(request.url)) {
      const match = findRoute(routes, request.method, { host, path: canonicalPath(world, path) })
      if (match !== undefined) return match
    }
    return undefined
  }

  const resourceOf = (request: Request): Resource => matchOf(request)?.route.resource ?? "core"

  const redirect = (request: Request, match: Match, viewer: string | null): Answer | undefined => {
    const name = `${match.params["owner"]}/${match.params["repo"]}`.toLowerCase()
    const repository = world.names.has(name) ? undefined : world.repositories.get(world.formerNames.get(name) ?? 0)
    if (repository === undefined || !isVisible(repository, viewer)) return undefined
    const rest = pathOf(request.url)
      .split("/")
      .slice(4)
      .map((segment) => `/${segment}`)
      .join("")
    const target = `${urls[match.route.host]}/repositories/${repository.id}${rest}${request.url.search}`
    return Refusals.moved(request.method === "GET" || request.method === "HEAD" ? 301 : 307, target)
  }

  const act = (request: Request, viewer: string | null, now: number): Answer => {
    const match = matchOf(request)
    if (match === undefined) return Refusals.notServed(request.method, pathOf(request.url))
    const moved = redirect(request, match, viewer)
    if (moved !== undefined) return moved
    const call: Call = {
      world,
      urls,
      now: Math.floor(now / 1000) * 1000,
      viewer,
      params: match.params,
      query: request.url.searchParams,
      request,
      documentation: `${Refusals.rootDocumentation}/${match.route.documentation}`
    }
    return Result.merge(match.route.handle(call))
  }

  const serve = (request: Request, now: number): Outcome => {
    if (places(request.url).length === 0) return lost(`getaddrinfo ENOTFOUND ${request.url.hostname}`)
    if (isStorage(request.url)) return serveStorage({ world, request, path: pathOf(request.url), now })
    if ((request.headers["user-agent"] ?? "") === "") return Refusals.noUserAgent
    const version = request.headers["x-github-api-version"]
    if (version !== undefined && !versions.has(version)) return Refusals.unknownVersion(version)
    const viewer = viewerOf(world, request)
    const payer = viewer ?? null
    const resource = resourceOf(request)
    const status = limits?.status(payer, resource, now)
    if (status !== undefined && status.remaining === 0) return Refusals.limitReached(payer)
    const whole = viewer === undefined ? Refusals.badCredentials : withETag(act(request, viewer, now), request)
    const final = revalidated(whole, request)
    // A 304 does not count against the limits of signed-in users.
    if (final.status !== 304 || payer === null) limits?.spend(payer, resource, now)
    return request.method === "HEAD" ? withoutBody(final) : final
  }

  const finish = (outcome: Outcome, request: Request, now: number): Outcome => {
    if (outcome._tag === "Lost") return outcome
    if (isStorage(request.url)) return finishStorage(outcome, now)
    served++
    const date = { date: httpDate(now) }
    if (outcome.foreign === true) return { ...outcome, headers: { ...date, ...outcome.headers } }
    const payer = viewerOf(world, request) ?? null
    const caches = outcome.headers["etag"] === undefined ? {} : cacheHeaders(payer)
    return {
      ...outcome,
      headers: {
        server: "github.com",
        ...date,
        ...caches,
        ...(limits === null ? {} : limitHeaders(limits.status(payer, resourceOf(request), now))),
        "x-github-api-version-selected": request.headers["x-github-api-version"] ?? "2022-11-28",
        "x-github-media-type": "github.v3; format=json",
        "x-github-request-id": requestId(served),
        "x-content-type-options": "nosniff",
        ...outcome.headers
      }
    }
  }

  const describe: Service["describe"] = (request) => ({
    path: pathOf(request.url),
    operation: isStorage(request.url)
      ? storageOperation(pathOf(request.url))
      : (matchOf(request)?.route.operation ?? null),
    login: viewerOf(world, request) ?? null
  })

  const latency = Duration.fromInputUnsafe(seed.latency ?? 0)
  return {
    urls,
    world,
    limits,
    latency,
    describe,
    serve,
    unavailable: (status, { url }) => (isStorage(url) ? unavailable(status) : Refusals.unavailable(status)),
    finish,
    act
  }
}

/** For HEAD: the headers of GET, including the length of its body. */
const withoutBody = (self: Answer): Answer => ({
  ...self,
  body: "",
  headers: { ...self.headers, ...(self.body === "" ? {} : { "content-length": String(bytesOf(self.body).length) }) }
})

const cacheHeaders = (viewer: string | null) => ({
  "cache-control": `${viewer === null ? "public" : "private"}, max-age=60, s-maxage=60`,
  vary: "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding"
})

/** Has the service's format, and is the same for the same sequence of requests. */
const requestId = (count: number): string => {
  const digits = count.toString(16).toUpperCase()
  return `C0DE:${digits.padStart(6, "0")}:0000000:0000000:${digits.padStart(8, "0")}`
}
