/** DuckDB computes the same of groups: calendars, climatologies, distributions, correlations and scores. */
import { describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Climatology from "../../../../src/weather/series/Climatology.ts"
import { correlation, rankCorrelation } from "../../../../src/weather/series/Correlation.ts"
import * as DegreeDays from "../../../../src/weather/series/DegreeDays.ts"
import { histogram, windRose } from "../../../../src/weather/series/Distribution.ts"
import * as Verify from "../../../../src/weather/series/Verify.ts"
import * as Series from "../../../../src/weather/Series.ts"
import { seriesOf } from "../support/arbitrarySeries.ts"
import { agree } from "../support/duckdb.ts"
import { hour, randomSeries, zones } from "../support/pandas.ts"

const hourly = randomSeries({ rows: 150, step: hour, gaps: true })
const halfHourly = randomSeries({ rows: 200, step: hour / 2, gaps: true })
const daily = randomSeries({ rows: 120, step: 24 * hour, gaps: true })

/** A few days about changes of the clocks, of which a few rows or values are missing. */
const nearlyWhole = fc
  .record({
    zone: fc.constantFrom(...zones),
    day: fc.constantFrom(Date.UTC(2024, 2, 29), Date.UTC(2024, 9, 25), Date.UTC(2018, 10, 2), Date.UTC(2024, 1, 27)),
    half: fc.integer({ min: 0, max: 96 }),
    step: fc.constantFrom(hour / 2, hour),
    cells: fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 60, maxLength: 240, size: "max" }),
    missing: fc.uniqueArray(fc.nat(239), { maxLength: 2 }),
    gone: fc.uniqueArray(fc.nat(239), { maxLength: 2 })
  })
  .map(({ cells, day, gone, half, missing, step, zone }) => {
    const a = cells.map((value, i) => (missing.includes(i) ? Number.NaN : value))
    const start = day + (half * hour) / 2
    const whole = seriesOf({ a, b: cells.map((_, i) => i) }, { start, step, zone, units: { a: "°C" } })
    return Series.filter(whole, (row) => !gone.includes(row.b))
  })

/** Where the middle of each row is by the clocks of the place. */
const local = "timezone(zone, make_timestamptz((t + step // 2) * 1000))"

/** An instant of the clocks of the place, in milliseconds. */
const instant = (wall: string): string => `epoch_ms(timezone(zone, ${wall}))`

describe("units of the calendar", () => {
  const made = fc.record({ series: fc.oneof(hourly, halfHourly, daily) })

  it.effect.each(["day", "week", "month", "year"] as const)("%s: the aggregates of the rows in it", (unit) =>
    agree(
      made,
      (one) => one,
      `
WITH placed AS (SELECT c, i, a, zone, date_trunc('${unit}', ${local}) AS unit FROM rows JOIN cases USING (c))
SELECT c, ${instant("unit::TIMESTAMP")} AS start, sum(a) AS sum, avg(a) AS mean, min(a) AS lowest, max(a) AS highest,
  median(a) AS middle, stddev_pop(a) AS deviation, quantile_cont(a, 0.25) AS p25, avg((a < -1)::INTEGER) AS cold,
  first(a ORDER BY i) FILTER (a IS NOT NULL) AS oldest, last(a ORDER BY i) FILTER (a IS NOT NULL) AS newest,
  count(a) AS n
FROM placed GROUP BY c, zone, unit ORDER BY c, unit`,
      ({ series }) => {
        const { cold, deviation, highest, lowest, mean, middle, n, newest, oldest, p25, sum, time } = Series.resample(
          series,
          unit,
          {
            sum: ["a", "sum"],
            mean: ["a", "mean"],
            lowest: ["a", "min"],
            highest: ["a", "max"],
            middle: ["a", "median"],
            deviation: ["a", "standardDeviation"],
            p25: ["a", Series.percentile(25)],
            cold: ["a", Series.shareBelow(-1)],
            oldest: ["a", "first"],
            newest: ["a", "last"],
            n: ["a", "count"]
          }
        )
        return {
          start: time,
          sum,
          mean,
          lowest,
          highest,
          middle,
          deviation,
          p25,
          cold,
          oldest,
          newest,
          n
        }
      }
    )
  )

  it.effect("hour: by the offset of the service", () =>
    agree(
      fc.record({ series: halfHourly }),
      (one) => one,
      `
SELECT c, (t + step // 2 + shift) // ${hour} * ${hour} - shift AS start, sum(a) AS sum, count(a) AS n
FROM rows JOIN cases USING (c) GROUP BY c, start, shift ORDER BY c, start`,
      ({ series }) => {
        const { n, sum, time } = Series.resample(series, "hour", { sum: ["a", "sum"], n: ["a", "count"] })
        return { start: time, sum, n }
      }
    )
  )

  it.effect("days that rows cover have degree days, and others have none", () =>
    agree(
      fc.record({
        series: nearlyWhole,
        base: fc.integer({ min: -9, max: 9 }),
        more: fc.integer({ min: -5, max: 0 })
      }),
      ({ base, more, series }) => ({ series, asked: { base, limit_c: base + more } }),
      `
WITH placed AS (
  SELECT *, date_trunc('day', ${local})::TIMESTAMP AS day, lag(t + step) OVER p >= t AS follows, lead(t) OVER p <= t + step AS goes_on
  FROM rows JOIN cases USING (c) WINDOW p AS (PARTITION BY c ORDER BY i)
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY c, day ORDER BY i) AS row FROM placed
), days AS (
  SELECT c, day, base, limit_c, avg(a) AS mean,
    count(a) = count(*) AND bool_and(row = 1 OR coalesce(follows, false))
    AND (min(t) <= ${instant("day")} OR coalesce(first(follows ORDER BY i), false))
    AND (max(t) + any_value(step) >= ${instant("day + INTERVAL 1 DAY")} OR coalesce(last(goes_on ORDER BY i), false)) AS whole
  FROM numbered GROUP BY c, zone, day, base, limit_c
)
SELECT c, CASE WHEN whole THEN CASE WHEN mean < limit_c THEN greatest(0, base - mean) ELSE 0 END END AS heating,
  CASE WHEN whole THEN CASE WHEN mean > base THEN mean - base ELSE 0 END END AS cooling
FROM days ORDER BY c, day`,
      ({ base, more, series }) => ({
        heating: DegreeDays.heating(series, "a", { base, threshold: base + more }).degree_days,
        cooling: DegreeDays.cooling(series, "a", { base }).degree_days
      })
    )
  )
})

