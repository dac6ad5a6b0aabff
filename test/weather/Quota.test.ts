import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Quota from "../../src/weather/Quota.ts"
import { membersOf, seasonalMembersOf } from "../../src/weather/Variables.ts"

const variables = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`)

describe("weight", () => {
  it("is 1 for two weeks of ten variables for one place, and for less", () => {
    assert.strictEqual(Quota.weight({ hourly: variables(10), days: 14 }), 1)
    assert.strictEqual(Quota.weight({ hourly: variables(1), days: 1 }), 1)
    assert.strictEqual(Quota.weight({ days: 7 }), 1)
    assert.strictEqual(Quota.weight({ hourly: variables(15), days: 7 }), 1.5)
    assert.strictEqual(Quota.weight({ hourly: variables(10), days: 28 }), 2)
  })

  it("counts all blocks, models, members and places", () => {
    const load = {
      hourly: variables(8),
      daily: variables(4),
      current: variables(3),
      minutely_15: variables(5),
      days: 7
    }
    assert.strictEqual(Quota.columns(load), 20)
    assert.strictEqual(Quota.weight(load), 2)
    assert.strictEqual(Quota.weight({ ...load, models: ["a", "b", "c"], places: 7 }), 42)
    const ensemble = { hourly: variables(2), models: ["ecmwf_ifs025", "gfs025"], days: 14, members: membersOf }
    assert.strictEqual(Quota.columns(ensemble), 2 * (51 + 31))
    assert.strictEqual(Quota.columns({ weekly: variables(2), monthly: variables(1), days: 7, members: membersOf }), 3)
    assert.strictEqual(
      Quota.columns({ daily: variables(5), days: 183, members: seasonalMembersOf, divisor: Quota.seasonalDivisor }),
      2
    )
  })

  it("counts 120 columns of a seasonal forecast as one", () => {
    const columns = (count: number) =>
      Quota.columns({ daily: variables(count), days: 1, divisor: Quota.seasonalDivisor })
    assert.deepStrictEqual([columns(119), columns(120), columns(239), columns(240)], [0, 1, 1, 2])
  })

  it("is 2,216 for 85 years of ten variables", () => {
    const days = 85 * 365
    assert.strictEqual(Math.floor(Quota.weight({ hourly: variables(10), days })), 2_216)
    assert.isBelow(Quota.weight({ hourly: variables(10), days }), Quota.maxWeight)
    assert.isAbove(Quota.weight({ hourly: variables(10), days }), Quota.freeLimits.minutely)
  })

  it("limits days and places", () => {
    const numbers = fc.record({
      count: fc.integer({ min: 0, max: 500 }),
      places: fc.integer({ min: 1, max: 1_000 }),
      days: fc.integer({ min: 1, max: 40_000 }),
      limit: fc.constantFrom(600, 5_000, 10_000)
    })
    fc.assert(
      fc.property(numbers, ({ count, days, limit, places }) => {
        const most = Quota.daysWithin(count, places, limit)
        const weightOf = (n: number) => Quota.weightOfColumns(count, n) * places
        if (most === 0) assert.isAbove(weightOf(1), limit)
        else if (Number.isFinite(most)) {
          assert.isAtMost(weightOf(most), limit + 1e-6)
          assert.isAbove(weightOf(most + 1), limit)
        }
        const many = Quota.placesWithin(count, days, limit)
        assert.isAtMost(Quota.weightOfColumns(count, days) * many, limit + 1e-6)
        assert.isAbove(Quota.weightOfColumns(count, days) * (many + 1), limit)
      })
    )
  })
})
