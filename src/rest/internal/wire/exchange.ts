/** Sends one request, with credentials for the service's own origins. Follows redirects, receives the response head. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as UrlParams from "effect/http/UrlParams"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as Metrics from "../../Metrics.ts"
import type { OutgoingBody } from "../../Call.ts"
import type { SecretInUrl } from "../../Credentials.ts"
import type { RequestInfo, UnsafeRedirect } from "../../RestError.ts"
import { type Redact, repeats } from "../text/redact.ts"
import { versionInNode } from "../text/runtime.ts"
import * as Urls from "../text/urls.ts"
import * as Body from "./body.ts"
import type { WireResponse } from "./direct.ts"
import { unsafeRedirect } from "./failures.ts"
import { patience } from "./requestBody.ts"
import type { Expired, Watch } from "./watchdog.ts"

/** A request as it is sent. */
export interface WireRequest {
  readonly info: RequestInfo
  /** The full URL, without a secret. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
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
  (request: HttpClientRequest.HttpClientRequest): Effect.Effect<WireResponse, HttpClientError.HttpClientError | Expired>
}

const maxRedirects = 5

/** How many bytes of a redirect's body are read to free its connection. */
const redirectBody = 16_384

/**
 * Sends a request. Follows 301, 302, 307 and 308 with the same method and body, since services redirect calls for
 * renamed resources. Only downloads are redirected to a foreign origin. Credentials are sent to the service's own origins
 * only.
 */
export const send = Effect.fnUntraced(function* (
  execute: Execute,
  wire: WireRequest,
  /** Milliseconds that the body of a redirect may take. */
  within: number,
  watch: Watch | undefined
): Effect.fn.Return<Head, HttpClientError.HttpClientError | Expired | UnsafeRedirect> {
  const { info, redact, secret, secretInUrl } = wire
  // A body is sent by functions of the pipeline's own, which take a watch.
  const body =
    wire.body._tag === "Stream" && watch !== undefined ? wire.body.sending.watched(watch as never) : wire.body
  const inOnePiece = body._tag === "Uint8Array" ? patience(body.body.length) : 0
  const ownHeaders: Record<string, string> = { ...wire.headers }
  if (secret !== undefined && secretInUrl === undefined) ownHeaders["authorization"] = `Bearer ${secret}`
  if (wire.propagateTrace) Object.assign(ownHeaders, yield* traceHeaders)
  // This URL is safe to show: the secret is added only when the request is sent.
  let url = wire.target
  let visited: Set<string> | undefined
  for (;;) {
    const own = wire.ownOrigins.has(Urls.originOf(url))
    watch?.awaitHead(inOnePiece)
    yield* Metric.update(Metrics.requests, 1)
    const request = HttpClientRequest.makeWith(
      info.method,
      own && secret !== undefined && secretInUrl !== undefined ? secretInUrl.add(url, secret) : url,
      UrlParams.empty,
      Option.none(),
      Headers.fromRecordUnsafe({ ...(own ? ownHeaders : wire.headers) }),
      body
    )
    let response = yield* execute(request)
    if (response.status === 0) {
      // Browsers hide the target of a redirect. Their fetch can follow it, and drops the credentials for other origins.
      if (info.method !== "GET") {
        return yield* unsafeRedirect(info, url, url, "is hidden by the browser, so a write cannot follow it", redact)
      }
      response = yield* withRedirect(execute(request), info.method, "follow")
      const last = locationOf(wire, response.url ?? "", url)
      const problem = last === undefined ? undefined : whyUnsafe(wire, none, last)
      if (problem !== undefined) return yield* unsafeRedirect(info, url, last ?? "", problem, redact)
      url = last ?? url
    }
    const { headers } = response
    const arrivedAt = yield* Clock.currentTimeMillis
    const location = isRedirect(response.status) ? headers["location"] : undefined
    if (location === undefined) return { response, headers, url, arrivedAt }
    yield* Body.head(response, redirectBody, within, watch)
    visited ??= new Set([url])
    const next = locationOf(wire, location, url)
    const problem = whyUnsafe(wire, visited, next)
    if (problem !== undefined || next === undefined) {
      return yield* unsafeRedirect(info, url, next ?? location, problem ?? "is not a URL", redact)
    }
    visited.add(next)
    url = next
  }
})

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

/** Sets fetch's redirect and cache modes, and keeps the program's own fetch options. */
const withRedirect = <A, E, R>(
  exchange: Effect.Effect<A, E, R>,
  method: string,
  redirect: RequestRedirect
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const init = Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit)
    const cache = init !== undefined && "cache" in init ? init.cache : cacheMode(method)
    const own = cache === undefined ? init : { ...init, cache }
    return Effect.provideService(exchange, FetchHttpClient.RequestInit, { ...own, redirect })
  })

/** The trace headers of the operation's span. */
const traceHeaders: Effect.Effect<Readonly<Record<string, string>>> = Effect.withFiber(({ context }) => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return Effect.succeed(span?._tag === "Span" ? HttpTraceContext.toHeaders(span) : {})
})

/**
 * Runs the HTTP client without fetch's own redirects and without its own spans, which would show the full URL of each
 * request and redirect.
 */
export const configured = <A, E, R>(
  exchange: Effect.Effect<A, E, R>,
  { body, info }: WireRequest,
  watch: Watch
): Effect.Effect<A, E, R> => {
  const quiet = Effect.provideService(exchange, HttpClient.TracerDisabledWhen, () => true)
  const configured = withRedirect(quiet, info.method, "manual")
  if (body._tag !== "Stream") return configured
  return Effect.flatMap(FetchHttpClient.Fetch, (fetch) =>
    Effect.provideService(configured, FetchHttpClient.Fetch, body.sending.byFetch(fetch, watch as never))
  )
}
