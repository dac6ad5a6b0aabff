import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import * as Issues from "../../src/forge/Issues.ts"
import * as Metrics from "../../src/rest/Metrics.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Budget, Bulk } from "../../src/workflow/index.ts"
import { testOn } from "../testOn.ts"
import { start } from "./support/matrix.ts"
import { run } from "./support/run.ts"

const on = testOn(
  ForgeSimulator.layer({
    limits: { core: { authenticated: 20 } },
    repositories: [
      {
        owner: "acme",
        name: "web",
        issues: Array.from({ length: 20 }, (_, index) => ({ title: `Issue ${index + 1}` }))
      }
    ]
  }),
  start
)

const get = (issue_number: number) => Issues.get({ owner: "acme", repo: "web", issue_number })
const read = (count: number, first = 1) =>
  Effect.forEach(
    Array.from({ length: count }, (_, i) => first + i),
    get
  )

const sent = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  return (yield* simulator.requests).length
})

/** Lets everything happen that needs no time. */
const settled = TestClock.adjust("1 second")

describe("a share", () => {
  on("leaves a part of the limit to others, for any program", function* () {
    const running = yield* Effect.forkChild(read(15).pipe(Budget.share({ leave: 0.5 })))
    yield* settled
    assert.strictEqual(yield* sent, 10)
    // Others have what it leaves.
    yield* read(3)
    yield* settled
    assert.strictEqual(yield* sent, 13)
    yield* TestClock.adjust("1 hour")
    yield* Fiber.join(running)
    assert.strictEqual(yield* sent, 18)
  })

  on("spends no more than a part of the limit in a window, whatever its programs do at the same time", function* () {
    const tenant = yield* Budget.make({ spend: 0.25 })
    const first = yield* Effect.forkChild(tenant.share(read(4)))
    const second = yield* Effect.forkChild(Bulk.forEach([5, 6, 7, 8], get, { budget: tenant }))
    yield* settled
    assert.strictEqual(yield* sent, 5)
    assert.deepStrictEqual([...(yield* tenant.spent)], [["core", 5]])
    yield* TestClock.adjust("1 hour")
    yield* Effect.all([Fiber.join(first), Fiber.join(second)])
    assert.strictEqual(yield* sent, 8)
    assert.deepStrictEqual([...(yield* tenant.spent)], [["core", 3]])
  })

  on("of all is all", function* () {
    yield* read(20).pipe(Budget.share({ leave: 0, spend: 1 }))
    assert.strictEqual(yield* sent, 20)
  })

  on("takes the effect first as well", function* () {
    const running = yield* Effect.forkChild(Budget.share(read(10), { spend: 0.2 }))
    yield* settled
    assert.strictEqual(yield* sent, 4)
    yield* Fiber.interrupt(running)
    const refused = yield* Effect.flip(Budget.share(read(1), { spend: 0 }))
    assert.strictEqual(refused._tag, "InvalidInput")
  })

  on("does not count what is free, and counts what fails", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const tenant = yield* Budget.make({ name: "acme", spend: 0.5 })
    yield* tenant.share(Effect.andThen(get(1), get(1)))
    assert.deepStrictEqual([...(yield* tenant.spent)], [["core", 1]])
    yield* simulator.faults.add(Faults.unavailable({ retryAfter: "0 seconds" }))
    yield* run(tenant.share(Effect.andThen(get(2), Effect.exit(get(99)))))
    assert.deepStrictEqual([...(yield* tenant.spent)], [["core", 4]])
    const { count } = yield* Effect.provideService(
      Metric.value(Metrics.budgetQuota.of({ budget: "acme", resource: "core" })),
      Metric.CurrentMetricAttributes,
      {}
    )
    assert.strictEqual(count, 4)
  })

  on("within another one keeps to both", function* () {
    const running = yield* Effect.forkChild(read(10).pipe(Budget.share({ spend: 0.4 }), Budget.share({ spend: 0.2 })))
    yield* settled
    assert.strictEqual(yield* sent, 4)
    yield* Fiber.interrupt(running)
  })

  on.each([
    [{ leave: 1 }, "leave"],
    [{ leave: -0.1 }, "leave"],
    [{ leave: Number.NaN }, "leave"],
    [{ spend: 0 }, "spend"],
    [{ spend: 1.1 }, "spend"],
    [{ spend: Number.NaN }, "spend"]
  ] as const)("of %j is refused", function* ([options, path]) {
    const made = yield* Effect.flip(Budget.make(options))
    assert.deepStrictEqual([made._tag, made.path, made.operation], ["InvalidInput", path, "Budget.make"])
    const shared = yield* Effect.flip(read(1).pipe(Budget.share(options)))
    assert.deepStrictEqual(
      [shared._tag, "path" in shared ? shared.path : "", shared.operation],
      ["InvalidInput", path, "Budget.share"]
    )
    assert.strictEqual(yield* sent, 0)
  })
})
