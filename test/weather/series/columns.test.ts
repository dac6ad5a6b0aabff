import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Series from "../../../src/weather/Series.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"

const hour = 3_600_000
const { getOrThrow } = Result

const reasonOf = (result: Result.Result<unknown, Series.MergeFailed>) =>
  Result.isFailure(result) ? result.failure.reason : undefined

describe("derived columns", () => {
  const hourly = seriesOf(
    { temperature_2m: [10, Number.NaN, 5], dew_point_2m: [8, 3, 5] },
    { units: { temperature_2m: "°C", dew_point_2m: "°C" } }
  )

  it("are computed from the numbers of each row", () => {
    const wider = Series.withColumn(hourly, "gap", "K", (row) => row.temperature_2m - row.dew_point_2m)
    assert.deepStrictEqual(Array.from(wider.gap), [2, Number.NaN, 0])
    assert.deepStrictEqual(wider.units, { temperature_2m: "°C", dew_point_2m: "°C", gap: "K" })
    assert.strictEqual(wider.temperature_2m, hourly.temperature_2m)
    assert.deepStrictEqual(hourly.columns, ["temperature_2m", "dew_point_2m"])
    const times = pipe(
      hourly,
      Series.withColumn("hours", "h", (row: Series.Numbers<"dew_point_2m">) => row.time / hour)
    )
    assert.deepStrictEqual(Array.from(times.hours), [0, 1, 2])
  })

  it("replace the column of their name", () => {
    const doubled = Series.withColumn(hourly, "dew_point_2m", "", (row) => row.dew_point_2m * 2)
    assert.deepStrictEqual(Array.from(doubled.dew_point_2m), [16, 6, 10])
    assert.deepStrictEqual(doubled.columns, hourly.columns)
  })

  it("are renamed", () => {
    const renamed = Series.rename(hourly, { temperature_2m: "oslo" })
    assert.deepStrictEqual(renamed.columns, ["oslo", "dew_point_2m"])
    assert.strictEqual(renamed.oslo, hourly.temperature_2m)
    assert.deepStrictEqual(pipe(hourly, Series.rename({ temperature_2m: "oslo" })), renamed)
  })
})

describe("merging", () => {
  const rain = seriesOf({ rain: [1, 2, 3] }, { units: { rain: "mm" } })
  const snow = seriesOf({ snow: [4, 5, 6] }, { start: hour })

  it("puts columns of the same instants side by side", () => {
    const both = getOrThrow(Series.merge(rain, seriesOf({ snow: [4, 5, 6] })))
    assert.strictEqual(both.rain, rain.rain)
    assert.deepStrictEqual(Array.from(both.snow), [4, 5, 6])
    assert.deepStrictEqual([both.units.rain, both.period], ["mm", hour])
  })

  it("keeps the instants of both, or of either", () => {
    const inner = getOrThrow(Series.merge(rain, snow, { rows: "inner" }))
    assert.deepStrictEqual(
      [Array.from(inner.time), Array.from(inner.rain), Array.from(inner.snow)],
      [
        [hour, 2 * hour],
        [2, 3],
        [4, 5]
      ]
    )
    const outer = getOrThrow(pipe(rain, Series.merge(snow, { rows: "outer" })))
    assert.deepStrictEqual(Array.from(outer.rain), [1, 2, 3, Number.NaN])
    assert.deepStrictEqual(Array.from(outer.snow), [Number.NaN, 4, 5, 6])
  })

  it("refuses different instants and equal names", () => {
    assert.strictEqual(reasonOf(Series.merge(rain, snow)), "time")
    assert.strictEqual(reasonOf(Series.merge(rain, seriesOf({ rain: [1, 2, 3] }))), "columns")
    assert.isNull(getOrThrow(Series.merge(rain, seriesOf({ day: [1] }, { step: 24 * hour }), { rows: "outer" })).period)
  })

  it("finds the value of each instant", () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 30 })).map((list) => list.sort((a, b) => a - b))
    const sparse = <const C extends string>(name: C, at: ReadonlyArray<number>) => {
      const all: Series.Series<string> = seriesOf({ [name]: Array.from({ length: 31 }, (_, i) => i) })
      const parts = at.map((i) => Series.slice(all, { from: i * hour, to: (i + 1) * hour }))
      const [first = Series.slice(all, { to: 0 }), ...rest] = parts
      return getOrThrow(Series.join([first, ...rest]))
    }
    fc.assert(
      fc.property(times, times, (a, b) => {
        const inner = getOrThrow(Series.merge(sparse("a", a), sparse("b", b), { rows: "inner" }))
        const outer = getOrThrow(Series.merge(sparse("a", a), sparse("b", b), { rows: "outer" }))
        assert.deepStrictEqual(
          Array.from(inner.time, (time) => time / hour),
          a.filter((i) => b.includes(i))
        )
        const either = Array.from({ length: 31 }, (_, i) => i).filter((i) => a.includes(i) || b.includes(i))
        assert.deepStrictEqual(
          Array.from(outer.time, (time) => time / hour),
          either
        )
        for (const [name, at] of [
          ["a", a],
          ["b", b]
        ] as const) {
          const values = Option.getOrThrow(Series.find(outer, name)).values
          assert.deepStrictEqual(
            Array.from(values),
            either.map((i) => (at.includes(i) ? i : Number.NaN))
          )
        }
      })
    )
  })
})

