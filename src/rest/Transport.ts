/**
 * The one pipeline that every request walks:
 *
 * cache look-up → retry around [ rate-limit gate → credentials → exchange → note the limits → error answers become
 * tagged errors ] → 304 becomes the kept answer → decode → keep.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Tracer from "effect/Tracer"
import * as Credentials from "./Credentials.ts"
import * as HttpCache from "./HttpCache.ts"
import * as Body from "./internal/body.ts"
import * as ErrorBody from "./internal/errorBody.ts"
import * as Exchange from "./internal/exchange.ts"
import * as Limits from "./internal/limits.ts"
import type { Reader } from "./internal/reader.ts"
import * as Urls from "./internal/urls.ts"
import { watched } from "./internal/watchdog.ts"
import * as Metrics from "./Metrics.ts"
import * as RateLimit from "./RateLimit.ts"
import { validatorsOf } from "./Reply.ts"
import * as RestError from "./RestError.ts"
import * as Retry from "./Retry.ts"

/** How long to wait for an answer. */
export interface Timeouts {
  /** For the head of the answer, from when the request is sent. */
  readonly head: Duration.Input
  /** For the next piece of the body. */
  readonly silence: Duration.Input
}

/** Default: 30 seconds for the head, 30 seconds of silence in the body. */
export const RequestTimeouts = /* @__PURE__ */ Context.Reference<Timeouts>("forgecast/rest/Transport/RequestTimeouts", {
  defaultValue: () => ({ head: "30 seconds", silence: "30 seconds" })
})

/** Bytes read of an error's body. Default: 64 KiB. */
export const ErrorBodyLimit = /* @__PURE__ */ Context.Reference<number>("forgecast/rest/Transport/ErrorBodyLimit", {
  defaultValue: () => 65_536
})

/** Whether the service is sent trace headers (`traceparent`, `b3`). Default: no. */
export const PropagateTrace = /* @__PURE__ */ Context.Reference<boolean>("forgecast/rest/Transport/PropagateTrace", {
  defaultValue: () => false
})

/** What an operation asks of the pipeline. */
export interface Call {
  readonly operation: string
  readonly method: string
  /** Absolute, or a path below the root of `host`. */
  readonly url: string
  readonly host: "api" | "upload"
  /** The media type to ask for; undefined for the service's JSON. */
  readonly accept: string | undefined
  readonly body: HttpBody.HttpBody
  readonly resource: string
  /** Whether a repeat is harmless even if the service acted. */
  readonly repeatable: boolean
  /** Tags beyond `RequestError`. */
  readonly declared: ReadonlySet<string>
}

/** An answer whose body has been read. */
export interface Answer<out A> {
  readonly value: A
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  readonly budget: Limits.Budget | undefined
  readonly cached: boolean
}

export interface Transport {
  /** Whether a URL is one of the service's own. */
  readonly isOwn: (url: string) => boolean
  /** A policy, as set for this call, or when the Layer was built, or by default. */
  readonly policy: <A>(fiber: Fiber.Fiber<unknown, unknown>, reference: Context.Reference<A>) => A
  /** Asks, and reads the answer; with `since` a 304 is the failure `NotModified`. */
  readonly request: <A>(
    call: Call,
    reader: Reader<A>,
    since?: HttpCache.Validators
  ) => Effect.Effect<Answer<A>, RestError.RestError>
}

export interface Options {
  /** Roots of the service's hosts, without a slash at the end. */
  readonly hosts: { readonly api: string; readonly upload: string }
  /** The media type of the service's JSON. */
  readonly accept: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
}

/** What a span tells of its operation in the end. */
interface Trace {
  attempts: number
  cache: "off" | "miss" | "hit" | "revalidated"
  status: number | undefined
}

/** What came back in the end: a success with its text, or a 304. */
interface Received {
  readonly status: number
  readonly headers: Headers.Headers
  readonly url: string
  readonly text: string
  readonly budget: Limits.Budget | undefined
  /** The credential that the answer was given to. */
  readonly credential: Credentials.Credential
}

export const make = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<
  Transport,
  never,
  HttpClient.HttpClient | Credentials.Credentials | HttpCache.HttpCache | RateLimit.RateLimit
