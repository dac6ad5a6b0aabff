/** One budget for several processes, on a real Redis. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { ask, core, gateAt, logged, mortalAt, search, service, silent } from "./support.ts"

describe.skipIf(lacksRedis)("a budget that processes share", () => {
  it.live("is never exceeded, and all that waits is done in the next windows", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const api = service(40, 1_500, () => 20 * Math.random())
      const gates = yield* Effect.forEach([1, 2, 3, 4], () => gateAt(url))
      yield* Effect.forEach(
        gates,
        (gate) =>
          Effect.all(
            Array.from({ length: 25 }, () => ask(gate, api.exchange)),
            { concurrency: "unbounded" }
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(api.done(), 100)
      assert.strictEqual(api.refused(), 0)
    })
  )

  it.live("that nobody knows is asked for by one request alone", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      // One that is smaller than the concurrency.
      const api = service(10, 2_000)
      const gates = yield* Effect.forEach([1, 2], () => gateAt(url))
      yield* Effect.forEach(
        gates,
        (gate) =>
          Effect.all(
            Array.from({ length: 8 }, () => ask(gate, api.exchange)),
            { concurrency: "unbounded" }
          ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(api.refused(), 0)
      assert.strictEqual(api.done(), 16)
    })
  )

  it.live("that is spent holds back a process that has sent nothing yet, and says until when", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const [one, two] = [yield* gateAt(url), yield* gateAt(url)]
      const resetAt = Date.now() + 600_000
      const budget = { resource: "core", limit: 5_000, remaining: 0, used: 5_000, resetAt }
      yield* ask(one, Effect.succeed({ budget }))
      yield* Effect.sleep(100)
      const api = silent(1)
      const limited = yield* Effect.flip(ask(two, api.exchange, { maxWait: "1 minute" }))
      assert.containSubset(limited, { kind: "primary", resource: "core", limit: 5_000, remaining: 0 })
      assert.isBelow(Math.abs(limited.retryAt.epochMilliseconds - resetAt), 60_000)
      // Another resource is another budget, and so is that of another principal.
      yield* ask(two, api.exchange, { bucket: search, maxWait: "1 minute" })
      yield* ask(two, api.exchange, { bucket: { ...core, principal: "hub" }, maxWait: "1 minute" })
      assert.strictEqual(api.at.length, 2)
    })
  )

  it.live("is not exceeded by the processes that go on when another dies with requests under way", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const api = service(30, 3_000)
      const options = { lease: "600 millis" } as const
      const [survivor, dying] = [yield* gateAt(url, options), yield* mortalAt(url, options)]
      yield* ask(survivor, api.exchange)
      // The service gets these requests, and nobody hears of it.
      const lost = Effect.andThen(api.exchange, Effect.never)
      const fibers = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.forkChild(ask(dying.gate, lost)))
      while (api.done() < 11) yield* Effect.sleep(10)
      dying.kill()
      assert.strictEqual(api.done(), 11)
      // The lease ends before anybody else hears of the budget.
      yield* Effect.sleep(900)
      yield* Effect.all(
        Array.from({ length: 30 }, () => ask(survivor, api.exchange)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(api.refused(), 0)
      assert.strictEqual(api.done(), 41)
      yield* Fiber.interruptAll(fibers)
    }).pipe(Effect.provide(logged().layer))
  )

  it.live("is given back by a process that ends", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const resetAt = Date.now() + 600_000
      const budget = { resource: "core", limit: 5_000, remaining: 1, used: 4_999, resetAt }
      const survivor = yield* gateAt(url)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const gate = yield* gateAt(url)
          yield* ask(gate, Effect.succeed({ budget }))
          const taken = yield* Latch.make()
          yield* Effect.forkScoped(ask(gate, Effect.andThen(taken.open, Effect.never)))
          yield* taken.await
          const held = yield* Effect.exit(ask(survivor, Effect.succeed({ budget }), { maxWait: 100 }))
          assert.isTrue(Exit.isFailure(held))
        })
      )
    })
  )
})
