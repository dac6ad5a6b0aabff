/** Finds `any` in the types of a module's exports. */
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"

type IsAny<T> = 0 extends 1 & T ? true : false

type AreAny<Types extends ReadonlyArray<unknown>> = { [K in keyof Types]: IsAny<Types[K]> }[number]

/** Whether a type is `any`, or an Effect, a Stream or a Layer of one. */
type IsOfAny<T> =
  IsAny<T> extends true
    ? true
    : T extends
          | Effect.Effect<infer A, infer E, infer R>
          | Stream.Stream<infer A, infer E, infer R>
          | Layer.Layer<infer A, infer E, infer R>
      ? AreAny<[A, E, R]>
      : false

/** The same, or that of a function that accepts or returns one. */
type HasAny<T> =
  IsOfAny<T> extends false
    ? T extends (...args: infer Args) => infer Result
      ? AreAny<Args> | IsOfAny<Result>
      : false
    : true

/** The exports that are `any` or have one. The library prefixes their names. */
export type AnyOf<Specifier extends string, Module> = {
  [K in keyof Module]: true extends HasAny<Module[K]>
    ? K extends `_${infer Name}`
      ? `${Specifier}: ${Name}`
      : never
    : never
}[keyof Module]
