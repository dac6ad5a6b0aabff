/** Rows that are left out, and columns whose rows depend on each other. */
import { dual } from "effect/Function"
import * as Held from "../internal/series/held.ts"
import { cursor } from "../internal/series/cursor.ts"
import { turn } from "../internal/series/turn.ts"
import type { Numbers } from "./Columns.ts"
import type { AnySeries, Column, Series } from "./Model.ts"

/**
 * Returns the rows for which this is true. `is` is called with the numbers of each row, in which a missing value is
 * NaN. The object is the same for all rows: do not keep it. The rows keep their length, so there are gaps between them.
 */
export const filter: {
  <C extends string>(is: (row: Numbers<C>) => boolean): <S extends AnySeries<C> & Series>(series: S) => S
  <S extends Series, C extends string>(series: S & AnySeries<C>, is: (row: Numbers<C>) => boolean): S
} = dual(2, <S extends Series, C extends string>(series: S & AnySeries<C>, is: (row: Numbers<C>) => boolean): S => {
  const { move, numbers } = cursor(series)
  const kept = new Int32Array(series.length)
  let length = 0
  for (let i = 0; i < kept.length; i++) {
    move(i)
    // The getters are the columns of the series, whose names are C.
    if (is(numbers as Numbers<C>)) kept[length++] = i
  }
  const rows = kept.subarray(0, length)
  const columns = new Map<string, Column>()
  for (const [name, column] of Held.columnsOf(series)) {
    const { text, values } = column
    columns.set(name, {
      ...column,
      values: Float64Array.from(rows, (row) => values[row] ?? Number.NaN),
      text: text === undefined ? undefined : Array.from(rows, (row) => text[row] ?? null)
    })
  }
  return Held.change<S>(series, { time: Float64Array.from(rows, (row) => series.time[row] ?? Number.NaN), columns })
})

/** Returns the value before or after each one, by rows. */
const shifted = (values: Float64Array, rows: number): Float64Array => {
  const out = new Float64Array(values.length).fill(Number.NaN)
  if (rows >= 0) out.set(values.subarray(0, Math.max(0, values.length - rows)), Math.min(rows, values.length))
  else if (rows < 0) out.set(values.subarray(Math.min(-rows, values.length)))
  return out
}

/**
 * Moves the values of all columns by so many rows, later if it is positive: `shift(hourly, 24)` has the values of 24 rows
 * before. The instants stay, and rows that get no value are missing values. It counts rows: see `Gaps.regular` if some
 * are left out.
 */
export const shift: {
  (rows: number): <S extends Series>(series: S) => S
  <S extends Series>(series: S, rows: number): S
} = dual(2, <S extends Series>(series: S, rows: number): S => {
  const by = Math.trunc(rows)
  const columns = new Map<string, Column>()
  for (const [name, column] of Held.columnsOf(series)) {
    const { text, values } = column
    columns.set(name, {
      ...column,
      values: shifted(values, by),
      text: text?.map((_, i) => text[i - by] ?? null)
    })
  }
  return Held.change(series, { columns })
})

/**
 * Returns the difference between each value and the one `rows` before (1 by default), in all columns. It is NaN where
 * either is missing. Between directions it is the angle the short way around, positive clockwise, and between instants it
 * is in seconds. It counts rows: see `Gaps.regular` if some are left out.
 */
export const difference: {
  (rows?: number): <S extends Series>(series: S) => S
  <S extends Series>(series: S, rows?: number): S
} = dual(
  (args) => Held.isSeries(args[0]),
  <S extends Series>(series: S, rows: number = 1): S => {
    const by = Math.trunc(rows)
    const columns = new Map<string, Column>()
    for (const [name, column] of Held.columnsOf(series)) {
      const { values } = column
      const angles = Held.isDirection(name, column)
      const scale = column.instants ? 1_000 : 1
      const out = new Float64Array(values.length).fill(Number.NaN)
      for (let i = Math.max(0, by); i < Math.min(out.length, out.length + by); i++) {
        const from = values[i - by] ?? Number.NaN
        const to = values[i] ?? Number.NaN
        out[i] = angles ? turn(from, to) : (to - from) / scale
      }
      columns.set(name, {
        values: out,
        unit: column.instants ? "s" : column.unit,
        instants: false,
        text: undefined,
        difference: true
      })
    }
    return Held.change(series, { columns })
  }
)

/** How values are accumulated. */
export type Accumulation = "sum" | "min" | "max" | "count"

/**
 * Returns for each row the sum, minimum, maximum or number of all values up to it. Rows whose own value is missing are
 * NaN, as in pandas, except those of a count. Directions have only a count, and instants have no sum.
 */
export const cumulative: {
  (what: Accumulation): <S extends Series>(series: S) => S
  <S extends Series>(series: S, what: Accumulation): S
} = dual(2, <S extends Series>(series: S, what: Accumulation): S => {
  const columns = new Map<string, Column>()
  for (const [name, column] of Held.columnsOf(series)) {
    const isNone = what !== "count" && (Held.isDirection(name, column) || (column.instants && what === "sum"))
    const values = isNone ? new Float64Array(series.length).fill(Number.NaN) : accumulated(column.values, what)
    columns.set(
      name,
      what === "count" ? { values, unit: "", instants: false, text: undefined } : { ...column, values, text: undefined }
    )
  }
  return Held.change(series, { columns })
})

const starts = { sum: 0, count: 0, min: Infinity, max: -Infinity } as const

const accumulated = (values: Float64Array, what: Accumulation): Float64Array => {
  const out = new Float64Array(values.length)
  let all: number = starts[what]
  for (let i = 0; i < out.length; i++) {
    const value = values[i] ?? Number.NaN
    if (!Number.isNaN(value)) {
      if (what === "sum") all += value
      else if (what === "count") all++
      else if (what === "min" ? value < all : value > all) all = value
    }
    out[i] = what === "count" || !Number.isNaN(value) ? all : Number.NaN
  }
  return out
}
