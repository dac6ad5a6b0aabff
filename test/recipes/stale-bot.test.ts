import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import program from "../../docs/recipes/stale-bot/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const issue = Effect.fnUntraced(function* (number: number) {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const { issues } = yield* simulator.repository("acme/web")
  return issues[number - 1]
})

const issues = Effect.map(Effect.flatten(run(program)), ({ issues }) =>
  issues.map(({ action, number }) => ({ number, action })).toSorted((one, other) => one.number - other.number)
)

const actions = Effect.map(issues, (results) => results.map(({ action }) => action))

describe("stale bot", () => {
  it.effect("marks, closes and spares", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* issues, [
        { number: 1, action: "marked" },
        { number: 4, action: "warned" },
        { number: 6, action: "closed" },
        { number: 7, action: "withdrawn" }
      ])
      const marked = yield* issue(1)
      assert.deepStrictEqual(marked?.labels, ["stale"])
      assert.match(marked?.comments[0]?.body ?? "", /This issue will be closed in 14 days, /)
      const closed = yield* issue(6)
      assert.deepStrictEqual([closed?.state, closed?.state_reason], ["closed", "not_planned"])
      assert.deepStrictEqual((yield* issue(7))?.labels, [])
    }).pipe(on("stale-bot"))
  )

  it.effect("closes what it has marked after two weeks without an answer", () =>
    Effect.gen(function* () {
      yield* run(program)
      yield* TestClock.adjust("13 days")
      assert.deepStrictEqual(yield* actions, ["waiting", "waiting"])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* actions, ["closed", "closed"])
    }).pipe(on("stale-bot"))
  )

  it.effect("keeps what is answered, and asks again after the next silence", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* run(program)
      yield* TestClock.adjust("5 days")
      yield* simulator.comment("acme/web", 1, "It does.", { by: "grace" })
      yield* TestClock.adjust("20 days")
      assert.deepStrictEqual(yield* actions, ["withdrawn", "closed"])
      yield* TestClock.adjust("61 days")
      assert.include(yield* actions, "marked")
      assert.lengthOf((yield* issue(1))?.comments ?? [], 2)
    }).pipe(on("stale-bot"))
  )

  it.effect("gives notice once, even if its response is lost and the run is cut short", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const refusal = { status: 403, body: { message: "Resource not accessible" } }
      yield* faults.add(
        Faults.answerLost({ operation: "Issues.createComment" }),
        Faults.answered({ operation: "Issues.createComment", nth: 2, ...refusal })
      )
      assert.strictEqual((yield* run(program))._tag, "Failure")
      assert.deepStrictEqual((yield* issue(1))?.labels, ["stale"])
      assert.deepStrictEqual((yield* actions).slice(0, 2), ["warned", "waiting"])
      assert.lengthOf((yield* issue(1))?.comments ?? [], 1)
      assert.lengthOf((yield* issue(4))?.comments ?? [], 1)
    }).pipe(on("stale-bot"))
  )
})
