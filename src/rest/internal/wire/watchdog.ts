/** The watchdog: fails an exchange when nothing happens for too long. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Timeouts in milliseconds. */
export interface Bounds {
  /** For the head of a response. */
  readonly head: number
  /** For the next piece of a body. */
  readonly silence: number
  /** For the whole exchange. */
  readonly total: number
}

/** How a watched exchange reports to its watchdog. */
export interface Watch {
  readonly bounds: Bounds
  /** Starts the timeout for the head of the response, extended by `longer` milliseconds. */
  readonly awaitHead: (longer?: number) => void
  /** Starts the timeout for the next piece of the body. */
  readonly awaitBody: () => void
  /** Stops the timeout: it is the consumer's turn. */
  readonly rest: () => void
}

export interface TimedOut {
  readonly _tag: "TimedOut"
  readonly waitedFor: string
  readonly milliseconds: number
}

/** Makes a watch, and the effect that fails when its timeout expires. */
const make = (bounds: Bounds): Effect.Effect<readonly [Watch, Effect.Effect<never, TimedOut>]> =>
  Effect.map(Clock.Clock, (clock) => {
    let awaited: "head" | "silence" | undefined
    let within = Infinity
    const begin = clock.currentTimeMillisUnsafe()
    let since = begin
    const expect = (next: typeof awaited, milliseconds: number) => {
      awaited = next
      within = milliseconds
      since = clock.currentTimeMillisUnsafe()
    }
    // The timeout may change while the guard sleeps.
    const longestSleep = Math.min(bounds.head, bounds.silence)
    const guard: Effect.Effect<never, TimedOut> = Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      const leftInTotal = begin + bounds.total - now
      if (leftInTotal <= 0) {
        return Effect.fail({ _tag: "TimedOut", waitedFor: "the whole response", milliseconds: bounds.total })
      }
      const left = Math.min(since + within - now, leftInTotal)
      if (left <= 0) {
        const waitedFor = awaited === "head" ? "the head of the response" : "the body to continue"
        return Effect.fail({ _tag: "TimedOut", waitedFor, milliseconds: within })
      }
      const sleep = Math.max(1, Math.min(left, longestSleep))
      return sleep === Infinity ? Effect.never : Effect.andThen(Effect.sleep(sleep), guard)
    })
    const watch: Watch = {
      bounds,
      awaitHead: (longer = 0) => expect("head", bounds.head + longer),
      awaitBody: () => expect("silence", bounds.silence),
      rest: () => expect(undefined, Infinity)
    }
    return [watch, guard]
  })

/** Runs an exchange with a watchdog. One sleeping fiber for all of it is cheaper than a timeout for each piece. */
export const watched = <A, E, R>(
  bounds: Bounds,
  exchange: (watch: Watch) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | TimedOut, R> =>
  Effect.flatMap(make(bounds), ([watch, guard]) => Effect.raceFirst(exchange(watch), guard))

/** Fails a body if a piece does not arrive in time after it has been requested. */
export const watchedStream = <A, E, R>(
  bounds: Bounds,
  body: Stream.Stream<A, E, R>
): Stream.Stream<A, E | TimedOut, R> =>
  Stream.unwrap(
    Effect.map(make(bounds), ([watch, guard]) => {
      const watched = Stream.transformPull(body, (pull) =>
        Effect.succeed(
          Effect.suspend(() => {
            watch.awaitBody()
            return Effect.tap(pull, () => Effect.sync(watch.rest))
          })
        )
      )
      return Stream.interruptWhen(watched, guard)
    })
  )
