/** One attempt at a call: waits at the gate, sends the request, and returns a response or fails with a tagged error. */
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type { Call } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Response } from "../../Dialect.ts"
import type { Validators } from "../../HttpCache.ts"
import type { Bucket, Budget, Limited, Notice } from "../../Limit.ts"
import * as Policies from "../../Policies.ts"
import { MaxRetryAfter, MaxWait, WriteInterval } from "../../RateLimit.ts"
import * as RestError from "../../RestError.ts"
import type { ClientError, TooLarge, WireResponse } from "../../Sender.ts"
import { withoutEchoes } from "../answer/echoes.ts"
import * as ResponseError from "../answer/responseError.ts"
import { retryAfter, sentAt as serverTimeOf } from "../answer/serverTime.ts"
import { refused } from "../input/input.ts"
import { redactor, secretOf } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import * as Exchange from "../wire/exchange.ts"
import { exchangeFailed } from "../wire/failures.ts"
import { type CallContext, type Lookup, type Parts, writes } from "./context.ts"
import { bounds as boundsOf } from "./policies.ts"
import { isConditional } from "./validators.ts"

/** The input of an attempt. */
export interface Attempt {
  readonly context: CallContext
  readonly credential: Credential
  /** When the credential was read, in milliseconds. */
  readonly credentialAt: number
  readonly validatorsFor: (credential: Credential) => Validators | undefined
}

/** How long a credential may wait at the gate before it is read again, in milliseconds. */
const credentialLifetime = 1_000

/** A success, or a 304 to a conditional request. A 304 that nobody asked for confirms nothing: it is no success. */
export interface Received<out B> {
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  /** The result of `receive`; undefined for a 304. */
  readonly body: B | undefined
  readonly budget: Budget | undefined
  /** The credential that the request was sent with. */
  readonly credential: Credential
}

/** A response before its status is handled. A success has its received body, any other status has the error text. */
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

/** Receives the body of a success. */
export interface Receive<out B> {
  (response: WireResponse): Effect.Effect<B, ClientError | TooLarge>
}

/** The budget that a call draws on. */
export const bucketOf = ({ origin, quota }: Parts, call: Call, { principal }: Credential): Bucket => ({
  origin: quota?.name ?? origin,
  principal,
  // All calls share the quota, whatever their resource.
  resource: quota === undefined ? call.resource : "calls"
})

