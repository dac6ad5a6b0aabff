/** Decides whether a failed attempt is retried, and when. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { type Failure, isTransient, RateLimited, ServiceUnavailable } from "../../RestError.ts"
import type { Policy } from "../../Retry.ts"

/** The state of a call after a failed attempt. */
export interface RetryState {
  /** Requests sent so far. */
  readonly attempt: number
  /** Milliseconds since the first failure. */
  readonly elapsed: number
  /** Whether the operation is safe to retry even if the service acted. */
  readonly repeatable: boolean
  /** Latest time that the gate would wait for, in milliseconds. */
  readonly patientUntil: number
}

/** How long to wait before the next attempt, in milliseconds; undefined for no retry. */
export const delayBefore = (
  policy: Policy,
  failure: Failure,
  progress: RetryState
): Effect.Effect<number | undefined> =>
  Effect.map(Random.next, (random) => {
    const { attempts = 4, base = "500 millis", cap = "20 seconds", within = "1 minute" } = policy
    if (progress.attempt >= attempts) return undefined
    if (failure instanceof RateLimited) {
      // The gate does the waiting. If it would refuse the request, the call fails now, with the service's own error.
      const refused = failure.status === null || DateTime.toEpochMillis(failure.retryAt) > progress.patientUntil
      return refused ? undefined : 0
    }
    // A provider of credentials does its own retries.
    if (failure._tag === "Unauthorized" || !isTransient(failure, progress)) return undefined
    const bound = Math.min(Duration.toMillis(base) * 2 ** (progress.attempt - 1), Duration.toMillis(cap))
    const asked = failure instanceof ServiceUnavailable && failure.retryAfter !== null ? failure.retryAfter : 0
    const millis = Math.max(random * bound, Duration.toMillis(asked))
    return progress.elapsed + millis > Duration.toMillis(within) ? undefined : millis
  })
