import { assert, describe, it } from "@effect/vitest"
import { tableFromIPC } from "apache-arrow"
import * as Option from "effect/Option"
import * as fc from "fast-check"
import * as Arrow from "../../../src/weather/Arrow.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import { anySeries, seriesOf } from "./support/arbitrarySeries.ts"
import { dateOf } from "./support/plainText.ts"

/** Texts are bytes of UTF-8, which the reader decodes without a mark at their beginning. */
const asRead = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text))

describe("Arrow", () => {
  it("has the rows, with null for missing values", () => {
    fc.assert(
      fc.property(anySeries, fc.constantFrom("file", "stream"), (series, format) => {
        const table = tableFromIPC(Arrow.toIpc(series, format))
        assert.strictEqual(table.numRows, series.length)
        const columns = Held.columnsOf(series)
        assert.deepStrictEqual(
          table.schema.fields.map(({ name }) => name),
          ["time", ...columns.keys()]
        )
        const cellsOf = (name: string): ReadonlyArray<unknown> => Array.from(table.getChild(name) ?? [])
        const times = series.dates
          ? Array.from(series.time, (instant) => Date.parse(dateOf(series, instant)))
          : Array.from(series.time)
        assert.deepStrictEqual(cellsOf("time").map(Number), times)
        for (const [name, { text, values }] of columns) {
          const expected =
            text === undefined
              ? Array.from(values, (value) => (Number.isNaN(value) ? null : value))
              : text.map((value) => (value === null ? null : asRead(value)))
          assert.deepStrictEqual(cellsOf(name), expected)
        }
      })
    )
  })

  it("has the zone of the times and the units of the columns", () => {
    const series = seriesOf({ rain: [1, 2], code: [3, 4] }, { zone: "Europe/Berlin", units: { rain: "mm" } })
    const { schema } = tableFromIPC(Arrow.toIpc(series))
    const [time, rain, code] = schema.fields
    assert.strictEqual(String(time?.type), "Timestamp<MILLISECOND, Europe/Berlin>")
    assert.deepStrictEqual(Array.from(rain?.metadata ?? []), [["unit", "mm"]])
    assert.deepStrictEqual(Array.from(code?.metadata ?? []), [])
  })

  /** The dates of the rows, as other programs read them. */
  const datesIn = (series: Series.Series): ReadonlyArray<string> => {
    const time = tableFromIPC(Arrow.toIpc(series)).getChild("time")
    assert.strictEqual(String(time?.type), "Date32<DAY>")
    return Array.from(time ?? [], (millis) => new Date(Number(millis)).toISOString().slice(0, 10))
  }

  const labelsOf = (series: Series.Series): ReadonlyArray<string> =>
    Array.from({ length: series.length }, (_, i) => Option.getOrThrow(Series.label(series, i)))

  it("has days as the dates of their labels, whenever they were requested", () => {
    const [hour, day] = [3_600_000, 86_400_000]
    // Requested in summer: this day of winter begins at 23:00 of the date before.
    const daily = seriesOf(
      { rain_sum: [1, 2], sunrise: [0, 1] },
      { zone: "Europe/Berlin", offset: 2 * hour, start: Date.UTC(2025, 0, 1) - 2 * hour, step: day, dates: true }
    )
    assert.deepStrictEqual(datesIn(daily), ["2025-01-01", "2025-01-02"])
    for (const unit of ["day", "week", "month", "year"] as const) {
      const civil = Series.resample(daily, unit, { rain_sum: "sum" })
      assert.deepStrictEqual(datesIn(civil), labelsOf(civil))
    }
    assert.deepStrictEqual(datesIn(Series.resample(daily, "month", { rain_sum: "sum" })), ["2025-01-01"])
  })

  it("has the dates that a CSV and the labels have", () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        if (!series.dates) return
        const dates = datesIn(series)
        assert.deepStrictEqual(labelsOf(series), dates)
        const bare = Series.toCsv(Series.select(series, []))
        assert.deepStrictEqual(bare.split("\n").slice(1, -1), dates)
      })
    )
  })

  it("shares the numbers with the series", () => {
    const series = seriesOf({ rain: [1, 2, 3] })
    const numbers: unknown = Arrow.toTable(series).getChild("rain")?.toArray()
    assert.isTrue(numbers instanceof Float64Array && numbers.buffer === series.rain.buffer)
  })
})
