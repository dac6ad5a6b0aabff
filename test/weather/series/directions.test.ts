/** The unit of a column says that its values are directions, whatever its name. */
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import { facts } from "../facts.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"

const day = 86_400_000

/** A column of this name in degrees. */
const degrees = (name: string, values: ReadonlyArray<number>): Series.Series<string> =>
  seriesOf({ [name]: values }, { units: { [name]: "°" } })

/** Whether a direction is the mean: the directions on its left and on its right weigh the same, and most are ahead. */
const isMean = (mean: number, values: ReadonlyArray<number>): void => {
  const turned = values.map((value) => ((value - mean) * Math.PI) / 180)
  const ahead = turned.reduce((sum, angle) => sum + Math.cos(angle), 0)
  const aside = turned.reduce((sum, angle) => sum + Math.sin(angle), 0)
  // Directions that cancel out have no mean.
  if (Number.isNaN(mean)) return assert.isBelow(Math.hypot(ahead, aside), 1e-6)
  assert.isAbove(ahead, -1e-9)
  assert.closeTo(aside, 0, 1e-6)
  assert.isTrue(mean >= 0 && mean < 360)
}

/** A way from a series with a column to another one with the same values, under another name perhaps. */
type Step = (series: Series.Series<string>, name: string) => readonly [Series.Series<string>, string]

/** The names of a series are not known to the compiler here. */
const untyped = (series: Series.Series): Series.Series<string> => Held.make<string>(Held.partsOf(series))

const codec = (name: string) => Schema.toCodecJson(Series.schema(name))

const steps: Readonly<Record<string, Step>> = {
  rename: (series, name) => [untyped(Series.rename(series, { [name]: "oslo" })), "oslo"],
  select: (series, name) => [Series.select(series, [name]), name],
  slice: (series, name) => [Series.slice(series, { from: -1 }), name],
  withColumn: (series, name) => [Series.withColumn(series, "other", "mm", () => 1), name],
  computed: (series, name) => [Series.withColumn(series, "own", "°", (row) => row[name] ?? Number.NaN), "own"],
  merge: (series, name) => {
    const other = seriesOf({ else: [1] })
    return [Result.getOrThrow(Series.merge(Series.select(series, [name]), other, { rows: "outer" })), name]
  },
  join: (series, name) => {
    const cut = series.time[Math.floor(series.length / 2)] ?? 0
    const parts = [Series.slice(series, { to: cut }), Series.slice(series, { from: cut })] as const
    return [Result.getOrThrow(Series.join(parts)), name]
  },
  json: (series, name) => {
    const only = Series.select(series, [name])
    const text = JSON.stringify(Schema.encodeSync(codec(name))(only))
    return [Schema.decodeUnknownSync(codec(name))(JSON.parse(text)), name]
  },
  message: (series, name) => [Series.fromTransferable<string>(Series.toTransferable(series).message), name],
  hours: (series, name) => [untyped(Series.resample(series, "hour", { first: [name, "first"] })), "first"],
  runs: (series, name) => [untyped(Series.overMembers(series, name, { run: "mean" })), "run"]
}

const way = fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 5 })

const go = (series: Series.Series<string>, name: string, way: ReadonlyArray<string>) =>
  way.reduce((at, step) => steps[step]?.(...at) ?? at, [series, name] as const)

/** The value of the only row. */
const only = (series: Series.Series, name: string): number =>
  Option.getOrThrow(Series.find(series, name)).values[0] ?? Number.NaN

const isSpread = (name: string): boolean => /_(?:spread|anomaly)$/.test(name)

const names = Object.values(facts.directions).flat()

