/** Scores, correlations, distributions and degree days. */
import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { correlation, rankCorrelation } from "../../../src/weather/series/Correlation.ts"
import * as DegreeDays from "../../../src/weather/series/DegreeDays.ts"
import { histogram, windRose } from "../../../src/weather/series/Distribution.ts"
import * as Verify from "../../../src/weather/series/Verify.ts"
import * as Series from "../../../src/weather/Series.ts"
import { runs } from "../../depth.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { hour, judge, lacksPandas, randomSeries, same, sent } from "./support/pandas.ts"

const none = Number.NaN

describe("scores", () => {
  const both = seriesOf({ f: [1, 2, none, 5], o: [2, 2, 3, 1] }, { units: { f: "°C", o: "°C" } })

  it("are those of rows that have both", () => {
    const scores = Result.getOrThrow(Verify.scores(both, "f", "o"))
    assert.deepInclude(scores, { count: 3, bias: 1, mae: 5 / 3, rmse: Math.sqrt(17 / 3), unit: "°C" })
    const { error } = Result.getOrThrow(pipe(both, Verify.errors("f", "o")))
    assert.deepStrictEqual(Array.from(error), [-1, 0, none, 4])
    assert.deepInclude(Result.getOrThrow(Verify.scores(seriesOf({ f: [none], o: [1] }), "f", "o")), {
      count: 0,
      bias: none
    })
  })

  it("refuse other units, and take directions around the circle", () => {
    const mixed = seriesOf({ f: [1], o: [2] }, { units: { f: "°C", o: "°F" } })
    const failed = Result.getOrThrow(Result.flip(Verify.scores(mixed, "f", "o")))
    assert.deepStrictEqual([failed._tag, failed.units], ["UnitsDiffer", ["°C", "°F"]])
    const wind = seriesOf({ f: [10, 350], o: [350, 10] }, { units: { f: "°", o: "°" } })
    assert.deepInclude(Result.getOrThrow(Verify.scores(wind, "f", "o")), {
      bias: 0,
      mae: 20,
      rmse: 20,
      correlation: none
    })
  })

  it("compare ensembles: one run has its absolute error", () => {
    const runsOf = seriesOf(
      { t: [1, none, none], t_member01: [3, 2, none], o: [2, 5, 1] },
      { units: { t: "°C", t_member01: "°C", o: "°C" } }
    )
    const { crps } = Result.getOrThrow(Verify.crps(runsOf, "t", "o"))
    assert.deepStrictEqual(Array.from(crps), [0.5, 3, none])
    const fair = Result.getOrThrow(pipe(runsOf, Verify.crps("t", "o", { fair: true }))).crps
    assert.deepStrictEqual(Array.from(fair), [0, none, none])
    const wrong = seriesOf({ t: [1], o: [1] }, { units: { t: "°C", o: "K" } })
    assert.isTrue(Result.isFailure(Verify.crps(wrong, "t", "o")))
    const wind = seriesOf({ w: [1], o: [1] }, { units: { w: "°", o: "°" } })
    assert.deepStrictEqual(Array.from(Result.getOrThrow(Verify.crps(wind, "w", "o")).crps), [none])
  })

  it("rate probabilities in % and as a fraction, and refuse others", () => {
    const said = seriesOf(
      { p: [100, 0, 50, none], q: [1, 0, 0.5, 1], rain: [1, 0, 0, 9] },
      { units: { p: "%", q: "fraction", rain: "mm" } }
    )
    const percent = Result.getOrThrow(Verify.brier(said, "p", "rain", { above: 0 }))
    assert.deepStrictEqual(percent, { count: 3, score: 0.25 / 3, frequency: 1 / 3, skill: 1 - 0.25 / 3 / (2 / 9) })
    assert.strictEqual(Result.getOrThrow(pipe(said, Verify.brier("q", "rain", { below: 9 }))).count, 4)
    assert.isNaN(Result.getOrThrow(Verify.brier(said, "q", "rain", { above: 99 })).skill)
    assert.isTrue(Result.isFailure(Verify.brier(said, "rain", "rain", { above: 0 })))
  })
})

