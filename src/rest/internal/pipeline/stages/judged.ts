/**
 * Calls of which a success may hold a refusal, such as errors in a 200: a judge says what the body means. They bypass
 * the cache, and nobody joins them in flight.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Decoded, Misread } from "../../../Call.ts"
import type { Response } from "../../../Dialect.ts"
import type { LimitSignal } from "../../../Limit.ts"
import * as RestError from "../../../RestError.ts"
import type { WireResponse } from "../../../Sender.ts"
import { unreadable } from "../../answer/representation.ts"
import * as ResponseError from "../../answer/responseError.ts"
import { type Redact, redactor, secretOf } from "../../text/redact.ts"
import { bucketOf, type Received, retryAfterOf } from "../attempt.ts"
import { attempts } from "../attempts.ts"
import { type CallContext, type Parts, writes } from "../context.ts"
import { writing } from "../inFlight.ts"
import { responseLimit } from "../policies.ts"

/** What a body means that is not the value of the call. */
export type Refused =
  | { readonly _tag: "Misread"; readonly misread: Misread }
  /** A refusal, in the words of the service. */
  | {
      readonly _tag: "Refusal"
      readonly message: string
      readonly documentationUrl?: string | undefined
      /** The limit that it signals. The gate learns of it. */
      readonly limit?: LimitSignal | undefined
      /** Makes its error. Undefined if it is `RateLimited`. */
      readonly error?: ((base: RestError.ResponseInfo) => RestError.Failure) | undefined
    }

/** Says what a success means. `now` is in milliseconds. What it takes from the body for an error must be redacted. */
export interface Judge<out A> {
  (response: Response, now: number, redact: Redact): Result.Result<A, Refused>
}

/** Makes a call, and judges its response. */
export const judged =
  <A>(judge: Judge<A>) =>
  (parts: Parts, context: CallContext): Effect.Effect<Decoded<A>, RestError.Failure> => {
    const { call, clock, info, policy, target } = context
    const limit = responseLimit(policy)

    const finish = (received: Received<string>): Effect.Effect<Decoded<A>, RestError.Failure> => {
      const { body = "", budget, credential, headers, status, url } = received
      const redact = redactor(secretOf(credential), parts.dialect.tokens, context.own?.hidden)
      const now = clock.currentTimeMillisUnsafe()
      const why = unreadable(headers)
      const response = { status, headers, body, retryAfter: retryAfterOf(headers, now, policy) }
      const verdict: Result.Result<A, Refused> =
        why === undefined ? judge(response, now, redact) : Result.fail({ _tag: "Misread", misread: why })
      if (Result.isSuccess(verdict)) {
        const value = verdict.success
        return Effect.succeed({ value, status, headers, requestedUrl: target, url, budget, cached: false })
      }
      const refused = verdict.failure
      if (refused._tag === "Misread") {
        const base = ResponseError.responseInfo(info, received, parts.dialect)
        return Effect.fail(ResponseError.misread(base, refused.misread, redact))
      }
      const base = ResponseError.responseInfo(info, received, parts.dialect, refused)
      const notice = { sentAt: now, budget: undefined, limit: refused.limit }
      const noted = refused.limit ? parts.limits.note(bucketOf(parts, call, credential), notice) : Effect.undefined
      return Effect.flatMap(noted, (limited) => {
        if (refused.error !== undefined) return Effect.fail(refused.error(base))
        if (limited === undefined) return Effect.fail(new RestError.UnexpectedStatus({ ...base, body: "" }))
        const { _tag, ...limits } = limited
        return Effect.fail(new RestError.RateLimited({ ...base, ...limits }))
      })
    }

    const run = Effect.flatMap(context.credential, (first) =>
      attempts(
        parts,
        context,
        first,
        () => undefined,
        (response: WireResponse) => response.text(limit),
        finish
      )
    )
    return writes(call) ? writing(run) : run
  }
