/** A series as JSON, to store it or send it to another process. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { civilUnits, type Column, type Series } from "./Model.ts"
import { columnsOf, isSeries, make } from "../internal/series/held.ts"

const Encoded = Schema.Struct({
  time: Schema.Array(Schema.Finite),
  zone: Schema.Struct({ name: Schema.String, abbreviation: Schema.String, offset: Schema.Finite }),
  dates: Schema.Boolean,
  period: Schema.Union([
    Schema.Finite,
    Schema.Literal("month"),
    Schema.Struct({ unit: Schema.Literals(civilUnits), zone: Schema.TimeZoneFromString }),
    Schema.Null
  ]),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      unit: Schema.String,
      instants: Schema.Boolean,
      /** A missing value is null. */
      values: Schema.Array(Schema.NullOr(Schema.Finite)),
      text: Schema.optionalKey(Schema.Array(Schema.NullOr(Schema.String)))
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
      encoded.columns.map(({ instants, name, text, unit, values }): readonly [string, Column] => [
        name,
        { instants, unit, text, values: Float64Array.from(values, (value) => value ?? Number.NaN) }
      ])
    ),
    absent: encoded.absent
  })

const toEncoded = (series: Series): typeof Encoded.Type => ({
  time: Array.from(series.time),
  zone: series.zone,
  dates: series.dates,
  period: series.period,
  columns: Array.from(columnsOf(series), ([name, { instants, text, unit, values }]) => ({
    name,
    unit,
    instants,
    values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    ...(text === undefined ? {} : { text })
  })),
  absent: series.absent
})

/** Whether the series has these columns, and all columns are as long as the time axis. */
const hasColumns = (series: Series, names: ReadonlyArray<string>): boolean => {
  const columns = columnsOf(series)
  return (
    names.every((name) => columns.has(name)) &&
    Array.from(columns.values()).every(({ values }) => values.length === series.length)
  )
}

/** The schema of a series with these columns, with which workflows and stores convert it to JSON and back. */
export const schema = <const Names extends ReadonlyArray<string>>(
  ...names: Names
): Schema.Codec<Series<Names[number]>, typeof Encoded.Encoded> =>
  Encoded.pipe(
    Schema.decodeTo(
      Schema.declare((value): value is Series<Names[number]> => isSeries(value) && hasColumns(value, names), {
        expected: `a series with the columns ${names.join(", ")}`
      }),
      SchemaTransformation.transform({
        // The declaration above checks the columns afterwards.
        decode: (encoded) => fromEncoded(encoded) as Series as Series<Names[number]>,
        encode: toEncoded
      })
    )
  )
