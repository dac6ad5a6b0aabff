/**
 * Series and tables of places as Apache Arrow, for Parquet, DuckDB, Polars, pandas and other programs.
 *
 * This module needs the optional peer `apache-arrow`. Nothing else imports it.
 */
import * as Arrow from "apache-arrow"
import { dual } from "effect/Function"
import * as Stream from "effect/Stream"
import { type Pieces, piecesOf } from "./internal/places/pieces.ts"
import * as Held from "./internal/series/held.ts"
import type { BlockOf, Place, Places, TableOptions } from "./Places.ts"
import type { AnySeries, Column, Series } from "./series/Model.ts"

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

/** The dates of the labels. They are not instants: the service's days begin an hour early in the other half of the year. */
const datesOf = (series: AnySeries): Arrow.Vector<Arrow.DataType> => {
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
export const toTable = (series: Series): Arrow.Table => tableOf([batchOf(fieldsOf(series))])

/** A column of a table: its values, and whether they may be missing. */
interface Field {
  readonly name: string
  readonly vector: Arrow.Vector<Arrow.DataType>
  readonly unit: string
  readonly nullable: boolean
}

const required = (name: string, vector: Arrow.Vector<Arrow.DataType>): Field => ({
  name,
  vector,
  unit: "",
  nullable: false
})

const timeOf = (series: AnySeries, zone: string, dates: boolean): Field =>
  required("time", dates ? datesOf(series) : instantsOf(series.time, zone))

const fieldsOf = (series: AnySeries): ReadonlyArray<Field> => [
  timeOf(series, series.zone.name, series.dates),
  ...Array.from(Held.columnsOf(series), ([name, column]) => ({
    name,
    vector: vectorOf(column, series.zone.name),
    unit: column.unit,
    nullable: true
  }))
]

const batchOf = (columns: ReadonlyArray<Field>): Arrow.RecordBatch => {
  const fields = columns.map(
    ({ name, nullable, unit, vector }) =>
      new Arrow.Field(name, vector.type, nullable, new Map(unit === "" ? [] : [["unit", unit]]))
  )
  const struct = Arrow.makeData({
    type: new Arrow.Struct(fields),
    length: columns[0]?.vector.length ?? 0,
    nullCount: 0,
    children: columns.flatMap(({ vector }) => vector.data)
  })
  return new Arrow.RecordBatch(new Arrow.Schema(fields), struct)
}

const tableOf = (batches: ReadonlyArray<Arrow.RecordBatch>): Arrow.Table => new Arrow.Table([...batches])

/**
 * Returns the bytes of the table in Arrow's IPC format: a `file` (Feather, the default), or a `stream`.
 */
export const toIpc = (series: Series, format: "file" | "stream" = "file"): Uint8Array =>
  Arrow.tableToIPC(toTable(series), format)

/** Writes batches as they come, and keeps none of their bytes. */
class Writer extends Arrow.RecordBatchStreamWriter {
  private pieces: Array<Uint8Array> = []

  protected override _write(chunk: Uint8Array): this {
    // The writer gives views of its own memory and of the columns: the bytes are copied when they are taken.
    if (this._started && chunk.byteLength > 0) {
      const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      this.pieces.push(bytes)
      this._position += bytes.byteLength
    }
    return this
  }

  /** Takes the bytes that were written since. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
    let at = 0
    for (const piece of this.pieces) {
      taken.set(piece, at)
      at += piece.byteLength
    }
    this.pieces = []
    return taken
  }
}

const written = <E, R>(batches: Stream.Stream<Arrow.RecordBatch, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    const writer = new Writer({ autoDestroy: false })
    const bytes = Stream.map(batches, (batch) => {
      writer.write(batch)
      return writer.take()
    })
    const end = Stream.sync(() => {
      writer.finish()
      return writer.take()
    })
    return Stream.filter(Stream.concat(bytes, end), ({ byteLength }) => byteLength > 0)
  })

/** The columns of the first series, of another one. What it lacks is null. */
const alike = (first: AnySeries, series: AnySeries): AnySeries => {
  const columns = new Map(
    Array.from(Held.columnsOf(first), ([name, { instants, text, unit }]) => {
      const own = Held.columnOf(series, name) ?? Held.missing(series.length)
      const texts = own.text ?? Array.from(own.values, () => null)
      return [name, { ...own, unit, instants, text: text === undefined ? undefined : texts }] as const
    })
  )
  return Held.make({ ...Held.partsOf(series), zone: first.zone, dates: first.dates, columns, absent: [] })
}

/**
 * Streams the bytes of series, such as the parts of an archive, as one table in Arrow's IPC format for streams: a batch
 * for each series. Only one of them is in memory at a time. The first one decides the columns, the zone, and whether
 * rows are days; columns that a later one lacks are null. Without any series, there are no bytes.
 */
export const toIpcStream = <E, R>(series: Stream.Stream<Series, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let first: AnySeries | undefined
    return written(
      Stream.map(series, (each) => {
        first ??= each
        return batchOf(fieldsOf(alike(first, each)))
      })
    )
  })

/** Makes a dictionary of names. Its type is one for all batches, by which readers know that it is the same. */
const dictionaryOf = (names: ReadonlyArray<string>, id: number) => {
  const values = Arrow.vectorFromArray(names, new Arrow.Utf8())
  const type = new Arrow.Dictionary(new Arrow.Utf8(), new Arrow.Int32(), id)
  return (index: number, length: number): Arrow.Vector<Arrow.DataType> =>
    Arrow.makeVector(
      Arrow.makeData({ type, length, nullCount: 0, data: new Int32Array(length).fill(index), dictionary: values })
    )
}

const constant = (value: number, length: number): Arrow.Vector<Arrow.DataType> =>
  Arrow.makeVector(
    Arrow.makeData({ type: new Arrow.Float64(), length, nullCount: 0, data: new Float64Array(length).fill(value) })
  )

/** A batch for each piece. */
const batchesOf = function* (
  places: Places<object>,
  { dates, pieces, units }: Pieces,
  models: ReadonlyArray<string> | undefined
): Generator<Arrow.RecordBatch, void, undefined> {
  const placeOf = dictionaryOf(
    places.map(({ name }) => name),
    0
  )
  const modelOf = models === undefined ? undefined : dictionaryOf(models, 1)
  for (const { columns, model, place, series } of pieces) {
    const { length } = series
    const at: Place<object> | undefined = places[place]
    yield batchOf([
      required("place", placeOf(place, length)),
      ...(modelOf === undefined ? [] : [required("model", modelOf(model, length))]),
      { ...required("latitude", constant(at?.latitude ?? Number.NaN, length)), unit: "deg" },
      { ...required("longitude", constant(at?.longitude ?? Number.NaN, length)), unit: "deg" },
      timeOf(series, "UTC", dates),
      ...Array.from(columns, ([name, column]) => ({
        name,
        vector: vectorOf(column ?? Held.missing(length), "UTC"),
        unit: units.get(name) ?? "",
        nullable: true
      }))
    ])
  }
}

/**
 * Returns one Arrow table of a block of many places: place, latitude, longitude, time, and the columns of the block. Names
 * of places, and with `models` those of models, are dictionaries. Instants are in UTC, since the places may have several
 * zones; days are dates. There is a batch for each place, or for each place and model. Numbers share memory with the series.
 */
export const toPlacesTable: {
  (block: string, options?: TableOptions): <A extends object>(places: Places<A>) => Arrow.Table
  <A extends object>(places: Places<A>, block: BlockOf<A>, options?: TableOptions): Arrow.Table
} = dual(
  (args) => Array.isArray(args[0]),
  (places: Places<object>, block: string, { models }: TableOptions = {}): Arrow.Table =>
    tableOf(Array.from(batchesOf(places, piecesOf(places, block, models), models)))
)

/** Streams the bytes of `toPlacesTable` in Arrow's IPC format for streams. Only one batch is in memory at a time. */
export const toPlacesIpcStream: {
  (block: string, options?: TableOptions): <A extends object>(places: Places<A>) => Stream.Stream<Uint8Array>
  <A extends object>(places: Places<A>, block: BlockOf<A>, options?: TableOptions): Stream.Stream<Uint8Array>
} = dual(
  (args) => Array.isArray(args[0]),
  (places: Places<object>, block: string, { models }: TableOptions = {}): Stream.Stream<Uint8Array> =>
    written(
      Stream.suspend(() =>
        Stream.fromIterable(batchesOf(places, piecesOf(places, block, models), models), { chunkSize: 1 })
      )
    )
)