> {
  const client = yield* HttpClient.HttpClient
  const credentials = yield* Credentials.Credentials
  const cache = yield* HttpCache.HttpCache
  const limits = yield* RateLimit.RateLimit
  // References that are provided under the Layer are not in the context of the calls: they are kept here.
  const built = yield* Effect.context<never>()
  const ownOrigins = new Set([Urls.originOf(options.hosts.api), Urls.originOf(options.hosts.upload)])

  const policy: Transport["policy"] = (fiber, reference) =>
    Context.getOrUndefined(fiber.context, reference) ??
    Context.getOrUndefined(built, reference) ??
    reference.defaultValue()

  const urlOf = (call: Call): string => (call.url.startsWith("/") ? options.hosts[call.host] + call.url : call.url)

  const whoAsks = (asked: RestError.Asked) =>
    Effect.mapError(
      credentials.get,
      ({ reason }) =>
        new RestError.Unauthorized({
          ...asked,
          status: null,
          requestId: null,
          serviceMessage: null,
          documentationUrl: null,
          message: `${asked.operation}: the provider of credentials failed with ${reason}`
        })
    )

  /** One attempt: through the gate, onto the wire, and back with a success, a 304, or an error. */
  const attempt = (
    call: Call,
    asked: RestError.Asked,
    target: string,
    credential: Credentials.Credential,
    validators: HttpCache.Validators | undefined,
    fiber: Fiber.Fiber<unknown, unknown>
  ): Effect.Effect<Received, RestError.RestError> => {
    const timeouts = policy(fiber, RequestTimeouts)
    const accept = call.accept ?? options.accept
    const bucket = { origin: Urls.originOf(target), principal: credential.principal, resource: call.resource }
    const secret = credential.token === undefined ? undefined : Redacted.value(credential.token)
    const outgoing: Exchange.Outgoing = {
      ...asked,
      target,
      headers: { ...options.headers, accept, ...bodyHeaders(call.body), ...conditions(validators) },
      body: call.body,
      authorization: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
      ownOrigins
    }
    const exchange = Effect.flatMap(Clock.currentTimeMillis, (sentAt) =>
      Exchange.configured(
        watched((watch) =>
          Effect.flatMap(
            Exchange.send(client, outgoing, watch, Duration.fromInputUnsafe(timeouts.head)),
            ({ headers, response, url }) => {
              watch.expect("the body to go on", Duration.toMillis(timeouts.silence))
              const isSuccess = response.status >= 200 && response.status < 300
              const body = isSuccess
                ? Body.text(response, watch)
                : Body.head(response, policy(fiber, ErrorBodyLimit), watch)
              return Effect.map(body, (text) => ({ status: response.status, headers, url, text, sentAt, isSuccess }))
            }
          )
        ),
        policy(fiber, PropagateTrace)
      )
    ).pipe(
      Effect.mapError((error) => (error._tag === "UnsafeRedirect" ? error : Exchange.failed(asked, error, secret))),
      Effect.flatMap(({ headers, isSuccess, sentAt, status, text, url }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const budget = Limits.budget(headers, call.resource, now)
          const limit = Limits.limitOf({ status, headers, body: text }, now)
          return Effect.flatMap(
            limits.note(bucket, { sentAt, budget, limit }),
            (limited): Effect.Effect<Received, RestError.RestError> => {
              if (isSuccess || status === 304) return Effect.succeed({ status, headers, url, text, budget, credential })
              const retryAfter = Limits.retryAfter(headers, now)
              const body = ErrorBody.scrub(text, secret)
              return Effect.fail(
                RestError.fromAnswer({ ...asked, status, headers, body, limited, retryAfter }, call.declared)
              )
            }
          )
        })
      )
    )
    const maxWait = Duration.fromInputUnsafe(policy(fiber, RateLimit.MaxWait))
    return Effect.catchIf(
      limits.withPermit(bucket, { write: call.method !== "GET", maxWait }, exchange),
      (error) => error._tag === "Limited",
      (limited) => Effect.fail(heldBack(asked, limited))
    )
  }

  /** Attempts until one succeeds, or its failure stands. */
  const attempts = Effect.fnUntraced(function* (
    call: Call,
    asked: RestError.Asked,
    target: string,
    first: Credentials.Credential,
    validatorsFor: (credential: Credentials.Credential) => HttpCache.Validators | undefined,
    trace: Trace,
    fiber: Fiber.Fiber<unknown, unknown>
  ): Effect.fn.Return<Received, RestError.RestError> {
    const retryPolicy = policy(fiber, Retry.RetryPolicy)
    let credential = first
    let failedAt: number | undefined
    for (;;) {
      trace.attempts++
      const result = yield* Effect.result(
        attempt(call, asked, target, credential, validatorsFor(credential), fiber)
      )
      if (Result.isSuccess(result)) return result.success
      const now = yield* Clock.currentTimeMillis
      failedAt ??= now
      const delay = yield* Retry.delay(retryPolicy, result.failure, {
        attempt: trace.attempts,
        elapsed: now - failedAt,
        repeatable: call.repeatable
      })
      if (delay === undefined) return yield* Effect.fail(result.failure)
      yield* Effect.logDebug("Trying again", { operation: call.operation, after: result.failure._tag, delay })
      yield* Metric.update(Metrics.retries, 1)
      if (delay > 0) yield* Effect.sleep(delay)
      credential = yield* whoAsks(asked)
    }
  })

  const answer = Effect.fnUntraced(function* <A>(
    call: Call,
    reader: Reader<A>,
    since: HttpCache.Validators | undefined,
    trace: Trace,
    fiber: Fiber.Fiber<unknown, unknown>
  ): Effect.fn.Return<Answer<A>, RestError.RestError> {
    const target = urlOf(call)
    const asked = { operation: call.operation, method: call.method, url: Urls.safe(target) }
    const credential = yield* whoAsks(asked)
    const mode = call.method === "GET" ? policy(fiber, HttpCache.CacheMode) : "off"
    const key = mode === "off" ? "" : `${call.method} ${target} ${call.accept ?? options.accept} ${credential.principal}`
    const kept = mode === "revalidate" && since === undefined ? yield* cache.get(key) : undefined
    if (mode !== "off") trace.cache = "miss"
    const timeToLive = Duration.toMillis(policy(fiber, HttpCache.TimeToLive))
    if (kept !== undefined && timeToLive > 0 && (yield* Clock.currentTimeMillis) < kept.storedAt + timeToLive) {
      trace.cache = "hit"
      return yield* fromCache(asked, reader, key, kept, undefined)
    }
    const validatorsFor = (current: Credentials.Credential) =>
      since ?? (kept === undefined ? undefined : usableValidators(kept, current))
    const received = yield* attempts(call, asked, target, credential, validatorsFor, trace, fiber)
    trace.status = received.status
    if (received.status === 304) {
      if (since !== undefined) {
        return yield* new RestError.NotModified({
          ...RestError.describe(asked, received),
          validators: { ...since, ...validatorsOf(received.headers) }
        })
      }
      if (kept !== undefined) {
        trace.cache = "revalidated"
        return yield* fromCache(asked, reader, key, kept, received)
      }
      return yield* new RestError.UnexpectedStatus({ ...RestError.describe(asked, received), body: "" })
    }
    const value = yield* decode(asked, received, reader)
    const validators = validatorsOf(received.headers)
    if (mode !== "off" && (timeToLive > 0 || validators.etag !== undefined || validators.lastModified !== undefined)) {
      yield* cache.set(key, {
        status: received.status,
        headers: received.headers,
        body: received.text,
        validators,
        fingerprint: received.credential.fingerprint,
        storedAt: yield* Clock.currentTimeMillis,
        decoded: { reader, value }
      })
    }
    return {
      value,
      status: received.status,
      headers: received.headers,
      url: received.url,
      budget: received.budget,
      cached: false
    }
  })

  /** Serves a kept answer. One that a 304 has just confirmed is kept anew, with what the 304 says. */
  const fromCache = Effect.fnUntraced(function* <A>(
    asked: RestError.Asked,
    reader: Reader<A>,
    key: string,
    kept: HttpCache.Entry,
    confirmation: Received | undefined
  ): Effect.fn.Return<Answer<A>, RestError.DecodeFailed> {
    yield* Metric.update(Metrics.cacheHits, 1)
    // The service leaves Link and Content-Type out of a 304.
    const headers = Headers.fromRecordUnsafe({ ...kept.headers, ...confirmation?.headers })
    const url = confirmation?.url ?? asked.url
    // The same reader made it of the same text.
    const known = kept.decoded?.reader === reader ? (kept.decoded as { readonly value: A }) : undefined
    const value = known === undefined ? yield* decode(asked, { ...kept, headers, text: kept.body }, reader) : known.value
    if (confirmation !== undefined) {
      yield* cache.set(key, {
        ...kept,
        headers,
        validators: { ...kept.validators, ...validatorsOf(confirmation.headers) },
        fingerprint: confirmation.credential.fingerprint,
        storedAt: yield* Clock.currentTimeMillis,
        decoded: { reader, value }
      })
    }
    return { value, status: kept.status, headers, url, budget: confirmation?.budget, cached: true }
  })

  const request: Transport["request"] = (call, reader, since) =>
    Effect.useSpan(call.operation, { kind: "client", attributes: { "forgecast.resource": call.resource } }, (span) =>
      Effect.withFiber((fiber) => {
        const trace: Trace = { attempts: 0, cache: "off", status: undefined }
        return answer(call, reader, since, trace, fiber).pipe(
          Effect.onExit((exit) => Effect.sync(() => finish(span, trace, exit))),
          Effect.withParentSpan(span, { captureStackTrace: false })
        )
      })
    )

  return { isOwn: (url) => URL.canParse(url) && ownOrigins.has(Urls.originOf(url)), policy, request }
})

