import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { budget, core, gated, limit, search } from "./support/gate.ts"
import { epoch, pass, start } from "./support/time.ts"

const minute = 60_000

describe("a limit", () => {
  gated("pauses its bucket until the time it names", ({ ask, sent }) =>
    Effect.gen(function* () {
      const limited = yield* ask("limited", { tells: () => ({ limit: limit(20_000, "primary") }) })
      assert.deepStrictEqual(limited, {
        _tag: "Limited",
        kind: "primary",
        resource: "core",
        limit: null,
        remaining: null,
        retryAt: DateTime.makeUnsafe(epoch + 20_000)
      })
      const next = yield* start(ask("next"))
      yield* pass(19_999)
      assert.strictEqual(sent.length, 1)
      yield* pass(1)
      assert.deepStrictEqual(sent, [
        { name: "limited", at: 0 },
        { name: "next", at: 20_000 }
      ])
      assert.strictEqual(next.endedAt(), 20_000)
    })
  )

  gated(
    "without a time pauses for a minute, then two, then four, up to an hour",
    ({ ask, times }) =>
      Effect.gen(function* () {
        for (let strike = 0; strike < 9; strike++) {
          yield* start(ask("limited", { maxWait: "1 day", tells: () => ({ limit: limit() }) }))
        }
        yield* pass("1 day")
        const pauses = times().map((at, i, all) => (at - (all[i - 1] ?? 0)) / minute)
        assert.deepStrictEqual(pauses, [0, 1, 2, 4, 8, 16, 32, 60, 60])
      }),
    // One at a time: each meets the limit again, right after the previous pause.
    RateLimit.layerMemory({ concurrency: 1 })
  )

  gated("doubles its pause only when it repeats immediately", ({ ask }) =>
    Effect.gen(function* () {
      const retryAt = (one: RateLimit.Limited | undefined) =>
        one === undefined ? undefined : DateTime.toEpochMillis(one.retryAt) - epoch
      const again = ask("limited", { tells: () => ({ limit: limit() }) })
      assert.strictEqual(retryAt(yield* again), minute)
      yield* pass(minute)
      assert.strictEqual(retryAt(yield* again), 3 * minute)
      yield* pass(2 * minute)
      yield* ask("a success between them")
      assert.strictEqual(retryAt(yield* again), 4 * minute)
    })
  )

  gated("still counts as repeated when an older request succeeds during its pause", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("older", { takes: 30_000 }))
      yield* ask("limited", { tells: () => ({ limit: limit() }) })
      yield* pass(minute)
      yield* ask("limited again", { tells: () => ({ limit: limit() }) })
      yield* start(ask("next"))
      yield* pass("10 minutes")
      assert.deepStrictEqual(times(), [0, 0, minute, 3 * minute])
    })
  )

  gated(
    "pauses for the configured time",
    ({ ask, times }) =>
      Effect.gen(function* () {
        yield* ask("limited", { tells: () => ({ limit: limit() }) })
        yield* start(ask("next"))
        yield* pass("10 seconds")
        assert.deepStrictEqual(times(), [0, 5_000])
      }),
    RateLimit.layerMemory({ pause: "5 seconds" })
  )

  gated("reported to several requests in flight at once counts once", ({ ask, times }) =>
    Effect.gen(function* () {
      for (const takes of [100, 200, 300, 400, 500]) {
        yield* start(ask("limited", { takes, tells: () => ({ limit: limit() }) }))
      }
      yield* pass(500)
      yield* start(ask("next", { tells: () => ({ limit: limit() }) }))
      yield* pass(2 * minute)
      assert.strictEqual(times()[5], 500 + minute, "a minute after the last response that reported it")
      yield* start(ask("after the second strike"))
      yield* pass(2 * minute)
      assert.strictEqual(times()[6], 500 + 3 * minute)
    })
  )

  gated("pauses again when it is reported after another pause has ended", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("late", { takes: 90_000, tells: () => ({ limit: limit() }) }))
      yield* start(ask("first", { takes: 1_000, tells: () => ({ limit: limit() }) }))
      yield* pass(90_000)
      yield* start(ask("next"))
      yield* pass(2 * minute)
      assert.deepStrictEqual(times(), [0, 0, 90_000 + minute])
    })
  )

  gated("is not shortened by one with an earlier time", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("long", { takes: 100, tells: () => ({ limit: limit(50_000) }) }))
      yield* start(ask("short", { takes: 200, tells: () => ({ limit: limit(10_000) }) }))
      yield* pass(200)
      yield* start(ask("next"))
      yield* pass(minute)
      assert.deepStrictEqual(times(), [0, 0, 50_000])
    })
  )

  gated("pauses all waiting requests, and releases them together", ({ ask, sent, times }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      for (let i = 0; i < 20; i++) yield* start(ask("waits"))
      yield* pass(29_999)
      assert.strictEqual(sent.length, 1)
      yield* pass(1)
      assert.deepStrictEqual(times(), [0, ...Array.from({ length: 20 }, () => 30_000)])
    })
  )

  gated("that is reported while others wait extends their wait", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("slow", { takes: 20_000, tells: () => ({ limit: limit(70_000) }) }))
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      yield* start(ask("waits"))
      yield* pass(2 * minute)
      assert.deepStrictEqual(times(), [0, 0, 70_000])
    })
  )

  gated("that is secondary pauses every resource of the principal", ({ ask, names, times }) =>
    Effect.gen(function* () {
      yield* ask("limited", { bucket: search, tells: () => ({ limit: limit(30_000) }) })
      yield* start(ask("core"))
      yield* start(ask("graphql", { bucket: { ...core, resource: "graphql" } }))
      yield* ask("other principal", { bucket: { ...core, principal: "hub" } })
      yield* pass(30_000)
      assert.deepStrictEqual(names(), ["limited", "other principal", "core", "graphql"])
      assert.deepStrictEqual(times(), [0, 0, 30_000, 30_000])
    })
  )

  gated("of one resource does not pause another, when it is a primary one", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("limited", { bucket: search, tells: () => ({ limit: limit(30_000, "primary") }) })
      yield* start(ask("search", { bucket: search }))
      yield* ask("core")
      assert.deepStrictEqual(names(), ["limited", "core"])
    })
  )

  gated(
    "of one resource does not hold the slots of another",
    ({ ask, names }) =>
      Effect.gen(function* () {
        yield* start(
          ask("both slots", { bucket: search, takes: 100, tells: () => ({ limit: limit(30_000, "primary") }) })
        )
        yield* start(ask("both slots", { bucket: search, takes: 100 }))
        // These were let through, but the bucket closes while they queue for a slot.
        for (let i = 0; i < 3; i++) yield* start(ask("search", { bucket: search }))
        yield* pass(100)
        yield* ask("core")
        assert.deepStrictEqual(names(), ["both slots", "both slots", "core"])
        yield* pass(30_000)
        assert.deepStrictEqual(names().slice(3), ["search", "search", "search"])
      }),
    RateLimit.layerMemory({ concurrency: 2 })
  )

  gated("of one principal or origin does not pause another", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000), budget: budget(0, 30_000) }) })
      yield* start(ask("same"))
      yield* ask("other principal", { bucket: { ...core, principal: "hub" } })
      yield* ask("other origin", { bucket: { ...core, origin: "https://git.example.com" } })
      assert.deepStrictEqual(names(), ["limited", "other principal", "other origin"])
    })
  )
})