describe("distributions", () => {
  it("count values between edges, of which the last class has both", () => {
    const series = seriesOf({ a: [0, 1, 2, 3, 4, none, 9, -1] }, { units: { a: "mm" } })
    const { above, below, counts, missing, unit } = histogram(series, "a", [0, 2, 4])
    assert.deepStrictEqual([Array.from(counts), below, above, missing, unit], [[2, 3], 1, 1, 1, "mm"])
    const even = histogram(seriesOf({ a: [5, 5] }), "a", 2)
    assert.deepStrictEqual(
      [Array.from(even.edges), Array.from(even.counts)],
      [
        [4.5, 5, 5.5],
        [0, 2]
      ]
    )
    const circle = histogram(seriesOf({ w: [-10, 370, 180] }, { units: { w: "°" } }), "w", 2)
    assert.deepStrictEqual(
      [Array.from(circle.edges), Array.from(circle.counts)],
      [
        [0, 180, 360],
        [1, 2]
      ]
    )
  })

  it("have as many classes as there can be, and none of edges that are not numbers", () => {
    const series = seriesOf({ a: [0, 1, 2], w: [0, Infinity, 90] }, { units: { w: "°" } })
    const classes = (count: number) => histogram(series, "a", count).counts.length
    assert.deepStrictEqual(
      [0, -Infinity, none, 1, 2.9, 1e6, 1e6 + 1, Infinity].map(classes),
      [1, 1, 1, 1, 2, 1e6, 1e6, 1e6]
    )
    assert.deepStrictEqual(Array.from(histogram(series, "a", 1).counts), [3])
    const { above, counts } = histogram(series, "a", [none, 0, 1])
    assert.deepStrictEqual([Array.from(counts), above], [[2], 1])
    // As by NumPy, a class whose edges are equal has no values.
    assert.deepStrictEqual(Array.from(histogram(series, "a", [0, 0, 1]).counts), [0, 2])
    assert.strictEqual(histogram(series, "w", 4).missing, 1)
    const rose = (sectors: number) => windRose(series, { speed: "a", direction: "w", sectors, speeds: [0, none] })
    assert.deepStrictEqual(
      [0, none, 1, 360, 361, Infinity].map((sectors) => rose(sectors).counts.length),
      [1, 1, 1, 360, 360, 360]
    )
    assert.deepStrictEqual([rose(1).missing, rose(1).total, Array.from(rose(1).speeds)], [1, 2, [0]])
  })

  it("of wind have sectors around north, and calm rows apart", () => {
    const wind = seriesOf(
      { s: [0, 3, 5, 8, 20, none, 4, 1], w: [none, 350, 10, 45, 90, 10, none, 200] },
      { units: { s: "m/s", w: "°" } }
    )
    const rose = windRose(wind, { speed: "s", direction: "w", sectors: 4, speeds: [1, 5, 10] })
    assert.deepStrictEqual(Array.from(rose.directions), [0, 90, 180, 270])
    assert.deepStrictEqual(
      rose.counts.map((counts) => Array.from(counts)),
      [
        [1, 1, 0],
        [0, 1, 1],
        [1, 0, 0],
        [0, 0, 0]
      ]
    )
    assert.deepStrictEqual([rose.calm, rose.missing, rose.total, rose.unit], [1, 2, 6, "m/s"])
    assert.strictEqual(pipe(wind, windRose({ speed: "s", direction: "s", speeds: [1] })).missing, 7)
    assert.strictEqual(windRose(wind, { speed: "s", direction: "w", speeds: [1] }).counts.length, 16)
  })
})

describe("degree days", () => {
  it("are those of whole days of the place", () => {
    // Summer time begins on 2026-03-29 in Berlin: the day has 23 hours.
    const values = Array.from({ length: 24 + 23 + 24 + 5 }, (_, i) =>
      i < 24 ? 10 : i < 47 ? 16 : i === 50 ? none : 20
    )
    const series = seriesOf(
      { t: values },
      { zone: "Europe/Berlin", offset: hour, start: Date.UTC(2026, 2, 27, 23), units: { t: "°C" } }
    )
    const heating = DegreeDays.heating(series, "t", { base: 18 })
    assert.deepStrictEqual(Array.from(heating.degree_days), [8, 2, none, none])
    assert.strictEqual(heating.units.degree_days, "°C d")
    assert.deepStrictEqual(
      Array.from(DegreeDays.heating(series, "t", { base: 20, threshold: 15 }).degree_days).slice(0, 2),
      [10, 0]
    )
    assert.deepStrictEqual(
      Array.from(pipe(series, DegreeDays.cooling("t", { base: 10, threshold: 12 })).degree_days).slice(0, 2),
      [0, 6]
    )
    assert.strictEqual(Series.resample(heating, "month", { degree_days: "sum" }).degree_days[0], 10)
    for (const options of [{ base: none }, { base: 18, threshold: none }, { base: none, threshold: 1 }]) {
      assert.isTrue(DegreeDays.heating(series, "t", options).degree_days.every(Number.isNaN))
    }
  })
})

describe("correlations", () => {
  it("are those of rows that have both", () => {
    const series = seriesOf({ a: [1, 2, none, 4], b: [2, 4, 1, 16], c: [1, 1, 1, 1] })
    assert.closeTo(correlation(series, "a", "b"), 0.97986371, 1e-9)
    assert.strictEqual(pipe(series, rankCorrelation("a", "b")), 1)
    assert.isNaN(correlation(series, "a", "c"))
    assert.isNaN(correlation(seriesOf({ a: [1, 2], w: [1, 2] }, { units: { w: "°" } }), "a", "w"))
  })
})

