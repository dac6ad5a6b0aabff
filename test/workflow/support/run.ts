/** Runs programs on the test clock, which moves on while they wait. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

/** Lets pending promises, such as digests, go on. */
const tick = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Moves the clock until the condition holds. A busy machine takes many turns to read a file. */
export const until = Effect.fnUntraced(function* (isSo: Effect.Effect<boolean>, stride: number = 5_000) {
  for (let turns = 0; turns < 50_000; turns++) {
    yield* tick
    if (yield* isSo) return
    yield* TestClock.adjust(stride)
  }
  return yield* Effect.die("it never happens")
})

/** Waits until a fiber has ended. */
export const ended = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<Exit.Exit<A, E>> =>
  Effect.andThen(until(Effect.sync(() => fiber.pollUnsafe() !== undefined)), Fiber.await(fiber))

/** Runs a program to its end. */
export const run = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<Exit.Exit<A, E>, never, R> =>
  Effect.flatMap(Effect.forkChild(program), ended)

/** What a program has failed with. */
export const failureOf = <A, E>(exit: Exit.Exit<A, E>): E | undefined => {
  const reason = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  return reason?._tag === "Fail" ? reason.error : undefined
}
