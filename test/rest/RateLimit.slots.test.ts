import { assert, describe } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { budget, core, gated, limit, type Request, search } from "./support/gate.ts"
import { pass, start } from "./support/time.ts"

describe("concurrency", () => {
  gated(
    "is limited for each origin and principal, across all resources",
    ({ ask, peak, sent }) =>
      Effect.gen(function* () {
        for (let i = 0; i < 5; i++) {
          yield* start(ask("core", { takes: 1_000 }))
          yield* start(ask("search", { bucket: search, takes: 1_000 }))
        }
        assert.strictEqual(sent.length, 3)
        yield* start(ask("other", { bucket: { ...core, principal: "hub" }, takes: 500 }))
        assert.strictEqual(sent.length, 4)
        yield* pass(10_000)
        assert.strictEqual(sent.length, 11)
        assert.strictEqual(peak(), 4)
      }),
    RateLimit.layerMemory({ concurrency: 3 })
  )

  for (const [concurrency, expected] of [
    [undefined, 100],
    [Number.NaN, 100],
    [2.9, 2],
    [0.9, 1],
    [0, 1],
    [-1, 1]
  ] as const) {
    gated(
      `is ${expected} when the option is ${concurrency}`,
      ({ ask, peak }) =>
        Effect.gen(function* () {
          yield* Effect.forEach(Array.from({ length: 250 }), () => ask("one", { takes: 1_000 }), {
            concurrency: "unbounded",
            discard: true
          }).pipe(start)
          yield* pass(3_000)
          assert.strictEqual(peak(), expected)
        }),
      RateLimit.layerMemory({ concurrency })
    )
  }

  gated(
    "gives the slot of a failed request to the next",
    ({ ask, limits, names }) =>
      Effect.gen(function* () {
        yield* start(ask("holds", { takes: 100 }))
        const failing = limits.withPermit(
          core,
          { operation: "Issues.get", write: false, maxWait: Duration.minutes(1) },
          Effect.fail("lost")
        )
        const failed = yield* start(Effect.flip(failing))
        yield* start(ask("next"))
        yield* pass(100)
        assert.strictEqual(yield* Fiber.join(failed.fiber), "lost")
        assert.deepStrictEqual(names(), ["holds", "next"])
      }),
    RateLimit.layerMemory({ concurrency: 1 })
  )
})

/** A test whose writes are a second apart. */
const spaced = (name: string, test: Parameters<typeof gated>[1], options?: RateLimit.Options) =>
  gated(name, test, RateLimit.layerMemory(options), "1 second")

describe("writes", () => {
  gated("go at once by default, as reads do", ({ ask, times }) =>
    Effect.gen(function* () {
      for (let i = 0; i < 5; i++) yield* start(ask("write", { write: true, takes: 100 }))
      assert.deepStrictEqual(times(), [0, 0, 0, 0, 0])
    })
  )

  spaced("go an interval apart when configured", ({ ask, sent }) =>
    Effect.gen(function* () {
      yield* start(ask("quick", { write: true, takes: 100 }))
      yield* start(ask("slow", { write: true, takes: 2_500 }))
      yield* start(ask("last", { write: true }))
      yield* start(ask("read"))
      yield* pass(10_000)
      assert.deepStrictEqual(sent, [
        { name: "quick", at: 0 },
        { name: "read", at: 0 },
        { name: "slow", at: 1_000 },
        { name: "last", at: 2_000 }
      ])
    })
  )

  spaced("keep their interval after a pause", ({ ask, sent }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      for (let i = 0; i < 3; i++) yield* start(ask("write", { write: true, takes: 10 }))
      yield* pass("1 minute")
      assert.deepStrictEqual(
        sent.slice(1).map(({ at }) => at),
        [30_000, 31_000, 32_000]
      )
    })
  )

  spaced("of one principal don't delay another's", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("mine", { write: true, takes: 5_000 }))
      yield* start(ask("yours", { write: true, bucket: { ...core, principal: "hub" } }))
      assert.deepStrictEqual(times(), [0, 0])
    })
  )

  spaced("that would wait too long fail at once, even behind one that may wait", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("limited", { tells: () => ({ limit: limit(30_000) }) })
      yield* start(ask("patient", { write: true, maxWait: "1 minute" }))
      const hasty = yield* start(Effect.flip(ask("hasty", { write: true, maxWait: "1 second" })))
      assert.strictEqual(hasty.endedAt(), 0)
      yield* pass("1 minute")
      assert.deepStrictEqual(names(), ["limited", "patient"])
    })
  )

  spaced(
    "hold no slot while they wait for their turn",
    ({ ask, names }) =>
      Effect.gen(function* () {
        yield* ask("write", { write: true })
        yield* start(ask("next write", { write: true }))
        yield* ask("read")
        assert.deepStrictEqual(names(), ["write", "read"])
        yield* pass(1_000)
        assert.deepStrictEqual(names(), ["write", "read", "next write"])
      }),
    { concurrency: 1 }
  )

  spaced("notice a limit that arrives while they wait for their turn", ({ ask, sent }) =>
    Effect.gen(function* () {
      yield* ask("write", { write: true })
      yield* start(ask("next write", { write: true }))
      yield* start(ask("read", { takes: 500, tells: () => ({ limit: limit(5_000) }) }))
      yield* pass(10_000)
      assert.deepStrictEqual(sent.at(-1), { name: "next write", at: 5_000 })
    })
  )
})

