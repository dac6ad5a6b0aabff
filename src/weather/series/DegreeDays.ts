/** Degree days: how much, and for how long, it was colder or warmer than a base. */
import type * as DateTime from "effect/DateTime"
import { dual } from "effect/Function"
import { spansOf, zoneOf } from "../internal/series/calendar.ts"
import * as Held from "../internal/series/held.ts"
import * as Statistics from "../internal/series/statistics.ts"
import type { AnySeries, Series } from "./Model.ts"

/** Options of `heating` and `cooling`. */
export interface DegreeDaysOptions {
  /** The temperature to which the difference is taken, in the unit of the column, such as 18.3 °C, 15.5 °C or 65 °F. */
  readonly base: number
  /**
   * The temperature below which days are heated, or above which they are cooled; the base by default. In Germany, a
   * room of 20 °C is heated below 15 °C: `{ base: 20, threshold: 15 }`.
   */
  readonly threshold?: number | undefined
  /** The zone whose days are meant; that of the place by default, by its rules. */
  readonly zone?: DateTime.TimeZone | undefined
}

const daysOf = (
  series: AnySeries,
  name: string,
  { base, threshold = base, zone = zoneOf(series) }: DegreeDaysOptions,
  sign: 1 | -1
): Series<"degree_days"> => {
  const column = Held.columnOf(series, name) ?? Held.missing(series.length)
  const spans = spansOf(series, "day", zone)
  const values = Float64Array.from(spans, ({ complete, from, to }) => {
    const rows = column.values.subarray(from, to)
    if (!complete || Statistics.count(rows) < to - from || Number.isNaN(base - threshold)) return Number.NaN
    const mean = Statistics.mean(rows)
    return (mean - threshold) * sign > 0 ? Math.max(0, (mean - base) * sign) : 0
  })
  const unit = column.unit === "undefined" ? column.unit : `${column.unit} d`
  return Held.make<"degree_days">({
    ...Held.partsOf(series),
    time: Float64Array.from(spans, ({ start }) => start),
    dates: true,
    period: { unit: "day", zone },
    absent: [],
    columns: new Map([["degree_days", { values, unit, instants: false, text: undefined, difference: true }]])
  })
}

/**
 * Returns the heating degree days of each day: how much its mean is below the base, or 0. A day that rows do not cover, or
 * in which a value is missing, has none: NaN. `Series.resample` sums them up by months.
 */
export const heating: {
  <const N extends string>(column: N, options: DegreeDaysOptions): (series: AnySeries<N>) => Series<"degree_days">
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, options: DegreeDaysOptions): Series<"degree_days">
} = dual(3, (series: AnySeries, column: string, options: DegreeDaysOptions) => daysOf(series, column, options, -1))

/**
 * Returns the cooling degree days of each day: how much its mean is above the base, or 0. Those of plants, called growing
 * degree days, are the same with another base. A day that is not covered, or in which a value is missing, has none: NaN.
 */
export const cooling: {
  <const N extends string>(column: N, options: DegreeDaysOptions): (series: AnySeries<N>) => Series<"degree_days">
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, options: DegreeDaysOptions): Series<"degree_days">
} = dual(3, (series: AnySeries, column: string, options: DegreeDaysOptions) => daysOf(series, column, options, 1))
