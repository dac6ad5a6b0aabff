/** The representation of a series: the columns are properties, and are also stored by name. */
import * as DateTime from "effect/DateTime"
import * as Equal from "effect/Equal"
import { constVoid } from "effect/Function"
import * as Option from "effect/Option"
import {
  type AnySeries,
  type Civil,
  type Column,
  type Instant,
  type Period,
  type Row,
  type Series,
  TypeId,
  type Zone
} from "../../series/Model.ts"
import { isTimeOfDay } from "../../variables/Columns.ts"

/** The parts of a series. All columns have the length of `time`. */
export interface Parts {
  readonly time: Float64Array
  readonly zone: Zone
  readonly dates: boolean
  readonly period: Period
  readonly columns: ReadonlyMap<string, Column>
  /** The names of requested columns that the service left out. */
  readonly absent: ReadonlyArray<string>
}

const columnsKey: unique symbol = Symbol.for("~forgecast/weather/Series/columns")

class Held {
  readonly [TypeId] = constVoid
  readonly time: Float64Array
  readonly zone: Zone
  readonly dates: boolean
  readonly period: Period
  readonly length: number
  readonly columns: ReadonlyArray<string>
  readonly absent: ReadonlyArray<string>
  readonly units: Readonly<Record<string, string>>
  readonly [columnsKey]: ReadonlyMap<string, Column>

  constructor(parts: Parts) {
    this.time = parts.time
    this.zone = parts.zone
    this.dates = parts.dates
    this.period = parts.period
    this.length = parts.time.length
    this.columns = Array.from(parts.columns.keys())
    this.absent = parts.absent
    this[columnsKey] = parts.columns
    // Loops and a frozen object take a quarter of the time of entries and of properties that are defined.
    const units: Record<string, string> = {}
    const columns: Record<string, unknown> = this as object as Record<string, unknown>
    for (const [name, { unit, values }] of parts.columns) {
      units[name] = unit
      // A column whose name is that of another field can still be found with `Series.find`.
      if (!(name in this)) columns[name] = values
    }
    for (const name of parts.absent) units[name] = "undefined"
    this.units = units
    Object.freeze(this)
  }

  [Symbol.iterator](): Iterator<Row<string>> {
    return iterate(this, this[columnsKey])
  }

  toString(): string {
    return `Series(${this.length} rows: ${this.columns.join(", ")})`
  }

  get [Symbol.toStringTag](): string {
    return "Series"
  }
}

type Head = Pick<Parts, "absent" | "period" | "time" | "zone">

/** Whether rows of both last equally long. */
const samePeriod = (a: Period, b: Period): boolean =>
  isCivil(a) && isCivil(b) ? a.unit === b.unit && Equal.equals(a.zone, b.zone) : a === b

/** Whether rows of both are labelled alike: by the calendar of the same zone, or both by the offset of the service. */
export const sameLabels = (a: Period, b: Period): boolean =>
  isCivil(a) ? isCivil(b) && Equal.equals(a.zone, b.zone) : !isCivil(b)

/** The period of rows of both, which are labelled like the first. */
export const commonPeriod = (first: Period, other: Period): Period => {
  if (samePeriod(first, other)) return first
  return isCivil(first) ? { unit: null, zone: first.zone } : null
}

/** Whether the rows are units of the calendar. */
export const isCivil = (period: Period): period is Civil => typeof period === "object" && period !== null

/** The zone of the labels: that of the calendar, or the service's offset. */
export const timeZoneOf = ({ period, zone }: Pick<Parts, "period" | "zone">): DateTime.TimeZone =>
  isCivil(period) ? period.zone : DateTime.zoneMakeOffset(zone.offset)

export const zoned = (instant: number, timeZone: DateTime.TimeZone): DateTime.Zoned =>
  DateTime.makeZonedUnsafe(instant, { timeZone })

/** Makes a function that reads rows of one series. What the rows share is set up once. */
const rowReader = (
  series: Head,
  columns: ReadonlyMap<string, Column>
): ((index: number, instant: number) => Row<string>) => {
  const labels = timeZoneOf(series)
  const offset = DateTime.zoneMakeOffset(series.zone.offset)
  const { absent } = series
  const cells = Array.from(columns, ([name, { values }]) => ({ name, values, instants: isTimeOfDay(name) }))
  return (index, instant) => {
    const row: Record<string, DateTime.Zoned | number | null> = {}
    for (const { instants, name, values } of cells) {
      const value = values[index] ?? Number.NaN
      row[name] = Number.isNaN(value) ? null : instants ? zoned(value, offset) : value
    }
    for (const name of absent) row[name] = null
    return Object.assign(row, { time: zoned(instant, labels) })
  }
}

