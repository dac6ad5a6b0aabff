/** How two columns go together. */
import { dual } from "effect/Function"
import { pearson } from "../internal/series/correlation.ts"
import * as Held from "../internal/series/held.ts"
import type { AnySeries } from "./Model.ts"

/** The ranks of values, of which equal ones share the mean. */
const ranksOf = (values: Float64Array): Float64Array => {
  const sorted = values.slice().sort()
  return values.map((value) => (Held.lowerBound(sorted, value) + Held.upperBound(sorted, value) - 1) / 2)
}

const of = (series: AnySeries, one: string, other: string, isRanked: boolean): number => {
  const [a, b] = [Held.columnOf(series, one), Held.columnOf(series, other)]
  if (a === undefined || b === undefined || Held.isDirection(one, a) || Held.isDirection(other, b)) return Number.NaN
  if (!isRanked) return pearson(a.values, b.values)
  const hasBoth = (_: number, i: number): boolean => !Number.isNaN(a.values[i]) && !Number.isNaN(b.values[i])
  return pearson(ranksOf(a.values.filter(hasBoth)), ranksOf(b.values.filter(hasBoth)))
}

/**
 * Returns Pearson's correlation of two columns, from -1 to 1, of the rows in which both have a value. NaN if one of them
 * does not vary, and for directions, which have no order. With `Series.shift`, it is that at a lag.
 */
export const correlation: {
  <const N extends string>(one: N, other: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, one: NoInfer<C>, other: NoInfer<C>): number
} = dual(3, (series: AnySeries, one: string, other: string): number => of(series, one, other, false))

/** Returns Spearman's correlation of two columns: that of their ranks, in `O(n log n)`. Otherwise it is as `correlation`. */
export const rankCorrelation: {
  <const N extends string>(one: N, other: N): (series: AnySeries<N>) => number
  <C extends string>(series: AnySeries<C>, one: NoInfer<C>, other: NoInfer<C>): number
} = dual(3, (series: AnySeries, one: string, other: string): number => of(series, one, other, true))
