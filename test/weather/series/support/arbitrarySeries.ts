/** Series of any size, with cells of any kind. */
import * as fc from "fast-check"
import * as Held from "../../../../src/weather/internal/series/held.ts"
import * as Result from "effect/Result"
import { merge, rename } from "../../../../src/weather/series/Columns.ts"
import {
  civilUnits,
  type CivilUnit,
  type Column,
  type Period,
  type Series
} from "../../../../src/weather/series/Model.ts"
import { resample } from "../../../../src/weather/series/Resample.ts"

const hour = 3_600_000

/** Numbers as the service writes them, and any others. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -99_999, max: 99_999 }).map((n) => n / 10) },
  { weight: 2, arbitrary: fc.tuple(fc.integer(), fc.integer({ min: 0, max: 7 })).map(([n, d]) => n / 10 ** d) },
  { weight: 1, arbitrary: fc.constantFrom(-0, 0, 9.99, 99.995, -0.04, -1e-7, 1e21, -1e300, 999_999_999.5) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.float({ noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) }
)

const numbers = (rows: number): fc.Arbitrary<Column> =>
  fc.record(
    {
      values: fc.array(value, { minLength: rows, maxLength: rows }).map((cells) => Float64Array.from(cells)),
      unit: fc.constantFrom("°C", "mm", "", "undefined", "wmo code", "°"),
      instants: fc.constant(false),
      text: fc.constant(undefined),
      difference: fc.boolean()
    },
    { requiredKeys: ["values", "unit", "instants", "text"] }
  )

const instants = (rows: number): fc.Arbitrary<Column> =>
  fc
    .array(fc.oneof(fc.integer({ min: -1e12, max: 4e12 }), fc.constant(Number.NaN)), {
      minLength: rows,
      maxLength: rows
    })
    .map((cells) => ({ values: Float64Array.from(cells), unit: "iso8601", instants: true, text: undefined }))

const words = (rows: number): fc.Arbitrary<Column> =>
  fc
    .array(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom(null, "", " ", "a,b", 'x"y', "line\nbreak", "\ud800", "\ufeffmark", "long ".repeat(40))
      ),
      { minLength: rows, maxLength: rows }
    )
    .map((cells) => ({ values: new Float64Array(rows).fill(Number.NaN), unit: "", instants: false, text: cells }))

/** Any columns. They have the names of their kinds. */
const anyColumns = (rows: number): fc.Arbitrary<ReadonlyMap<string, Column>> =>
  fc
    .record(
      {
        weather_code: numbers(rows),
        temperature_2m: numbers(rows),
        station: words(rows),
        wind_direction_10m: numbers(rows),
        wind_direction_10m_spread: numbers(rows),
        rain: numbers(rows),
        sunrise: instants(rows)
      },
      { requiredKeys: [] }
    )
    .map(
      (columns) =>
        new Map(
          Object.entries(columns).flatMap(([name, column]) =>
            column === undefined ? [] : [[name, { ...column }] as const]
          )
        )
    )

/** Any series of a service. */
const served: fc.Arbitrary<Series<string>> = fc
  .record({
    rows: fc.integer({ min: 0, max: 40 }),
    start: fc.integer({ min: -1e6, max: 1e6 }),
    offset: fc.constantFrom(0, 1, 5.5, -3.5, 5.75, -11),
    dates: fc.boolean()
  })
  .chain(({ dates, offset, rows, start }) =>
    anyColumns(rows).map((columns) =>
      Held.make<string>({
        time: Float64Array.from({ length: rows }, (_, i) => (start + i) * hour),
        zone: { name: "Any/Where", abbreviation: "AW", offset: offset * hour },
        dates,
        period: hour,
        absent: [],
        columns
      })
    )
  )

const zones = [
  "GMT",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago"
]

/** Any series whose zone has a calendar, requested at another time of the year perhaps. */
const local: fc.Arbitrary<Series<string>> = fc
  .record({
    rows: fc.integer({ min: 0, max: 60 }),
    start: fc.integer({ min: Date.UTC(1972, 0) / hour, max: Date.UTC(2036, 0) / hour }),
    step: fc.constantFrom(hour, 6 * hour, 24 * hour, 170 * hour),
    offset: fc.constantFrom(0, 1, 2, -5, 5.75),
    name: fc.constantFrom(...zones)
  })
  .chain(({ name, offset, rows, start, step }) =>
    anyColumns(rows).map((columns) =>
      Held.make<string>({
        time: Float64Array.from({ length: rows }, (_, i) => start * hour + i * step),
        zone: { name, abbreviation: name, offset: offset * hour },
        dates: step === 24 * hour,
        period: step,
        absent: [],
        columns
      })
    )
  )

const units = fc.constantFrom(...civilUnits)

/** The units of a series, with all of its columns. */
const unitsOf = (series: Series<string>, unit: CivilUnit): Series<string> =>
  resample(series, unit, Object.fromEntries(series.columns.map((name) => [name, "last"] as const)))

/** Any series of civil days, weeks, months or years. */
const civilSeries = fc.tuple(local, units).map(([series, unit]) => unitsOf(series, unit))

/** Two series of the same columns in civil units of one place, which may differ. */
export const civilPair = fc
  .tuple(local, units, units)
  .map(([series, ...both]) => ({ series: unitsOf(series, both[0]), other: unitsOf(series, both[1]) }))

/** Merges two series of the same columns. */
export const mergeBoth = (series: Series<string>, other: Series<string>, rows: "inner" | "outer"): Series<string> => {
  const names = Object.fromEntries(other.columns.map((name) => [name, `other_${name}`] as const))
  return Result.getOrThrow(merge(series, rename(other, names), { rows }))
}

/** Any series of civil units of two kinds. */
const mixedSeries = fc
  .tuple(civilPair, fc.constantFrom("inner" as const, "outer" as const))
  .map(([{ other, series }, rows]) => mergeBoth(series, other, rows))

/** Any series. */
export const anySeries: fc.Arbitrary<Series<string>> = fc.oneof(
  { weight: 2, arbitrary: served },
  { weight: 1, arbitrary: civilSeries },
  { weight: 1, arbitrary: mixedSeries }
)

/** A series of numbers. */
export const seriesOf = <const C extends string>(
  columns: Readonly<Record<C, ReadonlyArray<number>>>,
  options: {
    readonly start?: number
    readonly step?: number
    readonly zone?: string
    readonly offset?: number
    readonly dates?: boolean
    readonly period?: Period
    readonly units?: Readonly<Partial<Record<C, string>>>
  } = {}
): Series<C> => {
  const { dates = false, offset = 0, start = 0, step = hour, units = {}, zone = "GMT" } = options
  const unitOf: Readonly<Record<string, string>> = units
  const entries = Object.entries<ReadonlyArray<number>>(columns)
  return Held.make<C>({
    time: Float64Array.from({ length: entries[0]?.[1].length ?? 0 }, (_, i) => start + i * step),
    zone: { name: zone, abbreviation: zone, offset },
    dates,
    period: options.period === undefined ? step : options.period,
    absent: [],
    columns: new Map(
      entries.map(([name, values]) => [
        name,
        { values: Float64Array.from(values), unit: unitOf[name] ?? "", instants: false, text: undefined }
      ])
    )
  })
}
