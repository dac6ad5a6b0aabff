/**
 * The simulated service as one function. It identifies the sender, checks the rate limit, finds the endpoint, lets it
 * answer, and adds validators and headers.
 *
 * Its rooms, each using only those before it: `state/` has the records and how they are seeded and inspected, `http/`
 * what all endpoints share, `access/` who may see and change what, `wire/` the records as responses have them, `events/`
 * what hooks are told of changes, and `handlers/` the endpoints, a file for each resource. `routes.ts` lists them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Response, Outcome, Request } from "../../Exchange.ts"
import type { MadeDelivery } from "../../ForgeHandle.ts"
import type { Seed } from "../../ForgeSeed.ts"
import type { Resource } from "../../ForgeState.ts"
import { bytesOf, httpDate, lost } from "../exchange.ts"
import type { Service } from "../simulator.ts"
import { makeKeys, needsKeys } from "./access/appKeys.ts"
import { chargeOf, makeCharges } from "./access/charges.ts"
import { allowed, tokenHeaders } from "./access/gate.ts"
import { actingAs, anonymous, identify, type Identity, isSigned, jwtOf } from "./access/identity.ts"
import { isVisible } from "./access/permissions.ts"
import { boxIn, opened } from "./access/boxes.ts"
import { deliverMade } from "./events/hooked.ts"
import { witnessed } from "./events/witness.ts"
import { mayAskForWords, readWords } from "./handlers/issueWords.ts"
import { serveLogin } from "./handlers/login/serve.ts"
import { routes as mergePulls } from "./handlers/mergePulls.ts"
import { nextTime, settle } from "./handlers/settle.ts"
import { finishStorage, serveStorage, storageOperation, unavailable } from "./handlers/storage.ts"
import type { Call, Delays, OrRefusal, Urls } from "./http/call.ts"
import { cacheHeaders, crossOrigin, preflight, requestId, revalidated, withETag } from "./http/headers.ts"
import { type Media, mediaHeader, mediaOf } from "./http/media.ts"
import { locationsOf, urlsOf } from "./http/origins.ts"
import * as Refusals from "./http/refusals.ts"
import { makeRouter, type Match } from "./http/router.ts"
import { isLoaded, load, operationName, operationOf, route as graphql } from "./graphql/load.ts"
import { routes } from "./routes.ts"
import type { App, AppKeys } from "./state/accounts.ts"
import { limitHeaders, type Limits } from "./state/limits.ts"
import { emptyWorld, fullName, type World } from "./state/model.ts"
import { plant, tokensOf } from "./state/seed/plant.ts"
import { dueRuns, nextRelease, timedRuns } from "./state/workflows.ts"

/** As whom, and on which endpoint, something acts. */
interface Acting {
  /** An App, in place of the login. */
  readonly app?: App | null
  /** An App whose bot acts with the rights of the login. */
  readonly bot?: App | undefined
  /** An endpoint, in place of that of the request. */
  readonly match?: Match
}

export interface ForgeService extends Service {
  readonly urls: Urls
  readonly world: World
  /** Null if the service has no limits, the default of self-hosted ones. */
  readonly limits: Limits | null
  /** Delivers the events of what something changes. */
  readonly witness: <A>(sender: string | null, now: number, act: () => A) => A
  /** Does what time alone does until an instant. */
  readonly elapse: (now: number) => void
  /** Delivers what was made by hand. */
  readonly deliver: (made: MadeDelivery, now: number) => void
  /** Acts as a login, bypassing limits. */
  readonly act: (request: Request, login: string, now: number, as?: Acting) => Response
}

/** What is asked of something beside the API. */
interface Asked extends Pick<ForgeService, "urls" | "world" | "witness"> {
  readonly request: Request
  readonly now: number
  /** Who asks, or why the credential is refused. */
  readonly sender: () => OrRefusal<Identity>
}

/** What is to be woken when time alone does something next, if anything. */
export interface Waking {
  wake?: (at: number) => void
}

/** Answers what is beside the API, such as requests of git; undefined where it has nothing. */
export type Beside = (asked: Asked) => Response | undefined

const versions: ReadonlySet<string> = new Set(["2022-11-28", "2026-03-10"])

/** Rewrites `/repositories/{id}/…` to `/repos/{owner}/{repo}/…`. */
const canonicalPath = (world: World, path: string): string => {
  const byId = /^\/repositories\/(\d+)(?=\/|$)/.exec(path)
  if (byId === null) return path
  const repository = world.repositories.get(Number(byId[1]))
  // No owner is called "-", so an unknown id is not found.
  return `/repos/${repository === undefined ? "-/-" : fullName(repository)}${path.slice(byId[0].length)}`
}

