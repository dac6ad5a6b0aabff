/** The types of series. */
import type * as DateTime from "effect/DateTime"
import type * as Types from "effect/Types"
import type { TimeOfDay } from "../variables/Columns.ts"

/** Identifies a series, in its type and at run time. */
export const TypeId = "~forgecast/weather/Series"

/** The time zone and offset that the service labelled the rows with. */
export interface Zone {
  /** Such as `Europe/Berlin`. */
  readonly name: string
  /** Such as `GMT+1` or `CET`. */
  readonly abbreviation: string
  /** Offset from UTC at the time of the request, in milliseconds. The labels of all rows use it. */
  readonly offset: number
}

/** Units of the calendar. Weeks begin on Monday. */
export const civilUnits = ["day", "week", "month", "year"] as const

/** A unit of the calendar. */
export type CivilUnit = (typeof civilUnits)[number]

/** Civil days, weeks, months or years in a time zone. By the rules of the zone, days may have 23 or 25 hours. */
export interface Civil {
  /** Which unit of the calendar; null if the rows differ, as those of days that are merged with months. */
  readonly unit: CivilUnit | null
  /** The time zone in which it begins and ends. */
  readonly zone: DateTime.TimeZone
}

/**
 * How long each row of a series lasts: a number of milliseconds; `"month"`, a calendar month in UTC; a `Civil` unit, of
 * a series that `Series.resample` returned, and of everything made from it; null if the rows differ.
 */
export type Period = number | "month" | Civil | null

/**
 * What rows are grouped by, whatever their year: `dayOfYear` by their date, so 366 days, `season` by three months each, of
 * which the first are December, January and February.
 */
export type Cycle = "hour" | "dayOfYear" | "month" | "season"

/** How a missing value is made: from the values before and after it, or a number. */
export type Fill = "linear" | "previous" | "next" | "nearest" | number

/** A column. */
export interface Column {
  /** A missing value is NaN. All values of a column of text are NaN. */
  readonly values: Float64Array
  /**
   * The service's label: `°C`, `km/h`, `wmo code`; empty for plain numbers, `undefined` if no model has it. The values of
   * a column in `°` are directions.
   */
  readonly unit: string
  /** Whether the values are instants, in milliseconds since 1970. */
  readonly instants: boolean
  /** The values of a column of text. */
  readonly text: ReadonlyArray<string | null> | undefined
  /**
   * Whether the values are differences: a spread, an anomaly, a deviation. Those of temperatures have no zero point, and
   * those of directions are not directions. By default, those of columns named `…_spread` and `…_anomaly` are.
   */
  readonly difference?: boolean | undefined
}

/** What all series have, whether all of their columns are present or not. */
export interface AnySeries<in C extends string = never> {
  readonly [TypeId]: Types.Contravariant<C>
  /** The instants of the rows, in milliseconds since 1970 (UTC), ascending. */
  readonly time: Float64Array
  /** The time zone that the rows are labelled in. */
  readonly zone: Zone
  /**
   * Whether a row is a day, week or month, labelled with a date. Weeks and months begin in UTC, whatever the zone. West of
   * Greenwich, the service labels them with the date before: that of the same instant in the zone.
   */
  readonly dates: boolean
  /** How long each row lasts. */
  readonly period: Period
  /** The number of rows. */
  readonly length: number
  /** The names of all columns, in order. There may be more than requested, such as the members of an ensemble. */
  readonly columns: ReadonlyArray<string>
  /** The names of columns that were requested and that the service left out, because no model has them there. */
  readonly absent: ReadonlyArray<string>
  /** The unit of each column, such as `°C`; `undefined` for a column that no model has there. */
  readonly units: { readonly [K in C]: string }
}

/**
 * Columns over a time axis. A series is assignable to a series type with fewer columns, so `Series` alone is any
 * series. Iteration yields its rows. If the names are not known at compile time, it is a `Series<string>`; `find` returns its columns.
 */
export type Series<C extends string = never> = AnySeries<C> &
  Iterable<Row<C>> &
  (string extends C ? unknown : { readonly [K in C]: Float64Array })

/**
 * A series whose columns may be absent: a column that no model has there is undefined. Its name is in `absent`, its cells
 * are null in rows, and it has no statistics. A `Series` is assignable to it.
 */
export type PartialSeries<C extends string> = AnySeries<C> &
  Iterable<Row<C>> &
  (string extends C ? unknown : { readonly [K in C]?: Float64Array | undefined })

/** A value of a row: an instant for sunrise and similar columns, else a number; null if it is missing. */
export type Cell<C extends string> = C extends TimeOfDay | `${TimeOfDay}_${string}`
  ? DateTime.Zoned | null
  : number | null

/** A row. `time` is its instant, with the service's offset. */
export type Row<C extends string> = string extends C
  ? { readonly time: DateTime.Zoned; readonly [column: string]: DateTime.Zoned | number | null }
  : { readonly time: DateTime.Zoned } & { readonly [K in C]: Cell<K> }

/** An instant, as functions accept it. A number is milliseconds since 1970 (UTC). */
export type Instant = DateTime.DateTime | Date | number
