/** What makes one value from many: the rows of a day, or the runs of an ensemble. */
import * as Statistics from "../internal/series/statistics.ts"

/** Statistics by name. They ignore missing values; without values they are NaN, except `count`. */
export const aggregateNames = [
  "sum",
  "mean",
  "min",
  "max",
  "median",
  "standardDeviation",
  "count",
  "first",
  "last"
] as const

/** The name of an aggregate. */
export type AggregateName = (typeof aggregateNames)[number]

/** A statistic that `measure`, `percentile`, `shareAbove` or `shareBelow` returns. */
export interface Measure {
  /** The unit of its values; that of the column by default. */
  readonly unit?: string | undefined
  /** Whether it depends on the order of the values. Directions have none: it is NaN for them. Default: false. */
  readonly ordered?: boolean | undefined
  /** Computes the value. Missing values are NaN. The array is valid during the call only. */
  readonly of: (values: Float64Array) => number
  /** The quantile that it is, from 0 to 1. Moving windows are then computed from each other. */
  readonly quantile?: number | undefined
  /** Set if it is the share of the values for which this is true. Moving windows are then computed from each other. */
  readonly share?: ((value: number) => boolean) | undefined
}

/** What becomes of the values of a column in a unit of time: a statistic by its name, or a `Measure`. */
export type Aggregate = AggregateName | Measure

/**
 * Makes your own statistic. `of` computes it from the values, in which NaN is a missing one. Without a `unit`, it has
 * that of the column. It is called with directions as they are.
 */
export const measure = (of: (values: Float64Array) => number, unit?: string): Measure => ({ of, unit })

/** Measures a percentile, from 0 (the minimum) to 100 (the maximum), interpolated linearly. NaN for directions. */
export const percentile = (percent: number): Measure => ({
  ordered: true,
  of: (values) => Statistics.quantile(values, percent / 100),
  quantile: percent / 100
})

const share = (is: (value: number) => boolean): Measure => ({
  unit: "fraction",
  ordered: true,
  of: (values) => {
    let found = 0
    for (const value of values) if (is(value)) found++
    return found / Statistics.count(values)
  },
  share: is
})

/** Measures the share of the values above a threshold, from 0 to 1. NaN for directions. */
export const shareAbove = (threshold: number): Measure => share((value) => value > threshold)

/** Measures the share of the values below a threshold, from 0 to 1. NaN for directions. */
export const shareBelow = (threshold: number): Measure => share((value) => value < threshold)
