/** Type-level assertions, which the compiler checks. */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

/** Whether two types are the same, and not just assignable to each other. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Whether a value of one type may stand where the other is expected. */
export type Extends<A, B> = [A] extends [B] ? true : false

/** Compiles only if every question is answered with true. */
export type All<Answers extends ReadonlyArray<true>> = Answers

/** The types of an Effect or a Stream, or of a function that returns one. */
export type Parts<T> = T extends (...args: never) => infer Result
  ? Parts<Result>
  : T extends Effect.Effect<infer A, infer E, infer R>
    ? { readonly value: A; readonly error: E; readonly needs: R }
    : T extends Stream.Stream<infer A, infer E, infer R>
      ? { readonly value: A; readonly error: E; readonly needs: R }
      : never

export type ErrorOf<T> = Parts<T>["error"]
export type ValueOf<T> = Parts<T>["value"]
export type NeedsOf<T> = Parts<T>["needs"]

/** The input, which is void where it can be left out. */
export type InputOf<T> = T extends (input: infer Input, ...more: never) => unknown ? Exclude<Input, void> : never
