/** The representation of a series: the columns are properties, and are also stored by name. */
import { constVoid } from "effect/Function"
import { type Column, type Period, type Series, TypeId, type Zone } from "../../series/Model.ts"

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
    const units = Array.from(parts.columns, ([name, { unit }]) => [name, unit] as const)
    for (const name of parts.absent) units.push([name, "undefined"])
    this.units = Object.fromEntries(units)
    this[columnsKey] = parts.columns
    for (const [name, column] of parts.columns) {
      // A column whose name is that of another field can still be found with `Series.find`.
      if (!(name in this)) Object.defineProperty(this, name, { value: column.values, enumerable: true })
    }
  }

  toString(): string {
    return `Series(${this.length} rows: ${this.columns.join(", ")})`
  }

  get [Symbol.toStringTag](): string {
    return "Series"
  }
}

// Only in `make` and `change`, the type is asserted: TypeScript cannot see that the constructor defines the columns.

/** Makes a series. */
export const make = <C extends string>(parts: Parts): Series<C> => new Held(parts) as unknown as Series<C>

/** The parts of a series. Its own columns are found by `columnsOf`. */
export const partsOf = (series: Series): Parts => {
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

/** Returns the index of the first row that is not before `instant`; the number of rows if all are before it. */
export const lowerBound = (time: Float64Array, instant: number): number => {
  let low = 0
  let high = time.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] ?? 0) < instant) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the instant at which a row ends. If the rows differ in length, a row lasts no longer than either distance to
 * its neighbours, and a row without neighbours no longer than its first millisecond.
 */
export const endOf = ({ period, time }: Pick<Parts, "period" | "time">, index: number): number => {
  const start = time[index] ?? Number.NaN
  if (period === "month") {
    const date = new Date(start)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
  }
  if (period !== null) return start + period
  const least = Math.min(start - (time[index - 1] ?? -Infinity), (time[index + 1] ?? Infinity) - start)
  return start + (least === Infinity ? 1 : least)
}

/** Makes a function that returns the offset at which the label of a row is read. */
export const offsetsOf = ({ zone }: Pick<Parts, "zone">): ((instant: number) => number) => {
  const { offset } = zone
  return () => offset
}

/** Formats an instant by the wall clock of the zone: `2026-02-06T16:30`. */
export const wallClock = (instant: number, zone: Zone): string =>
  new Date(instant + zone.offset).toISOString().slice(0, 16)

/** Formats the label of a row: `2026-02-06` for dates, else `2026-02-06T16:30`. */
export const labelOf = (instant: number, zone: Zone, dates: boolean): string =>
  dates ? wallClock(instant, zone).slice(0, 10) : wallClock(instant, zone)
