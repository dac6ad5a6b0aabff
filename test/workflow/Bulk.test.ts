import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Contents, Issues } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Bulk } from "../../src/workflow/index.ts"
import { run, until } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const count = 20
const seed = {
  repositories: [{ owner: "acme", name: "web", issues: Array.from({ length: count }, (_, n) => ({ title: `${n}` })) }]
}
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const on = testOn(ForgeSimulator.layer(seed))

const get = (issue_number: number) => Effect.map(Issues.get({ ...repo, issue_number }), ({ title }) => title)

describe("Bulk.forEach", () => {
  on("returns successes and typed failures, in the order of the items", function* () {
    const { failed, skipped, succeeded } = yield* Bulk.forEach([2, 99, 1], get)
    assert.deepStrictEqual(succeeded, [
      { index: 0, item: 2, value: "1" },
      { index: 2, item: 1, value: "0" }
    ])
    assert.deepStrictEqual(
      failed.map(({ error, index, item }) => [index, item, error._tag]),
      [[1, 99, "NotFound"]]
    )
    assert.deepStrictEqual(skipped, [])
  })

  on("begins nothing more after a failure, if told so", function* () {
    const options = { concurrency: 1, onError: "stop" } as const
    const { failed, skipped, succeeded } = yield* Bulk.forEach([1, 99, 2, 3], get, options)
    assert.deepStrictEqual([succeeded.length, failed.length, skipped], [1, 1, [2, 3]])
  })

  on.each([
    [{ concurrency: 0 }, "concurrency"],
    [{ concurrency: 1.5 }, "concurrency"],
    [{ concurrency: Infinity }, "concurrency"],
    [{ budget: { leave: 1 } }, "budget.leave"],
    [{ budget: { leave: -0.1 } }, "budget.leave"],
    [{ budget: { leave: Number.NaN } }, "budget.leave"]
  ] as const)("refuses %j before it begins", function* ([options, path]) {
    const refused = yield* Effect.flip(Bulk.forEach(numbers, () => Effect.die("begun"), options))
    assert.deepStrictEqual([refused._tag, refused.path], ["InvalidInput", path])
  })

  on("takes the bounds of its options", function* () {
    const { succeeded } = yield* Bulk.forEach([1, 2], get, { concurrency: 1, budget: { leave: 0 } })
    assert.lengthOf(succeeded, 2)
  })

  on("works on so many items at a time", function* () {
    let now = 0
    let peak = 0
    const one = Effect.gen(function* () {
      peak = Math.max(peak, ++now)
      yield* Effect.sleep("1 second")
      now--
    })
    yield* run(Bulk.forEach(numbers, () => one, { concurrency: 3 }))
    assert.strictEqual(peak, 3)
  })

  on("leaves a share of the budget to others, and goes on in the next window", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("acme", 2_510)
    const begun = yield* Effect.forkChild(Bulk.forEach(numbers, get, { concurrency: 4, budget: { leave: 0.5 } }))
    yield* until(Effect.map(simulator.requests, (requests) => requests.length >= 10))
    yield* TestClock.adjust("10 minutes")
    const [limit] = yield* simulator.limits
    assert.strictEqual(limit?.remaining, 2_500)
    yield* TestClock.adjust("1 hour")
    assert.lengthOf((yield* Fiber.join(begun)).succeeded, count)
  })

  on("holds back downloads, too", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("acme", 2_501)
    const download = Effect.result(Contents.download.bytes({ ...repo, path: "README.md" }))
    const one = (number: number) => Effect.andThen(get(number), download)
    const begun = yield* Effect.forkChild(Bulk.forEach([1], one, { budget: { leave: 0.5 } }))
    yield* until(Effect.map(simulator.requests, (requests) => requests.length >= 1))
    yield* TestClock.adjust("10 minutes")
    assert.lengthOf(yield* simulator.requests, 1)
    yield* TestClock.adjust("1 hour")
    yield* Fiber.join(begun)
    assert.lengthOf(yield* simulator.requests, 2)
  })

  on("does not spend what others need, whoever has spent the rest", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const begun = yield* Effect.forkChild(
      Bulk.forEach(numbers, (number) => Effect.andThen(Effect.sleep("1 minute"), get(number)), {
        concurrency: 1,
        budget: { leave: 0.2 }
      })
    )
    yield* TestClock.adjust("5 minutes")
    yield* simulator.setRemaining("acme", 900)
    yield* TestClock.adjust("10 minutes")
    // One response stated it.
    assert.strictEqual((yield* simulator.limits)[0]?.remaining, 899)
    yield* TestClock.adjust("2 hours")
    assert.lengthOf((yield* Fiber.join(begun)).succeeded, count)
  })

  on("interrupts its items", function* () {
    const interrupted: Array<number> = []
    const one = (item: number) => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted.push(item)))
    const fiber = yield* Effect.forkChild(Bulk.forEach(numbers, one, { concurrency: 2 }))
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(interrupted, [1, 2])
  })

  on("ends with a defect", function* () {
    const exit = yield* run(Bulk.forEach([1, 2], () => Effect.die("broken")))
    assert.isTrue(Exit.hasDies(exit))
  })
})

describe("Bulk.start", () => {
  on("reports progress, and pauses", function* () {
    const last = yield* Deferred.make<void>()
    const one = (item: number) =>
      item === 6 ? Effect.andThen(Deferred.await(last), Effect.fail("six")) : Effect.sleep("1 minute")
    const { outcome, pause, progress, resume } = yield* Bulk.start([1, 2, 3, 4, 5, 6], one, { concurrency: 2 })
    const seen = yield* Effect.forkChild(Stream.runCollect(progress))
    yield* TestClock.adjust("90 seconds")
    yield* pause
    yield* TestClock.adjust("1 hour")
    const paused = yield* Stream.runHead(progress)
    assert.deepStrictEqual(paused._tag === "Some" && paused.value, {
      total: 6,
      succeeded: 4,
      failed: 0,
      running: 0,
      state: "paused"
    })
    yield* resume
    yield* TestClock.adjust("1 hour")
    yield* Deferred.succeed(last, undefined)
    const { failed } = yield* outcome
    assert.deepStrictEqual(failed, [{ index: 5, item: 6, error: "six" }])
    const states = yield* Fiber.join(seen)
    assert.deepStrictEqual(states.at(-1), { total: 6, succeeded: 5, failed: 1, running: 0, state: "ended" })
    assert.isTrue(states.every(({ running }) => running <= 2))
  })
})