describe("directions", () => {
  it.each(names.filter((name) => !isSpread(name)))("%s is averaged on the circle", (name) => {
    const series = degrees(name, [350, 10])
    assert.isBelow(Math.abs(((Series.mean(series, name) + 180) % 360) - 180), 1e-9)
    assert.isNaN(Series.sum(series, name))
  })

  it.each(names.filter(isSpread))("%s is a difference, and averaged as a number", (name) => {
    const series = degrees(name, [350, 10])
    assert.strictEqual(Series.mean(series, name), 180)
    assert.strictEqual(Series.max(series, name), 350)
  })

  it("keep what they are wherever their column goes, and have the circular mean", () => {
    const values = fc.array(
      fc.integer({ min: 0, max: 3_600 }).map((n) => n / 10),
      { minLength: 2, maxLength: 30 }
    )
    const name = fc.constantFrom("winddirection_10m", "wind_direction_10m", "heading", "rain")
    fc.assert(
      fc.property(values, name, way, (cells, column, path) => {
        const [series, reached] = go(degrees(column, cells), column, path)
        assert.strictEqual(series.units[reached], "°")
        isMean(Series.mean(series, reached), cells)
        const resampled = Series.resample(series, "year", { average: [reached, "mean"] })
        isMean(only(resampled, "average"), cells)
      })
    )
  })

  it("are averaged over members on the circle", () => {
    const columns = { winddirection_10m: [350, 90], winddirection_10m_member01: [10, 90], rain: [1, 2] }
    const units = { winddirection_10m: "undefined", winddirection_10m_member01: "°" }
    const series = seriesOf<string>(columns, { units })
    const { mean, p90 } = Series.overMembers(series, "winddirection_10m", { mean: "mean", p90: Series.percentile(90) })
    assert.isBelow(Math.abs((((mean[0] ?? 0) + 180) % 360) - 180), 1e-9)
    assert.closeTo(mean[1] ?? 0, 90, 1e-9)
    assert.isTrue(p90.every(Number.isNaN))
  })

  it("have no order: no minimum, maximum, median, percentile, sum, and no share beyond a threshold", () => {
    const series = Series.rename(degrees("wind_direction_10m", [350, 10, 20]), { wind_direction_10m: "from" })
    for (const of of [Series.min, Series.max, Series.median, Series.sum]) assert.isNaN(of(series, "from"))
    assert.isNaN(Series.quantile(series, "from", 0.9))
    for (const of of [Series.lowest, Series.highest]) assert.isTrue(Option.isNone(of(series, "from")))
    const ordered = ["min", "max", "median", "sum"] as const
    const measures = [Series.percentile(90), Series.percentile(0), Series.shareAbove(180), Series.shareBelow(180)]
    for (const aggregate of [...ordered, ...measures]) {
      assert.isNaN(only(Series.resample(series, "day", { made: ["from", aggregate] }), "made"))
      assert.isTrue(Number.isNaN(Series.overMembers(series, "from", { made: aggregate }).made[0]))
    }
    const { count, first, own } = Series.resample(series, "day", {
      count: ["from", "count"],
      first: ["from", "first"],
      own: ["from", Series.measure((values) => values.length)]
    })
    assert.deepStrictEqual([count[0], first[0], own[0]], [3, 350, 3])
  })

  it("are words in tables, and codes too, whatever their names", () => {
    const series = seriesOf(
      { from: [350, 90], sky: [61, 0], wind_direction_10m: [1, 2], weather_code: [61, 0] },
      { units: { from: "°", sky: "wmo code" } }
    )
    const table = Series.table(series)
    assert.match(table, /350° {3}N +slight rain +1 +61\n/)
    assert.match(table, /90° {3}E +clear sky +2 +0\n/)
  })
})

describe("differences", () => {
  const temperatures = (name: string) => seriesOf({ [name]: [0, 10] }, { units: { [name]: "°C" } })
  const inFahrenheit = <C extends string>(series: Series.Series<C>, name: C): ReadonlyArray<number> => {
    const converted: Series.Series = Result.getOrThrow(Series.convert(series, name, "°F"))
    return Array.from(Option.getOrThrow(Series.find(converted, name)).values)
  }

  it("stay differences wherever their column goes", () => {
    fc.assert(
      fc.property(way, (path) => {
        // A column that is computed is what its own name says.
        const [series, name] = go(
          temperatures("temperature_2m_spread"),
          "temperature_2m_spread",
          path.filter((step) => step !== "computed")
        )
        assert.deepStrictEqual(inFahrenheit(series, name).slice(0, 2), [0, 18])
      })
    )
    const renamed = Series.rename(temperatures("temperature_2m"), { temperature_2m: "is_no_spread" })
    assert.deepStrictEqual(inFahrenheit(renamed, "is_no_spread"), [32, 50])
  })

  it("are what a standard deviation is, of temperatures and of directions", () => {
    const days = Series.resample(temperatures("temperature_2m"), "day", { temperature_2m: "standardDeviation" })
    assert.deepStrictEqual(inFahrenheit(days, "temperature_2m"), [9])
    const runs = Series.overMembers(temperatures("temperature_2m"), "temperature_2m", { spread: "standardDeviation" })
    assert.deepStrictEqual(inFahrenheit(runs, "spread"), [0, 0])
    const winds = Series.resample(degrees("from", [350, 10]), "hour", { off: ["from", "standardDeviation"] })
    const wide = Held.change(winds, {
      columns: new Map(
        Array.from(Held.columnsOf(winds), ([name, column]) => [
          name,
          { ...column, values: new Float64Array([350, 10]) }
        ])
      )
    })
    assert.strictEqual(Series.mean(wide, "off"), 180)
  })

  it("are no longer known from a measure in a unit of its own", () => {
    const series = temperatures("temperature_2m_spread")
    const warmth = Series.measure(() => 10, "°F")
    const days = Series.resample(series, "day", { warmth: ["temperature_2m_spread", warmth] })
    const converted = Result.getOrThrow(Series.convert(days, "warmth", "°C"))
    assert.closeTo(converted.warmth[0] ?? 0, -12.22, 0.01)
    assert.strictEqual(days.time[0], Math.floor((series.time[0] ?? 0) / day) * day)
  })
})
