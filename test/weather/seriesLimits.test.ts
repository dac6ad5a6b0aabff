/** Constants of the views of a series: the duration of a row, the width of a table, the number of decimals. */
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"

/** Columns over a number of hours or days from 1970. */
const seriesOf = (
  block: "hourly" | "daily",
  columns: Readonly<Record<string, ReadonlyArray<number>>>,
  units: Readonly<Record<string, string>> = {}
) => {
  const rows = Object.values(columns)[0]?.length ?? 0
  const time = Array.from({ length: rows }, (_, i) => i * (block === "daily" ? 86_400 : 3_600))
  const answer = { utc_offset_seconds: 0, timezone: "GMT", [block]: { time, ...columns }, [`${block}_units`]: units }
  const decoded = Result.getOrThrow(Decode.one(JSON.stringify(answer), { [block]: Object.keys(columns) }))
  return decoded[block] ?? assert.fail("no block")
}

describe("a single row", () => {
  const isDuring = (series: Series.Series<string>, millis: number) =>
    Option.isSome(Series.during(series, new Date(millis)))

  it("of a day lasts a day", () => {
    const day = seriesOf("daily", { rain_sum: [1] })
    assert.deepStrictEqual(
      [-1, 0, 86_399_999, 86_400_000].map((millis) => isDuring(day, millis)),
      [false, true, true, false]
    )
  })

  it("of an hour lasts an hour", () => {
    const hour = seriesOf("hourly", { rain: [1] })
    assert.deepStrictEqual(
      [-1, 0, 3_599_999, 3_600_000].map((millis) => isDuring(hour, millis)),
      [false, true, true, false]
    )
  })
})

describe("the mean of directions", () => {
  it("is defined unless they cancel out", () => {
    const mean = (...values: ReadonlyArray<number>) =>
      Series.mean(seriesOf("hourly", { wind: values }, { wind: "°" }), "wind")
    assert.closeTo(mean(0, 178), 89, 1e-6)
    assert.closeTo(mean(0, 179.999), 89.9995, 1e-6)
    assert.isNaN(mean(0, 180))
  })
})

describe("a table", () => {
  const tableOf = (column: string, ...values: ReadonlyArray<number>) =>
    Series.table(seriesOf("hourly", { [column]: values })).split("\n")

  it("is 80 characters wide", () => {
    // The times take 16 characters, and two spaces precede each column.
    assert.notInclude(tableOf("x".repeat(62), 1).join("\n"), "without")
    assert.include(tableOf("x".repeat(63), 1).join("\n"), "without")
  })

  it("has headers of eleven characters, unless a word is longer", () => {
    assert.match(tableOf("aaaaa_bbbbb", 1)[0] ?? "", /^time +aaaaa bbbbb$/)
    assert.match(tableOf("aaaaa_bbbbbb", 1)[0] ?? "", /^ +aaaaa$/)
  })

  it("has as many decimals as the values, and at most six", () => {
    const cell = (value: number) => tableOf("rain", value)[2]?.split(" ").at(-1)
    assert.deepStrictEqual([0.1 + 0.2, 0.1234, 0.123_456, 0.123_456_7].map(cell), [
      "0.3",
      "0.1234",
      "0.123456",
      "0.123457"
    ])
  })
})
