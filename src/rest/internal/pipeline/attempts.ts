/** The attempts of a call, and the waits between them. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { Credential } from "../../Credentials.ts"
import type { Validators } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"
import { MaxWait } from "../../RateLimit.ts"
import { type Failure, RateLimited, ServiceUnavailable, TransportFailed } from "../../RestError.ts"
import { RetryPolicy } from "../../Retry.ts"
import { attempt, type Receive, type Received } from "./attempt.ts"
import { delayBefore } from "./backoff.ts"
import type { CallContext, Parts } from "./context.ts"
import { timeLeft } from "./policies.ts"

/**
 * Attempts the call until an attempt succeeds, or fails with an error that is not retried. `finish` reads the response;
 * if it fails, the attempt has failed. Each retry reads the credential again. Run the effect at once, and only once.
 */
export const attempts = <B, C>(
  parts: Parts,
  context: CallContext,
  first: Credential,
  validatorsFor: (credential: Credential) => Validators | undefined,
  receive: Receive<B>,
  finish: (received: Received<B>) => Effect.Effect<C, Failure>
): Effect.Effect<C, Failure> => {
  const { call, clock, policy } = context
  let failedAt: number | undefined
  let retries = 0
  let refusals = 0
  /** Whether an earlier attempt may have reached the service: then the call may have, whatever the last one says. */
  let mayHaveArrived = false

  const once = (credential: Credential): Effect.Effect<C, Failure> => {
    context.attempts++
    context.status = undefined
    const credentialAt = clock.currentTimeMillisUnsafe()
    return Effect.flatMap(attempt(parts, { context, credential, credentialAt, validatorsFor }, receive), (received) => {
      context.status = received.status
      return Effect.mapEager(finish(received), (done) => {
        parts.retries.succeed(retries)
        return done
      })
    })
  }

  /** Waits for the next attempt and makes it, or fails with `failure` if there is none. */
  const again = (failure: Failure): Effect.Effect<C, Failure> =>
    Effect.gen(function* () {
      if (timeLeft(context) <= 0) return yield* Effect.fail(failure)
      const { refused } = context
      context.refused = undefined
      if (refused !== undefined && refusals < mostRefusals) {
        const renewed = yield* context.renew({ ...refused, count: ++refusals })
        if (renewed !== undefined) return yield* once(renewed).pipe(Effect.catch(again))
      }
      const now = clock.currentTimeMillisUnsafe()
      failedAt ??= now
      const delay = yield* delayBefore(policy(RetryPolicy), failure, {
        attempt: context.attempts - refusals,
        elapsed: now - failedAt,
        repeatable: call.repeatable,
        patientUntil: now + Duration.toMillis(policy(MaxWait))
      })
      if (delay === undefined) return yield* Effect.fail(mayHaveArrived ? arrived(failure) : failure)
      // A limit is no outage: the gate has waited.
      if (!(failure instanceof RateLimited)) {
        if (!parts.retries.take(policy(RetryPolicy).budget)) {
          return yield* Effect.fail(mayHaveArrived ? arrived(failure) : failure)
        }
        retries++
      }
      mayHaveArrived ||=
        failure instanceof TransportFailed ? failure.mayHaveArrived : failure instanceof ServiceUnavailable
      yield* Effect.logDebug("Retrying", { operation: call.operation, after: failure._tag, delay })
      yield* Metric.update(Metrics.retries, 1)
      if (delay > 0) yield* Effect.sleep(delay)
      return yield* once(yield* context.credential).pipe(Effect.catch(again))
    })

  // Most calls succeed at once. They need no generator.
  return once(first).pipe(Effect.catch(again))
}

/** How often a call is sent with another credential. */
const mostRefusals = 8

const arrived = (failure: Failure): Failure => {
  if (!(failure instanceof TransportFailed) || failure.mayHaveArrived) return failure
  const { message, method, operation, url } = failure
  return new TransportFailed({ operation, method, url, message, mayHaveArrived: true })
}
