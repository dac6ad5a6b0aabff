/** Series whose instants are not the same. */
import * as Duration from "effect/Duration"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import * as Held from "../internal/series/held.ts"
import { MergeFailed } from "./Columns.ts"
import type { AnySeries, Column, Series } from "./Model.ts"

/** Options of `mergeNearest`. */
export interface NearestOptions {
  /** How far away a row may be, inclusive. */
  readonly tolerance: Duration.Input
  /** Which rows are looked at: `nearest` (the default), those up to the instant (`before`), or those from it on (`after`). */
  readonly side?: "nearest" | "before" | "after" | undefined
}

/** Returns the index of the row for each instant, or -1. */
const matches = (
  time: Float64Array,
  other: Float64Array,
  tolerance: number,
  side: "nearest" | "before" | "after"
): Int32Array => {
  const rows = new Int32Array(time.length).fill(-1)
  let next = 0
  for (let i = 0; i < rows.length; i++) {
    const instant = time[i] ?? Number.NaN
    // The first row that is later.
    while (next < other.length && (other[next] ?? 0) <= instant) next++
    const before = next > 0 && side !== "after" ? instant - (other[next - 1] ?? 0) : Infinity
    const isSame = next > 0 && other[next - 1] === instant
    const after = isSame ? 0 : next < other.length && side !== "before" ? (other[next] ?? 0) - instant : Infinity
    const distance = Math.min(before, after)
    // There may be no row on this side, whatever the tolerance.
    if (distance === Infinity || distance > tolerance) continue
    rows[i] = before <= after || isSame ? next - 1 : next
  }
  return rows
}

/**
 * Adds to each row the columns of the row of another series that is nearest in time, such as those of a station that
 * reports at 10 past. If two are equally near, the earlier one is taken. Values without a row within the tolerance are
 * missing. A row may be used several times. Fails with `MergeFailed` if both have a column of the same name.
 */
export const mergeNearest: {
  <B extends string>(
    other: AnySeries<B>,
    options: NearestOptions
  ): <A extends string>(series: AnySeries<A>) => Result.Result<Series<A | B>, MergeFailed>
  <A extends string, B extends string>(
    series: AnySeries<A>,
    other: AnySeries<B>,
    options: NearestOptions
  ): Result.Result<Series<A | B>, MergeFailed>
} = dual(
  3,
  <A extends string, B extends string>(
    series: AnySeries<A>,
    other: AnySeries<B>,
    { side = "nearest", tolerance }: NearestOptions
  ): Result.Result<Series<A | B>, MergeFailed> => {
    const columns = Held.filled(series)
    const rows = matches(series.time, other.time, Duration.toMillis(tolerance), side)
    for (const [name, column] of Held.filled(other)) {
      if (columns.has(name)) {
        return Result.fail(new MergeFailed({ reason: "columns", message: `Both series have a column ${name}.` }))
      }
      const { text, values } = column
      const made: Column = {
        ...column,
        values: Float64Array.from(rows, (row) => values[row] ?? Number.NaN),
        text: text === undefined ? undefined : Array.from(rows, (row) => text[row] ?? null)
      }
      columns.set(name, made)
    }
    return Result.succeed(Held.make<A | B>({ ...Held.partsOf(series), columns, absent: [] }))
  }
)
