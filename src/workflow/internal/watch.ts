/** Looks at the service again and again until something is decided, or the time is over. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { RateLimited, ServiceUnavailable, TransportFailed } from "../../rest/RestError.ts"

interface Watching<A, E, R, B, E2, R2, E3, R3> {
  /** What to look at. It has no effect, so it may be interrupted and repeated. */
  readonly read: Effect.Effect<A, E, R>
  /**
   * Decides by what was read, and by the time since the first look in milliseconds. None: look again. It may write, if the
   * next look tells whether a write that has failed was carried out.
   */
  readonly decide: (seen: A, elapsed: number) => Effect.Effect<Option.Option<B>, E2, R2>
  /** What it fails with when the time, or the schedule, is over. */
  readonly timedOut: (seen: A | undefined, after: Duration.Duration) => E3
  readonly schedule: Schedule.Schedule<unknown, unknown, never, R3>
  readonly timeout: Duration.Input
}

/**
 * An outage or a limit in the middle of a long wait does not end it, whether it meets the look or the decision: the next
 * look may succeed. If the time is over then, the failure is the result.
 */
export const watch = Effect.fnUntraced(function* <A, E, R, B, E2, R2, E3, R3>({
  decide,
  read,
  schedule,
  timedOut,
  timeout
}: Watching<A, E, R, B, E2, R2, E3, R3>): Effect.fn.Return<B, E | E2 | E3, R | R2 | R3> {
  const step = yield* Schedule.toStep(schedule)
  const limit = Duration.fromInputUnsafe(timeout)
  const begun = yield* Clock.currentTimeMillis
  const deadline = begun + Duration.toMillis(limit)
  let seen: A | undefined
  while (true) {
    const look = yield* Effect.result(
      Effect.gen(function* () {
        seen = yield* read
        return yield* decide(seen, (yield* Clock.currentTimeMillis) - begun)
      })
    )
    if (Result.isFailure(look)) {
      if (!isPassing(look.failure)) return yield* Effect.fail(look.failure)
    } else if (Option.isSome(look.success)) {
      return look.success.value
    }
    const now = yield* Clock.currentTimeMillis
    const open = Result.isFailure(look) ? retryAt(look.failure) : 0
    const next = yield* step(now, seen).pipe(
      Effect.map(([, delay]) => Math.max(now + Duration.toMillis(delay), open)),
      Pull.catchDone(() => Effect.succeed(Infinity))
    )
    if (now >= deadline || open > deadline || next === Infinity) {
      return yield* Effect.fail(Result.isFailure(look) ? look.failure : timedOut(seen, limit))
    }
    // The last look is at the end of the time.
    yield* Effect.sleep(Math.min(next, deadline) - now)
  }
})

/** Whether a failure says nothing about what comes next: an outage, or a limit. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ServiceUnavailable || failure instanceof TransportFailed || failure instanceof RateLimited

/** When a limit ends, in milliseconds; 0 for other failures. */
export const retryAt = (failure: unknown): number =>
  failure instanceof RateLimited ? DateTime.toEpochMillis(failure.retryAt) : 0
