/** Rows and values that are not there: where they are, and how they are filled. */
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import { endsOf } from "../internal/series/calendar.ts"
import { filledAt } from "../internal/series/fill.ts"
import { isInstant, periodOf } from "../internal/series/times.ts"
import * as Held from "../internal/series/held.ts"
import type { AnySeries, Column, Fill, Instant, Series } from "./Model.ts"

/** A span without rows, or without values. */
export interface Gap {
  /** The end of the row before it. */
  readonly start: DateTime.Zoned
  /** The beginning of the row after it. */
  readonly end: DateTime.Zoned
  /** How many rows without a value it has; 0 if there are no rows. */
  readonly rows: number
}

/**
 * Returns the gaps of a series: the spans between two rows that no row covers. With a column, these are the spans without a
 * value of it, which may also be at the beginning and at the end of the series.
 */
export const find: {
  <const N extends string>(column: N): (series: AnySeries<N>) => ReadonlyArray<Gap>
  <C extends string>(series: AnySeries<C>, column?: NoInfer<C>): ReadonlyArray<Gap>
} = dual(
  (args) => Held.isSeries(args[0]),
  <C extends string>(series: AnySeries<C>, column?: C): ReadonlyArray<Gap> => {
    const { length, time } = series
    const values = column === undefined ? undefined : Held.columnOf(series, column)?.values
    const isMissing = (row: number): boolean =>
      column !== undefined && Number.isNaN(values === undefined ? Number.NaN : (values[row] ?? Number.NaN))
    const endOf = endsOf(series)
    const zone = Held.timeZoneOf(series)
    const gaps: Array<Gap> = []
    let start = time[0] ?? 0
    let rows = 0
    const close = (end: number): void => {
      if (end > start) gaps.push({ start: Held.zoned(start, zone), end: Held.zoned(end, zone), rows })
    }
    for (let row = 0; row < length; row++) {
      if (isMissing(row)) {
        rows++
        continue
      }
      close(time[row] ?? 0)
      start = endOf(row)
      rows = 0
    }
    if (rows > 0) close(endOf(length - 1))
    return gaps
  }
)

/** The rows do not fit onto a regular axis. */
export class IrregularTime extends Data.TaggedError("IrregularTime")<{
  /**
   * The index of the first row that is not on it; -1 if there is no valid step: the length of the rows is unknown and
   * no step was given, or it is not above 0, or it is infinite.
   */
  readonly row: number
  /** One sentence for people. */
  readonly message: string
}> {}

/** A row each minute for 38 years. More are a mistake in the step, and take all memory. */
const mostRows = 20_000_000

/** Options of `regular`. */
export interface RegularOptions {
  /** The distance of the rows; by default the length of those of the series. */
  readonly step?: Duration.Input | undefined
}

/**
 * Returns the series with a row at each step between the first and the last one. Rows that were not there have no values.
 * Fails with `IrregularTime` if a row is between two steps, if civil days, weeks, months or years are not steps of a
 * fixed length, or if there would be more than 20 million rows: none is left out silently. `interpolate` makes values for
 * another axis.
 */
export const regular: {
  (options?: RegularOptions): <S extends Series>(series: S) => Result.Result<S, IrregularTime>
  <S extends Series>(series: S, options?: RegularOptions): Result.Result<S, IrregularTime>
} = dual(
  (args) => Held.isSeries(args[0]),
  <S extends Series>(series: S, { step: given }: RegularOptions = {}): Result.Result<S, IrregularTime> => {
    const { length, period, time } = series
    const step = given === undefined ? period : Duration.toMillis(given)
    if (typeof step !== "number" || !(step > 0 && step < Infinity)) {
      const message =
        typeof step === "number"
          ? `A step has no ${step} milliseconds.`
          : "The length of the rows is not fixed: say the step."
      return Result.fail(new IrregularTime({ row: -1, message }))
    }
    const first = time[0] ?? 0
    const rows = new Int32Array(length)
    for (let i = 0; i < length; i++) {
      const place = ((time[i] ?? 0) - first) / step
      if (!Number.isInteger(place)) {
        const message = `Row ${i} is not on the axis of the first row and a step of ${step} milliseconds.`
        return Result.fail(new IrregularTime({ row: i, message }))
      }
      if (place >= mostRows) {
        const message = `Row ${i} would be row ${place} at a step of ${step} milliseconds: the most are ${mostRows} rows.`
        return Result.fail(new IrregularTime({ row: i, message }))
      }
      rows[i] = place
    }
    const size = length === 0 ? 0 : (rows[length - 1] ?? 0) + 1
    const columns = new Map<string, Column>()
    for (const [name, column] of Held.columnsOf(series)) {
      const values = new Float64Array(size).fill(Number.NaN)
      for (let i = 0; i < length; i++) values[rows[i] ?? 0] = column.values[i] ?? Number.NaN
      let text: Array<string | null> | undefined
      if (column.text !== undefined) {
        text = Array.from({ length: size }, () => null)
        for (let i = 0; i < length; i++) text[rows[i] ?? 0] = column.text[i] ?? null
      }
      columns.set(name, { ...column, values, text })
    }
    const axis = new Float64Array(size)
    for (let i = 0; i < size; i++) axis[i] = first + i * step
    return Result.succeed(Held.change<S>(series, { time: axis, period: step, columns }))
  }
)

