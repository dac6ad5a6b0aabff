/** Sends one request, with credentials for the service's own origins. Follows redirects, receives the response head. */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import * as Metrics from "../../Metrics.ts"
import type { OutgoingBody } from "../../Call.ts"
import type { SecretInHeaders, SecretInUrl } from "../../Credentials.ts"
import type { RequestInfo, UnsafeRedirect } from "../../RestError.ts"
import { type Redact, repeats } from "../text/redact.ts"
import { versionInNode } from "../text/runtime.ts"
import * as Urls from "../text/urls.ts"
import * as Body from "./body.ts"
import type { ClientError, ClientRequest, Direct, WireResponse } from "./direct.ts"
import { unsafeRedirect } from "./failures.ts"
import { type Bounds, type Expired, expired, overdue } from "./watchdog.ts"

/** Headers that the program adds, and those of their values that are secrets. */
interface GivenHeaders {
  readonly byName: Readonly<Record<string, string>>
  readonly secrets: ReadonlyArray<string>
}

/** A request as it is sent. */
export interface WireRequest {
  readonly info: RequestInfo
  readonly clock: Clock.Clock
  /** The services of the attempt, for its trace and metrics. */
  readonly services: Context.Context<never>
  /** The full URL, without a secret. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  /** Headers that the program adds: sent only to the service's own origins. They replace those of the same names. */
  readonly own: GivenHeaders | undefined
  readonly body: OutgoingBody
  /** The token: sent only to the service's own origins. */
  readonly secret: string | undefined
  readonly redact: Redact
  /** Whether to send trace headers to those origins. */
  readonly propagateTrace: boolean
  readonly ownOrigins: ReadonlySet<string>
  /** Own origins that a redirect must not take the token to. */
  readonly exposedOrigins: ReadonlySet<string>
  /** Whether a redirect may lead to a foreign origin. */
  readonly mayLeave: boolean
  /** How to send the token in the URL; undefined for the Authorization header. */
  readonly secretInUrl: SecretInUrl | undefined
  /** How to send it in other headers; undefined for the Authorization header. */
  readonly secretInHeaders?: SecretInHeaders | undefined
  /** The names of the response headers that matter; undefined for all. */
  readonly reads: ReadonlyArray<string> | undefined
}

/** The head of a response. Its body has not been read yet. */
export interface Head {
  readonly response: WireResponse
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  /** When the head arrived, in milliseconds. */
  readonly arrivedAt: number
}

/** Sends one request and receives the head of its response. */
export interface Execute {
  (
    request: ClientRequest,
    /** What fetch does with a redirect. */
    redirect: RequestRedirect
  ): Effect.Effect<WireResponse, ClientError | Expired>
}

