/** Columns made of others. Columns that are absent are filled with NaN, as by `select`. */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import * as Held from "../internal/series/held.ts"
import { called, isDifference } from "../internal/series/held.ts"
import { cursor } from "../internal/series/cursor.ts"
import type { AnySeries, Column, Series } from "./Model.ts"

/** The numbers of a row: its instant in milliseconds since 1970, and its values, in which NaN is a missing one. */
export type Numbers<C extends string> = {
  /** Its instant, in milliseconds since 1970. */
  readonly time: number
} & { readonly [K in C]: number }

/**
 * Adds a column that is computed from the others, or replaces the column of this name. `of` is called with the numbers of
 * each row, in which a missing value is NaN, so arithmetic with it is NaN too. The object is the same for all rows: do not
 * keep it. The unit `°` is that of directions, so give other angles another unit.
 */
export const withColumn: {
  <const Name extends string, C extends string>(
    name: Name,
    unit: string,
    of: (row: Numbers<C>) => number
  ): <D extends string>(series: AnySeries<C | D>) => Series<C | D | Name>
  <C extends string, const Name extends string>(
    series: AnySeries<C>,
    name: Name,
    unit: string,
    of: (row: Numbers<C>) => number
  ): Series<C | Name>
} = dual(
  4,
  <C extends string, const Name extends string>(
    series: AnySeries<C>,
    name: Name,
    unit: string,
    of: (row: Numbers<C>) => number
  ): Series<C | Name> => {
    const values = new Float64Array(series.length)
    const { move, numbers } = cursor(series)
    for (let i = 0; i < values.length; i++) {
      move(i)
      // The getters are the columns of the series, whose names are C.
      values[i] = of(numbers as Numbers<C>)
    }
    const columns = Held.filled(series).set(name, { values, unit, instants: false, text: undefined })
    return Held.make({ ...Held.partsOf(series), columns, absent: [] })
  }
)

/** The names of columns after a renaming. */
export type Renamed<C extends string, Names> = C extends keyof Names ? (Names[C] extends string ? Names[C] : C) : C

/** Renames columns: `{ temperature_2m: "oslo" }`. Of two columns that get the same name, the later one remains. */
export const rename: {
  <const Names extends Readonly<Record<string, string>>>(
    names: Names
  ): <C extends string>(
    series: AnySeries<C | (keyof Names & string)>
  ) => Series<Renamed<C | (keyof Names & string), Names>>
  <C extends string, const Names extends { readonly [K in C]?: string }>(
    series: AnySeries<C>,
    names: Names
  ): Series<Renamed<C, Names>>
} = dual(
  2,
  <C extends string, const Names extends Readonly<Record<string, string | undefined>>>(
    series: AnySeries<C>,
    names: Names
  ): Series<Renamed<C, Names>> => {
    const renamed = (name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)
    const columns = Array.from(Held.filled(series), ([name, column]) => {
      const next = renamed(name)
      return [next, called(next, isDifference(name, column), column)] as const
    })
    return Held.make({ ...Held.partsOf(series), columns: new Map(columns), absent: [] })
  }
)

/** The series cannot be merged. */
export class MergeFailed extends Data.TaggedError("MergeFailed")<{
  /** Both have a column of the same name, or they have different instants. */
  readonly reason: "columns" | "time"
  /** One sentence for people. */
  readonly message: string
}> {}

/** Options of `merge`. */
export interface MergeOptions {
  /**
   * `same` (the default) merges series with the same instants only. `inner` keeps the instants that both have. `outer`
   * keeps all of them, and a column is NaN where its series has no row.
   */
  readonly rows?: "same" | "inner" | "outer" | undefined
}

/** The rows of both, by instant: the index in each, or -1. */
const matched = (a: Float64Array, b: Float64Array, outer: boolean) => {
  const time: Array<number> = []
  const left: Array<number> = []
  const right: Array<number> = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [one, other] = [a[i] ?? Infinity, b[j] ?? Infinity]
    const [inA, inB] = [one <= other, other <= one]
    if (outer || (inA && inB)) {
      time.push(Math.min(one, other))
      left.push(inA ? i : -1)
      right.push(inB ? j : -1)
    }
    if (inA) i++
    if (inB) j++
  }
  return { time: Float64Array.from(time), left, right }
}

const pick = ({ text, values, ...head }: Column, rows: ReadonlyArray<number>): Column => ({
  ...head,
  values: Float64Array.from(rows, (row) => values[row] ?? Number.NaN),
  text: text === undefined ? undefined : rows.map((row) => text[row] ?? null)
})

/**
 * Merges the columns of two series on one time axis. Columns of the same name are refused: `rename` or `select` them
 * first. The zone and the labels are those of the first series, whose civil days stay those of the place. If the two
 * periods differ, the `period` is null or, for civil days, weeks, months and years, its `unit` is.
 */
export const merge: {
  <B extends string>(
    other: AnySeries<B>,
    options?: MergeOptions
  ): <A extends string>(series: AnySeries<A>) => Result.Result<Series<A | B>, MergeFailed>
  <A extends string, B extends string>(
    series: AnySeries<A>,
    other: AnySeries<B>,
    options?: MergeOptions
  ): Result.Result<Series<A | B>, MergeFailed>
} = dual(
  (args) => Held.isSeries(args[1]),
  <A extends string, B extends string>(
    series: AnySeries<A>,
    other: AnySeries<B>,
    { rows = "same" }: MergeOptions = {}
  ): Result.Result<Series<A | B>, MergeFailed> => {
    const [own, others] = [Held.filled(series), Held.filled(other)]
    const both = Array.from(others.keys()).find((name) => own.has(name))
    if (both !== undefined) {
      return Result.fail(new MergeFailed({ reason: "columns", message: `Both series have a column ${both}.` }))
    }
    const period = Held.commonPeriod(series.period, other.period)
    const parts = { ...Held.partsOf(series), absent: [], period }
    if (series.length === other.length && series.time.every((instant, i) => instant === other.time[i])) {
      return Result.succeed(Held.make({ ...parts, columns: new Map([...own, ...others]) }))
    }
    if (rows === "same") {
      return Result.fail(new MergeFailed({ reason: "time", message: "The series have rows of different instants." }))
    }
    const { left, right, time } = matched(series.time, other.time, rows === "outer")
    const columns = new Map<string, Column>()
    for (const [name, column] of own) columns.set(name, pick(column, left))
    for (const [name, column] of others) columns.set(name, pick(column, right))
    return Result.succeed(Held.make({ ...parts, time, columns }))
  }
)
