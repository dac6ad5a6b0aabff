/** What a series is: the types that `Series` works on. */
import type * as DateTime from "effect/DateTime"
import type * as Types from "effect/Types"
import type { TimeOfDay } from "../variables/Columns.ts"

/** Marks a series, in its type and at run time. */
export const TypeId = "~forgecast/weather/Series"

/** The zone by which the service labelled the rows. */
export interface Zone {
  /** Its name, such as `Europe/Berlin`. */
  readonly name: string
  /** Such as `GMT+1` or `CET`. */
  readonly abbreviation: string
  /** Milliseconds ahead of UTC at the time of the request: what the labels of all rows were made with. */
  readonly offset: number
}

/** A column, whatever its name. */
export interface Column {
  /** NaN where there is no value; all NaN when the column is text. */
  readonly values: Float64Array
  /** As the service labels it: `°C`, `km/h`, `wmo code`; empty when it is a plain number, `undefined` when no model has it. */
  readonly unit: string
  /** Whether the values are instants, in milliseconds since 1970. */
  readonly instants: boolean
  /** The values of a column of text. */
  readonly text: ReadonlyArray<string | null> | undefined
}

interface Base<in C extends string> {
  readonly [TypeId]: Types.Contravariant<C>
  /** The instants of the rows, in milliseconds since 1970 (UTC), ascending. */
  readonly time: Float64Array
  readonly zone: Zone
  /** Whether a row is a day, week or month, labelled by the date it begins with. */
  readonly dates: boolean
  /** The number of rows. */
  readonly length: number
  /** The names of all columns, as they came; there may be more than were asked for (members of an ensemble). */
  readonly columns: ReadonlyArray<string>
  readonly units: { readonly [K in C]: string }
}

/**
 * Columns over a time axis. A series with more columns fits where fewer are needed, so that `Series` alone is any series.
 * Where the names aren't known at compile time it is a `Series<string>`, whose columns `find` gives.
 */
export type Series<C extends string = never> = Base<C> &
  (string extends C ? unknown : { readonly [K in C]: Float64Array })

/** A value of a row: an instant for sunrise and its like, else a number; null where there is none. */
export type Cell<C extends string> = C extends TimeOfDay | `${TimeOfDay}_${string}`
  ? DateTime.Zoned | null
  : number | null

/** A row. `time` is its instant, with the offset by which the service labelled it. */
export type Row<C extends string> = string extends C
  ? { readonly time: DateTime.Zoned; readonly [column: string]: DateTime.Zoned | number | null }
  : { readonly time: DateTime.Zoned } & { readonly [K in C]: Cell<K> }

/** An instant as callers have it. */
export type Instant = DateTime.DateTime | Date
