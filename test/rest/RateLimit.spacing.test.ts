import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { core, gated, limit, type Request } from "./support/gate.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, elapsed, pass, start } from "./support/time.ts"

const second = 1_000
const minute = 60 * second

const write: Request = { write: true }

/** A write that the service refuses for half a minute. */
const refused = (retryAt = 30 * second): Request => ({ ...write, tells: () => ({ limit: limit(retryAt) }) })

/** The times between requests. */
const gaps = (times: ReadonlyArray<number>): ReadonlyArray<number> =>
  times.slice(1).map((time, i) => time - (times[i] ?? 0))

describe("writes after a secondary limit", () => {
  gated("are a second apart, and reads are not", ({ ask, names, times }) =>
    Effect.gen(function* () {
      yield* ask("refused", refused())
      for (let i = 0; i < 3; i++) yield* start(ask(`write ${i}`, { ...write, takes: 5 * second }))
      yield* start(ask("read", {}))
      yield* pass("32 seconds")
      assert.deepStrictEqual(times().slice(1), [30_000, 30_000, 31_000, 32_000])
      assert.deepStrictEqual(names(), ["refused", "write 0", "read", "write 1", "write 2"])
    })
  )

  gated("of another principal, or after a primary limit, go at once", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("limited", { ...write, tells: () => ({ limit: limit(1, "primary") }) })
      yield* ask("refused", { ...refused(), bucket: { ...core, principal: "hub" } })
      yield* pass(minute)
      yield* ask("write", write)
      yield* ask("write", write)
      assert.deepStrictEqual(times(), [0, 0, minute, minute])
    })
  )

  gated("come closer with each good answer, up to 78 a minute", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("refused", refused())
      for (let i = 0; i < 60; i++) yield* start(ask("write", write))
      yield* pass("2 minutes")
      const spaced = gaps(times().slice(1))
      assert.deepStrictEqual(spaced.slice(0, 3), [990, 980, 970])
      assert.deepStrictEqual(
        [...spaced].sort((a, b) => b - a),
        spaced
      )
      assert.strictEqual(spaced.at(-1), 770)
    })
  )

  gated("do not come closer for reads, failures and what was sent before", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* start(ask("slow", { ...write, takes: minute }))
      yield* ask("refused", refused())
      yield* pass(minute)
      for (let i = 0; i < 10; i++) yield* ask("read")
      yield* start(ask("write", { ...write, takes: minute }))
      yield* start(ask("write", { ...write, takes: minute }))
      yield* pass(second - 1)
      assert.strictEqual(times().length, 13)
      yield* pass(1)
      assert.strictEqual(times().length, 14)
    })
  )

  const later: ReadonlyArray<readonly [after: number, interval: number]> = [
    [10 * minute - 1, 1_000],
    [10 * minute, 500],
    [59 * minute, 31],
    [60 * minute, 0]
  ]
  for (const [after, interval] of later) {
    gated(`are ${interval} ms apart ${after} ms after the limit`, ({ ask, times }) =>
      Effect.gen(function* () {
        yield* ask("refused", refused())
        yield* pass(30 * second + after)
        yield* start(ask("write", { ...write, takes: minute }))
        yield* start(ask("write", { ...write, takes: minute }))
        yield* pass(second)
        assert.deepStrictEqual(gaps(times().slice(1)), [interval])
      })
    )
  }

  gated("are twice as far apart when a limit comes in spite of that, up to 8 seconds", ({ ask, times }) =>
    Effect.gen(function* () {
      const apart: Array<number | undefined> = []
      for (let i = 0; i < 5; i++) {
        yield* start(ask("refused", refused((i + 1) * minute)))
        yield* pass((i + 1) * minute - (yield* elapsed))
        yield* start(ask("write", { ...write, takes: 10 * minute }))
        yield* start(ask("write", { ...write, takes: 10 * minute }))
        yield* pass(20 * second)
        apart.push(gaps(times()).at(-1))
      }
      assert.deepStrictEqual(apart, [1_000, 2_000, 4_000, 8_000, 8_000])
    })
  )

  gated("are spaced once for all limits of requests under way together", ({ ask, times }) =>
    Effect.gen(function* () {
      for (const i of [4, 3, 2, 1, 0]) yield* start(ask("refused", { ...refused(), takes: i * second }))
      yield* pass(30 * second)
      yield* start(ask("write", { ...write, takes: minute }))
      yield* start(ask("write", { ...write, takes: minute }))
      yield* pass(10 * second)
      assert.deepStrictEqual(gaps(times()).at(-1), second)
    })
  )

  gated("stay spaced when 1,500 other principals follow", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("refused", refused())
      yield* pass(minute)
      const crowd = Array.from({ length: 1_500 }, (_, i) => ({ ...core, principal: `user${i}` }))
      yield* Effect.forEach(crowd, (bucket) => ask("crowd", { bucket }), { discard: true })
      yield* start(ask("write", { ...write, takes: minute }))
      yield* start(ask("write", { ...write, takes: minute }))
      yield* pass(second)
      assert.deepStrictEqual(gaps(times()).at(-1), second)
    })
  )

  gated("keep a fixed interval", ({ ask, times }) =>
    Effect.gen(function* () {
      yield* ask("refused", refused())
      for (const writeInterval of [0, 0, 5 * second, 5 * second]) {
        yield* start(ask("write", { ...write, writeInterval }))
      }
      yield* pass(minute)
      assert.deepStrictEqual(times().slice(1), [30_000, 30_000, 35_000, 40_000])
    })
  )
})

describe("the policy", () => {
  const create = Things.create({ name: "x" })

  const run = (program: Effect.Effect<unknown, unknown, unknown>, policies?: Layer.Layer<never>) => {
    const http = scripted((_, index) =>
      index === 0
        ? { status: 403, json: { message: "You have exceeded a secondary rate limit" }, takes: 1 }
        : { json: { id: 1 } }
    )
    return Effect.gen(function* () {
      yield* begin
      const service = yield* Layer.build(Things.service(http, policies === undefined ? {} : { policies }))
      yield* start(Effect.provide(program, service) as Effect.Effect<unknown, unknown>)
      yield* pass("2 minutes")
      return http.sent.map(({ at }) => at)
    }).pipe(Effect.scoped)
  }

  const three = Effect.forEach([1, 2, 3], () => create, { concurrency: "unbounded" })

  it.effect("lets calls learn from the first limit, if only its message tells it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(three), [0, 0, 0, 60_001])
      assert.deepStrictEqual(yield* run(Effect.andThen(create, three)), [0, 60_001, 60_991, 61_971, 62_941])
    })
  )

  it.effect("fixes the interval for the app, and for a call", () =>
    Effect.gen(function* () {
      const app = Layer.succeed(RateLimit.WriteInterval, "5 seconds")
      assert.deepStrictEqual(yield* run(three, app), [0, 60_001, 65_001, 70_001])
      const call = Effect.provideService(three, RateLimit.WriteInterval, 0)
      assert.deepStrictEqual(yield* run(Effect.andThen(create, call), app), [0, 60_001, 60_001, 60_001, 60_001])
    })
  )
})
