/** One request on the wire: sent with the credentials of its origin, redirects followed, the answer's head received. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as UrlParams from "effect/http/UrlParams"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as Metrics from "../../Metrics.ts"
import { type Asked, InvalidInput, TransportFailed, UnsafeRedirect } from "../../RestError.ts"
import * as Body from "./body.ts"
import { BodyRefused, type OutgoingBody, patience } from "./outgoingBody.ts"
import { scrub } from "../text/secret.ts"
import type { SecretInUrl } from "../text/secretParameter.ts"
import * as Urls from "../text/urls.ts"
import type { TimedOut, Watch } from "./watchdog.ts"

export interface Outgoing {
  readonly asked: Asked
  /** Where to, with all that the service needs. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: OutgoingBody
  /** The token: sent only to the service's own origins. */
  readonly secret: string | undefined
  /** Whether those are sent trace headers. */
  readonly propagateTrace: boolean
  readonly ownOrigins: ReadonlySet<string>
  /** How the token goes in the URL; undefined for the Authorization header. */
  readonly secretInUrl: SecretInUrl | undefined
}

export interface Incoming {
  readonly response: HttpClientResponse.HttpClientResponse
  readonly headers: Headers.Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  /** When the head came, in milliseconds. */
  readonly heardAt: number
}

/** Sends one request, and receives the head of its answer. */
export interface Execute {
  (
    request: HttpClientRequest.HttpClientRequest
  ): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>
}

const maxRedirects = 5

/** Bytes of a redirect's body that are read to free its connection. */
const redirectBody = 16_384

/**
 * Sends a request and follows 301, 302, 307 and 308 with the same method and body: the service redirects the calls of
 * renamed repositories. A write never follows to a foreign origin, and credentials follow nowhere but to the service's
 * own origins.
 */
export const send = Effect.fnUntraced(function* (
  execute: Execute,
  outgoing: Outgoing,
  /** Milliseconds that the body of a redirect may take. */
  within: number,
  watch: Watch | undefined
): Effect.fn.Return<Incoming, HttpClientError.HttpClientError | UnsafeRedirect> {
  const body = outgoing.body._tag === "Stream" && watch !== undefined ? outgoing.body.watched(watch) : outgoing.body
  const inOnePiece = body._tag === "Uint8Array" ? patience(body.body.length) : 0
  const ownHeaders: Record<string, string> = { ...outgoing.headers }
  const { asked, secret, secretInUrl } = outgoing
  if (secret !== undefined && secretInUrl === undefined) ownHeaders["authorization"] = `Bearer ${secret}`
  if (outgoing.propagateTrace) Object.assign(ownHeaders, yield* traceHeaders)
  // The URL as it may be known: a secret that it carries is added on the wire alone.
  let url = outgoing.target
  let visited: Set<string> | undefined
  for (;;) {
    const own = outgoing.ownOrigins.has(Urls.originOf(url))
    const headers = own ? ownHeaders : outgoing.headers
    watch?.awaitHead(inOnePiece)
    yield* Metric.update(Metrics.requests, 1)
    const request = HttpClientRequest.makeWith(
      asked.method,
      own && secret !== undefined && secretInUrl !== undefined ? secretInUrl.add(url, secret) : url,
      UrlParams.empty,
      Option.none(),
      Headers.fromRecordUnsafe({ ...headers }),
      body
    )
    let response = yield* execute(request)
    if (response.status === 0) {
      // Browsers do not say where a redirect leads. Their fetch can follow it, and takes no credentials elsewhere.
      if (asked.method !== "GET") {
        return yield* unsafe("redirect", asked, url, url, "is hidden by the browser, and the request is a write")
      }
      response = yield* withRedirect(execute(request), "follow")
    }
    const answered = response.headers
    const heardAt = yield* Clock.currentTimeMillis
    const location = isRedirect(response.status) ? answered["location"] : undefined
    if (location === undefined) return { response, headers: answered, url, heardAt }
    yield* Body.head(response, redirectBody, within, watch)
    visited ??= new Set([url])
    const redirected = URL.canParse(location, url) ? new URL(location, url) : undefined
    if (redirected !== undefined) secretInUrl?.remove(redirected)
    const next = redirected?.href
    const problem = whyUnsafe(outgoing, visited, next)
    if (problem !== undefined || next === undefined) {
      return yield* unsafe("redirect", asked, url, next ?? location, problem ?? "is no URL", secret)
    }
    visited.add(next)
    url = next
  }
})

const isRedirect = (status: number): boolean => status === 301 || status === 302 || status === 307 || status === 308

const whyUnsafe = (outgoing: Outgoing, visited: ReadonlySet<string>, next: string | undefined): string | undefined => {
  if (next === undefined) return undefined
  if (visited.has(next)) return "leads in a circle"
  if (visited.size > maxRedirects) return `is one more than ${maxRedirects}`
  if (!/^https?:/.test(next)) return "is no HTTP URL"
  if (outgoing.asked.method !== "GET" && !outgoing.ownOrigins.has(Urls.originOf(next))) {
    return "would take a write to a foreign origin"
  }
  return undefined
}

