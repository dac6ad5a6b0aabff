/** Looks at the service again and again until something is decided, or the time is over. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Latch from "effect/Latch"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { RateLimited, ServiceUnavailable, TransportFailed } from "../../rest/RestError.ts"
import { CurrentDeliveries } from "./deliveries.ts"
import type { Place } from "./place.ts"

/** How often to look, unless told. */
const usualSchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("15 seconds")])

/** How often to look when deliveries tell what happens. One may get lost, and not all that happens is an event. */
const rareSchedule = Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("5 minutes")])

/** Events come in bursts. */
const quiet = "1 second"

/** How long to wait, unless told. */
export const usualTimeout: Duration.Input = "1 hour"

interface Watching<A, E, R, B, E2, R2, E3, R3> {
  /** The repository, whose deliveries tell when to look. */
  readonly place: Place
  /** What to look at. It has no effect, so it may be interrupted and repeated. */
  readonly read: Effect.Effect<A, E, R>
  /**
   * Decides by what was read, and by the time since the first look in milliseconds. None: look again. It may write, if the
   * next look tells whether a write that has failed was carried out.
   */
  readonly decide: (seen: A, elapsed: number) => Effect.Effect<Option.Option<B>, E2, R2>
  /** What it fails with when the time, or the schedule, is over. */
  readonly timedOut: (seen: A | undefined, after: Duration.Duration) => E3
  readonly schedule: Schedule.Schedule<unknown, unknown, never, R3> | undefined
  readonly timeout: Duration.Input
}

/**
 * An outage or a limit in the middle of a long wait does not end it, whether it meets the look or the decision: the next
 * look may succeed. If the time is over then, the failure is the result. Deliveries, if there are some, bring the next look
 * forward.
 */
export const watch = <A, E, R, B, E2, R2, E3, R3>(
  watching: Watching<A, E, R, B, E2, R2, E3, R3>
): Effect.Effect<B, E | E2 | E3, R | R2 | R3> =>
  Effect.flatMap(CurrentDeliveries, (deliveries) =>
    deliveries === null
      ? looking(watching, undefined)
      : Effect.acquireUseRelease(
          Effect.sync(() => deliveries.listen(watching.place)),
          (latch) => looking(watching, latch),
          (latch) => Effect.sync(() => deliveries.leave(watching.place, latch))
        )
  )

const looking = Effect.fnUntraced(function* <A, E, R, B, E2, R2, E3, R3>(
  { decide, read, schedule, timedOut, timeout }: Watching<A, E, R, B, E2, R2, E3, R3>,
  latch: Latch.Latch | undefined
): Effect.fn.Return<B, E | E2 | E3, R | R2 | R3> {
  const steps = Schedule.toStep(schedule ?? (latch === undefined ? usualSchedule : rareSchedule))
  let step = yield* steps
  const limit = Duration.fromInputUnsafe(timeout)
  const begun = yield* Clock.currentTimeMillis
  const deadline = begun + Duration.toMillis(limit)
  let seen: A | undefined
  while (true) {
    latch?.closeUnsafe()
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
    const sleep = Effect.sleep(Math.min(next, deadline) - now)
    if (latch === undefined || open > now) yield* sleep
    else if (yield* told(latch, sleep)) step = yield* steps
  }
})

/** Sleeps until there is a delivery, and for those that come with it. Returns whether there was one. */
const told = (latch: Latch.Latch, sleep: Effect.Effect<void>): Effect.Effect<boolean> =>
  Effect.raceFirst(Effect.as(Effect.andThen(latch.await, Effect.sleep(quiet)), true), Effect.as(sleep, false))

/** Whether a failure says nothing about what comes next: an outage, or a limit. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ServiceUnavailable || failure instanceof TransportFailed || failure instanceof RateLimited

/** When a limit ends, in milliseconds; 0 for other failures. */
export const retryAt = (failure: unknown): number =>
  failure instanceof RateLimited ? DateTime.toEpochMillis(failure.retryAt) : 0