export type { Fill } from "./Model.ts"

/** Options of `fill` and `interpolate`. */
export interface FillOptions {
  /**
   * The longest gap that is filled, from the value before it to the value after it. Longer ones stay whole. Say `"Infinity"`
   * if there is no limit.
   */
  readonly limit: Duration.Input
}

/**
 * Fills missing values, in these columns, by these rules: `fill(hourly, { temperature_2m: "linear", rain: 0 }, { limit: "3
 * hours" })`. Only the named columns are filled, and no gap that is longer than the limit.
 *
 * `linear` goes straight from the value before to the value after, the short way around between directions. Between
 * opposite directions and between weather codes it stays missing. `previous`, `next` and `nearest` repeat a value, and a number is
 * the value itself. Gaps at the beginning or at the end are filled by `next`, `previous` and `nearest`, up to the limit
 * from the only value, and by a number. A column without any value is an infinite gap.
 */
export const fill: {
  <const N extends string>(
    columns: { readonly [K in N]: Fill },
    options: FillOptions
  ): <S extends AnySeries<N> & Series>(series: S) => S
  <S extends Series, C extends string>(
    series: S & AnySeries<C>,
    columns: { readonly [K in NoInfer<C>]?: Fill },
    options: FillOptions
  ): S
} = dual(
  3,
  <S extends Series>(series: S, rules: Readonly<Record<string, Fill | undefined>>, { limit }: FillOptions): S => {
    const columns = new Map(Held.columnsOf(series))
    for (const [name, rule] of Object.entries(rules)) {
      const column = columns.get(name)
      if (column === undefined || rule === undefined) continue
      const values = filledAt(series.time, [name, column], series.time, rule, Duration.toMillis(limit))
      columns.set(name, { ...column, values })
    }
    return Held.change(series, { columns })
  }
)

/**
 * Returns columns at other instants, such as those of another series: `interpolate(hourly, station.time, { temperature_2m:
 * "linear" }, { limit: "1 hour" })`. The rules are those of `fill`, and the limit is that between the values on both sides of an
 * instant. An instant that is that of a row has its value. The instants must ascend, and be in the years 0 to 9999 (UTC);
 * others are left out.
 */
export const interpolate: {
  <const N extends string>(
    time: Iterable<Instant>,
    columns: { readonly [K in N]: Fill },
    options: FillOptions
  ): (series: AnySeries<N>) => Series<N>
  <C extends string, const N extends C>(
    series: AnySeries<C>,
    time: Iterable<Instant>,
    columns: { readonly [K in N]: Fill },
    options: FillOptions
  ): Series<N>
} = dual(
  4,
  <const N extends string>(
    series: AnySeries,
    time: Iterable<Instant>,
    rules: { readonly [K in N]: Fill },
    { limit }: FillOptions
  ): Series<N> => {
    const instants: Array<number> = []
    for (const instant of time) {
      const millis = Held.millisOf(instant)
      if (isInstant(millis) && millis > (instants.at(-1) ?? Number.NEGATIVE_INFINITY)) instants.push(millis)
    }
    const at = Float64Array.from(instants)
    const columns = new Map<string, Column>()
    for (const [name, rule] of Object.entries<Fill>(rules)) {
      const column = Held.columnOf(series, name) ?? Held.missing(series.length)
      const values = filledAt(series.time, [name, column], at, rule, Duration.toMillis(limit))
      columns.set(name, { ...column, values, text: undefined })
    }
    return Held.make<N>({
      ...Held.partsOf(series),
      time: at,
      dates: false,
      period: periodOf(at),
      absent: [],
      columns
    })
  }
)
