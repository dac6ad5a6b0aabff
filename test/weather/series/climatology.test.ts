import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { pipe } from "effect/Function"
import * as fc from "fast-check"
import { offsetsIn } from "../../../src/weather/internal/series/clock.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Climatology from "../../../src/weather/series/Climatology.ts"
import * as Series from "../../../src/weather/Series.ts"
import { runs } from "../../depth.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { hour, judge, lacksPandas, same, sent, zones } from "./support/pandas.ts"

const day = 24 * hour

/** Days from 2019 to 2024, with two leap years. */
const years = seriesOf(
  { t: Array.from({ length: 2_192 }, (_, i) => i) },
  { start: Date.UTC(2019, 0, 1), step: day, dates: true, units: { t: "°C" } }
)

const at = (climatology: Climatology.Climatology<string>, name: string, label: string): number =>
  climatology.columns[name]?.values[climatology.labels.indexOf(label)] ?? Number.NaN

describe("climatologies", () => {
  it("group by dates, so that leap years move nothing", () => {
    const usual = Climatology.make(years, { n: ["t", "count"], t: "mean" }, { by: "dayOfYear" })
    assert.strictEqual(usual.labels.length, 366)
    assert.deepStrictEqual(
      ["02-28", "02-29", "03-01", "12-31"].map((label) => at(usual, "n", label)),
      [6, 2, 6, 6]
    )
    const march = [2019, 2020, 2021, 2022, 2023, 2024].map(
      (year) => (Date.UTC(year, 2, 1) - Date.UTC(2019, 0, 1)) / day
    )
    assert.strictEqual(at(usual, "t", "03-01"), march.reduce((sum, n) => sum + n, 0) / 6)
    assert.strictEqual(usual.columns.t.unit, "°C")
  })

  it("have windows around the turn of the year, and across 29 February", () => {
    const usual = Climatology.make(years, { n: ["t", "count"], first: ["t", "min"] }, { by: "dayOfYear", window: 5 })
    // 30 and 31 December, 1 to 3 January.
    assert.deepStrictEqual([at(usual, "n", "01-01"), at(usual, "n", "12-31"), at(usual, "n", "02-28")], [30, 30, 26])
    const even = Climatology.make(years, { n: ["t", "count"] }, { by: "dayOfYear", window: 6 })
    assert.strictEqual(at(even, "n", "01-01"), 30)
    // The whole year but one day at most, which would be in it twice.
    const whole = Climatology.make(years, { n: ["t", "count"] }, { by: "dayOfYear", window: 10_000 })
    assert.isAtMost(at(whole, "n", "06-01"), 2_192)
    const months = Climatology.make(years, { n: ["t", "count"] }, { by: "month", window: 3 })
    assert.strictEqual(at(months, "n", "01"), 6 * (31 + 31 + 28) + 2)
    const seasons = Climatology.make(years, { n: ["t", "count"] }, { by: "season" })
    assert.deepStrictEqual(seasons.labels, ["DJF", "MAM", "JJA", "SON"])
    assert.strictEqual(at(seasons, "n", "DJF"), 6 * (31 + 31 + 28) + 2)
  })

  it("count a row to the hour and day of its middle, in the zone of the place", () => {
    // Summer time begins on 2026-03-29 in Berlin.
    const series = seriesOf(
      { t: Array.from({ length: 48 }, () => 1) },
      { zone: "Europe/Berlin", offset: hour, start: Date.UTC(2026, 2, 27, 23) }
    )
    const hours = Climatology.make(series, { t: "count" }, { by: "hour" })
    assert.deepStrictEqual([at(hours, "t", "01"), at(hours, "t", "02"), at(hours, "t", "03")], [2, 1, 2])
    const kolkata = DateTime.zoneMakeNamedUnsafe("Asia/Kolkata")
    const shifted = Climatology.make(series, { t: "count" }, { by: "dayOfYear", zone: kolkata })
    // 23:00 UTC is 04:30 there, so 19 hours and a row whose middle is midnight remain.
    assert.deepStrictEqual([at(shifted, "t", "03-28"), at(shifted, "t", "03-29")], [19, 24])
  })

  it("give normals, anomalies and ranks", () => {
    const usual = Climatology.make(years, { t: "mean" }, { by: "month" })
    const normal = Climatology.normals(years, usual)
    const apart = pipe(years, Climatology.anomalies(usual))
    assert.strictEqual(apart.t[40], (years.t[40] ?? 0) - (normal.t[40] ?? 0))
    assert.strictEqual(
      Series.find(apart, "t").pipe((column) => column._tag === "Some" && column.value.difference),
      true
    )
    // A difference has no zero point.
    const fahrenheit = Series.convert(apart, "t", "°F")
    assert.closeTo(
      fahrenheit._tag === "Success" ? (fahrenheit.success.t[40] ?? 0) : 0,
      ((apart.t[40] ?? 0) * 9) / 5,
      1e-9
    )
    const kelvin = Series.convert(years, "t", "K")
    assert.strictEqual(kelvin._tag, "Success")
    if (kelvin._tag !== "Success") return
    assert.isTrue(Climatology.anomalies(kelvin.success, usual).t.every(Number.isNaN))
    const own = Series.select(
      seriesOf({ t: [0, 5_000, Number.NaN, 731] }, { step: day, start: Date.UTC(2026, 0, 1), units: { t: "°C" } }),
      ["t"]
    )
    const { t, units } = Climatology.ranks(own, years, ["t"], { by: "dayOfYear" })
    // 1 January was day 0, 365, 731, 1096 …: half of the one equal value; all are less; no value; day 3 of 6 equals none.
    assert.deepStrictEqual(Array.from(t).slice(0, 3), [100 / 12, 100, Number.NaN])
    assert.strictEqual(units.t, "%")
    assert.isTrue(Climatology.ranks(kelvin.success, years, ["t"], { by: "month" }).t.every(Number.isNaN))
    for (const minCount of [7, Number.NaN]) {
      assert.isTrue(Climatology.ranks(own, years, ["t"], { by: "dayOfYear", minCount }).t.every(Number.isNaN))
      const most = Climatology.make(years, { t: "mean" }, { by: "dayOfYear", minCount })
      assert.isTrue(most.columns.t.values.every(Number.isNaN))
    }
  })

  it("take directions on the circle, and give them no ranks", () => {
    const wind = seriesOf({ w: [350, 10, 20] }, { step: 365 * day, period: hour, units: { w: "°" } })
    const usual = Climatology.make(Series.slice(wind, { to: 400 * day }), { w: "mean" }, { by: "month" })
    assert.closeTo(Math.cos((at(usual, "w", "01") * Math.PI) / 180), 1, 1e-9)
    const { w } = Climatology.anomalies(wind, usual)
    assert.closeTo(w[0] ?? 0, -10, 1e-9)
    assert.closeTo(w[2] ?? 0, 20, 1e-9)
    assert.isTrue(Climatology.ranks(wind, wind, ["w"], { by: "month" }).w.every(Number.isNaN))
  })

  it("know the offset of every zone at every time", () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"))
    const instant = fc.integer({ min: Date.UTC(1940, 0), max: Date.UTC(2037, 0) })
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.array(fc.integer({ min: 0, max: 20 * 24 * 4 }), { maxLength: 60 }),
        (name, start, steps) => {
          const timeZone = DateTime.zoneMakeNamedUnsafe(name)
          const offset = offsetsIn(timeZone)
          let time = start
          for (const step of steps) {
            time += (step * hour) / 4
            assert.strictEqual(offset(time), DateTime.zonedOffset(Held.zoned(time, timeZone)), `${name} ${time}`)
          }
        }
      ),
      { numRuns: runs(300) }
    )
  })

  it.skipIf(lacksPandas)("equal pandas (skipped without python3-pandas)", () => {
    const made = fc.record({
      zone: fc.constantFrom(...zones),
      by: fc.constantFrom("dayOfYear" as const, "month" as const, "season" as const, "hour" as const),
      window: fc.constantFrom(1, 3, 15),
      step: fc.constantFrom(hour * 7, day, hour / 2),
      start: fc.constantFrom(Date.UTC(2019, 1, 27), Date.UTC(2023, 11, 20), Date.UTC(2024, 1, 25)),
      cells: fc.array(
        fc.oneof(
          { weight: 5, arbitrary: fc.integer({ min: -30, max: 30 }) },
          { weight: 1, arbitrary: fc.constant(Number.NaN) }
        ),
        { minLength: 1, maxLength: 1_500, size: "max" }
      )
    })
    const cases = fc.array(made, { minLength: runs(45), maxLength: runs(45) })
    fc.assert(
      // The first run is biased to the smallest cases.
      fc.property(fc.noBias(cases), (all) => {
        const series = all.map(({ cells, start, step, zone }) =>
          seriesOf({ a: cells }, { start, step, zone, units: { a: "°C" } })
        )
        const judged = judge<Record<string, ReadonlyArray<number | null>>>(
          `
f = frame(case)["a"]
local = (f.index + pd.Timedelta(milliseconds=case["step"] / 2)).tz_convert(case["zone"])
by = case["by"]
if by == "dayOfYear":
    leap = pd.date_range("2000-01-01", "2000-12-31").strftime("%m-%d")
    place = pd.Series(range(366), index=leap)[local.strftime("%m-%d")].values
    size = 366
elif by == "month":
    place, size = local.month.values - 1, 12
elif by == "season":
    place, size = local.month.values % 12 // 3, 4
else:
    place, size = local.hour.values, 24
half = min((case["window"] - 1) // 2, (size - 1) // 2)
def pool(p):
    away = (place - p + size) % size
    return f[(away <= half) | (away >= size - half)]
pools = [pool(p) for p in range(size)]
mean = np.array([p.mean() for p in pools])
def rank(value, p):
    known = pools[p].dropna()
    if value != value or len(known) == 0:
        return np.nan
    return 100 * ((known < value).sum() + (known == value).sum() / 2) / len(known)
result = {
    "mean": out(mean), "p90": out([p.quantile(0.9) for p in pools]), "sd": out([p.std(ddof=0) for p in pools]),
    "n": out([p.count() for p in pools]), "anomaly": out(f.values - mean[place]),
    "rank": out([rank(v, p) for v, p in zip(f.values, place)]),
}
`,
          all.map(({ by, step, window, zone }, i) => ({ ...sent(series[i] ?? years), by, step, window, zone }))
        )
        assert.strictEqual(judged.length, all.length)
        for (const [i, { by, window }] of all.entries()) {
          const own = series[i]
          if (own === undefined) continue
          const usual = Climatology.make(
            own,
            {
              mean: ["a", "mean"],
              p90: ["a", Series.percentile(90)],
              sd: ["a", "standardDeviation"],
              n: ["a", "count"]
            },
            { by, window }
          )
          const expected = judged[i] ?? {}
          for (const name of ["mean", "p90", "sd", "n"] as const) {
            same(usual.columns[name].values, expected[name] ?? [], `${by} ${name}`)
          }
          const normal = Climatology.make(own, { a: "mean" }, { by, window })
          same(Climatology.anomalies(own, normal).a, expected["anomaly"] ?? [], `${by} anomaly`)
          same(Climatology.ranks(own, own, ["a"], { by, window }).a, expected["rank"] ?? [], `${by} rank`)
        }
      }),
      { numRuns: 1, endOnFailure: true }
    )
  })
})