export const attempt = <B>(
  parts: Parts,
  { context, credential, credentialAt, validatorsFor }: Attempt,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.Failure> => {
  const { call, clock, info, policy, target } = context
  const { quota } = parts
  context.principal = credential.principal
  const exposed = exposedTo(parts, policy)
  if (credential.token !== undefined && exposed.size > 0 && exposed.has(Urls.originOf(target))) {
    return Effect.fail(refused(call.operation, `hosts.${call.host}`, tokenExposed))
  }
  const bucket = bucketOf(parts, call, credential)
  const sent = Effect.withFiber(({ context: services }) => {
    const now = clock.currentTimeMillisUnsafe()
    const sendAs = (credential: Credential): Effect.Effect<Received<B>, RestError.Failure | Moved> =>
      // If the principal has changed in the meantime, the request must wait at the gate of the new one.
      credential.principal === bucket.principal
        ? send(parts, context, services, credential, validatorsFor(credential), bucket, now, receive)
        : Effect.fail({ _tag: "Moved", to: { context, credential, credentialAt: now, validatorsFor } })
    return now - credentialAt < credentialLifetime ? sendAs(credential) : Effect.flatMap(context.credential, sendAs)
  })
  const maxWait = Duration.fromInputUnsafe(policy(MaxWait))
  const write = writes(call)
  const writeInterval = write ? intervalOf(policy(WriteInterval)) : undefined
  const options = { write, writeInterval, maxWait, quota, weight: call.weight }
  return parts.limits.withPermit(bucket, options, sent).pipe(
    Effect.catch((error): Effect.Effect<Received<B>, RestError.Failure> => {
      if (isMoved(error)) return attempt(parts, error.to, receive)
      return Effect.fail(isLimited(error) ? heldBack(info, error) : error)
    })
  )
}

const kindOf = (call: Call): "read" | "write" => (writes(call) ? "write" : "read")

const intervalOf = (policy: Duration.Input | "learned"): Duration.Duration | undefined =>
  policy === "learned" ? undefined : Duration.fromInputUnsafe(policy)

/** The request has to wait at the gate of another principal. */
interface Moved {
  readonly _tag: "Moved"
  readonly to: Attempt
}

const isMoved = (error: Moved | Limited | RestError.Failure): error is Moved => error._tag === "Moved"

const isLimited = (error: Limited | RestError.Failure): error is Limited => error._tag === "Limited"

/** Own origins that the token is not sent to. */
const exposedTo = ({ exposedOrigins }: Parts, policy: Lookup): ReadonlySet<string> =>
  exposedOrigins.size === 0 || !policy(Policies.AllowInsecure) ? exposedOrigins : new Set()

const tokenExposed =
  "is plain HTTP, which would show the token to the network: use HTTPS, or allow it with Transport.AllowInsecure"

const send = <B>(
  parts: Parts,
  context: CallContext,
  services: Context.Context<never>,
  credential: Credential,
  validators: Validators | undefined,
  bucket: Bucket,
  sentAt: number,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.Failure> => {
  const { dialect, ownOrigins } = parts
  const { call, clock, info, own, policy, target } = context
  const secret = secretOf(credential)
  const redact = redactor(secret, dialect.tokens, own?.hidden)
  const bounds = boundsOf(context)
  const wire: Exchange.WireRequest = {
    info,
    bounds,
    begin: sentAt,
    clock,
    services,
    target,
    headers: headersOf(parts, context, secret, validators),
    own,
    body: call.body,
    secret,
    redact,
    propagateTrace: policy(Policies.PropagateTrace),
    ownOrigins,
    exposedOrigins: exposedTo(parts, policy),
    mayLeave: context.mayLeave,
    secretInUrl: parts.secretInUrl,
    secretInHeaders: parts.secretInHeaders,
    // A program sees all headers of a download.
    reads: context.mayLeave ? undefined : parts.reads
  }

  /** What the head says of limits. */
  const notedOf = (status: number, headers: Headers.Headers, { arrivedAt, url }: Exchange.Head): Noted => {
    // What a foreign origin says of limits is not the service's word.
    if (!ownOrigins.has(Urls.originOf(url))) return { response: undefined, notice: undefined }
    const response = { status, headers, body: "", retryAfter: retryAfterOf(headers, arrivedAt, policy) }
    const budget = dialect.budget(headers, call.resource, arrivedAt)
    const limit = status < 400 ? undefined : dialect.limit(response, arrivedAt)
    return { response, notice: { sentAt, budget, limit, success: status < 400 ? kindOf(call) : undefined } }
  }

  const exchanged = Effect.flatMap(Exchange.send(parts.sender, wire), (head) => {
    const { arrivedAt, response, url } = head
    const { status } = response
    let headers = withoutEchoes(head.headers, secret, redact)
    for (const other of own?.secrets ?? []) headers = withoutEchoes(headers, other, redact)
    const noted = notedOf(status, headers, head)
    const read = (): Effect.Effect<RawResponse<B>, ClientError | TooLarge> => {
      const raw = { status, headers, url, body: undefined, errorText: "", arrivedAt, noted }
      if (call.statuses.includes(status)) return Effect.mapEager(receive(response), (body) => ({ ...raw, body }))
      // A 304 has no body, whatever length it states.
      const text =
        status === 304
          ? Effect.catchEager(response.text(Infinity), () => Effect.succeed(""))
          : response.head(policy(Policies.ErrorBodyLimit), bounds.silence)
      return Effect.mapEager(text, (errorText) => ({ ...raw, errorText }))
    }
    // It counts at once: the body may take its time, or never come.
    return noted.notice === undefined ? read() : Effect.flatMap(parts.limits.note(bucket, noted.notice), read)
  })

  const finish = ({
    arrivedAt,
    body,
    errorText,
    headers,
    noted: { notice, response },
    status,
    url
  }: RawResponse<B>): Effect.Effect<Received<B>, RestError.RequestError | RestError.DeclaredError> => {
    if (call.statuses.includes(status) || (status === 304 && isConditional(validators))) {
      return Effect.succeed({ status, headers, url, body, budget: notice?.budget, credential })
    }
    if (status === 401 && notice !== undefined) context.refused = { credential, serverTime: serverTimeOf(headers) }
    const whole = response && { ...response, body: errorText }
    const limit = status < 400 ? undefined : whole && dialect.limit(whole, arrivedAt)
    // What the head was taken for, the body may deny.
    const limited =
      notice === undefined || (limit === undefined && notice.limit === undefined)
        ? Effect.undefined
        : parts.limits.note(bucket, { sentAt, budget: notice.budget, limit, replaces: notice })
    return Effect.flatMap(limited, (limited) => {
      const meaning = (whole && dialect.meaning?.(whole)) ?? status
      const retryAfter = whole?.retryAfter ?? retryAfterOf(headers, arrivedAt, policy)
      const expected = call.statuses
      const refusal = { info, status, expected, meaning, headers, body: errorText, limited, retryAfter }
      return Effect.fail(ResponseError.fromRefusal(refusal, call.declared, dialect, redact))
    })
  }

  const spend = () => {
    context.spent += clock.currentTimeMillisUnsafe() - sentAt
  }
  return Effect.matchEffect(exchanged, {
    onFailure: (error): Effect.Effect<never, RestError.RequestError> => {
      spend()
      if (error._tag === "UnsafeRedirect") return Effect.fail(error)
      if (error._tag === "TooLarge") return Effect.fail(ResponseError.tooLarge(info, error, dialect, redact))
      return Effect.fail(exchangeFailed(info, error, redact))
    },
    onSuccess: (raw) => {
      spend()
      return finish(raw)
    }
  })
}

/** `Retry-After`, as far as it is plausible. */
export const retryAfterOf = (headers: Headers.Headers, now: number, policy: Lookup): Duration.Duration | undefined => {
  const after = retryAfter(headers, now)
  return after && Duration.millis(Math.min(Duration.toMillis(after), Duration.toMillis(policy(MaxRetryAfter))))
}

const headersOf = (
  { accept, headers, secretInUrl, simpleHeaders }: Parts,
  { call, mayLeave, policy }: CallContext,
  secret: string | undefined,
  validators: Validators | undefined
): Record<string, string> => {
  const { body } = call
  const isSimple = call.method === "GET" && (mayLeave || secret === undefined || secretInUrl !== undefined)
  const all: Record<string, string> = { ...(isSimple ? simpleHeaders : headers), accept: call.accept ?? accept }
  if (body._tag !== "Empty" && body._tag !== "FormData") {
    if (body.contentType !== undefined) all["content-type"] = body.contentType
    if (body.contentLength !== undefined) all["content-length"] = String(body.contentLength)
  }
  // A download states its length then, and can be resumed.
  if (mayLeave || !policy(Policies.Compression)) all["accept-encoding"] = "identity"
  if (call.range !== undefined) {
    all["range"] = `bytes=${call.range.from}-`
    all["if-range"] = call.range.validator
  }
  // Servers ignore If-Modified-Since beside If-None-Match (RFC 9110).
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
