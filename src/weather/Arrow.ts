/**
 * Series as Apache Arrow, for Parquet, DuckDB, Polars, pandas and other programs.
 *
 * This module needs the optional peer `apache-arrow`. Nothing else imports it.
 */
import * as Arrow from "apache-arrow"
import * as Held from "./internal/series/held.ts"
import type { Column, Series } from "./series/Model.ts"

/** A bit for each row that has a value; undefined if all have one. */
const validity = (length: number, isMissing: (index: number) => boolean) => {
  const bits = new Uint8Array(Math.ceil(length / 64) * 8)
  let nullCount = 0
  for (let i = 0; i < length; i++) {
    if (isMissing(i)) nullCount++
    else bits[i >> 3] = (bits[i >> 3] ?? 0) | (1 << (i & 7))
  }
  return { nullCount, nullBitmap: nullCount === 0 ? undefined : bits }
}

const instantsOf = (values: Float64Array, zone: string): Arrow.Vector<Arrow.DataType> =>
  Arrow.makeVector(
    Arrow.makeData({
      type: new Arrow.TimestampMillisecond(zone),
      length: values.length,
      ...validity(values.length, (index) => Number.isNaN(values[index])),
      data: BigInt64Array.from(values, (value) => (Number.isNaN(value) ? 0n : BigInt(Math.trunc(value))))
    })
  )

const dayMillis = 86_400_000

/** The dates of the labels. They are no instants: the service's days begin an hour early in the other half of the year. */
const datesOf = (series: Series): Arrow.Vector<Arrow.DataType> => {
  const offsetAt = Held.offsetsOf(series)
  return Arrow.makeVector(
    Arrow.makeData({
      type: new Arrow.DateDay(),
      length: series.length,
      nullCount: 0,
      data: Int32Array.from(series.time, (instant) => Math.floor((instant + offsetAt(instant)) / dayMillis))
    })
  )
}

const vectorOf = ({ instants, text, values }: Column, zone: string): Arrow.Vector<Arrow.DataType> => {
  if (text !== undefined) return Arrow.vectorFromArray(text, new Arrow.Utf8())
  if (instants) return instantsOf(values, zone)
  return Arrow.makeVector(
    Arrow.makeData({
      type: new Arrow.Float64(),
      length: values.length,
      ...validity(values.length, (index) => Number.isNaN(values[index])),
      data: values
    })
  )
}

/**
 * Returns an Arrow table: `time` and the columns of the series.
 *
 * Times are timestamps in milliseconds with the name of the zone, so other programs show them by its rules. Days, weeks,
 * months and years are the dates of their labels (`Date32`). Numbers are `Float64` and share memory with the series, with
 * null for a missing value. The metadata of a field has its `unit`.
 */
export const toTable = (series: Series): Arrow.Table => {
  const zone = series.zone.name
  const columns: ReadonlyArray<readonly [string, Arrow.Vector<Arrow.DataType>, string]> = [
    ["time", series.dates ? datesOf(series) : instantsOf(series.time, zone), ""],
    ...Array.from(Held.columnsOf(series), ([name, column]) => [name, vectorOf(column, zone), column.unit] as const)
  ]
  const fields = columns.map(
    ([name, vector, unit]) =>
      new Arrow.Field(name, vector.type, name !== "time", new Map(unit === "" ? [] : [["unit", unit]]))
  )
  const schema = new Arrow.Schema(fields)
  const struct = Arrow.makeData({
    type: new Arrow.Struct(fields),
    length: series.length,
    nullCount: 0,
    children: columns.flatMap(([, vector]) => vector.data)
  })
  return new Arrow.Table(schema, new Arrow.RecordBatch(schema, struct))
}

/**
 * Returns the bytes of the table in Arrow's IPC format: a `file` (Feather, the default), or a `stream`.
 */
export const toIpc = (series: Series, format: "file" | "stream" = "file"): Uint8Array =>
  Arrow.tableToIPC(toTable(series), format)
