/** Series of your own data. */
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Formatter from "effect/Formatter"
import * as Result from "effect/Result"
import { describe, isInstant, lengthOf, periodOf, timesIn, zoneNamed } from "../internal/series/times.ts"
import * as Held from "../internal/series/held.ts"
import { isTimeOfDay } from "../variables/Columns.ts"
import type { CivilUnit, Column, Instant, Series } from "./Model.ts"

/** No series can be made from this. */
export class MakeFailed extends Data.TaggedError("MakeFailed")<{
  /**
   * `length`: a column has more or fewer values than there are times. `time`: a time cannot be read, the clocks of the zone
   * skip it, or it is not in the years 0 to 9999 (UTC). `order`: a time is not later than the one before. `zone`: the zone
   * is unknown. `period`: no row lasts so long.
   */
  readonly reason: "length" | "time" | "order" | "zone" | "period"
  /** The index of the row, if it is one. */
  readonly row?: number | undefined
  /** The name of the column, if it is one. */
  readonly column?: string | undefined
  /** One sentence for people. */
  readonly message: string
}> {}

/**
 * The time of a row. A text is ISO 8601. Without an offset, as in `2026-02-06T16:30`, it is the time of the zone. If
 * the clocks repeat that time, it is the first of the two, or the second one if an earlier row has already reached
 * that. A date is its first instant.
 */
export type Time = Instant | string

/**
 * A value of your own data. Null, undefined and NaN are missing values, and an instant is a value of a column of
 * instants.
 */
export type Value = Instant | null | undefined

/** What series of your own data have besides their values. */
export interface MakeOptions<C extends string> {
  /**
   * The unit of each column, such as `°C`; empty by default. The values of a column in `°` are directions. Those of a
   * column in `iso8601` are instants, in milliseconds since 1970.
   */
  readonly units?: { readonly [K in C]?: string | undefined } | undefined
  /** The time zone of the place, such as `Europe/Berlin`; `GMT` by default. */
  readonly zone?: string | DateTime.TimeZone | undefined
  /**
   * How long a row lasts: `"10 minutes"`, or `day`, `week`, `month` or `year` of the zone. Without it, rows whose times are
   * dates are days. Others last as long as the smallest distance between them, if at least half of them have it.
   * Otherwise the length is unknown. A length is more than 0, and less than 10 000 years.
   */
  readonly period?: CivilUnit | Duration.Input | undefined
}

const failed = (reason: MakeFailed["reason"], message: string, at: { row?: number; column?: string } = {}) =>
  new MakeFailed({ reason, message, ...at })

/** The rows and zone of a series without columns. */
const frameOf = (
  times: Iterable<Time>,
  { period, zone: name = "GMT" }: MakeOptions<string>
): Result.Result<Omit<Held.Parts, "columns">, MakeFailed> => {
  const zone = zoneNamed(name)
  if (zone === undefined) return Result.fail(failed("zone", `The time zone ${String(name)} is unknown.`))
  const read = timesIn(zone)
  const instants: Array<number> = []
  let dates = 0
  for (const time of times) {
    const row = instants.length
    const { instant, isDate } = typeof time === "string" ? read(time) : { instant: Held.millisOf(time), isDate: false }
    if (!isInstant(instant)) {
      const text = typeof time === "string" ? JSON.stringify(time) : String(instant)
      return Result.fail(failed("time", `Row ${row} has no time: ${text} is none in ${String(name)}.`, { row }))
    }
    const before = instants[row - 1]
    if (before !== undefined && !(instant > before)) {
      return Result.fail(failed("order", `Row ${row} is not later than the row before it.`, { row }))
    }
    if (isDate) dates++
    instants.push(instant)
  }
  const time = Float64Array.from(instants)
  const unit = period === undefined && dates > 0 && dates === time.length ? "day" : period
  const length = unit === undefined ? periodOf(time) : lengthOf(unit, zone)
  if (length === undefined) return Result.fail(failed("period", `No row lasts ${Formatter.format(period)}.`))
  return Result.succeed({
    time,
    zone: describe(zone, time[0] ?? 0, typeof name === "string" ? name : undefined),
    dates: Held.isCivil(length),
    period: length,
    absent: []
  })
}