describe.skipIf(lacksPandas)("pandas and NumPy (skipped without python3-pandas)", () => {
  it("compute the same", () => {
    const made = fc.record({
      series: fc.oneof(
        randomSeries({ rows: 150, step: hour, gaps: true }),
        randomSeries({ rows: 200, step: hour / 2, gaps: false })
      ),
      members: fc.array(
        fc.array(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constant(none)), {
          minLength: 1,
          maxLength: 200,
          size: "max"
        }),
        { minLength: 1, maxLength: 6 }
      )
    })
    fc.assert(
      // The first run is biased to the smallest cases.
      fc.property(fc.noBias(fc.array(made, { minLength: runs(60), maxLength: runs(60) })), (all) => {
        const ensembles = all.map(({ members, series }) => {
          const columns = members.map(
            (run, k) => [`t_member0${k + 1}`, Array.from(series.a, (_, i) => run[i % run.length] ?? none)] as const
          )
          return Object.fromEntries([...columns, ["o", Array.from(series.b)] as const])
        })
        const judged = judge<Record<string, ReadonlyArray<number | null>>>(
          `
f = frame(case)
a, b = f["a"], f["b"]
e = (a - b).dropna()
both = f.dropna()
runs = np.array([numbers(run) for run in case["runs"]])
def crps(i, fair):
    x = runs[:, i][~np.isnan(runs[:, i])]
    m, y = len(x), b.values[i]
    if m == 0 or y != y or (fair and m < 2):
        return None
    pairs = np.abs(x[:, None] - x[None, :]).sum()
    return np.abs(x - y).mean() - pairs / (2 * (m * (m - 1) if fair else m * m))
edges = np.array([-20.0, -5.0, 0.0, 0.5, 20.0])
counts, _ = np.histogram(a.dropna(), edges)
def pearson(x, y):
    r = np.corrcoef(x, y)[0, 1] if len(x) > 1 and x.std() > 0 and y.std() > 0 else np.nan
    return r
p = (a + 30) / 60
event = (b > 1).astype(float)
known = p.notna() & b.notna()
local = f.tz_convert(case["zone"])
mid = local.index + pd.Timedelta(milliseconds=case["step"] / 2)
day = mid.normalize()
mean = local["a"].groupby(day).mean()
whole = local["a"].groupby(day).apply(lambda g: g.notna().all())
result = {
    "scores": out([len(e), e.mean(), e.abs().mean(), np.sqrt((e ** 2).mean())]),
    "pearson": out([pearson(both["a"], both["b"]), pearson(both["a"].rank(), both["b"].rank())]),
    "crps": out([crps(i, False) for i in range(len(b))]), "fair": out([crps(i, True) for i in range(len(b))]),
    "counts": out(counts), "brier": out([((p - event)[known] ** 2).mean()]),
    "mean": out(mean.where(whole)), "quick": out([a.isna().sum()]),
}
`,
          all.map(({ series }, i) => ({
            ...sent(series),
            zone: series.zone.name,
            step: series.period,
            runs: Object.entries(ensembles[i] ?? {})
              .filter(([name]) => name !== "o")
              .map(([, values]) => values.map((value) => (Number.isNaN(value) ? null : value)))
          }))
        )
        assert.strictEqual(judged.length, all.length)
        for (const [i, { series }] of all.entries()) {
          const expected = judged[i] ?? {}
          const { bias, count, mae, rmse } = Result.getOrThrow(Verify.scores(series, "a", "b"))
          same([count, bias, mae, rmse], expected["scores"] ?? [], "scores")
          same(
            [correlation(series, "a", "b"), rankCorrelation(series, "a", "b")],
            expected["pearson"] ?? [],
            "correlation"
          )
          const ensemble = seriesOf<string>(ensembles[i] ?? {})
          for (const [name, fair] of [
            ["crps", false],
            ["fair", true]
          ] as const) {
            same(Result.getOrThrow(Verify.crps(ensemble, "t", "o", { fair })).crps, expected[name] ?? [], name)
          }
          same(histogram(series, "a", [-20, -5, 0, 0.5, 20]).counts, expected["counts"] ?? [], "histogram")
          const said = Series.withColumn(series, "p", "fraction", (row) => (row.a + 30) / 60)
          same([Result.getOrThrow(Verify.brier(said, "p", "b", { above: 1 })).score], expected["brier"] ?? [], "brier")
          // A day that rows cover is its mean, and nothing else.
          const days = DegreeDays.cooling(series, "a", { base: -1_000 })
          const means = Array.from(days.degree_days, (value) => value - 1_000)
          for (const [k, value] of means.entries()) {
            if (!Number.isNaN(value)) same([value], [expected["mean"]?.[k] ?? null], "daily mean", 1e-6)
          }
          same([histogram(series, "a", 3).missing], expected["quick"] ?? [], "missing")
        }
      }),
      { numRuns: 1, endOnFailure: true }
    )
  })
})