describe("idle buckets", () => {
  const crowd = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i): RateLimit.Bucket => ({ ...core, principal: `user${from + i}` }))

  const minute = 60_000
  /** A primary limit: after a secondary one, the bucket would be kept for its writes. */
  const strike: Request = { maxWait: "1 day", tells: () => ({ limit: limit(undefined, "primary") }) }

  for (const [others, pause] of [
    [999, 2 * minute],
    [1_000, minute]
  ] as const) {
    gated(`are ${pause === minute ? "forgotten" : "kept"} when ${others} principals follow`, ({ ask, times }) =>
      Effect.gen(function* () {
        yield* ask("limited", strike)
        yield* pass(minute)
        yield* Effect.forEach(crowd(others), (bucket) => ask("crowd", { bucket }), { discard: true })
        yield* ask("limited", strike)
        yield* start(ask("next"))
        yield* pass(2 * minute)
        assert.strictEqual(times().at(-1), minute + pause, "a second strike in a row pauses for twice as long")
      })
    )
  }

  for (const [others, pause] of [
    [999, 2 * minute],
    [1_000, minute]
  ] as const) {
    gated(
      `beside 1,000 paused ones are ${pause === minute ? "forgotten" : "kept"} when ${others} principals follow`,
      ({ ask, times }) =>
        Effect.gen(function* () {
          const paused: Request = { tells: () => ({ limit: limit(60 * minute) }) }
          yield* Effect.forEach(crowd(1_000), (bucket) => ask("paused", { ...paused, bucket }), { discard: true })
          yield* ask("limited", strike)
          yield* pass(minute)
          yield* Effect.forEach(crowd(others, 1_000), (bucket) => ask("crowd", { bucket }), { discard: true })
          yield* ask("limited", strike)
          yield* start(ask("next"))
          yield* pass(2 * minute)
          assert.strictEqual(times().at(-1), minute + pause)
        })
    )
  }

  gated("that are paused or spent are kept", ({ ask, names }) =>
    Effect.gen(function* () {
      const spent = { ...core, principal: "spent" }
      yield* ask("paused", { tells: () => ({ limit: limit(60_000) }) })
      yield* ask("spent", { bucket: spent, tells: () => ({ budget: budget(0, 60_000) }) })
      yield* Effect.forEach(crowd(1_500), (bucket) => ask("crowd", { bucket }), { discard: true })
      const before = names().length
      yield* start(ask("waits"))
      yield* start(ask("waits", { bucket: spent }))
      yield* pass(59_999)
      assert.strictEqual(names().length, before)
    })
  )

  gated(
    "with requests queued for a slot are kept, so that a pause holds them too",
    ({ ask, names }) =>
      Effect.gen(function* () {
        const held = yield* start(ask("holds the slot", { bucket: search, takes: 60_000 }))
        yield* start(ask("first", { tells: () => ({ limit: limit(90_000) }) }))
        yield* start(ask("second"))
        yield* Effect.forEach(crowd(1_500), (bucket) => ask("crowd", { bucket }), { discard: true })
        yield* pass(60_000)
        yield* Fiber.join(held.fiber)
        assert.deepStrictEqual(
          names().filter((name) => name !== "crowd"),
          ["holds the slot", "first"]
        )
      }),
    RateLimit.layerMemory({ concurrency: 1 })
  )

  gated(
    "leave the slots of their host unchanged",
    ({ ask, names }) =>
      Effect.gen(function* () {
        yield* ask("idle", { bucket: search })
        yield* start(ask("holds", { takes: 60_000 }))
        yield* Effect.forEach(crowd(1_500), (bucket) => ask("crowd", { bucket }), { discard: true })
        yield* start(ask("queued"))
        yield* pass(59_999)
        assert.notInclude(names(), "queued")
        yield* pass(1)
        assert.include(names(), "queued")
      }),
    RateLimit.layerMemory({ concurrency: 1 })
  )

  spaced("leave the time of the last write unchanged", ({ ask, sent }) =>
    Effect.gen(function* () {
      yield* ask("write", { write: true })
      yield* Effect.forEach(crowd(1_500), (bucket) => ask("crowd", { bucket }), { discard: true })
      yield* start(ask("next write", { write: true }))
      yield* pass(1_000)
      assert.deepStrictEqual(sent.at(-1), { name: "next write", at: 1_000 })
    })
  )
})