/** Each host has paths of its own. */
const findRoute = {
  api: makeRouter([...routes.filter(({ host }) => host === "api"), graphql]),
  uploads: makeRouter(routes.filter(({ host }) => host === "uploads")),
  storage: () => undefined
}

/** What the service's own acts are like: they merge. */
const [ownRoute = graphql] = mergePulls

export const operationNames: ReadonlySet<string> = new Set(
  routes.flatMap(({ operation, represented = {} }) => [operation, ...Object.values(represented)])
)

const nameOf = (request: Request, match: Match | undefined): string | null => {
  if (match === undefined) return null
  if (match.route === graphql) return operationName(request)
  const { operation, represented } = match.route
  return represented?.[mediaOf(request) ?? "json"] ?? operation
}

export const makeService = (
  seed: Seed,
  now: number,
  urls: Urls = urlsOf(seed.baseUrl ?? "https://api.github.com"),
  send?: World["send"],
  beside?: Beside,
  entropy?: string,
  waking: Waking = {}
): ForgeService => {
  const world = emptyWorld(send, urls.html, entropy)
  plant(world, { ...seed, tokens: tokensOf(seed) }, now)
  const places = locationsOf(urls)
  const charges = makeCharges(seed.limits)
  const { limits, secondary } = charges
  const tokenDelay = Duration.toMillis(seed.tokenDelay ?? 0)
  const delays = delaysOf(seed)
  let served = 0

  const isStorage = (url: URL) => places(url)[0]?.host === "storage"

  const pathOf = (url: URL) => places(url)[0]?.path ?? url.pathname

  const matchOf = (request: Request): Match | undefined => {
    for (const { host, path } of places(request.url)) {
      const find = (method: string) => findRoute[host](method, canonicalPath(world, path))
      // Clients that are older than PATCH send POST in its place.
      const match = find(request.method) ?? (request.method === "POST" ? find("PATCH") : undefined)
      if (match !== undefined) return match
    }
    return undefined
  }

  const redirect = (call: Call): Response | undefined => {
    const name = `${call.params["owner"]}/${call.params["repo"]}`.toLowerCase()
    const repository = world.names.has(name) ? undefined : world.repositories.get(world.formerNames.get(name) ?? 0)
    if (repository === undefined || !isVisible(call, repository)) return undefined
    const { method, url } = call.request
    const rest = pathOf(url)
      .split("/")
      .slice(4)
      .map((segment) => `/${segment}`)
      .join("")
    const root = places(url)[0]?.host === "uploads" ? urls.uploads : urls.api
    const target = `${root}/repositories/${repository.id}${rest}${url.search}`
    return Refusals.moved(method === "GET" || method === "HEAD" ? 301 : 307, target)
  }

  const unmatched = ({ method, url }: Request): Response => {
    const path = pathOf(url)
    // No path of the service ends with a slash.
    const without = canonicalPath(world, path.replace(/\/+$/, ""))
    return path.length > 1 && path.endsWith("/") && findRoute.api(method, without) !== undefined
      ? Refusals.noSuchPath
      : Refusals.notServed(method, path, seed.unserved)
  }

  const witness: ForgeService["witness"] = (sender, now, act) =>
    witnessed({ world, urls, viewer: null, media: "json", sees: () => true }, { sender, now }, act)

  /** A request that the service makes for a login, by itself. */
  const as = (login: string, now: number): Call =>
    callOf(ownRequest, { route: ownRoute, params: {} }, actingAs(login), now, "json")

  const acts = { world, as, witness }

  /** Up to when time has passed. */
  let elapsedUntil = now

  /** When time alone does something next. */
  const nextAct = (timed: ReturnType<typeof timedRuns>): number =>
    Math.min(
      nextTime(acts, elapsedUntil) ?? Infinity,
      nextRelease(timed, elapsedUntil),
      ...world.promised.map(({ at }) => at)
    )

  const passTo = (at: number, timed: ReturnType<typeof timedRuns>): void => {
    elapsedUntil = Math.max(elapsedUntil, at)
    for (const promised of world.promised.filter((each) => each.at <= at)) {
      world.promised.splice(world.promised.indexOf(promised), 1)
      promised.act(at)
    }
    settle(acts, at)
    for (const [repository, run] of dueRuns(timed, at)) witness(run.actor, at, () => repository.runs.set(run.id, run))
  }

  /** Does what time alone does, at its time. Nothing sees it earlier than the next request, or than it is woken. */
  const elapse = (now: number): void => {
    let timed = timedRuns(world)
    for (let at = nextAct(timed); at <= now; at = nextAct(timed)) {
      passTo(at, timed)
      timed = timedRuns(world)
    }
    passTo(now, timed)
  }

  const wakeNext = (): void => {
    const { wake } = waking
    const at = wake === undefined ? Infinity : nextAct(timedRuns(world))
    if (at < Infinity) wake?.(at)
  }

  const ownRequest: Request = { method: "PUT", url: new URL(urls.api), headers: {}, body: bytesOf("") }

  const callOf = (request: Request, match: Match, identity: Identity, now: number, media: Media): Call => {
    const { app, bot, client, principal, token, viewer } = identity
    const call: Call = {
      world,
      urls,
      now: Math.floor(now / 1000) * 1000,
      instant: now,
      tokenDelay,
      delays,
      later: (kind, act, made) => {
        if (delays[kind] === 0) return act(call)
        const perform = (at: number) =>
          witness(senderIn(identity), at, () => act(callOf(request, match, identity, at, media)))
        world.promised.push({ at: now + delays[kind], act: perform, key: made?.key, id: made?.id })
      },
      viewer,
      token,
      app,
      bot,
      client,
      access: match.route.access,
      media,
      sees: (repository) => isVisible(call, repository),
      limit: (resource) => limits?.status(principal, resource, now) ?? null,
      charge: (points) => void costs.set(request, points),
      perform: (inner, fields, query = {}) => {
        const { headers, url } = request
        const part = {
          ...request,
          method: inner.route.method,
          url: new URL(`?${new URLSearchParams(query)}`, url),
          headers: { ...headers, accept: "application/vnd.github+json" },
          body: bytesOf(JSON.stringify(fields))
        }
        return respondAs(part, identity, now, inner)
      },
      params: match.params,
      isSealed: !unreadable.has(request),
      keys: keys.get(request),
      query: request.url.searchParams,
      request,
      documentation: `${Refusals.rootDocumentation}/${match.route.documentation}`
    }
    return call
  }

  const respondAs = (request: Request, identity: Identity, now: number, match = matchOf(request)): Response => {
    if (match === undefined) return unmatched(request)
    const media = match.route === graphql ? "json" : mediaOf(request)
    if (media === undefined) return Refusals.notAcceptable(request.headers["accept"] ?? "")
    const { handle } = match.route
    const call = callOf(request, match, identity, now, media)
    const respond = () => Result.merge(Result.flatMap(allowed(call), () => handle(call)))
    // What a mutation changes is told by the requests that it is made of.
    const isRead = request.method === "GET" || request.method === "HEAD" || match.route === graphql
    const response = redirect(call) ?? (isRead ? respond() : witness(senderIn(identity), call.now, respond))
    return { ...response, headers: { ...tokenHeaders(call), ...response.headers } }
  }

  /** The requests whose JSON web token has a valid signature. */
  const signed = new WeakSet<Request>()

  /** The requests with the box of a secret that cannot be opened. */
  const unreadable = new WeakSet<Request>()

  /** What requests cost that count in points. */
  const costs = new WeakMap<Request, number>()

  /** The keys of the apps that requests create. */
  const keys = new WeakMap<Request, AppKeys>()

  const prepare = (request: Request): Effect.Effect<void> | undefined => {
    const jwt = jwtOf(request)
    const box = boxIn(request)
    const creates = needsKeys(world, request)
    const queries = !isLoaded() && matchOf(request)?.route === graphql
    const searches = mayAskForWords(request)
    if (jwt === undefined && box === undefined && !creates && !queries && !searches) return undefined
    return Effect.gen(function* () {
      if (searches) yield* readWords(world)
      if (queries) yield* Effect.promise(load)
      if (jwt !== undefined && (yield* isSigned(world, jwt))) signed.add(request)
      if (box !== undefined && (yield* opened(box)) === undefined) unreadable.add(request)
      if (creates) keys.set(request, yield* makeKeys)
    })
  }

  const senderOf = (request: Request, now: number): OrRefusal<Identity> =>
    identify(world, request, signed.has(request), now)

  /** The sender that limits count: nobody, if the credential is refused. */
  const knownSender = (request: Request, now: number): Identity =>
    Result.getOrElse(senderOf(request, now), () => anonymous)

  /** The requests that arrived while too many others were under way. */
  const crowded = new WeakSet<Request>()

  const underWay: Service["underWay"] = (request, now, exchange) => {
    if (secondary === null || isStorage(request.url)) return exchange
    const { principal } = knownSender(request, now)
    return Effect.suspend(() => {
      if (!secondary.enter(principal)) crowded.add(request)
      return Effect.ensuring(
        exchange,
        Effect.sync(() => secondary.leave(principal))
      )
    })
  }

  const serve = (request: Request, now: number): Outcome => {
    elapse(now)
    const outcome = answered(request, now)
    settle(acts, now)
    wakeNext()
    return outcome
  }

  const answered = (request: Request, now: number): Outcome => {
    const other = beside?.({ world, urls, request, now, sender: () => senderOf(request, now), witness })
    if (other !== undefined) return other
    const login = serveLogin({ world, urls, request, now })
    if (login !== undefined) return login
    if (places(request.url).length === 0) return lost(`getaddrinfo ENOTFOUND ${request.url.hostname}`)
    if (isStorage(request.url)) {
      const sender = knownSender(request, now)
      const ask = (path: string, accept: string) =>
        respondAs({ ...request, url: new URL(`${urls.api}${path}`), headers: { accept } }, sender, now)
      return serveStorage({ world, urls, request, path: pathOf(request.url), now, ask, ...sender })
    }
    if (request.method === "OPTIONS") return preflight
    if ((request.headers["user-agent"] ?? "") === "") return Refusals.noUserAgent
    const version = request.headers["x-github-api-version"]
    if (version !== undefined && !versions.has(version)) return Refusals.unknownVersion(version)
    const sender = senderOf(request, now)
    const { principal } = Result.getOrElse(sender, () => anonymous)
    const match = matchOf(request)
    const isRead =
      match?.route === graphql
        ? operationOf(request)?.kind !== "mutation"
        : request.method === "GET" || request.method === "HEAD"
    const charge = chargeOf(principal, isRead, match)
    const refusal = crowded.has(request)
      ? Refusals.secondaryLimitReached(secondary?.retryAfter)
      : charges.refusal(charge, now)
    if (refusal !== undefined) return refusal
    const whole = Result.isFailure(sender)
      ? sender.failure
      : withETag(respondAs(request, sender.success, now, match), request)
    const final = revalidated(whole, request)
    charges.spend({ ...charge, points: costs.get(request) }, final, now)
    return request.method === "HEAD" ? withoutBody(final) : final
  }

  const resourceOf = (request: Request): Resource | null => {
    const match = matchOf(request)
    return match === undefined ? "core" : match.route.resource
  }

  const limitsTold = (request: Request, { principal }: Identity, now: number) =>
    limits === null || request.method === "OPTIONS"
      ? {}
      : limitHeaders(limits.status(principal, resourceOf(request) ?? "core", now))

  const finish = (outcome: Outcome, request: Request, now: number): Outcome => {
    if (outcome._tag === "Lost") return outcome
    if (isStorage(request.url)) return finishStorage(outcome, now)
    served++
    const date = { date: httpDate(now) }
    if (outcome.foreign === true) return { ...outcome, headers: { ...date, ...outcome.headers } }
    const sender = knownSender(request, now)
    return {
      ...outcome,
      headers: {
        server: "github.com",
        ...date,
        ...(outcome.headers["etag"] === undefined ? {} : cacheHeaders(sender.principal.login === null)),
        ...limitsTold(request, sender, now),
        "x-github-api-version-selected": request.headers["x-github-api-version"] ?? "2022-11-28",
        "x-github-media-type": mediaHeader(request),
        "x-github-request-id": requestId(served),
        "x-content-type-options": "nosniff",
        ...crossOrigin,
        ...outcome.headers
      }
    }
  }

  const describe: Service["describe"] = (request, now) => ({
    path: pathOf(request.url),
    operation: isStorage(request.url) ? storageOperation(pathOf(request.url)) : nameOf(request, matchOf(request)),
    login: knownSender(request, now).principal.login
  })

  const act: ForgeService["act"] = (request, login, now, { app, bot, match } = {}) => {
    elapse(now)
    const response = respondAs(request, actingAs(login, app, bot), now, match)
    settle(acts, now)
    wakeNext()
    return response
  }

  const latency = Duration.fromInputUnsafe(seed.latency ?? 0)
  return {
    urls,
    world,
    limits,
    latency,
    prepare,
    underWay,
    describe,
    serve,
    unavailable: (status, { url }) => (isStorage(url) ? unavailable(status) : Refusals.unavailable(status)),
    finish,
    act,
    elapse: (now) => {
      elapse(now)
      wakeNext()
    },
    witness,
    deliver: (made, now) => deliverMade(world, made, now)
  }
}

const delaysOf = ({ delays = {} }: Seed): Delays => ({
  fork: Duration.toMillis(delays.fork ?? 0),
  transfer: Duration.toMillis(delays.transfer ?? 0),
  updateBranch: Duration.toMillis(delays.updateBranch ?? 0),
  mergeability: Duration.toMillis(delays.mergeability ?? 0),
  dispatch: Duration.toMillis(delays.dispatch ?? 0)
})

/** Whose name the events of a request have. */
const senderIn = ({ app, bot, viewer }: Identity): string | null =>
  bot === undefined ? (viewer ?? app?.owner ?? null) : `${bot.slug}[bot]`

/** For HEAD: the headers of GET, including the length of its body. */
const withoutBody = (self: Response): Response => ({
  ...self,
  body: "",
  headers: { ...self.headers, ...(self.body === "" ? {} : { "content-length": String(bytesOf(self.body).length) }) }
})
