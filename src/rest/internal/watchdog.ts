/** Ends an exchange in which nothing happens for too long. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** What a watched exchange reports to its watchdog. */
export interface Watch {
  /** A new wait begins: at most so long, in milliseconds. */
  readonly expect: (what: string, within: number) => void
  /** Something arrived: the current wait begins anew. */
  readonly alive: () => void
}

export interface TimedOut {
  readonly _tag: "TimedOut"
  readonly waitedFor: string
  readonly milliseconds: number
}

/** One sleeping fiber watches over the whole exchange: it is cheaper than a timeout for each piece of a body. */
export const watched = <A, E, R>(
  exchange: (watch: Watch) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | TimedOut, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    let what = ""
    let within = Infinity
    let since = clock.currentTimeMillisUnsafe()
    const watch: Watch = {
      expect: (expected, milliseconds) => {
        what = expected
        within = milliseconds
        since = clock.currentTimeMillisUnsafe()
      },
      alive: () => {
        since = clock.currentTimeMillisUnsafe()
      }
    }
    const guard: Effect.Effect<never, TimedOut> = Effect.suspend(() => {
      if (within === Infinity) return Effect.never
      const left = since + within - clock.currentTimeMillisUnsafe()
      return left <= 0
        ? Effect.fail<TimedOut>({ _tag: "TimedOut", waitedFor: what, milliseconds: within })
        : Effect.andThen(Effect.sleep(Duration.millis(left)), guard)
    })
    return Effect.raceFirst(exchange(watch), guard)
  })