/** ETags depend on the token, dates do not; with an ETag, a date would be ignored (RFC 9110). */
const usableValidators = (kept: HttpCache.Entry, current: Credentials.Credential): HttpCache.Validators => {
  const { etag, lastModified } = kept.validators
  if (etag !== undefined && kept.fingerprint === current.fingerprint) return { etag }
  return lastModified === undefined ? {} : { lastModified }
}

const conditions = (validators: HttpCache.Validators | undefined): Record<string, string> => {
  if (validators?.etag !== undefined) return { "if-none-match": validators.etag }
  if (validators?.lastModified !== undefined) return { "if-modified-since": validators.lastModified }
  return {}
}

const bodyHeaders = (body: HttpBody.HttpBody): Record<string, string> => {
  if (body._tag === "Empty" || body._tag === "FormData") return {}
  const headers: Record<string, string> = {}
  if (body.contentType !== undefined) headers["content-type"] = body.contentType
  if (body.contentLength !== undefined) headers["content-length"] = String(body.contentLength)
  return headers
}

const heldBack = (asked: RestError.Asked, { _tag, ...limited }: RateLimit.Limited): RestError.RateLimited =>
  new RestError.RateLimited({
    ...asked,
    ...limited,
    status: null,
    requestId: null,
    serviceMessage: null,
    documentationUrl: null,
    message: `${asked.operation}: not sent, the ${limited.resource} limit holds longer than the call may wait`
  })

const decode = <A>(
  asked: RestError.Asked,
  answer: { readonly status: number; readonly headers: Headers.Headers; readonly text: string },
  reader: Reader<A>
): Effect.Effect<A, RestError.DecodeFailed> =>
  Effect.suspend(() => {
    const result = reader(answer.text, answer.status)
    if (Result.isSuccess(result)) return Effect.succeed(result.success)
    const base = RestError.describe(asked, answer)
    const { found, path } = result.failure
    return Effect.fail(
      new RestError.DecodeFailed({ ...base, path, found, message: `${base.message}: ${path || "the answer"}: ${found}` })
    )
  })

const finish = (span: Tracer.Span, trace: Trace, exit: Exit.Exit<unknown, RestError.RestError>): void => {
  const failure = Exit.isFailure(exit) ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
  const status = trace.status ?? (failure !== undefined && "status" in failure ? failure.status : undefined)
  if (status !== undefined && status !== null) span.attribute("http.response.status_code", status)
  span.attribute("forgecast.cache", trace.cache)
  span.attribute("forgecast.attempts", trace.attempts)
}
