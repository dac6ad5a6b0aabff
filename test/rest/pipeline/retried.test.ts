/** The retries of a call, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { GivenUp } from "../../../src/rest/internal/pipeline/renewed.ts"
import { retried } from "../../../src/rest/internal/pipeline/retried.ts"
import { makeRetryBudget } from "../../../src/rest/internal/pipeline/retryBudget.ts"
import { withoutResponse } from "../../../src/rest/ErrorFields.ts"
import type { Call } from "../../../src/rest/Call.ts"
import {
  type Failure,
  NotFound,
  RateLimited,
  ServiceUnavailable,
  TransportFailed
} from "../../../src/rest/RestError.ts"
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

it.effect("a call is tried four times, and its error says so", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ policies: { retry: { base: 0 } } })
    call.allowance.spent = 1_240
    const next = inTurn(Effect.fail(unavailable))
    const error = yield* Effect.flip(retried(call, one, next.asks))
    assert.deepStrictEqual(
      error,
      new ServiceUnavailable(Object.assign({}, unavailable, { message: "no (after 4 attempts in 1.2 s)" }))
    )
    assert.strictEqual(Cause.pretty(Cause.fail(error)).split("\n")[0], `${error.name}: ${error.message}`)
    assert.strictEqual(call.allowance.tries, 4)
  })
)

/** What a call says whose tries fail with these errors. */
const saidAfter = (asked: Partial<Call>, ...failures: readonly [Failure, ...Array<Failure>]) =>
  Effect.gen(function* () {
    const call = yield* ongoing({ asked, policies: { retry: { base: 0, attempts: failures.length } } })
    const [first, ...others] = failures
    const next = inTurn<never, Failure>(Effect.fail(first), ...others.map((failure) => Effect.fail(failure)))
    const fiber = yield* Effect.forkChild(Effect.flip(retried(call, one, next.asks)))
    yield* TestClock.adjust("1 minute")
    const error = yield* Fiber.join(fiber)
    assert.strictEqual(error._tag, failures.at(-1)?._tag)
    return error.message
  })

it.effect("any error says how many attempts were made, if there was more than one", () =>
  Effect.gen(function* () {
    const { method, operation, url } = unavailable
    const missing = new NotFound({ ...withoutResponse({ operation, method, url }, "no"), status: 404 })
    assert.strictEqual(yield* saidAfter({}, missing), "Things.get: no")
    assert.strictEqual(yield* saidAfter({}, unavailable, missing), "Things.get: no (after 2 attempts in 0 s)")
  })
)

it.effect("what the gate holds back is no attempt", () =>
  Effect.gen(function* () {
    const limit = { kind: "secondary", resource: "core", limit: null, remaining: null } as const
    const retryAt = DateTime.makeUnsafe(0)
    const { method, operation, url } = unavailable
    const held = new RateLimited({ ...withoutResponse({ operation, method, url }, "held"), ...limit, retryAt })
    assert.strictEqual(yield* saidAfter({}, unavailable, held), "Things.get: held")
    assert.strictEqual(
      yield* saidAfter({}, unavailable, unavailable, held),
      "Things.get: held (after 2 attempts in 0 s)"
    )
  })
)

it.effect("a lost write says that the service may have carried it out", () =>
  Effect.gen(function* () {
    const once = { method: "POST", repeatable: false }
    const again = { method: "PUT", repeatable: true }
    assert.strictEqual(yield* saidAfter(once, lost(true)), "lost: the service may have carried it out")
    assert.strictEqual(yield* saidAfter(once, lost(false)), "lost")
    assert.strictEqual(yield* saidAfter({ ...once, onlyReads: true }, lost(true)), "lost")
    assert.strictEqual(yield* saidAfter({ method: "GET" }, lost(true)), "lost")
    assert.strictEqual(
      yield* saidAfter(again, lost(false), lost(true)),
      "lost: the service may have carried it out (after 2 attempts in 0 s)"
    )
    assert.strictEqual(
      yield* saidAfter(again, lost(true), lost(false)),
      "lost: the service may have carried out an earlier attempt (after 2 attempts in 0 s)"
    )
  })
)

it.effect("a write that may have arrived is not repeated", () =>
  Effect.gen(function* () {
    const call = yield* ongoing({ asked: { method: "POST", repeatable: false } })
    const next = inTurn(Effect.fail(lost(true)))
    const message = "lost: the service may have carried it out"
    assert.deepStrictEqual(
      yield* Effect.flip(retried(call, one, next.asks)),
      new TransportFailed(Object.assign({}, lost(true), { message }))
    )
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
    assert.deepStrictEqual(
      yield* Effect.flip(retried(call, one, next.asks)),
      new ServiceUnavailable(Object.assign({}, unavailable, { message: "no (after 2 attempts in 0 s)" }))
    )
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
