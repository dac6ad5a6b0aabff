/**
 * Calls whose response is read with its head: a success may be a refusal, such as errors in a 200. They bypass the cache,
 * and nobody joins them in flight. Only programs with such calls bundle this.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type Decoded, isWrite, type Misread, type Refusal } from "../../Call.ts"
import type { Response } from "../../Dialect.ts"
import type { Failure } from "../../RestError.ts"
import { unreadable } from "../response/representation.ts"
import * as ResponseError from "../response/responseError.ts"
import type { Redact } from "../text/redact.ts"
import type { NextStep, OngoingCall } from "./call.ts"
import { exchanged } from "./exchanged.ts"
import { bucketOf, gated } from "./gated.ts"
import { retryAfterOf } from "./refusal.ts"
import type { Outcome } from "./outcome.ts"
import { renewed } from "./renewed.ts"
import { retried } from "./retried.ts"
import { writing } from "./shared.ts"

/** Says what a success means. `now` is in milliseconds. What it takes from the body for an error must be redacted. */
export interface ReadResponse<out A> {
  (response: Response, now: number, redact: Redact): Result.Result<A, Misread | Refusal>
}

/** Makes a call, and reads its response with its head. */
export const whole =
  <A>(readBy: ReadResponse<A>) =>
  (call: OngoingCall): Effect.Effect<Decoded<A>, Failure> => {
    const text = exchanged(
      call,
      (response) => response.text(call.policies.responseLimit),
      () => undefined
    )
    const run = Effect.flatMap(call.credential, (first) =>
      retried(call, first, renewed(call, understood(call, readBy, gated(call, text))))
    )
    return isWrite(call.asked) ? writing(run) : run
  }

/** Asks, and says what the response means. The gate learns of the limit of a refusal. */
export const understood =
  <A, E>(
    call: OngoingCall,
    readBy: ReadResponse<A>,
    next: NextStep<Outcome<string>, E>
  ): NextStep<Decoded<A>, E | Failure> =>
  (credential) =>
    Effect.flatMap(next(credential), (received): Effect.Effect<Decoded<A>, Failure> => {
      const { clock, info, recorder, service, target } = call
      const { body = "", budget, credential, headers, redact, status, url } = received
      recorder.status = status
      const now = clock.currentTimeMillisUnsafe()
      const response = { status, headers, body, retryAfter: retryAfterOf(call, headers, now) }
      const why = unreadable(headers)
      const result: Result.Result<A, Misread | Refusal> =
        why === undefined ? readBy(response, now, redact) : Result.fail(why)
      if (Result.isSuccess(result)) {
        const value = result.success
        return Effect.succeed({ value, status, headers, requestedUrl: target, url, budget, cached: false, redact })
      }
      const { failure } = result
      if (!("error" in failure)) {
        return Effect.fail(
          ResponseError.misread(ResponseError.responseInfo(info, received, service.dialect, redact), failure, redact)
        )
      }
      const { error, limit } = failure
      const base = ResponseError.responseInfo(info, received, service.dialect, redact, failure)
      if (limit === undefined) return Effect.fail(error(base, undefined))
      const noted = service.limits.note(bucketOf(call, credential), { sentAt: now, budget: undefined, limit })
      return Effect.flatMap(noted, (limited) => Effect.fail(error(base, limited)))
    })
