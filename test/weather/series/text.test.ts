import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Arrow from "../../../src/weather/Arrow.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import { anySeries, civilPair, mergeBoth, seriesOf } from "./support/arbitrarySeries.ts"
import * as Plain from "./support/plainText.ts"
import { runs } from "../../depth.ts"

describe("text of a series", () => {
  it("equals the cells one by one", () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 10, max: 200 }), (series, width) => {
        assert.strictEqual(Series.toCsv(series), Plain.toCsv(series))
        assert.deepStrictEqual(Array.from(Series.csvLines(series)), Array.from(Plain.csvLines(series)))
        assert.strictEqual(Series.table(series, { width }), Plain.table(series, { width }))
      }),
      { numRuns: runs(500) }
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

  it("dates civil rows of different units by the calendar of the place, whatever is made of them", () => {
    const codec = Series.schema()
    let differing = 0
    fc.assert(
      fc.property(civilPair, fc.double({ min: 0, max: 1, noNaN: true }), ({ other, series }, share) => {
        if (!Held.isCivil(series.period)) return assert.fail("no civil units")
        // Rows of one unit before an instant, and of the other one after it.
        const to = series.time[Math.floor(share * series.length)] ?? Infinity
        const parts = [Series.slice(series, { to }), Series.slice(other, { from: to })] as const
        const mixed = [
          mergeBoth(series, other, "inner"),
          mergeBoth(series, other, "outer"),
          Result.getOrThrow(Series.join(parts))
        ]
        const made = mixed.flatMap((whole): ReadonlyArray<Series.Series> => [
          whole,
          Series.slice(whole, { to }),
          Series.select(whole, whole.columns.slice(0, 1)),
          Series.withColumn(whole, "one", "", () => 1),
          Result.getOrThrow(Series.merge(whole, Series.select(series, []), { rows: "outer" })),
          Series.resample(whole, "month", { rain: "count" }),
          ...Series.groupBy(whole, "year").map((year) => year.series),
          Schema.decodeSync(codec)(Schema.encodeSync(codec)(whole)),
          Series.fromTransferable(structuredClone(Series.toTransferable(whole).message))
        ])
        const inZone = new Intl.DateTimeFormat("en-CA", { timeZone: DateTime.zoneToString(series.period.zone) })
        for (const each of made) {
          if (each.length > 0 && Held.isCivil(each.period) && each.period.unit === null) differing++
          const dates = Array.from(each.time, (instant) => inZone.format(instant))
          const table = Series.table(each).match(/^\d{4}-\d\d-\d\d/gm) ?? []
          const arrow = Array.from(Arrow.toTable(each).getChild("time") ?? [], Number)
          assert.deepStrictEqual(Array.from(table), dates)
          assert.deepStrictEqual(
            arrow.map((millis) => new Date(millis).toISOString().slice(0, 10)),
            dates
          )
          assert.deepStrictEqual(Array.from(Series.csvLines(each), (line) => line.slice(0, 10)).slice(1), dates)
          assert.deepStrictEqual(
            Array.from(each, ({ time }) => DateTime.formatIsoZoned(time).slice(0, 10)),
            dates
          )
          assert.deepStrictEqual(
            dates.map((_, row) => Option.getOrThrow(Series.label(each, row))),
            dates
          )
        }
      }),
      { numRuns: runs(100) }
    )
    assert.isAbove(differing, runs(100))
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
