/** Time in tests: it stands still until a test moves it. */
import { createHook } from "node:async_hooks"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** The start of each test: a Friday, a whole second. */
export const epoch = Date.UTC(2027, 0, 15, 8)

/** Sets the clock to the start. */
export const begin: Effect.Effect<void> = TestClock.setTime(epoch)

/** Milliseconds since the start. */
export const elapsed: Effect.Effect<number> = Effect.map(Clock.currentTimeMillis, (now) => now - epoch)

/** An HTTP-date so many milliseconds after the start. */
export const httpDate = (millis: number): string => new Date(epoch + millis).toUTCString()

/** Epoch seconds, so many milliseconds after the start. */
export const epochSeconds = (millis: number): string => String(Math.floor((epoch + millis) / 1_000))

/** Work that continues without the clock: fibers that yield to the next turn, and digests, which use threads. */
const underWay = new Set<number>()

createHook({
  init: (id, type) => {
    if (type === "Immediate" || type === "HASHREQUEST") underWay.add(id)
  },
  after: (id) => underWay.delete(id),
  destroy: (id) => underWay.delete(id)
}).enable()

/** Lets every fiber run until it waits for the clock. */
export const settle: Effect.Effect<void> = Effect.promise(async () => {
  do await new Promise((resolve) => setImmediate(resolve))
  while (underWay.size > 0)
})

/** Moves the clock once every fiber waits, and lets them run. */
export const pass = (duration: Duration.Input): Effect.Effect<void> =>
  settle.pipe(Effect.andThen(TestClock.adjust(duration)), Effect.andThen(settle))

/** A running effect, with its exit and the time it ended. */
export interface Running<A, E> {
  readonly fiber: Fiber.Fiber<A, E>
  readonly exit: () => Exit.Exit<A, E> | undefined
  /** Milliseconds since the start; undefined while it runs. */
  readonly endedAt: () => number | undefined
}

/** Starts an effect and lets it run until it waits for the clock. */
export const start = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Running<A, E>, never, R> =>
  Effect.gen(function* () {
    let ended: { readonly exit: Exit.Exit<A, E>; readonly at: number } | undefined
    const fiber = yield* Effect.forkChild(
      Effect.onExit(effect, (exit) => Effect.map(elapsed, (at) => void (ended = { exit, at })))
    )
    yield* settle
    return { fiber, exit: () => ended?.exit, endedAt: () => ended?.at }
  })