describe("climatologies", () => {
  const sizes = { dayOfYear: 366, month: 12, season: 4, hour: 24 } as const
  const places = {
    dayOfYear: "dayofyear(make_date(2000, month(middle), day(middle))) - 1",
    month: "month(middle) - 1",
    season: "month(middle) % 12 // 3",
    hour: "hour(middle)"
  } as const

  it.effect.each(["dayOfYear", "month", "season", "hour"] as const)(
    "by %s: what is usual, and how far values are from it",
    (by) => {
      const cell = fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: -30, max: 30 }) },
        { weight: 1, arbitrary: fc.constant(Number.NaN) }
      )
      const made = fc
        .record({
          zone: fc.constantFrom(...zones),
          start: fc.constantFrom(Date.UTC(2019, 1, 27), Date.UTC(2023, 11, 20), Date.UTC(2024, 1, 25)),
          step: fc.constantFrom(hour / 2, 7 * hour, 24 * hour),
          cells: fc.array(cell, { minLength: 1, maxLength: 800, size: "max" })
        })
        .map(({ cells, start, step, zone }) =>
          seriesOf({ a: cells, b: cells }, { start, step, zone, units: { a: "°C" } })
        )
      const size = sizes[by]
      return agree(
        fc.record({ series: made, window: fc.constantFrom(1, 3, 15), least: fc.constantFrom(1, 3) }),
        ({ least, series, window }) => ({
          series,
          asked: { least, half: Math.min((window - 1) / 2, Math.floor((size - 1) / 2)) }
        }),
        `
WITH middles AS (SELECT *, ${local} AS middle FROM rows JOIN cases USING (c)),
placed AS (SELECT *, ${places[by]} AS place FROM middles),
pooled AS (SELECT c, a, (place + unnest(range(-half, half + 1)) + ${size}) % ${size} AS place FROM placed),
usual AS (
  SELECT c, place, avg(a) AS mean, quantile_cont(a, 0.9) AS p90, stddev_pop(a) AS deviation, count(a) AS n
  FROM pooled GROUP BY c, place
), ranked AS (
  SELECT placed.c, placed.i, count(pooled.a) FILTER (pooled.a < placed.a) AS less,
    count(pooled.a) FILTER (pooled.a = placed.a) AS equal
  FROM placed JOIN pooled USING (c, place) GROUP BY placed.c, placed.i
), everywhere AS (SELECT c, least, unnest(range(${size})) AS place FROM cases),
whole AS (
  SELECT c, place, least, mean, p90, deviation, coalesce(n, 0) AS n FROM everywhere LEFT JOIN usual USING (c, place)
), columns AS (
  SELECT c, list(CASE WHEN n >= least THEN mean END ORDER BY place) AS mean,
    list(CASE WHEN n >= least THEN p90 END ORDER BY place) AS p90,
    list(CASE WHEN n >= least THEN deviation END ORDER BY place) AS deviation, list(n ORDER BY place) AS n
  FROM whole GROUP BY c
), values AS (
  SELECT c, list(CASE WHEN n >= least THEN a - mean END ORDER BY i) AS anomaly,
    list(CASE WHEN n >= least AND a IS NOT NULL THEN 100 * (less + equal / 2) / n END ORDER BY i) AS rank
  FROM placed JOIN ranked USING (c, i) JOIN usual USING (c, place) GROUP BY c
)
SELECT * FROM columns JOIN values USING (c) ORDER BY c`,
        ({ least: minCount, series, window }) => {
          const { columns } = Climatology.make(
            series,
            {
              mean: ["a", "mean"],
              p90: ["a", Series.percentile(90)],
              deviation: ["a", "standardDeviation"],
              n: ["a", "count"]
            },
            { by, window, minCount }
          )
          const normal = Climatology.make(series, { a: "mean" }, { by, window, minCount })
          return {
            mean: columns.mean.values,
            p90: columns.p90.values,
            deviation: columns.deviation.values,
            n: columns.n.values,
            anomaly: Climatology.anomalies(series, normal).a,
            rank: Climatology.ranks(series, series, ["a"], { by, window, minCount }).a
          }
        },
        30
      )
    }
  )
})

