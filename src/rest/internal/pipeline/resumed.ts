/**
 * Goes on with a body that breaks off: asks for the rest, of the same representation only. The service is asked, not
 * the address that it redirected to, which may have ended.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Call, Decoded } from "../../Call.ts"
import * as Counts from "../wire/counts.ts"
import * as RestError from "../../RestError.ts"
import { lengthOf, partOf, validatorOf } from "../response/representation.ts"
import type { Redact } from "../text/redact.ts"
import { cutOff } from "../wire/failures.ts"
import { delayBefore } from "./backoff.ts"
import { type OngoingCall, timeLeft } from "./call.ts"

type Failure = RestError.TransportFailed | RestError.InvalidInput

type Bytes = Stream.Stream<Uint8Array, Failure>

/** A body with its head. */
type Opened = Pick<Decoded<Bytes>, "status" | "headers" | "value"> & { readonly redact: Redact }

/** The body, and its rest where it breaks off. Attempts are bounded by the retry policy, all of the call together. */
export const resumed = (
  call: OngoingCall,
  first: Opened,
  open: (call: OngoingCall) => Effect.Effect<Opened, RestError.Failure>
): Bytes => {
  const { allowance, asked, clock, counted, info, policies, service } = call
  const length = lengthOf(first.headers)
  const validator = validatorOf(first.headers)
  const { redact } = first

  return Stream.suspend(() => {
    let bytes = 0

    /** Counts the bytes, and the time that they take. An end before the stated length is a break. */
    const whole = (body: Bytes): Bytes => {
      const begin = clock.currentTimeMillisUnsafe()
      const counted = Stream.mapArray(body, (pieces) => {
        for (const piece of pieces) bytes += piece.length
        return pieces
      })
      const end = Stream.suspend(() =>
        length !== null && bytes < length ? Stream.fail(cutOff(info, length, bytes, redact)) : Stream.empty
      )
      return Stream.concat(counted, end).pipe(
        Stream.catch((failure) => {
          allowance.spent += clock.currentTimeMillisUnsafe() - begin
          return Stream.unwrap(Effect.map(rest(failure), whole))
        })
      )
    }

    const rest = Effect.fnUntraced(function* (failure: Failure): Effect.fn.Return<Bytes, Failure> {
      // All has arrived, only not the end.
      if (bytes === length) return Stream.empty
      const rest = callFrom(asked, bytes, validator)
      if (rest === undefined || failure instanceof RestError.InvalidInput || timeLeft(call) <= 0) {
        return yield* Effect.fail(failure)
      }
      const delay = yield* delayBefore(policies.retry, failure, {
        attempt: allowance.tries,
        elapsed: 0,
        repeatable: true,
        patientUntil: 0
      })
      if (delay === undefined || !service.retries.take(policies.retry.budget)) return yield* Effect.fail(failure)
      yield* policies.observer({ _tag: "Resuming", operation: counted.operation, after: failure._tag, bytes })
      Counts.retried(call.context, counted, failure)
      yield* Effect.sleep(delay)
      const opened = yield* Effect.mapError(open({ ...call, asked: rest }), () => failure)
      const more = restOf(opened, first, bytes, validator)
      return more ?? (yield* Effect.fail(failure))
    })

    return whole(first.value)
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
  { headers, status, value: body }: Opened,
  first: Opened,
  from: number,
  validator: string | undefined
): Bytes | undefined => {
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
const withoutFirst = (body: Bytes, count: number): Bytes =>
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
