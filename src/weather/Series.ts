/**
 * Columns of weather over a time axis.
 *
 * **What**
 *
 * The columns of a `Series` are its properties: `hourly.temperature_2m` is a `Float64Array` with one value for each
 * row, and NaN where the service has no value. `hourly.time` has the instants of the rows (milliseconds since 1970,
 * UTC), and `hourly.units` has the units. The type knows the columns: a column that was not requested does not compile.
 *
 * **Views**
 *
 * The functions of this module read a series without copying it: rows, the row of an instant, slices, minimum, maximum
 * and mean, text as CSV or as a table.
 *
 * **Gotchas**
 *
 * The service applies one offset from UTC, that of the time of the request, to a whole series, across daylight-saving
 * changes and back to 1940. The labels of hours and the start of days use that offset. The instants of a `Series` are
 * correct; `zone.offset` is the service's offset. For the civil time of a place, set the time zone of the instant:
 * `DateTime.setZoneNamedUnsafe(row.time, series.zone.name)`.
 *
 * In a zone whose offset has a part of an hour, the service reads hourly and daily values at the offset cut to whole
 * hours. The row of 12:00 in India has the values of 12:30.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Held from "./internal/series/held.ts"
import * as Statistics from "./internal/series/statistics.ts"
import type { AnySeries, Column, Instant, Row, Series } from "./series/Model.ts"
import { isDirection, isTimeOfDay } from "./variables/Columns.ts"

export { join, JoinFailed } from "./series/Join.ts"
export { schema } from "./series/Json.ts"
export type { AnySeries, Cell, Column, Instant, PartialSeries, Period, Row, Series, Zone } from "./series/Model.ts"
export { csvLines, table, toCsv } from "./series/Text.ts"

const millisOf = (instant: Instant): number =>
  instant instanceof Date ? instant.getTime() : DateTime.toEpochMillis(instant)

/** Whether a value is a series. Use `find` for its columns. */
export const isSeries: (value: unknown) => value is Series<string> = Held.isSeries

/** Returns a column whose name is known only at run time. */
export const find = (series: Series, name: string): Option.Option<Column> =>
  Option.fromUndefinedOr(Held.columnOf(series, name))

/** Returns the runs of an ensemble for a variable: the control run, if there is one, then the members in order. */
export const members = (series: Series, variable: string): ReadonlyArray<Float64Array> => {
  const runs: Array<Float64Array> = []
  for (const [name, column] of Held.columnsOf(series)) {
    if (name === variable || memberOf(name) === variable) runs.push(column.values)
  }
  return runs
}

/** `temperature_2m_member07` belongs to `temperature_2m`; `…_member07_gfs025` to `temperature_2m_gfs025`. */
const memberOf = (name: string): string => name.replace(/_member\d+(?=_|$)/, "")

/** Returns the instant of a row, with the service's offset. None if there is no such row. */
export const dateTime = (series: Series, index: number): Option.Option<DateTime.Zoned> => {
  const instant = series.time[index]
  return instant === undefined ? Option.none() : Option.some(zoned(instant, offsetOf(series)))
}

/** Returns the service's label of a row: `2026-02-06T16:30`, or `2026-02-06` for a day. None if there is no row. */
export const label = (series: Series, index: number): Option.Option<string> => {
  const instant = series.time[index]
  return instant === undefined ? Option.none() : Option.some(Held.labelOf(instant, series.zone, series.dates))
}

const offsetOf = (series: Series): DateTime.TimeZone => DateTime.zoneMakeOffset(series.zone.offset)

const zoned = (instant: number, timeZone: DateTime.TimeZone): DateTime.Zoned =>
  DateTime.makeZonedUnsafe(instant, { timeZone })

/** Makes a function that reads rows of one series. What the rows share is set up once. */
const rowReader = <C extends string>(series: AnySeries<C>): ((index: number, instant: number) => Row<C>) => {
  const offset = offsetOf(series)
  const { absent } = series
  const columns = Array.from(Held.columnsOf(series), ([name, { values }]) => ({
    name,
    values,
    instants: isTimeOfDay(name)
  }))
  return (index, instant) => {
    const row: Record<string, DateTime.Zoned | number | null> = {}
    for (const { instants, name, values } of columns) {
      const value = values[index] ?? Number.NaN
      row[name] = Number.isNaN(value) ? null : instants ? zoned(value, offset) : value
    }
    for (const name of absent) row[name] = null
    row["time"] = zoned(instant, offset)
    // The fields are the columns of the series, whose names are C.
    return row as Row<C>
  }
}

