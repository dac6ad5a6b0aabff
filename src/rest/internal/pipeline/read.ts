/** Reads responses: makes a value of the body, or the error of a body that cannot be read. */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Result from "effect/Result"
import type { BodyReader } from "../../Call.ts"
import type { Credential } from "../../Credentials.ts"
import type { Failure } from "../../RestError.ts"
import { unreadable } from "../response/representation.ts"
import * as ResponseError from "../response/responseError.ts"
import * as Reader from "../../Reader.ts"
import { unread } from "../wire/body.ts"
import { type NextStep, type OngoingCall, redactorOf } from "./call.ts"
import type { Receive, Outcome } from "./outcome.ts"

/** A body as text, or as bytes if the reader takes them. Undefined when nobody needs it: it has not been read then. */
export type Body = string | Uint8Array | undefined

/** What was read of a body. */
export interface ReadBody<out A> {
  readonly body: Body
  readonly value: A
}

/** Receives the body that a reader takes. */
export const bodyFor = ({ policies }: OngoingCall, reader: BodyReader<unknown>): Receive<Body> => {
  if (reader === Reader.nothing) return unread
  const limit = policies.responseLimit
  return (response) => (reader.text === undefined ? response.text(limit) : response.bytes(limit))
}

/** Asks, and reads the response. */
export const read =
  <A, E>(
    call: OngoingCall,
    reader: BodyReader<A>,
    next: NextStep<Outcome<Body>, E>
  ): NextStep<Outcome<ReadBody<A>>, E | Failure> =>
  (credential) =>
    Effect.flatMap(next(credential), (received): Effect.Effect<Outcome<ReadBody<A>>, Failure> => {
      call.recorder.status = received.status
      const { body } = received
      if (received.status === 304) return Effect.succeed({ ...received, body: undefined })
      const value = valueOf(call, { ...received, body: body ?? "" }, reader, received.credential)
      return Effect.mapEager(value, (value) => ({ ...received, body: { body, value } }))
    })

/** A response with its body, which may come from the cache. */
interface WholeResponse {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: string | Uint8Array
}

/** Makes the value of a response. */
export const valueOf = <A>(
  call: OngoingCall,
  response: WholeResponse,
  reader: BodyReader<A>,
  credential: Credential
): Effect.Effect<A, Failure> => {
  const { body, headers, status } = response
  const why = body.length === 0 ? undefined : unreadable(headers)
  // A body is what its reader takes.
  const result = why === undefined ? reader(body as never, status) : Result.fail(why)
  if (Result.isSuccess(result)) return Effect.succeed(result.success)
  const redact = redactorOf(call, credential)
  const base = ResponseError.responseInfo(call.info, response, call.service.dialect, redact)
  return Effect.fail(ResponseError.misread(base, result.failure, redact))
}
