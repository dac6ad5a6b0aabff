/**
 * Goes on with a body that breaks off: asks for the rest, of the same representation only. The service is asked, not
 * the address that it redirected to, which may have ended.
 */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import type { Call } from "../../../Call.ts"
import * as Metrics from "../../../Metrics.ts"
import * as RestError from "../../../RestError.ts"
import { RetryPolicy } from "../../../Retry.ts"
import { lengthOf, partOf, validatorOf } from "../../answer/representation.ts"
import { cutOff } from "../../wire/failures.ts"
import { delayBefore } from "../backoff.ts"
import type { CallContext, Parts } from "../context.ts"
import { timeLeft } from "../policies.ts"

type Failure = RestError.TransportFailed | RestError.InvalidInput

/** A body with its head. */
export interface Opened {
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: Stream.Stream<Uint8Array, Failure>
}

/** The body, and its rest where it breaks off. Attempts are bounded by the retry policy, all of the call together. */
export const resumed = (
  parts: Parts,
  context: CallContext,
  first: Opened,
  /** Makes the call, and counts its attempts in the context. */
  open: (context: CallContext) => Effect.Effect<Opened, RestError.Failure>
): Stream.Stream<Uint8Array, Failure> => {
  const { clock, info, policy } = context
  const length = lengthOf(first.headers)
  const validator = validatorOf(first.headers)

  return Stream.suspend(() => {
    let bytes = 0

    /** Counts the bytes, and the time that they take. An end before the stated length is a break. */
    const whole = (body: Opened["body"]): Opened["body"] => {
      const begin = clock.currentTimeMillisUnsafe()
      const counted = Stream.mapArray(body, (pieces) => {
        for (const piece of pieces) bytes += piece.length
        return pieces
      })
      const end = Stream.suspend(() =>
        length !== null && bytes < length ? Stream.fail(cutOff(info, length, bytes)) : Stream.empty
      )
      return Stream.concat(counted, end).pipe(
        Stream.catch((failure) => {
          context.spent += clock.currentTimeMillisUnsafe() - begin
          return Stream.unwrap(Effect.map(rest(failure), whole))
        })
      )
    }

    const rest = Effect.fnUntraced(function* (failure: Failure): Effect.fn.Return<Opened["body"], Failure> {
      // All has arrived, only not the end.
      if (bytes === length) return Stream.empty
      const call = callFrom(context.call, bytes, validator)
      if (call === undefined || failure instanceof RestError.InvalidInput || timeLeft(context) <= 0) {
        return yield* Effect.fail(failure)
      }
      const delay = yield* delayBefore(policy(RetryPolicy), failure, {
        attempt: context.attempts,
        elapsed: 0,
        repeatable: true,
        patientUntil: 0
      })
      if (delay === undefined || !parts.retries.take(policy(RetryPolicy).budget)) return yield* Effect.fail(failure)
      yield* Effect.logDebug("Resuming", { operation: call.operation, after: failure._tag, bytes })
      yield* Metric.update(Metrics.retries, 1)
      yield* Effect.sleep(delay)
      const again = { ...context, call }
      const opened = yield* open(again).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            context.attempts = again.attempts
            context.spent = again.spent
          })
        ),
        Effect.mapError(() => failure)
      )
      const more = restOf(opened, first, bytes, validator)
      return more ?? (yield* Effect.fail(failure))
    })

    return whole(first.body)
  })
}

/** The call for the rest; undefined if nothing would prove that it belongs to what has arrived. */
const callFrom = (call: Call, from: number, validator: string | undefined): Call | undefined => {
  if (from === 0) return call
  return validator === undefined
    ? undefined
    : { ...call, range: { from, validator }, statuses: [...call.statuses, 206] }
}

/** The bytes from a position on; undefined if the response is not of the same representation. */
const restOf = (
  { body, headers, status }: Opened,
  first: Opened,
  from: number,
  validator: string | undefined
): Opened["body"] | undefined => {
  const length = lengthOf(first.headers)
  if (from === 0) {
    // Nothing was passed on yet but the head, so any representation will do that it describes as well.
    const fits = lengthOf(headers) === length && headers["content-type"] === first.headers["content-type"]
    return fits && status === first.status ? body : undefined
  }
  if (status !== 206) return validatorOf(headers) === validator ? withoutFirst(body, from) : undefined
  const part = partOf(headers)
  const isSame = headers["etag"] === undefined || !validator?.startsWith('"') || headers["etag"] === validator
  const isWhole = length === null || part?.total === null || part?.total === length
  return part?.first === from && isSame && isWhole ? body : undefined
}

/** Leaves out the first bytes. */
const withoutFirst = (body: Opened["body"], count: number): Opened["body"] =>
  Stream.suspend(() => {
    let left = count
    return Stream.filter(
      Stream.map(body, (piece) => {
        const skipped = Math.min(left, piece.length)
        left -= skipped
        return skipped === 0 ? piece : piece.subarray(skipped)
      }),
      ({ length }) => length > 0
    )
  })