/** Runs exchanges through an HTTP client, within their bounds. */
export interface Sender {
  readonly exchange: <A, E>(
    wire: WireRequest,
    bounds: Bounds,
    /** When the time of the whole began, in milliseconds. */
    begin: number,
    run: (execute: Execute) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | Expired>
  /** The same, with responses that stay open until the scope is closed; undefined if they can be aborted. */
  readonly scoped?: (scope: Scope.Scope) => Sender
}

/** Sends by a direct path alone. */
export const senderBy = (direct: Direct): Sender => ({
  exchange: (wire, bounds, begin, run) => run(within(direct, wire, bounds, begin))
})

/** Each redirect takes from the time of the whole. */
const within =
  (direct: Direct, { clock, reads }: WireRequest, bounds: Bounds, begin: number): Execute =>
  (request, redirect) => {
    const total = begin + bounds.total - clock.currentTimeMillisUnsafe()
    if (total <= 0) return Effect.fail(expired(overdue))
    return direct(request, { ...bounds, total }, { redirect, reads })
  }

type Failure = ClientError | Expired | UnsafeRedirect

const maxRedirects = 5

/** How many bytes of a redirect's body are read to free its connection. */
const redirectBody = 16_384

/**
 * Sends a request. Follows 301, 302, 307 and 308 with the same method and body, since services redirect calls for
 * renamed resources. Only downloads are redirected to a foreign origin. Credentials are sent to the service's own origins
 * only. Run the effect at once, and only once.
 */
export const send = (
  execute: Execute,
  wire: WireRequest,
  /** Milliseconds that the body of a redirect may take. */
  within: number
): Effect.Effect<Head, Failure> => {
  const { body, clock, info, redact, secret, secretInHeaders, secretInUrl, services } = wire
  const isBearer = secretInUrl === undefined && secretInHeaders === undefined
  const extended: Record<string, string> = { ...wire.headers, ...wire.own?.byName }
  if (secret !== undefined && isBearer) extended["authorization"] = `Bearer ${secret}`
  if (wire.propagateTrace) Object.assign(extended, traceHeaders(services))
  const ownHeaders = Headers.fromRecordUnsafe(extended)

  /** Sends it to a URL that is safe to show: the secret is added only here. */
  const sendTo = (url: string, visited: ReadonlySet<string>): Effect.Effect<Head, Failure> => {
    const own = wire.ownOrigins.has(Urls.originOf(url))
    Metrics.requests.updateUnsafe(1, services)
    const request = {
      method: info.method,
      url: own && secret !== undefined && secretInUrl !== undefined ? secretInUrl.add(url, secret) : url,
      headers: own ? ownHeaders : Headers.fromRecordUnsafe({ ...wire.headers }),
      body
    }
    if (!own || secret === undefined || secretInHeaders === undefined) return exchanged(request, url, visited)
    const { method } = info
    const proof = secretInHeaders(secret, { method, url, body: body._tag === "Uint8Array" ? body.body : undefined })
    return Effect.flatMap(proof, (headers) =>
      exchanged({ ...request, headers: Headers.fromRecordUnsafe({ ...extended, ...headers }) }, url, visited)
    )
  }

  const exchanged = (request: ClientRequest, url: string, visited: ReadonlySet<string>): Effect.Effect<Head, Failure> =>
    Effect.flatMap(execute(request, "manual"), (response) => {
      if (response.status === 0) return followHidden(request, url)
      const arrivedAt = clock.currentTimeMillisUnsafe()
      const location = isRedirect(response.status) ? response.headers["location"] : undefined
      return location === undefined
        ? Effect.succeed({ response, headers: response.headers, url, arrivedAt })
        : follow(response, url, location, visited)
    })

  const follow = (response: WireResponse, url: string, location: string, earlier: ReadonlySet<string>) =>
    Effect.flatMap(Body.head(response, redirectBody, within), () => {
      const visited = new Set(earlier).add(url)
      const next = locationOf(wire, location, url)
      const problem = whyUnsafe(wire, visited, next)
      return problem !== undefined || next === undefined
        ? Effect.fail(unsafeRedirect(info, url, next ?? location, problem ?? "is not a URL", redact))
        : sendTo(next, visited)
    })

  /** Browsers hide the target of a redirect. Their fetch can follow it, and drops the credentials for other origins. */
  const followHidden = (request: ClientRequest, url: string): Effect.Effect<Head, Failure> => {
    if (info.method !== "GET") {
      const problem = "is hidden by the browser, so a write cannot follow it"
      return Effect.fail(unsafeRedirect(info, url, url, problem, redact))
    }
    // Fetch drops no header but Authorization.
    if (wire.own !== undefined || (secret !== undefined && secretInHeaders !== undefined)) {
      const problem = "is hidden by the browser, so headers for the service alone could follow it to another origin"
      return Effect.fail(unsafeRedirect(info, url, url, problem, redact))
    }
    return Effect.flatMap(execute(request, "follow"), (response) => {
      const last = locationOf(wire, response.url ?? "", url)
      const problem = last === undefined ? undefined : whyUnsafe(wire, none, last)
      if (problem !== undefined) return Effect.fail(unsafeRedirect(info, url, last ?? "", problem, redact))
      const arrivedAt = clock.currentTimeMillisUnsafe()
      return Effect.succeed({ response, headers: response.headers, url: last ?? url, arrivedAt })
    })
  }

  return sendTo(wire.target, none)
}

const isRedirect = (status: number): boolean => status === 301 || status === 302 || status === 307 || status === 308

/** The URL that a redirect leads to, without the token that it may repeat; undefined when it is none. */
const locationOf = ({ secretInUrl }: WireRequest, location: string, base: string): string | undefined => {
  if (!URL.canParse(location, base)) return undefined
  const redirected = new URL(location, base)
  secretInUrl?.remove(redirected)
  return redirected.href
}

const none: ReadonlySet<string> = new Set()

const whyUnsafe = (wire: WireRequest, visited: ReadonlySet<string>, next: string | undefined): string | undefined => {
  if (next === undefined) return undefined
  if (visited.has(next)) return "leads in a circle"
  if (visited.size > maxRedirects) return `exceeds the limit of ${maxRedirects} redirects`
  if (!/^https?:/.test(next)) return "is not an HTTP URL"
  const origin = Urls.originOf(next)
  if (!wire.ownOrigins.has(origin)) {
    if (wire.info.method !== "GET") return "would send a write to a foreign origin"
    if (!wire.mayLeave) return "leads to a foreign origin, which does not speak for the service"
  }
  if (Urls.hasUser(next)) return "has a user or a password"
  if (wire.own?.secrets.some((secret) => repeats(next, secret)) === true) return "repeats a secret header"
  if (wire.secret === undefined) return undefined
  if (wire.exposedOrigins.has(origin)) return "would send the token over plain HTTP"
  return repeats(next, wire.secret) ? "repeats the token" : undefined
}

/**
 * How fetch treats a cache of its own. Ours is the cache, so a browser's must not answer. Node's fetch has none, but
 * sends `Cache-Control: no-cache` for `no-store`, and beside `If-None-Match`: servers that heed that never answer 304.
 * For `no-cache` it sends `max-age=0`. Undefined where requests have no cache mode, since workerd refuses one, and for
 * writes: no cache answers them, and in Chromium any mode costs a preflight for each request instead of each URL.
 */
export const cacheMode = (method: string): RequestCache | undefined => {
  if (method !== "GET" || !("cache" in Request.prototype)) return undefined
  return versionInNode("undici") === undefined ? "no-store" : "no-cache"
}

/** The trace headers of the operation's span. */
const traceHeaders = (services: Context.Context<never>): Readonly<Record<string, string>> => {
  const span = Context.getOrUndefined(services, Tracer.ParentSpan)
  return span?._tag === "Span" ? HttpTraceContext.toHeaders(span) : {}
}