/** Iterates over all rows. */
export const iterate = function* (
  series: Head,
  columns: ReadonlyMap<string, Column>
): Generator<Row<string>, void, undefined> {
  const read = rowReader(series, columns)
  let index = 0
  for (const instant of series.time) yield read(index++, instant)
}

// Only in `make` and `change`, the type is asserted: TypeScript cannot see that the constructor defines the columns.

/** Makes a series. */
export const make = <C extends string>(parts: Parts): Series<C> => new Held(parts) as unknown as Series<C>

/** The parts of a series. Its own columns are found by `columnsOf`. */
export const partsOf = (series: AnySeries): Parts => {
  const { absent, dates, period, time, zone } = series
  return { absent, columns: columnsOf(series), dates, period, time, zone }
}

/** Makes a series of the same type, with the same columns. */
export const change = <S extends Series>(series: S, parts: Partial<Parts>): S =>
  new Held({ ...partsOf(series), ...parts }) as unknown as S

export const isSeries = (value: unknown): value is Series<string> => value instanceof Held

/** Returns a column by name; undefined if there is no such column. */
export const columnOf = (series: object, name: string): Column | undefined => columnsOf(series).get(name)

export const columnsOf = (series: object): ReadonlyMap<string, Column> =>
  series instanceof Held ? series[columnsKey] : new Map()

export const millisOf = (instant: Instant): number =>
  typeof instant === "number" ? instant : instant instanceof Date ? instant.getTime() : DateTime.toEpochMillis(instant)

/** Returns a row by its index. None if there is no such row. */
export const rowAt = <C extends string>(series: AnySeries<C>, index: number): Option.Option<Row<C>> => {
  const instant = series.time[index]
  if (instant === undefined) return Option.none()
  // The fields are the columns of the series, whose names are C.
  return Option.some(rowReader(series, columnsOf(series))(index, instant) as Row<C>)
}

/** Returns how many of the first `length` sorted values are less: the index of the first row that is not before an instant. */
export const lowerBound = (sorted: Float64Array, value: number, length = sorted.length): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns how many sorted values are less or equal. */
export const upperBound = (sorted: Float64Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** Makes a function that returns the offset at which the label of a row is read. */
export const offsetsOf = ({ period, zone }: Pick<Parts, "period" | "zone">): ((instant: number) => number) => {
  const { offset } = zone
  return isCivil(period) ? (instant) => DateTime.zonedOffset(zoned(instant, period.zone)) : () => offset
}

/** Formats an instant by a clock at an offset: `2026-02-06T16:30`. */
export const wallClock = (instant: number, offset: number): string =>
  new Date(instant + offset).toISOString().slice(0, 16)

/** Formats the label of a row: `2026-02-06` for dates, else `2026-02-06T16:30`. */
export const labelOf = (instant: number, offset: number, dates: boolean): string =>
  wallClock(instant, offset).slice(0, dates ? 10 : 16)

/** Returns the rows of these indices. They share memory with the series. */
export const cut = <S extends Series>(series: S, start: number, end: number): S => {
  const columns = new Map<string, Column>()
  for (const [name, column] of columnsOf(series)) {
    columns.set(name, { ...column, values: column.values.subarray(start, end), text: column.text?.slice(start, end) })
  }
  return change(series, { time: series.time.subarray(start, end), columns })
}

/** A column without values. */
export const missing = (length: number): Column => ({
  values: new Float64Array(length).fill(Number.NaN),
  unit: "undefined",
  instants: false,
  text: undefined
})

/** All columns. Those that are absent are without values. */
export const filled = (series: AnySeries): Map<string, Column> => {
  const columns = new Map(columnsOf(series))
  for (const name of series.absent) columns.set(name, missing(series.length))
  return columns
}

/** The values of a column; none if there is no such column. */
export const valuesOf = (series: object, column: string): Float64Array =>
  columnOf(series, column)?.values ?? new Float64Array()

/** Whether the values are differences, which have no zero point and no place on the circle. */
export const isDifference = (name: string, { difference }: Column): boolean =>
  difference ?? /_(?:spread|anomaly)(?:_|$)/.test(name)

/** Whether the values are points of the compass. The service has no other angles: `°` is the unit of directions. */
export const isDirection = (name: string, column: Column | undefined): boolean =>
  column?.unit === "°" && !isDifference(name, column)

/** Whether the values are codes of `WeatherCode`. */
export const isWeatherCode = ({ unit }: Column): boolean => unit === "wmo code"

/** Returns a column for a name. If the name says something else, the column says what it is. */
export const called = (name: string, difference: boolean, column: Column): Column =>
  isDifference(name, column) === difference ? column : { ...column, difference }
