/** A series for another thread, and for plotting libraries. */
import * as DateTime from "effect/DateTime"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import type * as Types from "effect/Types"
import * as Held from "../internal/series/held.ts"
import type { AnySeries, CivilUnit, Period, Series, TypeId, Zone } from "./Model.ts"

/** A series as plain data, for `structuredClone` and `postMessage`. */
export interface Message<in C extends string = never> {
  /** The names of the columns, in its type only. */
  readonly [TypeId]?: Types.Contravariant<C>
  /** The instants of the rows. */
  readonly time: Float64Array
  /** The time zone of the place. */
  readonly zone: Zone
  /** Whether its rows are days. */
  readonly dates: boolean
  /** How long each row lasts. */
  readonly period: Exclude<Period, object> | { readonly unit: CivilUnit | null; readonly zone: string }
  /** The columns, in their order. */
  readonly columns: ReadonlyArray<{
    readonly name: string
    readonly unit: string
    readonly instants: boolean
    readonly values: Float64Array
    readonly text: ReadonlyArray<string | null> | undefined
    readonly difference?: boolean | undefined
  }>
  /** The names of the columns that were requested and are absent. */
  readonly absent: ReadonlyArray<string>
}

/** A message, and the memory to transfer with it. */
export interface Transferable<C extends string = never> {
  /** The series. */
  readonly message: Message<C>
  /** The memory of the message. */
  readonly transfer: Array<ArrayBuffer>
}

/**
 * Returns a series as plain data, for `postMessage(message, transfer)` and `structuredClone(message, { transfer })`.
 *
 * A series itself is not cloned: a clone would not be a series, so `structuredClone(series)` throws a `DataCloneError`.
 * All numbers are copied once, into one buffer. Transferring it moves it without another copy, and leaves the series
 * intact. A slice takes as much memory as its own rows.
 */
export const toTransferable = <C extends string>(series: AnySeries<C>): Transferable<C> => {
  const columns = Array.from(Held.columnsOf(series))
  const { absent, dates, length, period, time, zone } = series
  const buffer = new ArrayBuffer((columns.length + 1) * length * Float64Array.BYTES_PER_ELEMENT)
  const copyAt = (values: Float64Array, place: number): Float64Array => {
    const copy = new Float64Array(buffer, place * length * Float64Array.BYTES_PER_ELEMENT, length)
    copy.set(values)
    return copy
  }
  const message: Message<C> = {
    time: copyAt(time, 0),
    zone: { ...zone },
    dates,
    period: Held.isCivil(period) ? { unit: period.unit, zone: DateTime.zoneToString(period.zone) } : period,
    columns: columns.map(([name, { values, ...column }], index) => ({
      name,
      ...column,
      values: copyAt(values, index + 1)
    })),
    absent: [...absent]
  }
  return { message, transfer: [buffer] }
}

/** Returns the series of a message. It uses the memory of the message. */
export const fromTransferable = <C extends string>(message: Message<C>): Series<C> => {
  const { absent, columns, dates, period, time, zone } = message
  return Held.make({
    time,
    zone,
    dates,
    period:
      typeof period === "object" && period !== null
        ? {
            unit: period.unit,
            zone: Option.getOrElse(DateTime.zoneFromString(period.zone), () => DateTime.zoneMakeOffset(zone.offset))
          }
        : period,
    absent,
    columns: new Map(columns.map(({ name, ...column }) => [name, column]))
  })
}

/** Returns pairs of time (milliseconds since 1970) and value, null for a missing one, as plotting libraries take them. */
export const pairs: {
  <const N extends string>(column: N): (series: AnySeries<N>) => Array<[time: number, value: number | null]>
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>): Array<[time: number, value: number | null]>
} = dual(2, <C extends string>(series: AnySeries<C>, column: C): Array<[time: number, value: number | null]> => {
  const values = Held.valuesOf(series, column)
  return Array.from(series.time, (time, index) => {
    const value = values[index] ?? Number.NaN
    return [time, Number.isNaN(value) ? null : value]
  })
})
