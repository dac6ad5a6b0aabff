/** One attempt at a call: through the gate, onto the wire, and back with a response or a tagged error. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpClientError from "effect/http/HttpClientError"
import type { Call } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Response } from "../../Dialect.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Bucket, Budget, Limited, Notice } from "../../Limit.ts"
import * as Policies from "../../Policies.ts"
import { MaxRetryAfter, MaxWait } from "../../RateLimit.ts"
import * as RestError from "../../RestError.ts"
import * as ResponseError from "../answer/responseError.ts"
import { retryAfter } from "../answer/serverTime.ts"
import { redactor, secretOf } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import * as Body from "../wire/body.ts"
import type { WireResponse } from "../wire/direct.ts"
import * as Exchange from "../wire/exchange.ts"
import { exchangeFailed } from "../wire/failures.ts"
import { patience } from "../wire/outgoingBody.ts"
import { type Bounds, type Watch, watched } from "../wire/watchdog.ts"
import type { CallContext, Lookup, Parts } from "./context.ts"
import { bounds as boundsOf } from "./policies.ts"

/** What an attempt is made with. */
export interface Attempt {
  readonly context: CallContext
  readonly credential: Credential
  /** When the credential was asked for, in milliseconds. */
  readonly credentialAt: number
  readonly validatorsFor: (credential: Credential) => Validators | undefined
}

/** How long a credential that was asked for may wait at the gate, in milliseconds. */
const credentialLifetime = 1_000

/** A success or a 304. */
export interface Received<out B> {
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  /** What was made of the body; undefined for a 304. */
  readonly body: B | undefined
  readonly budget: Budget | undefined
  /** The credential that the response was given to. */
  readonly credential: Credential
}

/** A response as it came: of a success the body as the caller wants it, of anything else its text. */
interface RawResponse<out B> extends Pick<Received<B>, "status" | "headers" | "url" | "body"> {
  readonly errorText: string
  /** When the head arrived, in milliseconds: times that it states are held against that moment. */
  readonly arrivedAt: number
  readonly noted: Noted
}

/** What the gate was told of the head of a response; nothing when it came from a foreign origin. */
interface Noted {
  readonly response: Response | undefined
  readonly notice: Notice | undefined
}

/** What to do with the body of a success while the attempt lasts. */
export interface Receive<out B> {
  (
    response: WireResponse,
    headers: Headers.Headers,
    /** Undefined when the client bounds the waiting itself. */
    watch: Watch | undefined
  ): Effect.Effect<B, HttpClientError.HttpClientError>
}

export const attempt = <B>(
  parts: Parts,
  { context, credential, credentialAt, validatorsFor }: Attempt,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.Failure> => {
  const { call, info, policy, target } = context
  const { quota } = parts
  const bucket = {
    origin: quota?.name ?? parts.origin,
    principal: credential.principal,
    // A quota is shared by all calls, whatever they ask for.
    resource: quota === undefined ? call.resource : "calls"
  }
  const sent = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const current = now - credentialAt < credentialLifetime ? Effect.succeed(credential) : context.credential
    return Effect.flatMap(current, (credential): Effect.Effect<Received<B> | Attempt, RestError.Failure> =>
      // If the principal has changed meanwhile, it was not the new principal's gate that opened.
      credential.principal === bucket.principal
        ? send(parts, context, credential, validatorsFor(credential), bucket, now, receive)
        : Effect.succeed({ context, credential, credentialAt: now, validatorsFor })
    )
  })
  const maxWait = Duration.fromInputUnsafe(policy(MaxWait))
  return parts.limits
    .withPermit(bucket, { write: call.method !== "GET", maxWait, quota, weight: call.weight }, sent)
    .pipe(
      Effect.mapError((error) => (isLimited(error) ? heldBack(info, error) : error)),
      Effect.flatMap((outcome) => ("context" in outcome ? attempt(parts, outcome, receive) : Effect.succeed(outcome)))
    )
}

const isLimited = (error: Limited | RestError.Failure): error is Limited => error._tag === "Limited"

