import { assert, describe } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Scheduler from "effect/Scheduler"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { budget, core, gated, type Request, search } from "./support/gate.ts"
import { pass, start } from "./support/time.ts"

/** A service that counts: each response says how much of the window is left. */
const counting = (total: number, resetAt: number) => {
  let left = total
  return (request: Request = {}): Request => ({
    ...request,
    tells: () => ({ budget: budget(Math.max(0, --left), resetAt) })
  })
}

describe("a budget", () => {
  gated("closes its bucket until the reset once it is spent", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("last", { tells: () => ({ budget: budget(0, 30_000) }) })
      yield* start(ask("next"))
      yield* pass("1 minute")
      assert.deepStrictEqual(times(), [0, 30_000])
    })
  )

  gated("lets no more requests through at once than it has left", ({ ask, sent, times }) =>
    Effect.gen(function* () {
      const spend = counting(4, 60_000)
      yield* ask("first", spend())
      for (let i = 0; i < 10; i++) yield* start(ask("more", spend({ takes: 100 })))
      assert.strictEqual(sent.length, 1 + 3)
      yield* pass(59_999)
      assert.strictEqual(sent.length, 1 + 3, "the responses left nothing")
      yield* pass(1)
      assert.deepStrictEqual(
        times().slice(4),
        Array.from({ length: 7 }, () => 60_000)
      )
    })
  )

  gated("that turns out larger releases the waiting requests", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("one left", { tells: () => ({ budget: budget(1, 5_000) }) })
      yield* start(ask("last", { takes: 6_000, tells: () => ({ budget: budget(60, 65_000) }) }))
      yield* start(ask("waits"))
      assert.deepStrictEqual(names(), ["one left", "last"])
      yield* pass(6_000)
      assert.deepStrictEqual(names(), ["one left", "last", "waits"])
    })
  )

  for (const steps of [3, 4, 5, 6, 7, 8, 9]) {
    gated(`releases the waiting requests when fibers yield every ${steps} steps`, ({ ask, times }) =>
      Effect.gen(function* () {
        yield* ask("one left", { tells: () => ({ budget: budget(1, 60_000) }) })
        yield* start(ask("slow", { takes: 1_000, tells: () => ({ budget: budget(1, 60_000) }) }))
        yield* start(ask("waits"))
        yield* pass(1_000)
        assert.deepStrictEqual(times(), [0, 0, 1_000])
      }).pipe(Effect.provideService(Scheduler.MaxOpsBeforeYield, steps))
    )
  }

  gated("counts a wait once, although its timer fires early", ({ ask, times }) =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const early: Clock.Clock = Object.assign(Object.create(clock) as Clock.Clock, {
        sleep: (duration: Duration.Duration) =>
          clock.sleep(Duration.millis(Math.max(1, Duration.toMillis(duration) - 1)))
      })
      yield* ask("last", { tells: () => ({ budget: budget(0, 10_000) }) })
      const registry: (typeof Metric.MetricRegistry)["Service"] = new Map()
      const counted = ask("waits").pipe(
        Effect.provideService(Clock.Clock, early),
        Effect.provideService(Metric.MetricRegistry, registry)
      )
      yield* start(counted)
      yield* pass(9_999)
      yield* pass(1)
      assert.deepStrictEqual(times(), [0, 10_000])
      const [waits] = (yield* Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry)).filter(
        ({ id }) => id === "forgecast_waits_total"
      )
      assert.containSubset(waits, { state: { count: 1 } })
    })
  )

  gated("opens with the next window, even if a request in flight hangs", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("one left", { tells: () => ({ budget: budget(1, 10_000) }) })
      yield* start(ask("hangs", { takes: 60_000 }))
      yield* start(ask("waits"))
      yield* pass(10_000)
      assert.deepStrictEqual(times(), [0, 0, 10_000])
    })
  )

  gated("does not grow because of a response that arrives late", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* start(ask("sent first", { takes: 200, tells: () => ({ budget: budget(2, 60_000) }) }))
      yield* start(ask("sent second", { takes: 100, tells: () => ({ budget: budget(0, 60_000) }) }))
      yield* pass(200)
      yield* start(ask("next"))
      assert.deepStrictEqual(names(), ["sent first", "sent second"])
    })
  )

  gated("of the new window is not overwritten by a response of the old one", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* start(ask("old window", { takes: 1_000, tells: () => ({ budget: budget(0, 500) }) }))
      yield* start(ask("new window", { takes: 900, tells: () => ({ budget: budget(4_999, 3_600_500) }) }))
      yield* pass(1_000)
      yield* ask("next")
      assert.deepStrictEqual(names(), ["old window", "new window", "next"])
    })
  )

  gated("belongs to the same window when its reset is a second later", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* start(ask("first", { takes: 100, tells: () => ({ budget: budget(0, 60_000) }) }))
      yield* start(ask("second", { takes: 200, tells: () => ({ budget: budget(1, 61_000) }) }))
      yield* pass(200)
      yield* start(ask("next"))
      yield* pass(60_000)
      assert.deepStrictEqual(names(), ["first", "second"])
      yield* pass(1_000)
      assert.deepStrictEqual(names(), ["first", "second", "next"])
    })
  )

  // Servers round resets to whole seconds: one that differs by 2 seconds at most is that of the same window.
  for (const [resetAt, phrase, isSame] of [
    [62_000, "2,000 ms later", true],
    [62_001, "2,001 ms later", false]
  ] as const) {
    gated(`that grows, with a reset ${phrase}, is that of ${isSame ? "the same" : "a new"} window`, ({ ask, names }) =>
      Effect.gen(function* () {
        yield* start(ask("first", { takes: 100, tells: () => ({ budget: budget(0, 60_000) }) }))
        yield* start(ask("second", { takes: 200, tells: () => ({ budget: budget(1, resetAt) }) }))
        yield* pass(200)
        yield* start(ask("next"))
        assert.strictEqual(names().includes("next"), !isSame)
      })
    )
  }

  for (const [resetAt, phrase, counts] of [
    [60_000, "2,000 ms earlier", true],
    [59_999, "2,001 ms earlier", false]
  ] as const) {
    gated(`that shrinks, with a reset ${phrase}, ${counts ? "counts" : "is that of an old window"}`, ({ ask, names }) =>
      Effect.gen(function* () {
        yield* start(ask("first", { takes: 100, tells: () => ({ budget: budget(5, 62_000) }) }))
        yield* start(ask("second", { takes: 200, tells: () => ({ budget: budget(0, resetAt) }) }))
        yield* pass(200)
        yield* start(ask("next"))
        assert.strictEqual(names().includes("next"), !counts)
      })
    )
  }

  gated("is kept for 100 resources of a host, and for no more", ({ ask, names }) =>
    Effect.gen(function* () {
      // `core` is the first.
      for (let i = 2; i <= 101; i++) yield* ask("stated", { tells: () => ({ budget: budget(0, 60_000, `r${i}`) }) })
      for (const resource of ["r100", "r101"]) {
        yield* start(ask(resource, { bucket: { ...core, resource } }))
      }
      assert.deepStrictEqual(
        names().filter((name) => name !== "stated"),
        ["r101"]
      )
    })
  )

  gated("ends with the latest reset of its responses", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("first", { takes: 100, tells: () => ({ budget: budget(1, 61_000) }) }))
      yield* start(ask("second", { takes: 200, tells: () => ({ budget: budget(0, 60_000) }) }))
      yield* pass(200)
      yield* start(ask("next"))
      yield* pass("2 minutes")
      assert.deepStrictEqual(times(), [0, 0, 61_000])
    })
  )

  gated("named by the response applies to that resource, not to the requested one", ({ ask, names }) =>
    Effect.gen(function* () {
      yield* ask("core", { tells: () => ({ budget: budget(0, 60_000, "search") }) })
      yield* ask("core again")
      yield* start(ask("search", { bucket: search }))
      assert.deepStrictEqual(names(), ["core", "core again"])
    })
  )

  gated(
    "is available while requests wait for another resource's",
    ({ ask, names }) =>
      Effect.gen(function* () {
        yield* ask("search", { bucket: search, tells: () => ({ budget: budget(0, 60_000, "search") }) })
        for (let i = 0; i < 5; i++) yield* start(ask("search waits", { bucket: search }))
        yield* ask("core")
        yield* ask("core")
        assert.deepStrictEqual(names(), ["search", "core", "core"])
      }),
    RateLimit.layerMemory({ concurrency: 2 })
  )
})