const instantUnits: ReadonlySet<string> = new Set(["iso8601", "unixtime"])

/** Makes a column of values. */
export const columnFrom = (
  name: string,
  unit: string | undefined,
  values: Float64Array,
  hasInstants: boolean
): Column => {
  const instants = hasInstants || isTimeOfDay(name) || (unit !== undefined && instantUnits.has(unit))
  return { values, unit: unit ?? (instants ? "iso8601" : ""), instants, text: undefined }
}

const columnOf = (name: string, unit: string | undefined, cells: Iterable<Value>): Column => {
  if (cells instanceof Float64Array) return columnFrom(name, unit, cells, false)
  let instants = false
  const values = Float64Array.from(cells, (cell) => {
    if (typeof cell === "number") return cell
    if (cell === null || cell === undefined) return Number.NaN
    instants = true
    return Held.millisOf(cell)
  })
  return columnFrom(name, unit, values, instants)
}

/**
 * Makes a series from columns: `Series.make({ time, columns: { rain: [0, 0.4, null] }, units: { rain: "mm" }, zone:
 * "Europe/Oslo" })`. The times must ascend, and each column needs a value for each of them. A `Float64Array` is not copied:
 * do not change it afterwards.
 *
 * The labels of its rows have the offset that the zone has in the first row, since the labels of the service also have
 * a single offset. Those of days, weeks, months and years have the dates of the zone.
 */
export const make = <const C extends string>(
  input: {
    /** The times of the rows, ascending. */
    readonly time: Iterable<Time>
    /** The values of each column, by its name. */
    readonly columns: { readonly [K in C]: Iterable<Value> }
  } & MakeOptions<NoInfer<C>>
): Result.Result<Series<C>, MakeFailed> => {
  const units: Readonly<Record<string, string | undefined>> = input.units ?? {}
  return Result.flatMap(frameOf(input.time, input), (frame) => {
    const columns = new Map<string, Column>()
    for (const [name, cells] of Object.entries<Iterable<Value>>(input.columns)) {
      const column = columnOf(name, units[name], cells)
      if (column.values.length !== frame.time.length) {
        const message = `Column ${name} has ${column.values.length} values, but there are ${frame.time.length} times.`
        return Result.fail(failed("length", message, { column: name }))
      }
      columns.set(name, column)
    }
    return Result.succeed(Held.make<C>({ ...frame, columns }))
  })
}

/** A row of your own data. Values that it does not have are missing. */
export type OwnRow<C extends string> = {
  /** When the row begins. */
  readonly time: Time
} & { readonly [K in C]?: Value }

/**
 * Makes a series from rows:
 * `Series.fromRows([{ time: "2026-02-06T16:30", rain: 0.4 }], { columns: ["rain"], zone: "Europe/Oslo" })`. The times
 * must ascend.
 */
export const fromRows = <const C extends string>(
  rows: Iterable<OwnRow<NoInfer<C>>>,
  options: MakeOptions<NoInfer<C>> & {
    /** The columns, in order. */
    readonly columns: ReadonlyArray<C>
  }
): Result.Result<Series<C>, MakeFailed> => {
  const all: ReadonlyArray<OwnRow<string>> = Array.from(rows)
  return Result.map(
    frameOf(
      all.map(({ time }) => time),
      options
    ),
    (frame) => {
      const units: Readonly<Record<string, string | undefined>> = options.units ?? {}
      const columns = new Map<string, Column>()
      for (const name of options.columns) {
        columns.set(
          name,
          columnOf(
            name,
            units[name],
            all.map((row) => row[name])
          )
        )
      }
      return Held.make<C>({ ...frame, columns })
    }
  )
}
