/** Tests on a Layer: each is a generator, and runs on a Layer of its own. */
import { it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** The steps of a test. */
export type Steps<R> = Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, unknown, never>

/** Makes a function that declares tests on a Layer. Each of them sets the clock first, if `start` says so. */
export const testOn = <R, E>(layer: Layer.Layer<R, E>, start: Effect.Effect<void> = Effect.void) => {
  const run = (steps: () => Steps<R>) => Effect.andThen(start, Effect.provide(Effect.gen(steps), layer))
  const test = (title: string, steps: () => Steps<R>): void => it.effect(title, () => run(steps))
  /** A test for each case. */
  const each =
    <Case>(cases: ReadonlyArray<Case>) =>
    (title: string, steps: (one: Case) => Steps<R>): void =>
      it.effect.each(cases)(title, (one) => run(() => steps(one)))
  return Object.assign(test, { each })
}
