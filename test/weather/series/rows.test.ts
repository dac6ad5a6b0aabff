import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { pipe } from "effect/Function"
import * as Option from "effect/Option"
import * as Series from "../../../src/weather/Series.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"

const hour = 3_600_000
const start = Date.UTC(2026, 0, 1)
const hourly = seriesOf({ rain: [1, Number.NaN, 3], temperature_2m: [4, 5, 6] }, { start })

const rainOf = (row: Option.Option<Series.Row<"rain">>) => Option.getOrUndefined(row)?.rain

describe("a series", () => {
  it("iterates over its rows", () => {
    const cells: Array<number | null> = []
    for (const row of hourly) cells.push(row.rain, row.temperature_2m, DateTime.toEpochMillis(row.time) - start)
    assert.deepStrictEqual(cells, [1, 4, 0, null, 5, hour, 3, 6, 2 * hour])
    assert.deepStrictEqual(Array.from(hourly), Array.from(Series.rows(hourly)))
  })
})

describe("instants", () => {
  it("are DateTimes, Dates or milliseconds", () => {
    const forms = (millis: number) => [millis, new Date(millis), DateTime.makeUnsafe(millis)]
    for (const instant of forms(start + 2 * hour)) {
      assert.strictEqual(rainOf(Series.at(hourly, instant)), 3)
      assert.strictEqual(Series.slice(hourly, { from: instant }).length, 1)
      assert.strictEqual(Series.slice(hourly, { to: instant }).length, 2)
    }
    for (const instant of forms(start + 2 * hour + 60_000)) {
      assert.isTrue(Option.isNone(Series.at(hourly, instant)))
      assert.strictEqual(rainOf(Series.during(hourly, instant)), 3)
      assert.strictEqual(rainOf(Series.nearest(hourly, instant)), 3)
    }
    assert.isTrue(Option.isNone(Series.at(hourly, Number.NaN)))
    assert.isTrue(Option.isNone(Series.during(hourly, Number.NaN)))
  })
})

describe("functions with the series last", () => {
  it("equal those with the series first", () => {
    const at = start + hour
    assert.deepStrictEqual(pipe(hourly, Series.at(at)), Series.at(hourly, at))
    assert.deepStrictEqual(pipe(hourly, Series.during(at)), Series.during(hourly, at))
    assert.deepStrictEqual(pipe(hourly, Series.nearest(at)), Series.nearest(hourly, at))
    assert.deepStrictEqual(pipe(hourly, Series.row(1)), Series.row(hourly, 1))
    assert.deepStrictEqual(pipe(hourly, Series.label(1)), Series.label(hourly, 1))
    assert.deepStrictEqual(pipe(hourly, Series.dateTime(1)), Series.dateTime(hourly, 1))
    assert.deepStrictEqual(pipe(hourly, Series.find("rain")), Series.find(hourly, "rain"))
    assert.deepStrictEqual(pipe(hourly, Series.members("rain")), Series.members(hourly, "rain"))
    assert.strictEqual(pipe(hourly, Series.table({ width: 25 })), Series.table(hourly, { width: 25 }))
    assert.strictEqual(pipe(hourly, Series.table()), Series.table(hourly))
    assert.strictEqual(pipe(hourly, Series.quantile("rain", 0.5)), Series.quantile(hourly, "rain", 0.5))
    const { length } = pipe(hourly, Series.slice({ from: at }), Series.select(["rain"])).rain
    assert.strictEqual(length, 2)
    assert.strictEqual(pipe(hourly, Series.sum("rain")), 4)
    const highest = pipe(hourly, Series.highest("rain"))
    assert.strictEqual(Option.getOrThrow(highest).temperature_2m, 6)
  })
})
