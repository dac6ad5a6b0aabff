import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Series from "../../../src/weather/Series.ts"
import { anySeries, seriesOf } from "./support/arbitrarySeries.ts"
import * as Plain from "./support/plainText.ts"

describe("text of a series", () => {
  it("equals the cells one by one", () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 10, max: 200 }), (series, width) => {
        assert.strictEqual(Series.toCsv(series), Plain.toCsv(series))
        assert.deepStrictEqual(Array.from(Series.csvLines(series)), Array.from(Plain.csvLines(series)))
        assert.strictEqual(Series.table(series, { width }), Plain.table(series, { width }))
      }),
      { numRuns: 500 }
    )
  })

  it("dates civil days by the calendar of the place, as both ways do", () => {
    const [hour, zone] = [3_600_000, "Europe/Berlin"]
    // Requested in winter: midnight in summer is 23:00 of the day before, by the offset of the request.
    const hourly = seriesOf(
      { rain: Array.from({ length: 24 }, () => 1) },
      { zone, offset: hour, start: Date.UTC(2026, 5, 30, 22) }
    )
    const days = Series.resample(hourly, "day", { rain: "sum" })
    for (const csv of [Series.toCsv(days), Plain.toCsv(days)]) assert.strictEqual(csv, "time,rain\n2026-07-01,24\n")
  })

  it("equals them across its blocks, with values that repeat and with many that do not", () => {
    const values = Array.from({ length: 9_000 }, (_, i) => Math.sin(i) * 10 ** (i % 12))
    const tenths = values.map((value) => Math.round(value * 10) / 10)
    // The first block has no decimals.
    const turns = values.map((_, i) => (i < 600 ? 0 : i % 7 === 0 ? Number.NaN : (i % 3) * 4_096 - 0.1 * (i % 50)))
    const series = seriesOf({ values, tenths, turns, wind_direction_10m: tenths, weather_code: tenths })
    assert.strictEqual(Series.toCsv(series), Plain.toCsv(series))
    assert.deepStrictEqual(Array.from(Series.csvLines(series)), Array.from(Plain.csvLines(series)))
    assert.strictEqual(Series.table(series, { width: 140 }), Plain.table(series, { width: 140 }))
  })

  it("equals them in long rows and wide columns", () => {
    const tenths = Array.from({ length: 600 }, (_, i) => (i % 90) / 10)
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`c${i}`, tenths]))
    const wide = { ["w".repeat(80)]: tenths, [`weather_code_${"w".repeat(70)}`]: tenths, rain: tenths }
    for (const series of [seriesOf(many), seriesOf(wide)]) {
      assert.strictEqual(Series.toCsv(series), Plain.toCsv(series))
      assert.strictEqual(Series.table(series, { width: 3_000 }), Plain.table(series, { width: 3_000 }))
    }
  })
})
