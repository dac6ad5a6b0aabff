/** A series as JSON, to store it or send it to another process. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type AnySeries, civilUnits, type Column, type PartialSeries, type Series } from "./Model.ts"
import { columnsOf, isSeries, make } from "../internal/series/held.ts"

const Encoded = Schema.Struct({
  time: Schema.Array(Schema.Finite),
  zone: Schema.Struct({ name: Schema.String, abbreviation: Schema.String, offset: Schema.Finite }),
  dates: Schema.Boolean,
  period: Schema.Union([
    Schema.Finite,
    Schema.Literal("month"),
    Schema.Struct({ unit: Schema.NullOr(Schema.Literals(civilUnits)), zone: Schema.TimeZoneFromString }),
    Schema.Null
  ]),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      unit: Schema.String,
      instants: Schema.Boolean,
      /** A missing value is null. */
      values: Schema.Array(Schema.NullOr(Schema.Finite)),
      text: Schema.optionalKey(Schema.Array(Schema.NullOr(Schema.String))),
      difference: Schema.optionalKey(Schema.Boolean)
    })
  ),
  absent: Schema.Array(Schema.String)
})

const fromEncoded = (encoded: typeof Encoded.Type): Series<string> =>
  make({
    time: Float64Array.from(encoded.time),
    zone: encoded.zone,
    dates: encoded.dates,
    period: encoded.period,
    columns: new Map(
      encoded.columns.map(({ name, text, values, ...column }): readonly [string, Column] => [
        name,
        { ...column, text, values: Float64Array.from(values, (value) => value ?? Number.NaN) }
      ])
    ),
    absent: encoded.absent
  })

const toEncoded = (series: Series): typeof Encoded.Type => ({
  time: Array.from(series.time),
  zone: series.zone,
  dates: series.dates,
  period: series.period,
  columns: Array.from(columnsOf(series), ([name, { difference, instants, text, unit, values }]) => ({
    name,
    unit,
    instants,
    values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    ...(text === undefined ? {} : { text }),
    ...(difference === undefined ? {} : { difference })
  })),
  absent: series.absent
})

/** Whether the series has these columns, present or also absent, and all columns are as long as the time axis. */
export const hasColumns = (series: AnySeries, names: ReadonlyArray<string>, mayBeAbsent: boolean): boolean => {
  const columns = columnsOf(series)
  return (
    names.every((name) => columns.has(name) || (mayBeAbsent && series.absent.includes(name))) &&
    Array.from(columns.values()).every(({ values }) => values.length === series.length)
  )
}

const codec = <S extends AnySeries>(
  names: ReadonlyArray<string>,
  mayBeAbsent: boolean
): Schema.Codec<S, typeof Encoded.Encoded> =>
  Encoded.pipe(
    Schema.decodeTo(
      Schema.declare((value): value is Series<string> => isSeries(value) && hasColumns(value, names, mayBeAbsent), {
        expected: `a series with the columns ${names.join(", ")}`
      }),
      SchemaTransformation.transform({ decode: fromEncoded, encode: toEncoded })
    )
    // The declaration has checked the names of the columns.
  ) as unknown as Schema.Codec<S, typeof Encoded.Encoded>

/** The schema of a series with these columns, with which workflows and stores convert it to JSON and back. */
export const schema = <const Names extends ReadonlyArray<string>>(
  ...names: Names
): Schema.Codec<Series<Names[number]>, typeof Encoded.Encoded> => codec(names, false)

/**
 * Like `schema`, for a series whose columns may be absent: of several models, of an ensemble, or of weeks and months. Each
 * of these columns is present or in `absent`.
 */
export const partialSchema = <const Names extends ReadonlyArray<string>>(
  ...names: Names
): Schema.Codec<PartialSeries<Names[number]>, typeof Encoded.Encoded> => codec(names, true)