describe("distributions", () => {
  it.effect("the classes of a histogram", () =>
    agree(
      fc.record({ series: hourly }),
      (one) => one,
      `
WITH edges AS (SELECT unnest([-20, -5, -0.5]) AS low, unnest([-5, -0.5, 0]) AS high)
SELECT cases.c, count(*) FILTER (a >= low AND (a < high OR (a = 0 AND high = 0))) AS counts
FROM cases CROSS JOIN edges LEFT JOIN rows ON rows.c = cases.c GROUP BY cases.c, low ORDER BY cases.c, low`,
      ({ series }) => ({ counts: histogram(series, "a", [-20, -5, -0.5, 0]).counts })
    )
  )

  it.effect("what is beside the classes", () =>
    agree(
      fc.record({ series: hourly }),
      (one) => one,
      `
SELECT c, count(*) FILTER (a < -5) AS below, count(*) FILTER (a > 20) AS above, count(*) FILTER (a IS NULL) AS missing
FROM rows GROUP BY c ORDER BY c`,
      ({ series }) => {
        const { above, below, missing } = histogram(series, "a", [-5, 20])
        return { below: [below], above: [above], missing: [missing] }
      }
    )
  )

  it.effect("the sectors of a wind rose", () => {
    const wind = randomSeries({ rows: 150, step: hour, gaps: true }).map((series) =>
      seriesOf(
        { a: Array.from(series.a, Math.abs), b: Array.from(series.b, (value) => value * 20) },
        { units: { a: "m/s", b: "°" } }
      )
    )
    return agree(
      fc.record({ series: wind, sectors: fc.constantFrom(4, 8, 16, 36) }),
      ({ sectors, series }) => ({ series, asked: { sectors } }),
      `
WITH found AS (
  SELECT c, (floor(((b % 360) + 360) % 360 / (360 / sectors) + 0.5)::BIGINT) % sectors AS sector,
    (a >= 2)::BIGINT + (a >= 10)::BIGINT + (a >= 20)::BIGINT - 1 AS class
  FROM rows JOIN cases USING (c) WHERE a >= 2 AND b IS NOT NULL
), cells AS (SELECT c, unnest(range(sectors * 3)) AS cell FROM cases)
SELECT cells.c, count(found.sector) AS counts
FROM cells LEFT JOIN found ON found.c = cells.c AND sector * 3 + class = cell GROUP BY cells.c, cell ORDER BY cells.c, cell`,
      ({ sectors, series }) => ({
        counts: windRose(series, { speed: "a", direction: "b", sectors, speeds: [2, 10, 20] }).counts.flatMap((row) =>
          Array.from(row)
        )
      })
    )
  })

  it.effect("the statistics of a column", () =>
    agree(
      fc.record({ series: fc.oneof(hourly, daily) }),
      (one) => one,
      `
SELECT c, count(a) AS count, coalesce(sum(a), 0) AS sum, avg(a) AS mean, min(a) AS min, max(a) AS max, median(a) AS median,
  stddev_pop(a) AS deviation, quantile_cont(a, 0.99) AS p99
FROM rows GROUP BY c ORDER BY c`,
      ({ series }) => ({
        count: [Series.count(series, "a")],
        sum: [Series.count(series, "a") === 0 ? 0 : Series.sum(series, "a")],
        mean: [Series.mean(series, "a")],
        min: [Series.min(series, "a")],
        max: [Series.max(series, "a")],
        median: [Series.median(series, "a")],
        deviation: [Series.standardDeviation(series, "a")],
        p99: [Series.quantile(series, "a", 0.99)]
      })
    )
  )
})

