import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as fc from "fast-check"
import * as Held from "../../../src/weather/internal/series/held.ts"
import { computeOf } from "../../../src/weather/internal/series/aggregate.ts"
import type { Aggregate } from "../../../src/weather/series/Aggregate.ts"
import { rolling, type Window } from "../../../src/weather/series/Rolling.ts"
import * as Series from "../../../src/weather/Series.ts"
import { runs } from "../../depth.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { hour, judge, lacksPandas, randomSeries, same, sent } from "./support/pandas.ts"

const numbers = (values: ArrayLike<number>): ReadonlyArray<number> => Array.from(values)

const aggregates = {
  sum: "sum",
  mean: "mean",
  min: "min",
  max: "max",
  median: "median",
  deviation: "standardDeviation",
  count: "count",
  first: "first",
  last: "last",
  p90: Series.percentile(90),
  wet: Series.shareAbove(1),
  cold: Series.shareBelow(-1),
  own: Series.measure((values) => values.reduce((all, value) => all + (Number.isNaN(value) ? 0 : value ** 2), 0))
} as const satisfies Record<string, Aggregate>

const named = Object.fromEntries(
  Object.entries(aggregates).map(([name, aggregate]) => [name, ["a", aggregate] as const])
)

describe("rolling", () => {
  it("has windows of rows that must be full", () => {
    const series = seriesOf({ rain: [1, 2, Number.NaN, 4, 5, 6] }, { units: { rain: "mm" } })
    const { rain, units } = rolling(series, { rows: 2 }, { rain: "sum", n: ["rain", "count"] })
    assert.deepStrictEqual(numbers(rain), [Number.NaN, 3, Number.NaN, Number.NaN, 9, 11])
    assert.deepStrictEqual(units, { rain: "mm", n: "" })
    const some = pipe(series, rolling({ rows: 2, minCount: 1 }, { rain: "sum", n: ["rain", "count"] }))
    assert.deepStrictEqual(numbers(some.rain), [1, 3, 2, 4, 9, 11])
    assert.deepStrictEqual(numbers(some.n), [1, 2, 1, 1, 2, 2])
  })

  it("has no values in windows of no rows", () => {
    const series = seriesOf({ a: [1, 2, 3] })
    const nothing = [Number.NaN, Number.NaN, Number.NaN]
    for (const align of ["trailing", "center"] as const) {
      for (const rows of [0, -1, 0.9, Number.NaN]) {
        const { a, n } = rolling(series, { rows, align }, { a: "sum", n: ["a", "count"] })
        assert.deepStrictEqual([numbers(a), numbers(n)], [nothing, [0, 0, 0]])
      }
      for (const duration of [0, -hour]) {
        assert.deepStrictEqual(numbers(rolling(series, { duration, align }, { a: "sum" }).a), nothing)
      }
      const full = rolling(series, { rows: 1, align, minCount: Number.NaN }, { a: "sum" })
      assert.deepStrictEqual(numbers(full.a), nothing)
      const all = rolling(series, { rows: Infinity, align, minCount: 3 }, { a: "sum" })
      assert.deepStrictEqual(numbers(all.a).slice(2), [6])
    }
  })

  it("has the same centered windows by rows and by duration", () => {
    const series = seriesOf({ a: [1, 2, 3, 4, 5] })
    for (const rows of [1, 2, 3, 4]) {
      const byRows = rolling(series, { rows, align: "center" }, { a: "sum" })
      assert.deepStrictEqual(rolling(series, { duration: `${rows} hours`, align: "center" }, { a: "sum" }).a, byRows.a)
    }
    assert.deepStrictEqual(numbers(rolling(series, { rows: 2, align: "center" }, { a: "sum" }).a), [
      Number.NaN,
      3,
      5,
      7,
      9
    ])
  })

  it("counts elapsed time across gaps, and takes as many values as fit unless told otherwise", () => {
    const whole = seriesOf({ a: [1, 2, 3, 4, 5, 6] })
    const gap = Series.filter(whole, (row) => row.a !== 3)
    assert.deepStrictEqual(numbers(rolling(gap, { duration: "2 hours" }, { a: "sum" }).a), [
      Number.NaN,
      3,
      Number.NaN,
      9,
      11
    ])
    assert.deepStrictEqual(
      numbers(rolling(gap, { duration: "2 hours", minCount: 1 }, { a: "sum" }).a),
      [1, 3, 4, 9, 11]
    )
    // Where the length of rows is unknown, one value is enough.
    const unknown = seriesOf({ a: [1, 2] }, { period: null })
    assert.deepStrictEqual(numbers(rolling(unknown, { duration: "2 hours" }, { a: "sum" }).a), [1, 3])
    const days = seriesOf({ a: [1, 2, 3] }, { step: 24 * hour, start: Date.UTC(2026, 0, 1) })
    const civil = Series.resample(days, "day", { a: "sum" })
    assert.deepStrictEqual(numbers(rolling(civil, { duration: "2 days" }, { a: "sum" }).a), [Number.NaN, 3, 5])
  })

  it("does not remember what has left: dry hours sum to 0, and infinite values are gone", () => {
    const rain = [0.1, 0.2, 0.3, 0, 0, 0, Infinity, 0, 0, 0, 1e16, 1, 1]
    const { a } = rolling(seriesOf({ a: rain }), { rows: 2 }, { a: "sum" })
    assert.deepStrictEqual(numbers(a).slice(4, 6), [0, 0])
    assert.deepStrictEqual(numbers(a).slice(8), [0, 0, 1e16, 1e16 + 1, 2])
  })

  it("averages directions on the circle, and finds no order in them", () => {
    const series = seriesOf({ wind: [350, 10, 30, 210] }, { units: { wind: "°" } })
    const rolled = rolling(
      series,
      { rows: 2 },
      {
        mean: ["wind", "mean"],
        deviation: ["wind", "standardDeviation"],
        sum: ["wind", "sum"],
        max: ["wind", "max"],
        p50: ["wind", Series.percentile(50)],
        last: ["wind", "last"]
      }
    )
    assert.closeTo(Math.cos((numbers(rolled.mean)[1] ?? 0) * (Math.PI / 180)), 1, 1e-9)
    assert.closeTo(numbers(rolled.mean)[2] ?? 0, 20, 1e-9)
    assert.isNaN(rolled.mean[3])
    assert.closeTo(
      rolled.deviation[1] ?? 0,
      Series.standardDeviation(seriesOf({ w: [350, 10] }, { units: { w: "°" } }), "w"),
      1e-9
    )
    for (const none of [rolled.sum, rolled.max, rolled.p50]) assert.isTrue(none.every(Number.isNaN))
    assert.deepStrictEqual(numbers(rolled.last), [Number.NaN, 10, 30, 210])
  })

  it("keeps instants, and is NaN for absent columns", () => {
    const series = Series.make({ time: [0, hour], columns: { sunrise: [5, 7] } })
    assert.strictEqual(series._tag, "Success")
    if (series._tag !== "Success") return
    const { mean } = rolling(series.success, { rows: 2 }, { mean: ["sunrise", "mean"] })
    assert.deepStrictEqual(numbers(mean), [Number.NaN, 6])
    const absent = Held.make<"a">({ ...Held.partsOf(seriesOf({ b: [1] })), absent: ["a"] })
    assert.deepStrictEqual(numbers(rolling(absent, { rows: 1 }, { a: "sum" }).a), [Number.NaN])
  })

  const windows: fc.Arbitrary<Window> = fc.record({
    rows: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1_500)),
    align: fc.constantFrom("trailing" as const, "center" as const),
    minCount: fc.integer({ min: 1, max: 4 })
  })

  it("is what each window has alone", () => {
    fc.assert(
      fc.property(randomSeries({ rows: 60, step: hour, gaps: false }), windows, (series, window) => {
        const rolled = rolling(series, window, named)
        assert.strictEqual(rolled.length, series.length)
        const { align, minCount = 1, rows = 0 } = window
        const after = align === "center" ? Math.floor((rows - 1) / 2) : 0
        for (const [name, aggregate] of Object.entries<Aggregate>(aggregates)) {
          const compute = computeOf(aggregate, "a", Held.columnOf(series, "a"))
          const expected = numbers(series.a).map((_, i) => {
            const end = Math.max(0, i + after + 1)
            const values = series.a.slice(Math.max(0, end - rows), end)
            const count = Series.count(seriesOf({ a: numbers(values) }), "a")
            if (aggregate !== "count" && count < minCount) return null
            const value = compute(values)
            return Number.isNaN(value) ? null : value
          })
          same(Held.valuesOf(rolled, name), expected, name)
        }
      }),
      { numRuns: runs(150) }
    )
  })

  it("has wide windows of many different values", () => {
    // Wide ones are counted in a tree.
    const values = Float64Array.from({ length: 4_000 }, (_, i) => (i % 7 === 0 ? Number.NaN : Math.sin(i * i) * 1_000))
    const series = seriesOf({ a: numbers(values) })
    const { median, p10 } = rolling(
      series,
      { rows: 1_500, minCount: 1 },
      {
        median: ["a", "median"],
        p10: ["a", Series.percentile(10)]
      }
    )
    for (const i of [0, 1, 700, 1_499, 1_500, 2_345, 3_999]) {
      const window = seriesOf({ a: numbers(values.slice(Math.max(0, i - 1_499), i + 1)) })
      assert.deepStrictEqual([median[i], p10[i]], [Series.median(window, "a"), Series.quantile(window, "a", 0.1)])
    }
  })

  it.skipIf(lacksPandas)("equals pandas (skipped without python3-pandas)", () => {
    const cases = fc.array(
      fc.record({
        series: fc.oneof(
          randomSeries({ rows: 120, step: hour, gaps: true }),
          randomSeries({ rows: 60, step: 24 * hour, gaps: true })
        ),
        size: fc.integer({ min: 1, max: 72 }),
        center: fc.boolean(),
        byTime: fc.boolean(),
        minCount: fc.integer({ min: 1, max: 5 })
      }),
      { minLength: runs(90), maxLength: runs(90) }
    )
    fc.assert(
      // The first run is biased to the smallest cases.
      fc.property(fc.noBias(cases), (made) => {
        const judged = judge<Record<string, ReadonlyArray<number | null>>>(
          `
f = frame(case)["a"]
size = pd.Timedelta(hours=case["size"]) if case["byTime"] else case["size"]
extra = {"closed": "left" if case["center"] else "right"} if case["byTime"] else {}
least = case["minCount"] if case["byTime"] else min(case["minCount"], case["size"])
r = f.rolling(size, center=case["center"], min_periods=least, **extra)
result = {
    "sum": out(r.sum()), "mean": out(r.mean()), "min": out(r.min()), "max": out(r.max()),
    "median": out(r.median()), "deviation": out(r.std(ddof=0)), "p90": out(r.quantile(0.9)),
    "wet": out((f > 1).astype(float).where(f.notna()).rolling(size, center=case["center"], min_periods=least, **extra).mean()),
}
`,
          made.map(({ series, ...others }) => ({ ...sent(series), ...others }))
        )
        assert.strictEqual(judged.length, made.length)
        for (const [i, { byTime, center, minCount, series, size }] of made.entries()) {
          const align = center ? ("center" as const) : ("trailing" as const)
          const rolled = rolling(
            series,
            byTime
              ? { duration: `${size} hours`, align, minCount }
              : { rows: size, align, minCount: Math.min(minCount, size) },
            named
          )
          for (const [name, expected] of Object.entries(judged[i] ?? {})) {
            // pandas subtracts what has left, so its deviations are less exact.
            same(Held.valuesOf(rolled, name), expected, name, name === "deviation" ? 1e-5 : 1e-9)
          }
        }
      }),
      { numRuns: 1, endOnFailure: true }
    )
  })
})
