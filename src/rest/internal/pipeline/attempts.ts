/** A call until it is answered: its attempts, and the waits between them. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Credential } from "../../Credentials.ts"
import type { Validators } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import { MaxWait } from "../../RateLimit.ts"
import type { Asked, RestError, Unauthorized } from "../../RestError.ts"
import { RetryPolicy } from "../../Retry.ts"
import { attempt, type Call, type Parts, type Receive, type Received } from "./attempt.ts"
import { delayBefore } from "./backoff.ts"
import type * as Policies from "./policies.ts"
import type * as Span from "./span.ts"

/** One call on its way. */
export interface Ongoing extends Span.Outcome {
  readonly call: Call
  readonly asked: Asked
  readonly target: string
  readonly whoAsks: Effect.Effect<Credential, Unauthorized>
  readonly policy: Policies.Lookup
}

/**
 * Attempts until one succeeds, with what `finish` makes of its answer, or its failure stands. Later attempts find out
 * anew who asks.
 */
export const attempts = Effect.fnUntraced(function* <B, C>(
  parts: Parts,
  ongoing: Ongoing,
  first: Credential,
  validatorsFor: (credential: Credential) => Validators | undefined,
  receive: Receive<B>,
  finish: (received: Received<B>) => Effect.Effect<C, RestError>
): Effect.fn.Return<C, RestError> {
  const { asked, call, policy, target, whoAsks } = ongoing
  const same = { call, asked, target, whoAsks, validatorsFor, policy }
  let failedAt: number | undefined

  const once = (credential: Credential): Effect.Effect<C, RestError> =>
    Effect.flatMap(Clock.currentTimeMillis, (askedAt) => {
      ongoing.attempts++
      ongoing.status = undefined
      return Effect.flatMap(attempt(parts, { ...same, credential, askedAt }, receive), (received) => {
        ongoing.status = received.status
        return finish(received)
      })
    })

  /** Waits for the next attempt, and gives who asks then; or the failure stands. */
  const again = Effect.fnUntraced(function* (failure: RestError): Effect.fn.Return<Credential, RestError> {
    const now = yield* Clock.currentTimeMillis
    failedAt ??= now
    const delay = yield* delayBefore(policy(RetryPolicy), failure, {
      attempt: ongoing.attempts,
      elapsed: now - failedAt,
      repeatable: call.repeatable,
      patientUntil: now + Duration.toMillis(policy(MaxWait))
    })
    if (delay === undefined) return yield* failure
    yield* Effect.logDebug("Trying again", { operation: call.operation, after: failure._tag, delay })
    yield* Metric.update(Metrics.retries, 1)
    if (delay > 0) yield* Effect.sleep(delay)
    return yield* whoAsks
  })

  let credential = first
  for (;;) {
    const step = yield* Effect.map(once(credential), (done) => ({ done })).pipe(
      Effect.catch((failure) => Effect.map(again(failure), (next) => ({ next })))
    )
    if ("done" in step) return step.done
    credential = step.next
  }
})
