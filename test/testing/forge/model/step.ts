/** One step of a run: a call of the client, and what the model says about its result. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { Forge } from "../../../../src/forge/Forge.ts"
import type * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import type { Model } from "./model.ts"

export type Needs = Forge | ForgeSimulator.ForgeSimulator

export interface Step {
  readonly run: (model: Model) => Effect.Effect<void, unknown, Needs>
  readonly toString: () => string
}

/** The tag of the error, or what happens in the model and is compared with the result. */
type Expected<A> = string | ((result: A) => void)

export interface Tagged {
  readonly _tag: string
}

/** A call with what is expected of it; undefined if the model has nothing to call it with. */
export type Planned = Effect.Effect<void, unknown, Needs> | undefined

/** Calls, and compares. An expected error is its tag. */
export const calls = <A>(call: Effect.Effect<A, Tagged, Needs>, expected: Expected<A>): Planned =>
  Effect.map(Effect.result(call), (result) => {
    if (typeof expected === "string") {
      const actual = Result.isFailure(result) ? result.failure._tag : "a success"
      if (actual !== expected) throw new Error(`The model expects ${expected}, and it is ${actual}`)
      return
    }
    if (Result.isFailure(result)) throw new Error("The model expects a success", { cause: result.failure })
    expected(result.success)
  })

/** Describes a kind of step by its parameters, and by what it does with them. */
export const step = <A>(
  name: string,
  parameters: fc.Arbitrary<A>,
  plan: (model: Model, parameters: A) => Planned
): fc.Arbitrary<Step> =>
  parameters.map((given) => ({
    run: (model) => plan(model, given) ?? Effect.void,
    toString: () => `${name} ${JSON.stringify(given)}`
  }))

/** Picks one of the values by any number. */
export const nth = <A>(values: Iterable<A>, at: number): A | undefined => {
  const all = [...values]
  return all[at % Math.max(all.length, 1)]
}

export const index = fc.nat({ max: 30 })

export const web = { owner: "acme", repo: "web" }

export const optional = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: undefined })
