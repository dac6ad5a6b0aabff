/** A paged program under the test clock: one adjustment covers all waits, even those of pages that are read ahead. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../testOn.ts"

const paged = { repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(250) }] }

for (const [what, fault] of [
  ["a secondary limit", Faults.secondaryLimit({ operation: "Issues.list", nth: 2, retryAfter: "10 seconds" })],
  ["a delayed page", Faults.delayed({ operation: "Issues.list", nth: 2, by: "20 seconds" })],
  ["an unavailable page", Faults.unavailable({ operation: "Issues.list", nth: 3, retryAfter: "5 seconds" })],
  ["a lost request", Faults.requestLost({ operation: "Issues.list", nth: 2 })]
] as const) {
  testOn(ForgeSimulator.layer(paged))(`${what} passes with one adjustment`, function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(fault)
    const counting = yield* Effect.forkChild(Stream.runCount(Issues.list({ owner: "acme", repo: "web", state: "all" })))
    yield* TestClock.adjust("1 hour")
    assert.strictEqual(yield* Fiber.join(counting), 250)
  })
}