it.effect("correlations of values and of ranks", () =>
  agree(
    fc.record({ series: hourly }),
    (one) => one,
    `
WITH paired AS (SELECT c, a, b FROM rows WHERE a IS NOT NULL AND b IS NOT NULL),
ranked AS (
  SELECT c, a, b, rank() OVER (PARTITION BY c ORDER BY a) + (count(*) OVER (PARTITION BY c, a) - 1) / 2 AS ra,
    rank() OVER (PARTITION BY c ORDER BY b) + (count(*) OVER (PARTITION BY c, b) - 1) / 2 AS rb
  FROM paired
)
SELECT cases.c, CASE WHEN count(DISTINCT a) > 1 AND count(DISTINCT b) > 1 THEN corr(a, b) END AS pearson,
  CASE WHEN count(DISTINCT a) > 1 AND count(DISTINCT b) > 1 THEN corr(ra, rb) END AS spearman
FROM cases LEFT JOIN ranked ON ranked.c = cases.c GROUP BY cases.c ORDER BY cases.c`,
    ({ series }) => ({
      pearson: [correlation(series, "a", "b")],
      spearman: [rankCorrelation(series, "a", "b")]
    })
  )
)

describe("scores", () => {
  it.effect("errors against observations, and the Brier score", () =>
    agree(
      fc.record({ series: hourly, above: fc.integer({ min: -20, max: 20 }) }),
      ({ above, series }) => ({ series, asked: { above } }),
      `
WITH known AS (SELECT *, (a + 30) / 60 AS p, (b > above)::INTEGER AS event FROM rows JOIN cases USING (c))
SELECT c, count(a - b) AS count, avg(a - b) AS bias, avg(abs(a - b)) AS mae, sqrt(avg((a - b) ** 2)) AS rmse,
  avg((p - event) ** 2) AS brier, avg(event) FILTER (p IS NOT NULL) AS frequency
FROM known GROUP BY c ORDER BY c`,
      ({ above, series }) => {
        const { bias, count, mae, rmse } = Result.getOrThrow(Verify.scores(series, "a", "b"))
        const said = Series.withColumn(series, "p", "fraction", (row) => (row.a + 30) / 60)
        const { frequency, score } = Result.getOrThrow(Verify.brier(said, "p", "b", { above }))
        return {
          count: [count],
          bias: [bias],
          mae: [mae],
          rmse: [rmse],
          brier: [score],
          frequency: [frequency]
        }
      }
    )
  )

  it.effect("the score of an ensemble, from its definition by pairs of runs", () =>
    agree(
      // The runs are what the row has at other times.
      fc.record({ series: hourly, runs: fc.integer({ min: 1, max: 6 }) }),
      ({ runs, series }) => ({ series, asked: { runs } }),
      `
WITH sizes AS (SELECT c, count(*) AS length FROM rows GROUP BY c),
runs AS (
  SELECT r.c, r.i, k, other.a AS x
  FROM (SELECT rows.c, i, length, unnest(range(runs)) AS k FROM rows JOIN cases USING (c) JOIN sizes USING (c)) r
  JOIN rows other ON other.c = r.c AND other.i = (r.i + r.k) % r.length WHERE other.a IS NOT NULL
), pairs AS (
  SELECT l.c, l.i, sum(abs(l.x - r.x)) AS apart, count(*) ** 0.5 AS m FROM runs l JOIN runs r USING (c, i) GROUP BY l.c, l.i
), errors AS (
  SELECT runs.c, runs.i, avg(abs(x - b)) AS error FROM runs JOIN rows USING (c, i) GROUP BY runs.c, runs.i
)
SELECT c, error - apart / (2 * m * m) AS crps, CASE WHEN m > 1 THEN error - apart / (2 * m * (m - 1)) END AS fair
FROM rows LEFT JOIN pairs USING (c, i) LEFT JOIN errors USING (c, i) ORDER BY c, i`,
      ({ runs, series }) => {
        const columns: Record<string, ReadonlyArray<number>> = { o: Array.from(series.b) }
        for (let k = 0; k < runs; k++) {
          const name = k === 0 ? "t" : `t_member${String(k).padStart(2, "0")}`
          columns[name] = Array.from(series.a, (_, i) => series.a[(i + k) % series.length] ?? Number.NaN)
        }
        const ensemble = seriesOf<string>(columns)
        return {
          crps: Result.getOrThrow(Verify.crps(ensemble, "t", "o")).crps,
          fair: Result.getOrThrow(Verify.crps(ensemble, "t", "o", { fair: true })).crps
        }
      }
    )
  )
})
