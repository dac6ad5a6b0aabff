/** One attempt at a call: through the gate, onto the wire, and back with an answer or a tagged error. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type { Credential } from "../../Credentials.ts"
import type * as HttpCache from "../../HttpCache.ts"
import * as RateLimit from "../../RateLimit.ts"
import * as RestError from "../../RestError.ts"
import type { Answer } from "../../Transport.ts"
import * as AnswerError from "../answer/answerError.ts"
import * as Body from "../wire/body.ts"
import type * as Direct from "../wire/direct.ts"
import * as Exchange from "../wire/exchange.ts"
import * as Limits from "../answer/limits.ts"
import { patience, type OutgoingBody } from "../wire/outgoingBody.ts"
import * as Policies from "./policies.ts"
import { secretOf } from "../text/secret.ts"
import type { SecretInUrl } from "../text/secretParameter.ts"
import * as Urls from "../text/urls.ts"
import { type Bounds, type Watch, watched } from "../wire/watchdog.ts"

/** What an operation asks of the pipeline. */
export interface Call {
  readonly operation: string
  readonly method: string
  /** Absolute, or a path below the root of `host`. */
  readonly url: string
  /** The name of one of the service's hosts. */
  readonly host: string
  /** The media type to ask for; undefined for the service's JSON. */
  readonly accept: string | undefined
  readonly body: OutgoingBody
  readonly resource: string
  /** How much of a quota it spends, where the service counts by weight. Default: 1. */
  readonly weight?: number | undefined
  /** Whether a repeat is harmless even if the service acted. */
  readonly repeatable: boolean
  /** Whether an answer may be kept, where what its headers say is not all. */
  readonly keeps?: ((answer: Answer<unknown>) => boolean) | undefined
  /** The errors beyond `RequestError`. */
  readonly declared: ReadonlyArray<RestError.DeclaredErrorClass>
}

/** What all attempts of a service share. */
export interface Parts {
  readonly client: HttpClient.HttpClient
  /** The client's short way, if it has one. */
  readonly direct: Direct.Direct | undefined
  readonly limits: RateLimit.RateLimit["Service"]
  /** The media type of the service's JSON. */
  readonly accept: string
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>
  readonly ownOrigins: ReadonlySet<string>
  /** How the secret goes in the URL; undefined for the Authorization header. */
  readonly secretInUrl: SecretInUrl | undefined
  readonly quota: RateLimit.CountedQuota | undefined
  readonly limitOf: Limits.LimitOf
  /** The status that an error answer means, where it isn't the one that it has. */
  readonly meaningOf: (answer: { readonly status: number; readonly body: string }) => number
}

/** What is asked, and by whom. */
export interface Ask {
  readonly call: Call
  readonly asked: RestError.Asked
  readonly target: string
  readonly credential: Credential
  /** When the credential was asked for, in milliseconds. */
  readonly askedAt: number
  /** Asks for the credential again. */
  readonly whoAsks: Effect.Effect<Credential, RestError.Unauthorized>
  readonly validatorsFor: (credential: Credential) => HttpCache.Validators | undefined
  readonly policy: Policies.Lookup
}

/** A token may end while its request waits at the gate: after so many milliseconds it is asked for again. */
const goodFor = 1_000

/** A success or a 304. */
export interface Received<out B> {
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  /** What was made of the body; undefined for a 304. */
  readonly body: B | undefined
  readonly budget: Limits.Budget | undefined
  /** The credential that the answer was given to. */
  readonly credential: Credential
}

/** An answer before anything is made of it. */
interface Heard<out B> extends Pick<Received<B>, "status" | "headers" | "url" | "body"> {
  /** The body of what is no success, as text. */
  readonly said: string
  /** When the head came, in milliseconds. */
  readonly heardAt: number
}

/** What to do with the body of a success while the attempt lasts. */
export interface Receive<out B> {
  (
    response: HttpClientResponse.HttpClientResponse,
    headers: Headers.Headers,
    /** Undefined when the client bounds the waiting itself. */
    watch: Watch | undefined
  ): Effect.Effect<B, HttpClientError.HttpClientError>
}

export const attempt = <B>(
  parts: Parts,
  ask: Ask,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.RestError> => {
  const { asked, call, credential, policy, target } = ask
  const { quota } = parts
  const bucket = {
    origin: quota?.name ?? Urls.originOf(target),
    principal: credential.principal,
    // A quota is one, whatever is asked for.
    resource: quota === undefined ? call.resource : "calls"
  }
  const sent = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const current =
      now - ask.askedAt < goodFor
        ? Effect.succeed(ask)
        : Effect.map(ask.whoAsks, (credential): Ask => ({ ...ask, credential, askedAt: now }))
    return Effect.flatMap(current, (ask): Effect.Effect<Received<B> | Ask, RestError.RestError> =>
      // If somebody else asks by now, it is not their gate that opened.
      ask.credential.principal === bucket.principal ? send(parts, ask, bucket, now, receive) : Effect.succeed(ask)
    )
  })
  const maxWait = Duration.fromInputUnsafe(policy(RateLimit.MaxWait))
  return parts.limits
    .withPermit(bucket, { write: call.method !== "GET", maxWait, quota, weight: call.weight }, sent)
    .pipe(
      Effect.mapError((error) => (error._tag === "Limited" ? heldBack(asked, error) : error)),
      Effect.flatMap((outcome) => ("call" in outcome ? attempt(parts, outcome, receive) : Effect.succeed(outcome)))
    )
}