describe("conversion", () => {
  const convert = (unit: string, value: number, to: Series.Unit, name = "x") => {
    const series = getOrThrow(Series.convert(seriesOf({ [name]: [value] }, { units: { [name]: unit } }), name, to))
    assert.deepStrictEqual(series.units, { [name]: to })
    return Option.getOrThrow(Series.find(series, name)).values[0] ?? assert.fail("no value")
  }

  it("knows the units of the service", () => {
    const cases: ReadonlyArray<readonly [number, string, number, Series.Unit]> = [
      [100, "°C", 212, "°F"],
      [-40, "°F", -40, "°C"],
      [32, "°F", 273.15, "K"],
      [0, "°K", -273.15, "°C"],
      [36, "km/h", 10, "m/s"],
      [10, "m/s", 36, "km/h"],
      [60, "mp/h", 96.56064, "km/h"],
      [1, "kn", 1.852, "km/h"],
      [25.4, "mm", 1, "inch"],
      [1, "inch", 2.54, "cm"],
      [1_000, "ft", 304.8, "m"],
      [5, "km", 5_000, "m"],
      [1_013.25, "hPa", 29.9212, "inHg"],
      [101_325, "Pa", 759.99989, "mmHg"],
      [1, "kPa", 10, "hPa"],
      [50, "%", 0.5, "fraction"],
      [5_400, "s", 1.5, "h"],
      [7.2, "MJ/m²", 2, "kWh/m²"],
      [1, "m³/s", 35.3147, "ft³/s"]
    ]
    for (const [value, from, expected, to] of cases) {
      assert.closeTo(convert(from, value, to), expected, 1e-4, `${from} to ${to}`)
      assert.closeTo(convert(to, expected, from as Series.Unit), value, 0.01, `${to} to ${from}`)
    }
    assert.isNaN(convert("°C", Number.NaN, "°F"))
  })

  it("changes the size alone of differences", () => {
    assert.closeTo(convert("°C", 5, "°F", "temperature_2m_spread"), 9, 1e-9)
    assert.closeTo(convert("K", 5, "°C", "temperature_2m_anomaly"), 5, 1e-9)
  })

  it("refuses units of another kind", () => {
    const series = seriesOf({ rain: [1], code: [2] }, { units: { rain: "mm", code: "wmo code" } })
    const failed = pipe(series, Series.convert("rain", "°F"))
    assert.isTrue(Result.isFailure(failed))
    assert.isTrue(Result.isFailure(Series.convert(series, "code", "m")))
    assert.deepStrictEqual(getOrThrow(pipe(series, Series.convert("rain", "mm"))), series)
  })
})

describe("statistics over members", () => {
  const runs = seriesOf(
    {
      temperature_2m: [1, Number.NaN],
      temperature_2m_member01: [2, 10],
      temperature_2m_member02: [6, 30],
      temperature_2m_min: [-9, -9]
    },
    { units: { temperature_2m: "°C" } }
  )

  it("are columns", () => {
    const figures = Series.overMembers(runs, "temperature_2m", {
      p50: Series.percentile(50),
      warm: Series.shareAbove(5),
      cold: Series.shareBelow(5),
      mean: "mean",
      spread: "standardDeviation",
      runs: "count"
    })
    assert.deepStrictEqual(Array.from(figures.p50), [2, 20])
    assert.deepStrictEqual(Array.from(figures.warm), [1 / 3, 1])
    assert.deepStrictEqual(Array.from(figures.cold), [2 / 3, 0])
    assert.deepStrictEqual(Array.from(figures.mean), [3, 20])
    assert.closeTo(figures.spread[1] ?? 0, 10, 1e-9)
    assert.deepStrictEqual(Array.from(figures.runs), [3, 2])
    assert.deepStrictEqual(figures.units, {
      p50: "°C",
      warm: "fraction",
      cold: "fraction",
      mean: "°C",
      spread: "°C",
      runs: ""
    })
    const merged = getOrThrow(Series.merge(runs, pipe(runs, Series.overMembers("temperature_2m", { mean: "mean" }))))
    assert.deepStrictEqual(Array.from(merged.mean), [3, 20])
  })

  it("of a single member are those of its own run", () => {
    assert.deepStrictEqual(Series.members(runs, "temperature_2m_member02"), [Float64Array.of(6, 30)])
  })

  it("have no values if there are no runs", () => {
    const none = Series.overMembers(runs, "rain", { mean: "mean", warm: Series.shareAbove(1) })
    assert.isTrue(none.mean.every(Number.isNaN) && none.warm.every(Number.isNaN))
  })
})