describe("a wait", () => {
  gated("longer than maxWait fails at once, and says when to retry", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000), budget: budget(17, minute) }) })
      const late = yield* start(Effect.flip(ask("late", { maxWait: "29 seconds" })))
      assert.strictEqual(late.endedAt(), 0)
      assert.deepStrictEqual(
        late.exit(),
        Exit.succeed<RateLimit.Limited>({
          _tag: "Limited",
          kind: "secondary",
          resource: "core",
          limit: 5_000,
          remaining: 17,
          retryAt: DateTime.makeUnsafe(epoch + 30_000)
        })
      )
      const intime = yield* start(ask("in time", { maxWait: "30 seconds" }))
      yield* pass(30_000)
      assert.strictEqual(intime.endedAt(), 30_000)
      assert.deepStrictEqual(names(), ["limited", "in time"])
    })
  )

  gated("for a spent budget reports a primary limit", ({ ask }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(10_000, "secondary") }) })
      yield* pass(10_000)
      yield* ask("last", { tells: () => ({ budget: budget(0, 30_000) }) })
      const refused = yield* Effect.flip(ask("refused", { maxWait: "1 second" }))
      assert.strictEqual(refused.kind, "primary", "whatever limit there was before")
      assert.strictEqual(refused.remaining, 0)
      assert.strictEqual(DateTime.toEpochMillis(refused.retryAt), epoch + 30_000)
    })
  )

  gated("fails as soon as it is known to become longer than maxWait", ({ ask }) =>
    Effect.gen(function* () {
      yield* start(ask("slow", { takes: 5_000, tells: () => ({ limit: limit(70_000) }) }))
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      const waits = yield* start(Effect.flip(ask("waits", { maxWait: "40 seconds" })))
      yield* pass(30_000)
      assert.strictEqual(waits.endedAt(), 30_000)
    })
  )

  gated("for a request in flight that hangs ends at maxWait", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("one left", { tells: () => ({ budget: budget(1, 10 * minute) }) })
      yield* start(ask("hangs", { takes: "9 minutes" }))
      const waits = yield* start(Effect.flip(ask("waits", { maxWait: "5 seconds" })))
      yield* pass(minute)
      assert.strictEqual(waits.endedAt(), 5_000)
      assert.deepStrictEqual(names(), ["one left", "hangs"])
    })
  )

  gated("for a budget fails when the request before it is limited for longer", ({ ask }) =>
    Effect.gen(function* () {
      yield* ask("one left", { tells: () => ({ budget: budget(1, 10 * minute) }) })
      yield* start(ask("limited", { takes: 5_000, tells: () => ({ limit: limit(2 * minute) }) }))
      const waits = yield* start(Effect.flip(ask("waits", { maxWait: minute })))
      yield* pass(minute)
      assert.strictEqual(waits.endedAt(), 5_000)
    })
  )

  gated("that is interrupted leaves the others waiting", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      const first = yield* start(ask("first"))
      yield* start(ask("second"))
      yield* Fiber.interrupt(first.fiber)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(first.fiber)))
      yield* pass(30_000)
      assert.deepStrictEqual(names(), ["limited", "second"])
    })
  )

  gated(
    "for a slot frees it when interrupted",
    ({ ask, names, peak }) =>
      Effect.gen(function* () {
        yield* start(ask("holds", { takes: 1_000 }))
        const queued = yield* start(ask("queued"))
        yield* start(ask("behind", { takes: 1_000 }))
        yield* start(ask("last"))
        yield* Fiber.interrupt(queued.fiber)
        yield* pass(5_000)
        assert.deepStrictEqual(names(), ["holds", "behind", "last"])
        assert.strictEqual(peak(), 1)
      }),
    RateLimit.layerMemory({ concurrency: 1 })
  )

  gated("for a budget continues when the request before it is interrupted", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("one left", { tells: () => ({ budget: budget(1, 10 * minute) }) })
      const hangs = yield* start(ask("hangs", { takes: "9 minutes" }))
      yield* start(ask("waits", { tells: () => ({ budget: budget(0, 10 * minute) }) }))
      yield* Fiber.interrupt(hangs.fiber)
      yield* pass(1)
      assert.deepStrictEqual(names(), ["one left", "hangs", "waits"])
    })
  )
})
