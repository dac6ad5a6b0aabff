/**
 * Series from Apache Arrow, as DuckDB, Polars, pandas and `forgecast/weather/Arrow` write it.
 *
 * This module needs the optional peer `apache-arrow`.
 */
import * as Arrow from "apache-arrow"
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { columnFrom, make, type MakeFailed, type MakeOptions } from "./Make.ts"
import { listed } from "../internal/series/listed.ts"
import * as Held from "../internal/series/held.ts"
import { isInstant } from "../internal/series/times.ts"
import type { Column, Series } from "./Model.ts"

/** A table has no such column, several of that name, or one that has no numbers, times or text. */
export class ArrowFailed extends Data.TaggedError("ArrowFailed")<{
  /** The name of the column; empty if the bytes are not a table. */
  readonly column: string
  /** One sentence for people. */
  readonly message: string
}> {}

/** How a table is read. Its zone is that of the times, if they have one, and its units those of the metadata of its fields. */
export interface ArrowOptions<C extends string> extends MakeOptions<NoInfer<C>> {
  /** The columns to read, in this order. By default all of them. */
  readonly columns?: ReadonlyArray<C> | undefined
  /** The column of the times; `time` by default. */
  readonly time?: string | undefined
}

const failed = (column: string, message: string): ArrowFailed => new ArrowFailed({ column, message })

/** Numbers of a vector; timestamps and dates are in milliseconds. Missing values are NaN. Undefined if it has no numbers. */
const numbersOf = (vector: Arrow.Vector<Arrow.DataType>): Float64Array | undefined => {
  const { type } = vector
  const isNumeric =
    Arrow.DataType.isFloat(type) ||
    Arrow.DataType.isInt(type) ||
    Arrow.DataType.isBool(type) ||
    Arrow.DataType.isTimestamp(type) ||
    Arrow.DataType.isDate(type)
  if (!isNumeric) return undefined
  return Float64Array.from(vector, (value: unknown) => (value === null ? Number.NaN : Number(value)))
}

const isText = ({ type }: Arrow.Vector<Arrow.DataType>): boolean =>
  Arrow.DataType.isUtf8(type) ||
  Arrow.DataType.isLargeUtf8(type) ||
  (Arrow.DataType.isDictionary(type) && Arrow.DataType.isUtf8(type.dictionary))

const columnOf = (name: string, unit: string | undefined, vector: Arrow.Vector<Arrow.DataType>): Column | undefined => {
  const { type } = vector
  if (isText(vector)) {
    const text = Array.from(vector, (value: unknown) => (typeof value === "string" ? value : null))
    return { values: new Float64Array(vector.length).fill(Number.NaN), unit: unit ?? "", instants: false, text }
  }
  const values = numbersOf(vector)
  if (values === undefined) return undefined
  return columnFrom(name, unit, values, Arrow.DataType.isTimestamp(type) || Arrow.DataType.isDate(type))
}

/** Dates are those of the zone, at whose midnight a day begins. */
const timesOf = (vector: Arrow.Vector<Arrow.DataType>): Iterable<number | string> | undefined => {
  const millis = numbersOf(vector)
  if (millis === undefined || !Arrow.DataType.isDate(vector.type)) return millis
  return Array.from(millis, (instant) => (isInstant(instant) ? new Date(instant).toISOString().slice(0, 10) : ""))
}

/**
 * Reads a series from an Arrow table, such as one of `tableFromIPC`. Times are timestamps, dates, or numbers of milliseconds
 * since 1970, and null is a missing value. Fails with `ArrowFailed` if a column is not there, is there twice or has values of
 * another kind, and with `MakeFailed` as `Series.make` does.
 */
export const fromTable = <T extends Arrow.TypeMap, const C extends string = string>(
  source: Arrow.Table<T>,
  options: ArrowOptions<C> = {}
): Result.Result<Series<C>, ArrowFailed | MakeFailed> => {
  // For the compiler, a table can be asked for its own columns alone. At run time, it answers with null for others.
  const table = source as unknown as Arrow.Table<Readonly<Record<string, Arrow.DataType>>>
  const timeName = options.time ?? "time"
  const vector = table.getChild(timeName)
  const time = vector === null ? undefined : timesOf(vector)
  const all = table.schema.fields.map(({ name }) => name)
  const missing = [timeName, ...(options.columns ?? [])].find((name) => !all.includes(name))
  if (missing !== undefined) {
    return Result.fail(failed(missing, `There is no column ${missing}: the columns are ${listed(all)}.`))
  }
  if (vector === null || time === undefined) return Result.fail(failed(timeName, `There are no times in ${timeName}.`))
  const zoneOf = Arrow.DataType.isTimestamp(vector.type) ? vector.type.timezone : undefined
  const units: Readonly<Record<string, string | undefined>> = options.units ?? {}
  const fields = table.schema.fields.filter(({ name }) => name !== timeName)
  const wanted: ReadonlyArray<string> = options.columns ?? fields.map(({ name }) => name)
  for (const name of [timeName, ...wanted]) {
    const { length } = table.schema.fields.filter((field) => field.name === name)
    if (length > 1) return Result.fail(failed(name, `There are ${length} columns ${name}.`))
  }
  const columns = new Map<string, Column>()
  for (const name of wanted) {
    const values = table.getChild(name)
    const unit = units[name] ?? fields.find((field) => field.name === name)?.metadata.get("unit")
    const column = values === null ? undefined : columnOf(name, unit, values)
    if (column === undefined) return Result.fail(failed(name, `There are no numbers, times or texts in ${name}.`))
    columns.set(name, column)
  }
  const frame = make({ time, columns: {}, zone: options.zone ?? zoneOf ?? undefined, period: options.period })
  return Result.map(frame, (series) => Held.make<C>({ ...Held.partsOf(series), columns }))
}

/** Reads a series from the bytes of an Arrow table, as a file (Feather) or a stream. It is as `fromTable`. */
export const fromIpc = <const C extends string = string>(
  bytes: Uint8Array,
  options: ArrowOptions<C> = {}
): Result.Result<Series<C>, ArrowFailed | MakeFailed> =>
  Result.flatMap(
    Result.try({
      try: () => Arrow.tableFromIPC<Readonly<Record<string, Arrow.DataType>>>(bytes),
      catch: (cause) => failed("", `The bytes are not an Arrow table: ${String(cause)}`)
    }),
    (table) => fromTable(table, options)
  )