const unsafe = (
  what: "redirect" | "link" | "upload_url",
  asked: Asked,
  from: string,
  to: string,
  why: string,
  secret?: string
): UnsafeRedirect => {
  // A foreign URL may be signed: its query is not ours to show. And a redirect may echo what it was sent.
  const target = scrub(Urls.withoutQuery(to), secret)
  return new UnsafeRedirect({
    ...asked,
    from: scrub(Urls.withoutQuery(from), secret),
    to: target,
    message: `${asked.operation}: the ${what} to ${target} ${why}`
  })
}

/** A Link that leads away from the service. */
export const foreignLink = (asked: Asked, to: string): UnsafeRedirect =>
  unsafe("link", asked, asked.url, to, "leads to a foreign origin")

/** An upload that the service, or whoever else, would have sent elsewhere. */
export const foreignUpload = (asked: Asked, to: string): UnsafeRedirect =>
  unsafe("upload_url", asked, asked.url, to, "leads to a foreign origin")

/** A Link that leads back to a page that has been read. */
export const circularLink = (asked: Asked, to: string): UnsafeRedirect =>
  unsafe("link", asked, asked.url, to, "leads in a circle")

/** Names, addresses, routes and certificates are found out about before a request is sent. */
const codesBeforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|EADDRNOTAVAIL|UND_ERR_(?:CONNECT_TIMEOUT|INVALID_ARG)|ERR_INVALID_URL|(?:ERR_TLS_)?CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/

/** Whether the connection was never made, as told by the codes down the chain of causes. */
const neverConnected = (cause: unknown, depth = 0): boolean => {
  if (typeof cause !== "object" || cause === null || depth > 5) return false
  if ("code" in cause && typeof cause.code === "string" && codesBeforeSending.test(cause.code)) {
    // An unreachable host can be found out about on an established connection too.
    return !("syscall" in cause && (cause.syscall === "read" || cause.syscall === "write"))
  }
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return cause.errors.every((one) => neverConnected(one, depth + 1))
  }
  return "cause" in cause && neverConnected(cause.cause, depth + 1)
}

/** The error of an exchange that brought no whole answer. */
export const failed = (
  asked: Asked,
  error: HttpClientError.HttpClientError | TimedOut,
  secret: string | undefined
): TransportFailed | InvalidInput => {
  if (error._tag === "TimedOut") {
    return new TransportFailed({
      ...asked,
      mayHaveArrived: true,
      message: `${asked.operation}: waited ${error.milliseconds} ms for ${error.waitedFor} (${asked.method} ${asked.url})`
    })
  }
  const { reason } = error
  if (reason.cause instanceof BodyRefused) {
    const why = reason.cause.message
    return new InvalidInput({
      operation: asked.operation,
      path: "data",
      reason: why,
      message: `${asked.operation}: ${why}`
    })
  }
  const arrived = reason._tag !== "EncodeError" && reason._tag !== "InvalidUrlError" && !neverConnected(reason.cause)
  // Clients quote a header or a URL that they refuse to send.
  const quoted = causeMessage(reason.cause) ?? reason.description ?? reason._tag
  const why = scrub(quoted.replace(/https?:\/\/\S+/g, Urls.withoutQuery), secret)
  return new TransportFailed({
    ...asked,
    mayHaveArrived: arrived,
    message: `${asked.operation}: ${arrived ? "no whole answer" : "not sent"}: ${why} (${asked.method} ${asked.url})`
  })
}

/** The innermost message: fetch wraps what happened in "fetch failed". */
const causeMessage = (cause: unknown, depth = 0): string | undefined => {
  if (typeof cause !== "object" || cause === null) return typeof cause === "string" ? cause : undefined
  const inner = "cause" in cause && depth < 5 ? causeMessage(cause.cause, depth + 1) : undefined
  if (inner !== undefined) return inner
  if (cause instanceof Error && cause.message !== "") return cause.message
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined
}

/** Has fetch treat redirects in a way, and else as the program says. */
const withRedirect = <A, E, R>(exchange: Effect.Effect<A, E, R>, redirect: RequestRedirect): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const init = Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit)
    return Effect.provideService(exchange, FetchHttpClient.RequestInit, { ...init, redirect })
  })

/** The headers that tell the service of the operation's span. */
const traceHeaders: Effect.Effect<Readonly<Record<string, string>>> = Effect.withFiber(({ context }) => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return Effect.succeed(span?._tag === "Span" ? HttpTraceContext.toHeaders(span) : {})
})

/**
 * Runs the HTTP client without fetch's own redirects, and without spans of its own: they show all of a URL, and of a
 * redirect's.
 */
export const configured = <A, E, R>(
  exchange: Effect.Effect<A, E, R>,
  outgoing: Outgoing,
  watch: Watch
): Effect.Effect<A, E, R> => {
  const quiet = Effect.provideService(exchange, HttpClient.TracerDisabledWhen, () => true)
  const configured = withRedirect(quiet, "manual")
  const { body } = outgoing
  if (body._tag !== "Stream") return configured
  return Effect.flatMap(FetchHttpClient.Fetch, (fetch) =>
    Effect.provideService(configured, FetchHttpClient.Fetch, body.byFetch(fetch, watch))
  )
}
