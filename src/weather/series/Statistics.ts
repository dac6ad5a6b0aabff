/**
 * Statistics of a column. Missing values are ignored, and a column without values has no statistics: they are NaN, except
 * `count`. A series with absent columns is accepted too; an absent column has no values.
 *
 * The columns in `°` are directions, whatever their names. They lie on a circle: they have a mean and a standard deviation,
 * but no order, so they have no minimum, maximum, sum or quantile.
 */
import { dual } from "effect/Function"
import type * as Option from "effect/Option"
import { columnOf, isDirection, rowAt, valuesOf } from "../internal/series/held.ts"
import * as Statistics from "../internal/series/statistics.ts"
import type { AnySeries, Row } from "./Model.ts"

const isOfDirections = (series: object, column: string): boolean => isDirection(column, columnOf(series, column))

const none = /* @__PURE__ */ new Float64Array()

/** The values of a column, if they have an order. */
const orderedOf = (series: object, column: string): Float64Array =>
  isOfDirections(series, column) ? none : valuesOf(series, column)

/** Returns the minimum of a column. Directions have none: it is NaN. */
export const min: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = orderedOf(series, column)
  return values[Statistics.indexOfMin(values)] ?? Number.NaN
})

/** Returns the maximum of a column. Directions have none: it is NaN. */
export const max: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = orderedOf(series, column)
  return values[Statistics.indexOfMax(values)] ?? Number.NaN
})

/** Returns the first row with the minimum of a column. None if the column has no values, or directions. */
export const lowest: {
  <const N extends string>(column: N): <C extends string>(series: AnySeries<C | N>) => Option.Option<Row<C | N>>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): Option.Option<Row<C>> =>
  rowAt(series, Statistics.indexOfMin(orderedOf(series, column)))
)

/** Returns the first row with the maximum of a column. None if the column has no values, or directions. */
export const highest: {
  <const N extends string>(column: N): <C extends string>(series: AnySeries<C | N>) => Option.Option<Row<C | N>>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): Option.Option<Row<C>> =>
  rowAt(series, Statistics.indexOfMax(orderedOf(series, column)))
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
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => Statistics.sum(orderedOf(series, column)))

/**
 * Returns the mean of a column. Directions are averaged on the circle: the mean of 350° and 10° is 0°, and the mean of
 * opposite directions is NaN.
 */
export const mean: {
  <const N extends string>(column: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): number => {
  const values = valuesOf(series, column)
  return isOfDirections(series, column) ? Statistics.meanDirection(values) : Statistics.mean(values)
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
  return isOfDirections(series, column)
    ? Statistics.deviationOfDirections(values)
    : Statistics.standardDeviation(values)
})

const quantileOf = (series: object, column: string, p: number): number =>
  Statistics.quantile(orderedOf(series, column), p)

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
