/** Quotas that the service does not report: the gate counts by itself, by weight and by clock. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { counted } from "../../src/rest/internal/gate/ledger.ts"
import type * as RateLimit from "../../src/rest/RateLimit.ts"
import { core, gated, limit } from "./support/gate.ts"
import { epoch, pass, start } from "./support/time.ts"

const second = { name: "each second", length: 1_000, limit: 10 }
const minute = { name: "each minute", length: 60_000, limit: 25 }

const quota: RateLimit.Quota = { name: "api", concurrency: 1, windows: [second, minute] }

describe("a quota", () => {
  gated("lets requests through one at a time", ({ ask, peak, times }) =>
    Effect.gen(function* () {
      for (let i = 0; i < 3; i++) yield* start(ask("one", { quota, takes: 100 }))
      yield* pass(300)
      assert.deepStrictEqual(times(), [0, 100, 200])
      assert.strictEqual(peak(), 1)
    })
  )

  gated("counts a request without a weight as 1", ({ ask, times }) =>
    Effect.gen(function* () {
      const two = { ...quota, windows: [{ ...second, limit: 2 }] }
      for (let i = 0; i < 3; i++) yield* start(ask("one", { quota: two }))
      yield* pass(1_000)
      assert.deepStrictEqual(times(), [0, 0, 1_000])
    })
  )

  gated("holds requests back until its windows have room again", ({ ask, times }) =>
    Effect.gen(function* () {
      for (const weight of [6, 4, 1, 9, 10, 2])
        yield* start(ask("one", { quota: { ...quota, concurrency: 9 }, weight }))
      yield* pass(1_000)
      yield* pass(1_000)
      // 6 and 4 in the first second, 1 and 9 in the next, 2 in the third; 10 more would be 30 in this minute.
      yield* pass(58_000)
      assert.deepStrictEqual(times(), [0, 0, 1_000, 1_000, 2_000, 60_000])
    })
  )

  gated(
    "lets a request heavier than a window through when that window is empty, and then waits until it is paid off",
    ({ ask, sent }) =>
      Effect.gen(function* () {
        yield* start(ask("light", { quota, weight: 1 }))
        yield* start(ask("heavy", { quota, weight: 15 }))
        yield* pass(1_000)
        yield* start(ask("after", { quota, weight: 1 }))
        yield* pass(1_000)
        assert.deepStrictEqual(sent, [
          { name: "light", at: 0 },
          { name: "heavy", at: 1_000 },
          { name: "after", at: 2_000 }
        ])
      })
  )

  gated("fails at once when the wait is too long, with the window and when to retry", ({ ask, sent }) =>
    Effect.gen(function* () {
      for (const weight of [10, 10, 5]) {
        yield* start(ask("one", { quota, weight }))
        yield* pass(1_000)
      }
      const limited = yield* Effect.flip(ask("more", { quota, maxWait: 30_000 }))
      assert.deepStrictEqual(limited, {
        _tag: "Limited",
        kind: "primary",
        resource: "each minute",
        limit: 25,
        remaining: 0,
        retryAt: DateTime.makeUnsafe(epoch + 60_000)
      })
      assert.strictEqual(sent.length, 3)
    })
  )

  gated("names the limit that a response named", ({ ask }) =>
    Effect.gen(function* () {
      const signal = { ...limit(5_000, "primary"), resource: "hourly" }
      const limited = yield* ask("one", { quota, tells: () => ({ limit: signal }) })
      assert.deepInclude(limited, { kind: "primary", resource: "hourly", retryAt: DateTime.makeUnsafe(epoch + 5_000) })
      const held = yield* Effect.flip(ask("two", { quota, maxWait: 1_000 }))
      assert.deepInclude(held, { resource: "hourly", retryAt: DateTime.makeUnsafe(epoch + 5_000) })
    })
  )

  gated("is counted separately for each principal", ({ ask, sent }) =>
    Effect.gen(function* () {
      yield* start(ask("one", { quota, weight: 10 }))
      yield* start(ask("two", { quota, weight: 10, bucket: { ...core, principal: "hub" } }))
      assert.strictEqual(sent.length, 2)
    })
  )

  it("exceeds a window only by a request that is alone in it", () => {
    const requests = fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 900 }), weight: fc.double({ min: 1, max: 40, noNaN: true }) })
    )
    fc.assert(
      fc.property(requests, (requests) => {
        const ledger = counted(quota).ledger()
        const entered: Array<{ readonly at: number; readonly weight: number }> = []
        let now = epoch
        for (const { after, weight } of requests) {
          now += after
          for (let closed = ledger.closedBy(weight, now); closed !== undefined; closed = ledger.closedBy(weight, now)) {
            assert.isAbove(closed.until, now)
            now = closed.until
          }
          ledger.spend(weight, now)
          entered.push({ at: now, weight })
        }
        for (const { length, limit } of quota.windows) {
          for (const { at } of entered) {
            const within = entered.filter((other) => Math.floor(other.at / length) === Math.floor(at / length))
            const spent = within.reduce((sum, { weight }) => sum + weight, 0)
            if (within.length > 1) assert.isAtMost(spent, limit + 1e-9)
          }
        }
      })
    )
  })
})
