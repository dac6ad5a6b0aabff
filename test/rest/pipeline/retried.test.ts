/** The retries of a call, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { GivenUp } from "../../../src/rest/internal/pipeline/renewed.ts"
import { retried } from "../../../src/rest/internal/pipeline/retried.ts"
import { makeRetryBudget } from "../../../src/rest/internal/pipeline/retryBudget.ts"
import { TransportFailed } from "../../../src/rest/RestError.ts"
import { inTurn, lost, one, ongoing, other, unavailable } from "./support.ts"

it.effect("a success is returned as it is", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const next = inTurn(Effect.succeed("value"))
    assert.strictEqual(yield* retried(call, one, next.asks), "value")
    assert.deepStrictEqual([next.asked, call.allowance.tries], [[one], 1])
  })
)

it.effect("an outage is tried again after a wait, as who is asked for then", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ credential: Effect.succeed(other) })
    const next = inTurn<string, typeof unavailable>(Effect.fail(unavailable), Effect.succeed("value"))
    const fiber = yield* Effect.forkChild(retried(call, one, next.asks))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(fiber), "value")
    assert.deepStrictEqual([next.asked, call.allowance.tries], [[one, other], 2])
  })
)

it.effect("a call is tried four times", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const next = inTurn(Effect.fail(unavailable))
    const fiber = yield* Effect.forkChild(Effect.flip(retried(call, one, next.asks)))
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Fiber.join(fiber), unavailable)
    assert.strictEqual(call.allowance.tries, 4)
  })
)

it.effect("a write that may have arrived is not repeated", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ asked: { method: "POST", repeatable: false } })
    const next = inTurn(Effect.fail(lost(true)))
    assert.deepStrictEqual(yield* Effect.flip(retried(call, one, next.asks)), lost(true))
    assert.strictEqual(next.asked.length, 1)
  })
)

it.effect("the last error says that an earlier try may have arrived", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ policies: { retry: { base: 0 } } })
    call.allowance.spent = 1_240
    const next = inTurn(Effect.fail(lost(true)), Effect.fail(lost(false)))
    const fiber = yield* Effect.forkChild(Effect.flip(retried(call, one, next.asks)))
    yield* TestClock.adjust("1 minute")
    const { method, operation, url } = lost(true)
    assert.deepStrictEqual(
      yield* Fiber.join(fiber),
      new TransportFailed({
        method,
        operation,
        url,
        message: "lost (after 4 attempts in 1.2 s)",
        mayHaveArrived: true
      })
    )
  })
)

it.effect("what is given up is not tried again", () =>
  Effect.gen(function* () {
    const call = yield* ongoing()
    const next = inTurn(Effect.fail(new GivenUp(unavailable)))
    assert.strictEqual(yield* Effect.flip(retried(call, one, next.asks)), unavailable)
    assert.strictEqual(next.asked.length, 1)
  })
)

it.effect("a call without time left is not tried again", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ policies: { callTimeout: 1_000 } })
    call.allowance.spent = 1_000
    const next = inTurn(Effect.fail(unavailable))
    assert.strictEqual(yield* Effect.flip(retried(call, one, next.asks)), unavailable)
    assert.strictEqual(next.asked.length, 1)
  })
)

it.effect("retries draw on the budget of the service, and successes fill it", () =>
  Effect.gen(function* () {
    const retries = makeRetryBudget()
    const call = yield* ongoing({ service: { retries }, policies: { retry: { budget: 1, base: 0 } } })
    const next = inTurn<string, typeof unavailable>(
      Effect.fail(unavailable),
      Effect.fail(unavailable),
      Effect.fail(unavailable),
      Effect.succeed("value")
    )
    assert.strictEqual(yield* Effect.flip(retried(call, one, next.asks)), unavailable)
    assert.strictEqual(next.asked.length, 2)
    retries.succeed(1)
    assert.strictEqual(
      yield* retried(
        yield* ongoing({ service: { retries }, policies: { retry: { budget: 1, base: 0 } } }),
        one,
        next.asks
      ),
      "value"
    )
    assert.strictEqual(next.asked.length, 4)
  })
)
