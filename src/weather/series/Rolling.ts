/** Windows that move over the rows of a series. */
import * as Duration from "effect/Duration"
import { dual } from "effect/Function"
import { columnOf } from "../internal/series/aggregate.ts"
import * as Held from "../internal/series/held.ts"
import { moving, scratchOf, type Windows } from "../internal/series/moving.ts"
import type { AnySeries, Column, Series } from "./Model.ts"
import type { Aggregation, SourceOf } from "./Resample.ts"
import type { Aggregate } from "./Aggregate.ts"

/** What all windows have. */
interface WindowOptions {
  /**
   * `trailing` windows end with the row itself (the default). `center` windows have it in their middle; with an even
   * number of rows, they have one row more before it than after it.
   */
  readonly align?: "trailing" | "center" | undefined
  /**
   * How many values a window must have; with fewer it is NaN. By default as many as fit: all of the `rows`, or the
   * duration divided by the length of a row. It is 1 if the length of the rows is unknown.
   */
  readonly minCount?: number | undefined
}

/** A number of rows. */
export interface RowWindow extends WindowOptions {
  /** How many rows a window has, from 1 on. A window of fewer has no values. */
  readonly rows: number
  /** A window of rows has none. */
  readonly duration?: undefined
}

/** A length of time. */
export interface DurationWindow extends WindowOptions {
  /**
   * How long a window is, in elapsed time: `"24 hours"`. A trailing window has the rows that begin later than this before
   * the row itself, up to it. A centered one has those that begin from half of it before on, and less than half of it after.
   */
  readonly duration: Duration.Input
  /** A window of a length of time has none. */
  readonly rows?: undefined
}

/** The window of each row. */
export type Window = RowWindow | DurationWindow

const windowsOfRows = (length: number, rows: number, isCentered: boolean): Windows => {
  const after = isCentered ? Math.floor((rows - 1) / 2) : 0
  const from = new Int32Array(length)
  const to = new Int32Array(length)
  for (let i = 0; i < length; i++) {
    from[i] = Math.min(length, Math.max(0, i + after + 1 - rows))
    to[i] = Math.min(length, Math.max(0, i + after + 1))
  }
  return { from, to }
}

const windowsOfTime = (time: Float64Array, millis: number, isCentered: boolean): Windows => {
  const { length } = time
  const from = new Int32Array(length)
  const to = new Int32Array(length)
  let first = 0
  let end = 0
  for (let i = 0; i < length; i++) {
    const instant = time[i] ?? Number.NaN
    if (isCentered) {
      while (first < length && (time[first] ?? 0) < instant - millis / 2) first++
      while (end < length && (time[end] ?? 0) < instant + millis / 2) end++
    } else {
      while (first < length && (time[first] ?? 0) <= instant - millis) first++
      end = i + 1
    }
    from[i] = first
    to[i] = Math.max(first, end)
  }
  return { from, to }
}

const dayMillis = 86_400_000

/** How many rows fit into a duration; 1 if that is unknown. */
const fitting = (series: AnySeries, millis: number): number => {
  const { period } = series
  const length = Held.isCivil(period) && period.unit === "day" ? dayMillis : period
  return typeof length === "number" ? Math.max(1, Math.floor(millis / length)) : 1
}

const layout = (series: AnySeries, window: Window): { readonly windows: Windows; readonly least: number } => {
  const isCentered = window.align === "center"
  if (window.duration === undefined) {
    // NaN rows are none.
    const rows = Math.max(0, Math.floor(window.rows)) || 0
    return { windows: windowsOfRows(series.length, rows, isCentered), least: window.minCount ?? rows }
  }
  const millis = Duration.toMillis(window.duration)
  return {
    windows: windowsOfTime(series.time, millis, isCentered),
    least: window.minCount ?? fitting(series, millis)
  }
}

/**
 * Returns a series with the same rows, whose columns are aggregates of a window at each row: `rolling(hourly, { duration:
 * "24 hours" }, { rain_24h: ["rain", "sum"] })`.
 *
 * The aggregates are those of `Series.resample`, with the same rules for units, directions and instants. A window with
 * fewer values than `minCount` is NaN, except that a count always is a number. Missing values are left out.
 *
 * It takes one pass over the rows, whatever the width. Medians, percentiles and the like take a number of steps for
 * each row that grows with the logarithm of the number of different values. Your own measure reads each window
 * completely.
 */
export const rolling: {
  <const A extends Readonly<Record<string, Aggregation>>>(
    window: Window,
    columns: A
  ): (series: AnySeries<SourceOf<A>>) => Series<keyof A & string>
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries<SourceOf<A>>,
    window: Window,
    columns: A
  ): Series<keyof A & string>
} = dual(
  3,
  <const A extends Readonly<Record<string, Aggregation>>>(
    series: AnySeries,
    window: Window,
    columns: A
  ): Series<keyof A & string> => {
    const { least, windows } = layout(series, window)
    const scratch = scratchOf(series.length)
    const made = new Map<string, Column>()
    for (const [name, aggregation] of Object.entries<Aggregation>(columns)) {
      const [from, aggregate] = sourceOf(name, aggregation)
      const source = [from, Held.columnOf(series, from)] as const
      const values = moving(aggregate, source, windows, Math.max(1, least), scratch)
      made.set(name, columnOf(aggregate, source, name, values))
    }
    return Held.make({ ...Held.partsOf(series), absent: [], columns: made })
  }
)

const isPair = (aggregation: Aggregation): aggregation is readonly [string, Aggregate] => Array.isArray(aggregation)

const sourceOf = (name: string, aggregation: Aggregation): readonly [string, Aggregate] =>
  isPair(aggregation) ? aggregation : [name, aggregation]
