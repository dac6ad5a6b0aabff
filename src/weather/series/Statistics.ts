/**
 * Statistics of a column. Missing values are ignored, and a column without values has no statistics: they are NaN, except
 * `count`. A series with absent columns is accepted too; an absent column has no values.
 */
import { dual } from "effect/Function"
import type * as Option from "effect/Option"
import { rowAt, valuesOf } from "../internal/series/held.ts"
import * as Statistics from "../internal/series/statistics.ts"
import { isDirection } from "../variables/Columns.ts"
import type { AnySeries, Row } from "./Model.ts"

/** Returns the minimum of a column. */
export const min: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = valuesOf(series, column)
  return values[Statistics.indexOfMin(values)] ?? Number.NaN
})

/** Returns the maximum of a column. */
export const max: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = valuesOf(series, column)
  return values[Statistics.indexOfMax(values)] ?? Number.NaN
})

/** Returns the first row with the minimum of a column. None if the column has no values. */
export const lowest: {
  <const N extends string>(column: N): <C extends string>(series: AnySeries<C | N>) => Option.Option<Row<C | N>>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): Option.Option<Row<C>> =>
  rowAt(series, Statistics.indexOfMin(valuesOf(series, column)))
)

/** Returns the first row with the maximum of a column. None if the column has no values. */
export const highest: {
  <const N extends string>(column: N): <C extends string>(series: AnySeries<C | N>) => Option.Option<Row<C | N>>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): Option.Option<Row<C>> =>
  rowAt(series, Statistics.indexOfMax(valuesOf(series, column)))
)

/** Returns how many values a column has. */
export const count: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => Statistics.count(valuesOf(series, column)))

/** Returns the sum of a column. Directions have no sum: it is NaN. */
export const sum: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number =>
  isDirection(column) ? Number.NaN : Statistics.sum(valuesOf(series, column))
)

/**
 * Returns the mean of a column. Directions are averaged on the circle: the mean of 350° and 10° is 0°, and the mean of
 * opposite directions is NaN.
 */
export const mean: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = valuesOf(series, column)
  return isDirection(column) ? Statistics.meanDirection(values) : Statistics.mean(values)
})

/**
 * Returns the standard deviation of a column, of its values as the whole population (the sum of squares is divided by
 * their number). That of directions is the circular one, in degrees: infinite if they cancel out.
 */
export const standardDeviation: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = valuesOf(series, column)
  return isDirection(column) ? Statistics.deviationOfDirections(values) : Statistics.standardDeviation(values)
})

const quantileOf = (series: object, column: string, p: number): number =>
  isDirection(column) ? Number.NaN : Statistics.quantile(valuesOf(series, column), p)

/** Returns the median of a column, as `quantile` with 0.5 does. */
export const median: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => quantileOf(series, column, 0.5))

/**
 * Returns a quantile of a column: the value below which the share `p` of the values lies. `p` is from 0 (the minimum) to
 * 1 (the maximum); beyond, it is NaN. Between two values, it is interpolated linearly, as by NumPy and R. Directions have
 * no order: their quantiles are NaN.
 */
export const quantile: {
  <const N extends string>(column: N, p: number): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, p: number): number
} = dual(3, quantileOf)
