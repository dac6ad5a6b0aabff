/** DuckDB computes the same of rows: windows, changes, neighbours in time, spells and gaps. */
import { describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Held from "../../../../src/weather/internal/series/held.ts"
import * as Gaps from "../../../../src/weather/series/Gaps.ts"
import { rolling } from "../../../../src/weather/series/Rolling.ts"
import * as Spells from "../../../../src/weather/series/Spells.ts"
import * as Series from "../../../../src/weather/Series.ts"
import { agree } from "../support/duckdb.ts"
import { hour, neighbours, randomSeries } from "../support/pandas.ts"

const hourly = randomSeries({ rows: 120, step: hour, gaps: true })
const halfHourly = randomSeries({ rows: 90, step: hour / 2, gaps: true })
const daily = randomSeries({ rows: 60, step: 24 * hour, gaps: true })

const aggregates = {
  sum: ["a", "sum"],
  mean: ["a", "mean"],
  lowest: ["a", "min"],
  highest: ["a", "max"],
  middle: ["a", "median"],
  deviation: ["a", "standardDeviation"],
  p90: ["a", Series.percentile(90)],
  wet: ["a", Series.shareAbove(1)],
  oldest: ["a", "first"],
  newest: ["a", "last"],
  n: ["a", "count"]
} as const

/** The aggregates of a window. Those of too few values are NULL. */
const windows = (frame: string): string => `
WITH found AS (
  SELECT c, i, least, count(a) OVER w AS n, sum(a) OVER w AS sum, avg(a) OVER w AS mean,
    min(a) OVER w AS lowest, max(a) OVER w AS highest, median(a) OVER w AS middle, stddev_pop(a) OVER w AS deviation,
    quantile_cont(a, 0.9) OVER w AS p90, avg((a > 1)::INTEGER) OVER w AS wet,
    first_value(a IGNORE NULLS) OVER w AS oldest, last_value(a IGNORE NULLS) OVER w AS newest
  FROM rows JOIN cases USING (c) WINDOW w AS (PARTITION BY c ${frame})
)
SELECT c, n, ${Object.keys(aggregates)
  .filter((name) => name !== "n")
  .map((name) => `CASE WHEN n >= least THEN ${name} END AS ${name}`)
  .join(", ")}
FROM found ORDER BY c, i`

const columnsOf = (series: Series.Series): Readonly<Record<string, ArrayLike<number>>> =>
  Object.fromEntries(Object.keys(aggregates).map((name) => [name, Held.valuesOf(series, name)]))

describe("rolling windows", () => {
  const made = fc.record({
    series: fc.oneof(hourly, halfHourly, daily),
    size: fc.integer({ min: 1, max: 72 }),
    align: fc.constantFrom("trailing" as const, "center" as const),
    minCount: fc.integer({ min: 1, max: 5 })
  })

  it.effect("of rows", () =>
    agree(
      made,
      ({ align, minCount, series, size }) => {
        const after = align === "center" ? Math.floor((size - 1) / 2) : 0
        return { series, asked: { least: Math.min(minCount, size), before: size - 1 - after, after } }
      },
      windows("ORDER BY i ROWS BETWEEN before PRECEDING AND after FOLLOWING"),
      ({ align, minCount, series, size }) =>
        columnsOf(rolling(series, { rows: size, align, minCount: Math.min(minCount, size) }, aggregates))
    )
  )

  it.effect("of elapsed time", () =>
    agree(
      made,
      ({ align, minCount, series, size }) => {
        const millis = size * hour
        const [before, after] = align === "center" ? [millis / 2, millis / 2 - 1] : [millis - 1, 0]
        return { series, asked: { least: minCount, before, after } }
      },
      windows("ORDER BY t RANGE BETWEEN before PRECEDING AND after FOLLOWING"),
      ({ align, minCount, series, size }) =>
        columnsOf(rolling(series, { duration: `${size} hours`, align, minCount }, aggregates))
    )
  )
})

it.effect("what is shifted, subtracted and accumulated", () =>
  agree(
    fc.record({ series: fc.oneof(hourly, daily), by: fc.integer({ min: -4, max: 4 }) }),
    ({ by, series }) => ({ series, asked: { rows_back: by } }),
    `
WITH found AS (
  SELECT c, i, a, CASE WHEN rows_back < 0 THEN lead(a, -rows_back) OVER p ELSE lag(a, rows_back) OVER p END AS shifted,
    sum(a) OVER sofar AS sum, min(a) OVER sofar AS lowest, max(a) OVER sofar AS highest, count(a) OVER sofar AS n
  FROM rows JOIN cases USING (c)
  WINDOW p AS (PARTITION BY c ORDER BY i), sofar AS (PARTITION BY c ORDER BY i ROWS UNBOUNDED PRECEDING)
)
SELECT c, shifted, a - shifted AS difference, CASE WHEN a IS NOT NULL THEN sum END AS sum,
  CASE WHEN a IS NOT NULL THEN lowest END AS lowest, CASE WHEN a IS NOT NULL THEN highest END AS highest, n
FROM found ORDER BY c, i`,
    ({ by, series }) => ({
      shifted: Series.shift(series, by).a,
      difference: Series.difference(series, by).a,
      sum: Series.cumulative(series, "sum").a,
      lowest: Series.cumulative(series, "min").a,
      highest: Series.cumulative(series, "max").a,
      n: Series.cumulative(series, "count").a
    })
  )
)

it.effect("what is filtered", () =>
  agree(
    fc.record({ series: hourly }),
    (made) => made,
    "SELECT c, t, a, b FROM rows WHERE a > 0 ORDER BY c, i",
    ({ series }) => {
      const { a, b, time } = Series.filter(series, (row) => row.a > 0)
      return { t: time, a, b }
    }
  )
)

it.effect("the nearest row of another series", () =>
  agree(
    fc.record({
      both: neighbours({ rows: 120, step: hour, gaps: true }, { rows: 240, step: hour / 2, gaps: true }),
      side: fc.constantFrom("nearest" as const, "before" as const, "after" as const),
      minutes: fc.integer({ min: 0, max: 200 })
    }),
    ({ both: [series, other], minutes, side }) => ({ series, other, asked: { side, tolerance: minutes * 60_000 } }),
    `
WITH before AS (
  SELECT r.c, r.i, r.t - o.t AS away, o.b FROM rows r ASOF LEFT JOIN others o ON r.c = o.c AND r.t >= o.t
), after AS (
  SELECT r.c, r.i, o.t - r.t AS away, o.b FROM rows r ASOF LEFT JOIN others o ON r.c = o.c AND r.t <= o.t
)
SELECT c, CASE
    WHEN side <> 'after' AND before.away <= tolerance
      AND (side = 'before' OR after.away IS NULL OR before.away <= after.away) THEN before.b
    WHEN side <> 'before' AND after.away <= tolerance
      AND (side = 'after' OR before.away IS NULL OR after.away < before.away) THEN after.b
  END AS b
FROM before JOIN after USING (c, i) JOIN cases USING (c) ORDER BY c, i`,
    ({ both: [series, other], minutes, side }) => {
      const merged = Series.mergeNearest(Series.select(series, ["a"]), Series.select(other, ["b"]), {
        side,
        tolerance: Duration.minutes(minutes)
      })
      return { b: Result.getOrThrow(merged).b }
    }
  )
)

it.effect("spells", () =>
  agree(
    fc.record({ series: fc.oneof(hourly, halfHourly), hours: fc.integer({ min: 0, max: 3 }) }),
    ({ hours, series }) => ({ series, asked: { shortest: hours * hour } }),
    `
WITH marked AS (
  SELECT c, i, t, t + step AS til, shortest, coalesce(a < 0, false) AS cold,
    coalesce(lag(t + step) OVER p >= t, false) AS follows, coalesce(lead(t) OVER p <= t + step, false) AS goes_on,
    lag(a) OVER p IS NOT NULL AS known_before, lead(a) OVER p IS NOT NULL AS known_after,
    coalesce(lag(a) OVER p < 0, false) AS cold_before
  FROM rows JOIN cases USING (c) WINDOW p AS (PARTITION BY c ORDER BY i)
), numbered AS (
  SELECT *, sum((NOT (cold_before AND follows))::INTEGER) OVER (PARTITION BY c ORDER BY i) AS spell
  FROM marked WHERE cold
)
SELECT c, count(*) AS n, min(t) AS start, max(til) AS til,
  first(follows AND known_before ORDER BY i) AND last(goes_on AND known_after ORDER BY i) AS complete
FROM numbered GROUP BY c, spell, shortest HAVING max(til) - min(t) >= shortest ORDER BY c, start`,
    ({ hours, series }) => {
      const spells = Spells.find(series, "a", { below: 0, shortest: Duration.hours(hours) })
      return {
        n: spells.map((spell) => spell.series.length),
        start: spells.map(({ start }) => DateTime.toEpochMillis(start)),
        til: spells.map(({ end }) => DateTime.toEpochMillis(end)),
        complete: spells.map(({ complete }) => Number(complete))
      }
    }
  )
)

it.effect("gaps that are filled up to a limit", () =>
  agree(
    fc.record({ series: fc.oneof(hourly, daily), steps: fc.integer({ min: 1, max: 8 }) }),
    ({ series, steps }) => ({ series, asked: { most: steps * Number(series.period) } }),
    `
WITH axis AS (
  SELECT c, any_value(most) AS most, unnest(generate_series(min(t), max(t), any_value(step))) AS t
  FROM rows JOIN cases USING (c) GROUP BY c
), found AS (
  SELECT axis.c, axis.t, most, a, last_value(a IGNORE NULLS) OVER before AS low,
    first_value(a IGNORE NULLS) OVER after AS high, max(rows.t) FILTER (a IS NOT NULL) OVER before AS from_t,
    min(rows.t) FILTER (a IS NOT NULL) OVER after AS to_t
  FROM axis LEFT JOIN rows ON rows.c = axis.c AND rows.t = axis.t
  WINDOW before AS (PARTITION BY axis.c ORDER BY axis.t ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
    after AS (PARTITION BY axis.c ORDER BY axis.t ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
), limited AS (
  SELECT *, coalesce(to_t, t) - coalesce(from_t, t) <= most AND NOT (from_t IS NULL AND to_t IS NULL) AS fits FROM found
)
SELECT c, t, a, CASE WHEN fits THEN low END AS previous, CASE WHEN fits THEN high END AS next,
  CASE WHEN fits THEN CASE WHEN to_t IS NULL OR t - from_t <= to_t - t THEN low ELSE high END END AS nearest,
  coalesce(a, CASE WHEN fits THEN low + (high - low) * (t - from_t) / (to_t - from_t) END) AS linear,
  coalesce(a, CASE WHEN fits THEN -99 END) AS number
FROM limited ORDER BY c, t`,
    ({ series, steps }) => {
      const regular = Result.getOrThrow(Gaps.regular(series))
      const limit = Duration.millis(steps * Number(series.period))
      const by = (rule: Gaps.Fill) => Gaps.fill(regular, { a: rule }, { limit }).a
      return {
        t: regular.time,
        a: regular.a,
        previous: by("previous"),
        next: by("next"),
        nearest: by("nearest"),
        linear: by("linear"),
        number: by(-99)
      }
    }
  )
)