const send = <B>(
  parts: Parts,
  context: CallContext,
  credential: Credential,
  validators: Validators | undefined,
  bucket: Bucket,
  sentAt: number,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.Failure> => {
  const { dialect, direct, ownOrigins } = parts
  const { call, info, policy, target } = context
  const secret = secretOf(credential)
  const redact = redactor(secret, dialect.tokens)
  const bounds = boundsOf(context)
  const wire: Exchange.WireRequest = {
    info,
    target,
    headers: headersOf(parts, call, validators),
    body: call.body,
    secret,
    redact,
    propagateTrace: policy(Policies.PropagateTrace),
    ownOrigins,
    secretInUrl: parts.secretInUrl
  }

  /** What the head says of limits counts at once: the body may take its time, or never come. */
  const noteHead = (status: number, { arrivedAt, headers, url }: Exchange.Head): Effect.Effect<Noted> => {
    // What a foreign origin says of limits is not the service's word.
    if (!ownOrigins.has(Urls.originOf(url))) return Effect.succeed({ response: undefined, notice: undefined })
    const response = { status, headers, body: "", retryAfter: retryAfterOf(headers, arrivedAt, policy) }
    const budget = dialect.budget(headers, call.resource, arrivedAt)
    const limit = status < 400 ? undefined : dialect.limit(response, arrivedAt)
    const notice = { sentAt, budget, limit }
    return Effect.as(parts.limits.note(bucket, notice), { response, notice })
  }

  const exchange = (execute: Exchange.Execute, watch: Watch | undefined) =>
    Effect.flatMap(Exchange.send(execute, wire, bounds.silence, watch), (head) => {
      const { arrivedAt, headers, response, url } = head
      const { status } = response
      return Effect.flatMap(
        noteHead(status, head),
        (noted): Effect.Effect<RawResponse<B>, HttpClientError.HttpClientError> => {
          if (status >= 200 && status < 300) {
            return Effect.map(receive(response, headers, watch), (body) => ({
              status,
              headers,
              url,
              body,
              errorText: "",
              arrivedAt,
              noted
            }))
          }
          // A 304 has no body: there is nothing to bound.
          const text =
            status === 304
              ? response.text.pipe(Effect.catch(() => Effect.succeed("")))
              : Body.head(response, policy(Policies.ErrorBodyLimit), bounds.silence, watch)
          return Effect.map(text, (errorText) => ({
            status,
            headers,
            url,
            body: undefined,
            errorText,
            arrivedAt,
            noted
          }))
        }
      )
    })

  const exchanged =
    direct === undefined || (call.body._tag !== "Empty" && call.body._tag !== "Uint8Array")
      ? watched(bounds, (watch) => Exchange.configured(exchange(parts.client.execute, watch), wire, watch))
      : exchange((request) => direct(request, boundsFor(call.body, bounds)), undefined)

  const finish = ({
    arrivedAt,
    body,
    errorText,
    headers,
    noted: { notice, response },
    status,
    url
  }: RawResponse<B>): Effect.Effect<Received<B>, RestError.RequestError | RestError.DeclaredError> => {
    if (status < 300 || status === 304) {
      return Effect.succeed({ status, headers, url, body, budget: notice?.budget, credential })
    }
    const whole = response && { ...response, body: errorText }
    const limit = whole && dialect.limit(whole, arrivedAt)
    const limited =
      notice === undefined || limit === undefined
        ? Effect.undefined
        : parts.limits.note(bucket, { sentAt, budget: notice.budget, limit, replaces: notice })
    return Effect.flatMap(limited, (limited) => {
      const meaning = (whole && dialect.meaning?.(whole)) ?? status
      const retryAfter = whole?.retryAfter ?? retryAfterOf(headers, arrivedAt, policy)
      const refusal = { info, status, meaning, headers, body: errorText, limited, retryAfter }
      return Effect.fail(ResponseError.fromRefusal(refusal, call.declared, dialect, redact))
    })
  }

  return exchanged.pipe(
    Effect.onExit(() => Effect.map(Clock.currentTimeMillis, (now) => void (context.spent += now - sentAt))),
    Effect.mapError((error) => (error._tag === "UnsafeRedirect" ? error : exchangeFailed(info, error, redact))),
    Effect.flatMap(finish)
  )
}

/** `Retry-After`, as far as it is plausible. */
const retryAfterOf = (headers: Headers.Headers, now: number, policy: Lookup): Duration.Duration | undefined => {
  const after = retryAfter(headers, now)
  return after && Duration.min(after, Duration.fromInputUnsafe(policy(MaxRetryAfter)))
}

/** A large body takes its time. */
const boundsFor = (body: HttpBody.HttpBody, bounds: Bounds): Bounds =>
  body._tag === "Uint8Array" ? { ...bounds, head: bounds.head + patience(body.body.length) } : bounds

const headersOf = (
  { accept, headers }: Parts,
  call: Call,
  validators: Validators | undefined
): Record<string, string> => {
  const { body } = call
  const all: Record<string, string> = { ...headers, accept: call.accept ?? accept }
  if (body._tag !== "Empty" && body._tag !== "FormData") {
    if (body.contentType !== undefined) all["content-type"] = body.contentType
    if (body.contentLength !== undefined) all["content-length"] = String(body.contentLength)
  }
  // With an ETag, a date would be ignored (RFC 9110).
  if (validators?.etag !== undefined) all["if-none-match"] = validators.etag
  else if (validators?.lastModified !== undefined) all["if-modified-since"] = validators.lastModified
  return all
}

const heldBack = (info: RestError.RequestInfo, { _tag, underWay, ...limited }: Limited): RestError.RateLimited =>
  new RestError.RateLimited({
    ...ResponseError.withoutResponse(
      info,
      underWay === undefined
        ? `not sent, the ${limited.resource} limit holds until ${DateTime.formatIso(limited.retryAt)}, longer than the call may wait`
        : `not sent, ${underWay} requests are under way, and none of them ended while the call could wait`
    ),
    ...limited
  })
