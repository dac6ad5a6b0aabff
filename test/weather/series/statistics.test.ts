import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Series from "../../../src/weather/Series.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"

const of = (...rain: ReadonlyArray<number>) => seriesOf({ rain })
const winds = (...wind_direction_10m: ReadonlyArray<number>) =>
  seriesOf({ wind_direction_10m }, { units: { wind_direction_10m: "°" } })

describe("statistics", () => {
  it("ignore missing values", () => {
    const rain = of(NaN, 4, 1, NaN, 3, 2)
    assert.strictEqual(Series.sum(rain, "rain"), 10)
    assert.strictEqual(Series.count(rain, "rain"), 4)
    assert.strictEqual(Series.median(rain, "rain"), 2.5)
    assert.strictEqual(Series.quantile(rain, "rain", 0), 1)
    assert.strictEqual(Series.quantile(rain, "rain", 1), 4)
    assert.closeTo(Series.quantile(rain, "rain", 0.1), 1.3, 1e-12)
    assert.closeTo(Series.standardDeviation(rain, "rain"), Math.sqrt(1.25), 1e-12)
  })

  it("are NaN without values, and the count is zero", () => {
    for (const none of [of(), of(NaN, NaN)]) {
      for (const statistic of [Series.sum, Series.median, Series.standardDeviation, Series.mean]) {
        assert.isNaN(statistic(none, "rain"))
      }
      assert.isNaN(Series.quantile(none, "rain", 0))
      assert.strictEqual(Series.count(none, "rain"), 0)
    }
    for (const p of [-0.1, 1.1, NaN]) assert.isNaN(Series.quantile(of(1, 2), "rain", p))
    assert.strictEqual(Series.standardDeviation(of(7), "rain"), 0)
  })

  it("of directions are on the circle, or NaN", () => {
    const north = winds(350, 10, NaN)
    assert.closeTo(Series.standardDeviation(north, "wind_direction_10m"), 10, 0.1)
    assert.strictEqual(Series.standardDeviation(winds(90), "wind_direction_10m"), 0)
    assert.strictEqual(Series.standardDeviation(winds(0, 180), "wind_direction_10m"), Infinity)
    assert.isNaN(Series.standardDeviation(winds(NaN), "wind_direction_10m"))
    assert.isNaN(Series.sum(north, "wind_direction_10m"))
    assert.isNaN(Series.median(north, "wind_direction_10m"))
    assert.strictEqual(Series.count(north, "wind_direction_10m"), 2)
  })

  it("of quantiles lie between the minimum and the maximum, in order", () => {
    const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1 })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(values, share, share, (rain, a, b) => {
        const series = of(...rain)
        const at = (p: number) => Series.quantile(series, "rain", p)
        assert.isAtMost(at(0), at(Math.min(a, b)))
        assert.isAtMost(at(Math.min(a, b)), at(Math.max(a, b)) + 1e-9)
        assert.isAtMost(at(Math.max(a, b)), at(1))
        // No more values than their share lie below.
        assert.isAtMost(rain.filter((value) => value < at(a) - 1e-9).length, a * (rain.length - 1) + 1 + 1e-9)
      })
    )
  })
})