/** Returns a row by its index. None if there is no such row. */
export const row = <C extends string>(series: AnySeries<C>, index: number): Option.Option<Row<C>> => {
  const instant = series.time[index]
  return instant === undefined ? Option.none() : Option.some(rowReader(series)(index, instant))
}

/** Iterates over all rows. */
export const rows = function* <C extends string>(series: AnySeries<C>): Generator<Row<C>, void, undefined> {
  const read = rowReader(series)
  let index = 0
  for (const instant of series.time) yield read(index++, instant)
}

/** Returns the row of exactly this instant. */
export const at = <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = millisOf(instant)
  const index = Held.lowerBound(series.time, millis)
  return series.time[index] === millis ? row(series, index) : Option.none()
}

/**
 * Returns the row whose hour, day, month … contains the instant, such as the row of today in a daily series. None if
 * there is no such row: before the first one, after the last one ends, or in a gap between them.
 */
export const during = <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = millisOf(instant)
  const index = Held.lowerBound(series.time, millis + 1) - 1
  return millis < Held.endOf(series, index) ? row(series, index) : Option.none()
}

/** Returns the row nearest to an instant, or the earlier of two equally near ones. None if there are no rows. */
export const nearest = <C extends string>(series: AnySeries<C>, instant: Instant): Option.Option<Row<C>> => {
  const millis = millisOf(instant)
  const next = Held.lowerBound(series.time, millis)
  const after = series.time[next]
  const before = series.time[next - 1]
  return row(
    series,
    before !== undefined && (after === undefined || millis - before <= after - millis) ? next - 1 : next
  )
}

/** Returns the row nearest to now. */
export const nearestToNow = <C extends string>(series: AnySeries<C>): Effect.Effect<Option.Option<Row<C>>> =>
  Effect.map(Clock.currentTimeMillis, (now) => nearest(series, new Date(now)))

/** Returns the rows from `from` (inclusive) to `to` (exclusive). They share memory with the series. */
export const slice = <S extends Series>(
  series: S,
  range: { readonly from?: Instant | undefined; readonly to?: Instant | undefined }
): S => {
  const start = range.from === undefined ? 0 : Held.lowerBound(series.time, millisOf(range.from))
  const to = range.to === undefined ? series.length : Held.lowerBound(series.time, millisOf(range.to))
  const end = Math.max(start, to)
  const columns = new Map<string, Column>()
  for (const [name, column] of Held.columnsOf(series)) {
    columns.set(name, { ...column, values: column.values.subarray(start, end), text: column.text?.slice(start, end) })
  }
  return Held.change(series, { time: series.time.subarray(start, end), columns })
}

/**
 * Returns these columns only, in this order. A column that is absent, or that a `Series<string>` does not have, is all
 * NaN, with the unit `undefined`.
 */
export const select = <C extends string, const Names extends ReadonlyArray<C>>(
  series: AnySeries<C>,
  names: Names
): Series<Names[number]> => {
  const columns = new Map<string, Column>()
  for (const name of names) {
    columns.set(name, Held.columnOf(series, name) ?? missing(series.length))
  }
  return Held.make({ ...Held.partsOf(series), columns, absent: [] })
}

/** A column without values. */
const missing = (length: number): Column => ({
  values: new Float64Array(length).fill(Number.NaN),
  unit: "undefined",
  instants: false,
  text: undefined
})

const valuesOf = (series: Series, column: string): Float64Array =>
  Held.columnOf(series, column)?.values ?? new Float64Array()

/** Returns the minimum of a column; NaN if it has no values. */
export const min = <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number => {
  const values = valuesOf(series, column)
  return values[Statistics.indexOfMin(values)] ?? Number.NaN
}

/** Returns the maximum of a column; NaN if it has no values. */
export const max = <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number => {
  const values = valuesOf(series, column)
  return values[Statistics.indexOfMax(values)] ?? Number.NaN
}

/** Returns the first row with the minimum of a column. None if the column has no values. */
export const lowest = <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>> =>
  row(series, Statistics.indexOfMin(valuesOf(series, column)))

/** Returns the first row with the maximum of a column. None if the column has no values. */
export const highest = <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Option.Option<Row<C>> =>
  row(series, Statistics.indexOfMax(valuesOf(series, column)))

/**
 * Returns the mean of a column; NaN if it has no values. Directions are averaged on the circle: the mean of 350° and
 * 10° is 0°, and the mean of opposite directions is NaN.
 */
export const mean = <C extends string>(series: AnySeries<C>, column: NoInfer<C>): number => {
  const values = valuesOf(series, column)
  return isDirection(column) ? Statistics.meanDirection(values) : Statistics.mean(values)
}
