/** Reads responses: makes a value of the body, or the error of a body that cannot be read. */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Result from "effect/Result"
import type { BodyReader, Misread, Refusal, ResponseReader } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Failure } from "../../RestError.ts"
import { unreadable } from "../answer/representation.ts"
import * as ResponseError from "../answer/responseError.ts"
import * as Readers from "../decode/reader.ts"
import { redactor, secretOf } from "../text/redact.ts"
import { unread } from "../wire/body.ts"
import type { Asks, OngoingCall } from "./call.ts"
import { retryAfterOf } from "./exchanged.ts"
import { bucketOf } from "./gated.ts"
import type { Receive, Received } from "./received.ts"

/** A body as text, or as bytes if the reader takes them. Undefined when nobody needs it: it has not been read then. */
export type Body = string | Uint8Array | undefined

/** What was read of a body. */
export interface Read<out A> {
  readonly body: Body
  readonly value: A
}

/** Reads a response from its whole body. */
export type WholeReader<A> = BodyReader<A> | ResponseReader<A>

/** Receives the body that a reader takes. */
export const bodyFor = ({ policies }: OngoingCall, reader: WholeReader<unknown>): Receive<Body> => {
  if (reader === Readers.nothing) return unread
  const limit = policies.responseLimit
  const takesText = reader.read !== undefined || reader.text === undefined
  return (response) => (takesText ? response.text(limit) : response.bytes(limit))
}

/** Asks, and reads the response. */
export const read =
  <A, E>(
    call: OngoingCall,
    reader: WholeReader<A>,
    next: Asks<Received<Body>, E>
  ): Asks<Received<Read<A>>, E | Failure> =>
  (credential) =>
    Effect.flatMap(next(credential), (received): Effect.Effect<Received<Read<A>>, Failure> => {
      call.recorder.status = received.status
      const { body } = received
      if (received.status === 304) return Effect.succeed({ ...received, body: undefined })
      const value = valueOf(call, { ...received, body: body ?? "" }, reader, received.credential)
      return Effect.mapEager(value, (value) => ({ ...received, body: { body, value } }))
    })

/** A response with its body, which may come from the cache. */
interface Whole {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: string | Uint8Array
}

/** Makes the value of a response. */
export const valueOf = <A>(
  call: OngoingCall,
  response: Whole,
  reader: WholeReader<A>,
  credential: Credential
): Effect.Effect<A, Failure> => {
  const { body, headers, status } = response
  const why = body.length === 0 ? undefined : unreadable(headers)
  if (why !== undefined) return refused(call, response, credential, why)
  const result: Result.Result<A, Misread | Refusal> =
    reader.read === undefined
      ? // A body is what its reader takes.
        reader(body as never, status)
      : readWith(call, response, credential, reader)
  return Result.isSuccess(result) ? Effect.succeed(result.success) : refused(call, response, credential, result.failure)
}

const readWith = <A>(
  call: OngoingCall,
  { body, headers, status }: Whole,
  credential: Credential,
  reader: ResponseReader<A>
): Result.Result<A, Misread | Refusal> => {
  const now = call.clock.currentTimeMillisUnsafe()
  const text = typeof body === "string" ? body : ""
  const response = { status, headers, body: text, retryAfter: retryAfterOf(call, headers, now) }
  return reader.read(response, now, redactorOf(call, credential))
}

/** Redacts what the response to a request may repeat. */
export const redactorOf = ({ own, service }: OngoingCall, credential: Credential) =>
  redactor(secretOf(credential), service.dialect.tokens, own?.hidden)

/** Fails with the error of a response that has no value. The gate learns of its limit. */
const refused = (
  call: OngoingCall,
  response: Whole,
  credential: Credential,
  why: Misread | Refusal
): Effect.Effect<never, Failure> => {
  const { clock, info, service } = call
  if (!("error" in why)) {
    const base = ResponseError.responseInfo(info, response, service.dialect)
    return Effect.fail(ResponseError.misread(base, why, redactorOf(call, credential)))
  }
  const { error, limit } = why
  const base = ResponseError.responseInfo(info, response, service.dialect, why)
  if (limit === undefined) return Effect.fail(error(base, undefined))
  const notice = { sentAt: clock.currentTimeMillisUnsafe(), budget: undefined, limit }
  const noted = service.limits.note(bucketOf(call, credential), notice)
  return Effect.flatMap(noted, (limited) => Effect.fail(error(base, limited)))
}
