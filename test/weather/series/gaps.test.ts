/** Gaps, spells, shifts, and rows of other times. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import { pipe } from "effect/Function"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Gaps from "../../../src/weather/series/Gaps.ts"
import * as Spells from "../../../src/weather/series/Spells.ts"
import * as Series from "../../../src/weather/Series.ts"
import { runs } from "../../depth.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { hour, judge, lacksPandas, neighbours, same, sent } from "./support/pandas.ts"

const none = Number.NaN
const array = (values: Float64Array): ReadonlyArray<number> => Array.from(values)
const millis = (time: { readonly epochMilliseconds: number }): number => time.epochMilliseconds

describe("gaps", () => {
  const series = seriesOf({ a: [none, 1, none, none, 4, none] }, { units: { a: "°C" } })
  const holes = Series.filter(seriesOf({ a: [1, 2, 3, 4] }), (row) => row.a !== 2)

  it("are found in the rows and in a column", () => {
    const spans = (gaps: ReadonlyArray<Gaps.Gap>) =>
      gaps.map(({ end, rows, start }) => [millis(start) / hour, millis(end) / hour, rows])
    assert.deepStrictEqual(spans(Gaps.find(series)), [])
    assert.deepStrictEqual(spans(Gaps.find(holes)), [[1, 2, 0]])
    assert.deepStrictEqual(spans(Gaps.find(series, "a")), [
      [0, 1, 1],
      [2, 4, 2],
      [5, 6, 1]
    ])
    assert.deepStrictEqual(spans(pipe(holes, Gaps.find("a"))), [[1, 2, 0]])
  })

  it("get rows on a regular axis, or fail", () => {
    const whole = Result.getOrThrow(Gaps.regular(holes))
    assert.deepStrictEqual(
      [array(whole.a), array(whole.time)],
      [
        [1, none, 3, 4],
        [0, hour, 2 * hour, 3 * hour]
      ]
    )
    const finer = Result.getOrThrow(pipe(holes, Gaps.regular({ step: "30 minutes" })))
    assert.deepStrictEqual([finer.length, finer.period], [7, hour / 2])
    assert.strictEqual(Result.getOrThrow(Result.flip(Gaps.regular(holes, { step: "2 hours" }))).row, 2)
    assert.strictEqual(Result.getOrThrow(Result.flip(Gaps.regular(seriesOf({ a: [1] }, { period: null })))).row, -1)
  })

  it("get no axis of a step that is none, or of more than 20 million rows", () => {
    const rowOf = (series: Series.Series, step: Duration.Input) =>
      Result.getOrThrow(Result.flip(Gaps.regular(series, { step }))).row
    for (const step of [0, -1, Duration.infinity]) assert.strictEqual(rowOf(holes, step), -1)
    const until = (last: number) => Result.getOrThrow(Series.make({ time: [0, last], columns: {} }))
    const { time } = Result.getOrThrow(Gaps.regular(until(19_999_999), { step: 1 }))
    assert.deepStrictEqual([time.length, time.at(-1)], [20_000_000, 19_999_999])
    // The place of the last one is more than 32 bits have.
    for (const last of [20_000_000, 2 ** 32, 1e13]) assert.strictEqual(rowOf(until(last), 1), 1)
  })

  it("without any value have no end, and what is not named is not filled", () => {
    const filled = (limit: Duration.Input) => array(Gaps.fill(seriesOf({ a: [none, none] }), { a: 0 }, { limit }).a)
    assert.deepStrictEqual(
      [filled("9 days"), filled("Infinity")],
      [
        [none, none],
        [0, 0]
      ]
    )
    const rules: object = { a: undefined }
    assert.deepStrictEqual(array(Gaps.fill(series, rules, { limit: "3 hours" }).a), array(series.a))
  })

  it("are filled by rule up to the limit, and not beyond", () => {
    const filled = (rule: Gaps.Fill, limit: Duration.Input = "3 hours") =>
      array(Gaps.fill(series, { a: rule }, { limit }).a)
    assert.deepStrictEqual(filled("linear"), [none, 1, 2, 3, 4, none])
    assert.deepStrictEqual(filled("linear", "179 minutes"), [none, 1, none, none, 4, none])
    assert.deepStrictEqual(filled("previous"), [none, 1, 1, 1, 4, 4])
    assert.deepStrictEqual(filled("next"), [1, 1, 4, 4, 4, none])
    assert.deepStrictEqual(filled("nearest"), [1, 1, 1, 4, 4, 4])
    assert.deepStrictEqual(filled(0), [0, 1, 0, 0, 4, 0])
    assert.deepStrictEqual(filled(0, "59 minutes"), array(series.a))
    assert.deepStrictEqual(array(pipe(series, Gaps.fill({ a: 0 }, { limit: Duration.infinity })).a), [0, 1, 0, 0, 4, 0])
  })

  it("are filled the short way around between directions, and not between codes", () => {
    const wind = seriesOf(
      { w: [350, none, 30, none, 210], c: [1, none, 3, 3, 3] },
      { units: { w: "°", c: "wmo code" } }
    )
    const { c, w } = Gaps.fill(wind, { w: "linear", c: "linear" }, { limit: "1 day" })
    assert.deepStrictEqual(array(w), [350, 10, 30, none, 210])
    assert.deepStrictEqual(array(c), [1, none, 3, 3, 3])
    assert.deepStrictEqual(array(Gaps.fill(wind, { c: "previous" }, { limit: "1 day" }).c), [1, 1, 3, 3, 3])
  })

  it("are interpolated at other instants", () => {
    const at = [-1, 0, 1.5 * hour, hour, 2 * hour, 9 * hour]
    const { a, period, time, units } = Gaps.interpolate(holes, at, { a: "linear" }, { limit: "2 hours" })
    assert.deepStrictEqual(array(time), [-1, 0, 1.5 * hour, 2 * hour, 9 * hour])
    assert.deepStrictEqual(array(a), [none, 1, 2.5, 3, none])
    assert.deepStrictEqual([period, units.a], [null, ""])
    const beyond = Gaps.interpolate(holes, [-Infinity, none, 0, Infinity], { a: "next" }, { limit: "Infinity" })
    assert.deepStrictEqual(array(beyond.time), [0])
  })
})

describe("spells", () => {
  const series = seriesOf({ t: [-1, -2, 3, -1, none, -1, -1, 2, 5] }, { units: { t: "°C" } })
  const found = (threshold: Spells.Threshold) =>
    Spells.find(series, "t", threshold).map(({ complete, end, length, start }) => [
      millis(start) / hour,
      millis(end) / hour,
      Duration.toHours(length),
      complete
    ])

  it("have begin, end and length, and are complete if their ends are known", () => {
    assert.deepStrictEqual(found({ below: 0 }), [
      [0, 2, 2, false],
      [3, 4, 1, false],
      [5, 7, 2, false]
    ])
    assert.deepStrictEqual(found({ below: 0, shortest: "2 hours" }), [
      [0, 2, 2, false],
      [5, 7, 2, false]
    ])
    assert.deepStrictEqual(found({ above: 2, below: 5 }), [[2, 3, 1, true]])
    assert.deepStrictEqual(found({ atLeast: 2, atMost: 5 }), [
      [2, 3, 1, true],
      [7, 9, 2, false]
    ])
    assert.deepStrictEqual(found({ above: 2, atMost: 3 }), [[2, 3, 1, true]])
  })

  it("end at a gap, have their rows, and none in directions", () => {
    const gap = Series.filter(seriesOf({ t: [-1, -1, 9, -1] }), (row) => row.t !== 9)
    const spells = pipe(gap, Spells.find("t", { below: 0 }))
    assert.deepStrictEqual(
      spells.map((spell) => array(spell.series.t)),
      [[-1, -1], [-1]]
    )
    assert.deepStrictEqual(Spells.find(seriesOf({ w: [1, 2] }, { units: { w: "°" } }), "w", { above: 0 }), [])
  })
})

describe("rows that depend on each other", () => {
  it("are shifted, subtracted and accumulated", () => {
    const series = seriesOf({ a: [1, none, 4, 2] }, { units: { a: "°C" } })
    assert.deepStrictEqual(array(Series.shift(series, 1).a), [none, 1, none, 4])
    assert.deepStrictEqual(array(pipe(series, Series.shift(-1)).a), [none, 4, 2, none])
    assert.deepStrictEqual(array(Series.shift(series, 9).a), [none, none, none, none])
    assert.deepStrictEqual(array(Series.shift(series, -9).a), [none, none, none, none])
    for (const rows of [none, Infinity, -Infinity]) {
      assert.deepStrictEqual(array(Series.shift(series, rows).a), [none, none, none, none])
      assert.deepStrictEqual(array(Series.difference(series, rows).a), [none, none, none, none])
    }
    assert.deepStrictEqual(array(Series.difference(series).a), [none, none, none, -2])
    assert.deepStrictEqual(array(pipe(series, Series.difference(2)).a), [none, none, 3, none])
    assert.deepStrictEqual(array(pipe(series, Series.difference()).a), [none, none, none, -2])
    const rises = Result.getOrThrow(Series.convert(Series.difference(series), "a", "°F"))
    assert.closeTo(rises.a[3] ?? 0, -3.6, 1e-9)
    assert.deepStrictEqual(array(Series.cumulative(series, "sum").a), [1, none, 5, 7])
    assert.deepStrictEqual(array(Series.cumulative(series, "max").a), [1, none, 4, 4])
    assert.deepStrictEqual(array(Series.cumulative(series, "min").a), [1, none, 1, 1])
    assert.deepStrictEqual(array(pipe(series, Series.cumulative("count")).a), [1, 1, 2, 3])
    assert.strictEqual(Series.cumulative(series, "count").units.a, "")
  })

  it("take directions around the circle, and instants by seconds", () => {
    const wind = seriesOf({ w: [350, 10, 190, 180] }, { units: { w: "°" } })
    assert.deepStrictEqual(array(Series.difference(wind).w), [none, 20, 180, -10])
    assert.isTrue(Series.cumulative(wind, "max").w.every(Number.isNaN))
    assert.deepStrictEqual(array(Series.cumulative(wind, "count").w), [1, 2, 3, 4])
    const rise = Result.getOrThrow(Series.make({ time: [0, hour], columns: { sunrise: [1_000, 61_000] } }))
    const apart = Series.difference(rise)
    assert.deepStrictEqual([array(apart.sunrise), apart.units.sunrise], [[none, 60], "s"])
    assert.isTrue(Series.cumulative(rise, "sum").sunrise.every(Number.isNaN))
    assert.deepStrictEqual(array(Series.cumulative(rise, "max").sunrise), [1_000, 61_000])
  })
})

describe("rows of other times", () => {
  const hours = seriesOf({ a: [1, 2, 3] })
  const station = seriesOf({ b: [10, 20, 30] }, { start: hour / 6, step: hour })

  it("are merged by the nearest one within a tolerance", () => {
    const merged = (side: "nearest" | "before" | "after", tolerance: Duration.Input) =>
      array(Result.getOrThrow(Series.mergeNearest(hours, station, { side, tolerance })).b)
    assert.deepStrictEqual(merged("nearest", "10 minutes"), [10, 20, 30])
    assert.deepStrictEqual(merged("nearest", "9 minutes"), [none, none, none])
    assert.deepStrictEqual(merged("before", "50 minutes"), [none, 10, 20])
    assert.deepStrictEqual(merged("after", "1 hour"), [10, 20, 30])
    assert.deepStrictEqual(merged("before", "Infinity"), [none, 10, 20])
    const late = seriesOf({ a: [1, 2, 3, 4] })
    const after = Series.mergeNearest(late, station, { side: "after", tolerance: "Infinity" })
    assert.deepStrictEqual(array(Result.getOrThrow(after).b), [10, 20, 30, none])
    const far = seriesOf({ b: [1, 2] }, { start: -hour / 2 })
    assert.deepStrictEqual(
      array(Result.getOrThrow(pipe(hours, Series.mergeNearest(far, { tolerance: "30 minutes" }))).b),
      [1, 2, none]
    )
    assert.isTrue(Result.isFailure(Series.mergeNearest(hours, hours, { tolerance: "1 hour" })))
  })

  it.skipIf(lacksPandas)("equal pandas (skipped without python3-pandas)", () => {
    const made = fc.record({
      both: neighbours({ rows: 90, step: hour, gaps: true }, { rows: 180, step: hour / 2, gaps: true }),
      rows: fc.integer({ min: -4, max: 4 }),
      side: fc.constantFrom("nearest" as const, "before" as const, "after" as const),
      tolerance: fc.integer({ min: 0, max: 200 })
    })
    fc.assert(
      // The first run is biased to the smallest cases.
      fc.property(fc.noBias(fc.array(made, { minLength: runs(60), maxLength: runs(60) })), (cases) => {
        const judged = judge<Record<string, ReadonlyArray<number | null>>>(
          `
f = frame(case)["a"]
other = frame(case["other"])
regular = f.asfreq("h")
inside = regular.interpolate("time", limit_area="inside")
direction = {"nearest": "nearest", "before": "backward", "after": "forward"}[case["side"]]
left = f.to_frame().reset_index().rename(columns={"index": "time"})
right = other[["b"]].reset_index().rename(columns={"index": "time"})
merged = pd.merge_asof(left, right, on="time", direction=direction, tolerance=pd.Timedelta(minutes=case["tolerance"]))
below = (f < 0)
gap = f.index.to_series().diff() > pd.Timedelta(hours=1)
group = ((below != below.shift()) | gap).cumsum()
spells = f[below].groupby(group[below]).size()
result = {
    "shift": out(f.shift(case["rows"])), "difference": out(f.diff(case["rows"])),
    "sum": out(f.cumsum()), "min": out(f.cummin()), "max": out(f.cummax()), "count": out(f.expanding(0).count()),
    "regular": out(regular), "linear": out(inside), "previous": out(regular.ffill()), "next": out(regular.bfill()),
    "merged": out(merged["b"]), "spells": out(spells), "kept": out(f[f > 0]),
}
`,
          cases.map(({ both: [series, other], ...others }) => ({ ...sent(series), ...others, other: sent(other) }))
        )
        for (const [i, { both, rows, side, tolerance }] of cases.entries()) {
          const [series, other] = both
          const a = Series.select(series, ["a"])
          const b = Series.select(other, ["b"])
          const regular = Result.getOrThrow(Gaps.regular(a))
          const fill = (rule: Gaps.Fill) => Gaps.fill(regular, { a: rule }, { limit: Duration.infinity }).a
          const merged = Series.mergeNearest(a, b, { side, tolerance: Duration.minutes(tolerance) })
          const found: Record<string, ArrayLike<number>> = {
            shift: Series.shift(a, rows).a,
            difference: Series.difference(a, rows).a,
            sum: Series.cumulative(a, "sum").a,
            min: Series.cumulative(a, "min").a,
            max: Series.cumulative(a, "max").a,
            count: Series.cumulative(a, "count").a,
            regular: regular.a,
            linear: fill("linear"),
            previous: fill("previous"),
            next: fill("next"),
            merged: Result.getOrThrow(merged).b,
            spells: Spells.find(a, "a", { below: 0 }).map((spell) => spell.series.length),
            kept: Series.filter(a, (row) => row.a > 0).a
          }
          for (const [name, values] of Object.entries(found)) same(values, judged[i]?.[name] ?? [], name)
        }
        assert.isAbove(Held.columnsOf(cases[0]?.both[0] ?? hours).size, 0)
      }),
      { numRuns: 1, endOnFailure: true }
    )
  })
})
