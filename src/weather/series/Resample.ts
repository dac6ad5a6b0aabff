/** Rows by the hours and days, weeks, months and years of the place. */
import * as DateTime from "effect/DateTime"
import { dual } from "effect/Function"
import { columnOf, computeOf } from "../internal/series/aggregate.ts"
import * as Held from "../internal/series/held.ts"
import { describe } from "../internal/series/times.ts"
import { type Rows, spansOf, zoneOf } from "../internal/series/calendar.ts"
import type { Aggregate } from "./Aggregate.ts"
import type { AnySeries, CivilUnit, Column, Series } from "./Model.ts"

/** Options of `groupBy` and `resample`. */
export interface CalendarOptions {
  /** The zone whose days are meant; by default the zone of the series, by its rules. Hours are those of the series' own offset. */
  readonly zone?: DateTime.TimeZone | undefined
  /** What to do with a day, month … that rows do not cover from its beginning to its end: `keep` by default. */
  readonly incomplete?: "keep" | "drop" | undefined
}

const divide = (
  series: AnySeries,
  unit: CivilUnit | "hour",
  zone: DateTime.TimeZone,
  { incomplete = "keep" }: CalendarOptions
): ReadonlyArray<Rows> => {
  const spans = spansOf(series, unit, zone)
  return incomplete === "keep" ? spans : spans.filter(({ complete }) => complete)
}

/** The rows of a day, week, month or year. */
export interface Group<S> {
  /** `2026-03-29` for a day, the date of its Monday for a week, `2026-03` for a month, `2026` for a year. */
  readonly label: string
  /** Inclusive. */
  readonly start: DateTime.Zoned
  /** Exclusive. */
  readonly end: DateTime.Zoned
  /** Whether rows cover it from its beginning to its end. */
  readonly complete: boolean
  /** Its rows. They share memory with the series. */
  readonly series: S
}

const labelLengths: { readonly [Unit in CivilUnit]: number } = { day: 10, week: 10, month: 7, year: 4 }

/**
 * Groups the rows by the civil days, weeks, months or years of the place, in order. Days have 23 or 25 hours when the
 * clocks change, and weeks begin on Monday.
 *
 * A row belongs to the day that contains its middle. There is no group without rows.
 */
export const groupBy: {
  (unit: CivilUnit, options?: CalendarOptions): <S extends Series>(series: S) => ReadonlyArray<Group<S>>
  <S extends Series>(series: S, unit: CivilUnit, options?: CalendarOptions): ReadonlyArray<Group<S>>
} = dual(
  (args) => Held.isSeries(args[0]),
  <S extends Series>(series: S, unit: CivilUnit, options: CalendarOptions = {}): ReadonlyArray<Group<S>> => {
    const timeZone = options.zone ?? zoneOf(series)
    return divide(series, unit, timeZone, options).map(({ complete, end, from, start, to }) => {
      const begin = Held.zoned(start, timeZone)
      return {
        label: Held.labelOf(start, DateTime.zonedOffset(begin), true).slice(0, labelLengths[unit]),
        start: begin,
        end: Held.zoned(end, timeZone),
        complete,
        series: Held.cut(series, from, to)
      }
    })
  }
)

/** A column of the result: the aggregate of the column of the same name, or of another one. */
export type Aggregation = Aggregate | readonly [column: string, aggregate: Aggregate]

/** The columns that aggregations read. */
export type SourceOf<A> = {
  readonly [K in keyof A & string]: A[K] extends readonly [infer C extends string, Aggregate] ? C : K
}[keyof A & string]

/**
 * Returns a series with a row for each hour, day, week, month or year, and the aggregates as its columns.
 *
 * `{ rain: "sum" }` is the sum of `rain` under the same name. `{ low: ["temperature_2m", "min"] }` has a name of its own.
 * An aggregate is the name of a statistic, or a measure: `Series.percentile(90)`, or `Series.measure` of your own
 * function. Units are those of the columns, except that `count` has none. Directions, which are the columns in `°`, have a
 * mean and a standard deviation, on the circle. They have no order: their sum, minimum, maximum, median, percentiles, and
 * shares above or below a threshold are NaN.
 *
 * Hours begin on the hour by the offset of the series, as its labels do, also in zones with half hours, and across
 * clock changes. Days, weeks, months and years are those of the place, by the rules of its time zone, with days of 23
 * and 25 hours. `time` has their first instants, `period` names the unit and the zone, and rows and labels have civil
 * times. A row belongs to the day that contains its middle. There is no row for a day without rows. The first and the
 * last one may be incomplete, and so may days before and after a gap: `incomplete: "drop"` leaves them out. A missing
 * value does not make a day incomplete; use `count` to see how many there are.
 */
export const resample: {
  <const A extends Readonly<Record<string, Aggregation>>>(
    unit: CivilUnit | "hour",
    columns: A,
    options?: CalendarOptions
  ): (series: AnySeries<SourceOf<A>>) => Series<keyof A & string>
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries<SourceOf<A>>,
    unit: CivilUnit | "hour",
    columns: A,
    options?: CalendarOptions
  ): Series<keyof A & string>
} = dual(
  (args) => Held.isSeries(args[0]),
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries,
    unit: CivilUnit | "hour",
    columns: A,
    options: CalendarOptions = {}
  ): Series<keyof A & string> => {
    const zone = options.zone ?? zoneOf(series)
    const spans = divide(series, unit, zone, options)
    const made = new Map<string, Column>()
    for (const [name, aggregation] of Object.entries<Aggregation>(columns)) {
      const [source, aggregate] = isPair(aggregation) ? aggregation : ([name, aggregation] as const)
      const column = Held.columnOf(series, source)
      const values = column?.values ?? new Float64Array()
      const compute = computeOf(aggregate, source, column)
      const aggregated = Float64Array.from(spans, ({ from, to }) => compute(values.subarray(from, to)))
      made.set(name, columnOf(aggregate, [source, column], name, aggregated))
    }
    return Held.make({
      time: Float64Array.from(spans, ({ start }) => start),
      zone: options.zone === undefined || unit === "hour" ? series.zone : describe(options.zone, spans[0]?.start ?? 0),
      dates: unit !== "hour",
      period: unit === "hour" ? 3_600_000 : { unit, zone },
      absent: [],
      columns: made
    })
  }
)

const isPair = (aggregation: Aggregation): aggregation is readonly [string, Aggregate] => Array.isArray(aggregation)
