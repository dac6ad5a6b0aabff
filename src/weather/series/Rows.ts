/** Rows of a series. */
import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import { endsOf } from "../internal/series/calendar.ts"
import * as Held from "../internal/series/held.ts"
import type { AnySeries, Column, Instant, Row, Series } from "./Model.ts"

/** Returns the instant of a row, with the service's offset. None if there is no such row. */
export const dateTime: {
  (index: number): (series: Series) => Option.Option<DateTime.Zoned>
  (series: Series, index: number): Option.Option<DateTime.Zoned>
} = dual(2, (series: Series, index: number): Option.Option<DateTime.Zoned> => {
  const instant = series.time[index]
  return instant === undefined ? Option.none() : Option.some(Held.zoned(instant, Held.timeZoneOf(series)))
})

/** Returns the label of a row: `2026-02-06T16:30`, or `2026-02-06` for a day. None if there is no such row. */
export const label: {
  (index: number): (series: Series) => Option.Option<string>
  (series: Series, index: number): Option.Option<string>
} = dual(2, (series: Series, index: number): Option.Option<string> => {
  const instant = series.time[index]
  if (instant === undefined) return Option.none()
  return Option.some(Held.labelOf(instant, Held.offsetsOf(series)(instant), series.dates))
})

/** Returns a row by its index. None if there is no such row. */
export const row: {
  (index: number): <C extends string>(series: AnySeries<C>) => Option.Option<Row<C>>
  <C extends string>(series: AnySeries<C>, index: number): Option.Option<Row<C>>
} = dual(2, Held.rowAt)

/** Iterates over all rows, as the series itself does. */
export const rows = <C extends string>(series: AnySeries<C>): Generator<Row<C>, void, undefined> =>
  // The fields are the columns of the series, whose names are C.
  Held.iterate(series, Held.columnsOf(series)) as Generator<Row<C>, void, undefined>

/** Returns the row of exactly this instant. */
export const at: {
  (instant: Instant): <C extends string>(series: AnySeries<C>) => Option.Option<Row<C>>
  <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = Held.millisOf(instant)
  const index = Held.lowerBound(series.time, millis)
  return series.time[index] === millis ? Held.rowAt(series, index) : Option.none()
})

/**
 * Returns the row whose hour, day, month … contains the instant, such as the row of today in a daily series. None if
 * there is no such row: before the first one, after the last one ends, or in a gap between them.
 */
export const during: {
  (instant: Instant): <C extends string>(series: AnySeries<C>) => Option.Option<Row<C>>
  <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>>
} = dual(2, <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = Held.millisOf(instant)
  const index = Held.lowerBound(series.time, millis + 1) - 1
  return millis < endsOf(series)(index) ? Held.rowAt(series, index) : Option.none()
})

const nearestTo = <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = Held.millisOf(instant)
  const next = Held.lowerBound(series.time, millis)
  const after = series.time[next]
  const before = series.time[next - 1]
  return Held.rowAt(
    series,
    before !== undefined && (after === undefined || millis - before <= after - millis) ? next - 1 : next
  )
}

/** Returns the row nearest to an instant, or the earlier of two equally near ones. None if there are no rows. */
export const nearest: {
  (instant: Instant): <C extends string>(series: AnySeries<C>) => Option.Option<Row<C>>
  <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>>
} = dual(2, nearestTo)

/** Returns the row nearest to now. */
export const nearestToNow = <C extends string>(series: AnySeries<C>): Effect.Effect<Option.Option<Row<C>>> =>
  Effect.map(Clock.currentTimeMillis, (now) => nearestTo(series, now))

/** A span of time. Without `from` it begins with the first row; without `to` it ends with the last one. */
export interface Range {
  /** Inclusive. */
  readonly from?: Instant | undefined
  /** Exclusive. */
  readonly to?: Instant | undefined
}

/** Returns the rows from `from` (inclusive) to `to` (exclusive). They share memory with the series. */
export const slice: {
  (range: Range): <S extends Series>(series: S) => S
  <S extends Series>(series: S, range: Range): S
} = dual(2, <S extends Series>(series: S, range: Range): S => {
  const start = range.from === undefined ? 0 : Held.lowerBound(series.time, Held.millisOf(range.from))
  const to = range.to === undefined ? series.length : Held.lowerBound(series.time, Held.millisOf(range.to))
  return Held.cut(series, start, Math.max(start, to))
})

/**
 * Returns these columns only, in this order. A column that is absent, or that a `Series<string>` does not have, is all
 * NaN, with the unit `undefined`.
 */
export const select: {
  <const Names extends ReadonlyArray<string>>(
    names: Names
  ): <C extends string>(series: AnySeries<C | Names[number]>) => Series<Names[number]>
  <C extends string, const Names extends ReadonlyArray<C>>(series: AnySeries<C>, names: Names): Series<Names[number]>
} = dual(
  2,
  <C extends string, const Names extends ReadonlyArray<C>>(
    series: AnySeries<C>,
    names: Names
  ): Series<Names[number]> => {
    const columns = new Map<string, Column>()
    for (const name of names) columns.set(name, Held.columnOf(series, name) ?? Held.missing(series.length))
    return Held.make({ ...Held.partsOf(series), columns, absent: [] })
  }
)

/** Returns a column whose name is known only at run time. */
export const find: {
  (name: string): (series: Series) => Option.Option<Column>
  (series: Series, name: string): Option.Option<Column>
} = dual(2, (series: Series, name: string): Option.Option<Column> =>
  Option.fromUndefinedOr(Held.columnOf(series, name))
)