const send = <B>(
  parts: Parts,
  { asked, call, credential, policy, target, validatorsFor }: Ask,
  bucket: RateLimit.Bucket,
  sentAt: number,
  receive: Receive<B>
): Effect.Effect<Received<B>, RestError.RestError> => {
  const secret = secretOf(credential)
  const bounds = Policies.bounds(policy)
  const outgoing: Exchange.Outgoing = {
    asked,
    target,
    headers: headersOf(parts, call, validatorsFor(credential)),
    body: call.body,
    secret,
    propagateTrace: policy(Policies.PropagateTrace),
    ownOrigins: parts.ownOrigins,
    secretInUrl: parts.secretInUrl
  }

  /** The answer with its body: of a success as the caller wants it, of anything else as text. */
  const exchange = (execute: Exchange.Execute, watch: Watch | undefined) =>
    Effect.flatMap(
      Exchange.send(execute, outgoing, bounds.silence, watch),
      ({ headers, heardAt, response, url }): Effect.Effect<Heard<B>, HttpClientError.HttpClientError> => {
        const { status } = response
        if (status >= 200 && status < 300) {
          return Effect.map(receive(response, headers, watch), (body) => ({
            status,
            headers,
            url,
            body,
            said: "",
            heardAt
          }))
        }
        // A 304 has no body: there is nothing to bound.
        const said =
          status === 304
            ? response.text.pipe(Effect.catch(() => Effect.succeed("")))
            : Body.head(response, policy(Policies.ErrorBodyLimit), bounds.silence, watch)
        return Effect.map(said, (said) => ({ status, headers, url, body: undefined, said, heardAt }))
      }
    )

  const { direct } = parts
  const outcome =
    direct === undefined || (call.body._tag !== "Empty" && call.body._tag !== "Uint8Array")
      ? watched(bounds, (watch) => Exchange.configured(exchange(parts.client.execute, watch), outgoing, watch))
      : exchange((request) => direct(request, boundsFor(call.body, bounds)), undefined)

  // The body may take its time: what the head says of times is against the moment at which it came.
  const learn = ({
    said,
    heardAt: now,
    ...answer
  }: Heard<B>): Effect.Effect<Received<B>, RestError.RequestError | RestError.DeclaredError> =>
    Effect.suspend(() => {
      const { headers, status } = answer
      // What a foreign origin says of limits is not the service's word.
      const own = parts.ownOrigins.has(Urls.originOf(answer.url))
      const budget = own ? Limits.budget(headers, call.resource, now) : undefined
      const limit = own ? parts.limitOf({ status, headers, body: said }, now) : undefined
      return Effect.flatMap(
        parts.limits.note(bucket, { sentAt, budget, limit }),
        (limited): ReturnType<typeof learn> => {
          if (status < 300 || status === 304) return Effect.succeed({ ...answer, budget, credential })
          const retryAfter = Limits.retryAfter(headers, now)
          const meaning = own ? parts.meaningOf({ status, body: said }) : status
          const refusal = { asked, status, meaning, headers, body: said, limited, retryAfter, secret }
          return Effect.fail(AnswerError.fromAnswer(refusal, call.declared))
        }
      )
    })

  return outcome.pipe(
    Effect.mapError((error) => (error._tag === "UnsafeRedirect" ? error : Exchange.failed(asked, error, secret))),
    Effect.flatMap(learn)
  )
}

/** A large body takes its time. */
const boundsFor = (body: HttpBody.HttpBody, bounds: Bounds): Bounds =>
  body._tag === "Uint8Array" ? { ...bounds, head: bounds.head + patience(body.body.length) } : bounds

const headersOf = (
  { accept, headers }: Parts,
  call: Call,
  validators: HttpCache.Validators | undefined
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

const heldBack = (asked: RestError.Asked, { _tag, ...limited }: RateLimit.Limited): RestError.RateLimited =>
  new RestError.RateLimited({
    ...AnswerError.unanswered(
      asked,
      `not sent, the ${limited.resource} limit holds until ${DateTime.formatIso(limited.retryAt)}, longer than the call may wait`
    ),
    ...limited
  })
