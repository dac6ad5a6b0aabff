/** Plans and applies programs, and compares that with running them. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Forge } from "../../../src/forge/Forge.ts"
import { ForgeSimulator } from "../../../src/testing/index.ts"
import { Plan } from "../../../src/workflow/index.ts"
import { stateOf, stored } from "./plans.ts"
import { failureOf, run } from "./run.ts"

type Needs = Forge | ForgeSimulator.ForgeSimulator

/** How to go about it. */
interface Options<E, R> {
  /** Gives each program a service of its own. */
  readonly fresh: <A, F>(effect: Effect.Effect<A, F, Needs | R>) => Effect.Effect<A, F>
  /** What is done before. */
  readonly before?: Effect.Effect<unknown, unknown, Needs>
  /** What becomes of the plan before it is applied. Default: it is stored. */
  readonly pass?: (plan: Plan.Plan<E>) => Effect.Effect<Plan.Plan<E>>
}

/** Runs a program, and plans and applies it elsewhere: both leave the same. Returns the plan. */
export const same = <A, E, R>(
  program: Effect.Effect<A, E, Forge | R>,
  { before = Effect.void, fresh, pass = stored }: Options<E, R>
): Effect.Effect<Plan.Plan<E>> =>
  Effect.gen(function* () {
    const whole = Effect.gen(function* () {
      yield* Effect.orDie(before)
      const exit = yield* run(program)
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const handle = yield* ForgeSimulator.ForgeSimulator
      yield* run(handle.settled)
      return yield* stateOf(handle)
    })
    const planned = Effect.gen(function* () {
      const handle = yield* ForgeSimulator.ForgeSimulator
      yield* Effect.orDie(before)
      yield* handle.clearRequests
      const plan = yield* yield* run(Plan.dryRun(program))
      const sent = (yield* handle.requests).filter(
        ({ method, url }) => method !== "GET" && !/generate-notes|graphql/.test(url)
      )
      assert.deepStrictEqual(sent, [], "a plan writes nothing")
      assert.strictEqual(plan.end._tag, "Completed", `${JSON.stringify(plan.end)}\n${Plan.table(plan)}`)
      const applied = yield* run(Plan.apply(yield* pass(plan)))
      assert.isTrue(
        Exit.isSuccess(applied),
        `${JSON.stringify(failureOf(applied))}\n${String(applied)}\n${Plan.table(plan)}`
      )
      yield* run(handle.settled)
      return { plan, state: yield* stateOf(handle) }
    })
    const { plan, state } = yield* fresh(planned)
    assert.deepStrictEqual(state, yield* fresh(whole))
    return plan
  })
