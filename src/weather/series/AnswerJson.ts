/** Whole results as JSON, to store them or send them to another process. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type Answer, type EnsembleAnswer, type Selection, seriesBlocks, type SeriesBlock } from "../Answer.ts"
import { isSeries } from "../internal/series/held.ts"
import { hasColumns, schema } from "./Json.ts"

const block = Schema.optionalKey(schema())

const Values = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.Union([Schema.Finite, Schema.DateTimeZonedFromString]))
)

const Encoded = Schema.Struct({
  /** Null if the service does not return it, like `longitude`. */
  latitude: Schema.NullOr(Schema.Finite),
  longitude: Schema.NullOr(Schema.Finite),
  elevation: Schema.NullOr(Schema.Finite),
  generationtime_ms: Schema.NullOr(Schema.Finite),
  utc_offset_seconds: Schema.Finite,
  timezone: Schema.String,
  timezone_abbreviation: Schema.String,
  minutely_15: block,
  hourly: block,
  daily: block,
  weekly: block,
  monthly: block,
  current: Schema.optionalKey(
    Schema.Struct({
      time: Schema.DateTimeZonedFromString,
      interval: Schema.DurationFromMillis,
      units: Schema.Record(Schema.String, Schema.String),
      values: Values
    })
  )
})

type Decoded = typeof Encoded.Type

const fromEncoded = ({ current, latitude, longitude, ...others }: Decoded): object => ({
  ...others,
  latitude: latitude ?? Number.NaN,
  longitude: longitude ?? Number.NaN,
  // As a response is decoded: a value whose name is that of another field is in `values` alone.
  ...(current === undefined ? {} : { current: { ...current.values, ...current } })
})

const finite = (value: number): number | null => (Number.isNaN(value) ? null : value)

const toEncoded = (answer: Answer<Selection>): Decoded => {
  const { elevation, generationtime_ms, latitude, longitude, timezone, timezone_abbreviation, utc_offset_seconds } =
    answer
  // The type of a result with any blocks has none of them for certain.
  const blocks = answer as Partial<Pick<Decoded, SeriesBlock | "current">>
  const encoded: Record<string, unknown> = {
    elevation,
    generationtime_ms,
    latitude: finite(latitude),
    longitude: finite(longitude),
    timezone,
    timezone_abbreviation,
    utc_offset_seconds
  }
  for (const name of seriesBlocks) if (blocks[name] !== undefined) encoded[name] = blocks[name]
  if (blocks.current !== undefined) {
    const { interval, time, units, values } = blocks.current
    encoded["current"] = { interval, time, units, values }
  }
  return encoded as unknown as Decoded
}

/** Not all models have weeks and months. */
const mayBeAbsent = (name: string): boolean => name === "weekly" || name === "monthly"

const has = (value: unknown, request: Selection, columnsMayBeAbsent: boolean): boolean => {
  if (typeof value !== "object" || value === null || !("utc_offset_seconds" in value)) return false
  const blocks: Readonly<Record<string, unknown>> = { ...value }
  const { models = [] } = request
  const isOne = models.length < 2
  const namesOf = (variables: ReadonlyArray<string>): ReadonlyArray<string> =>
    isOne ? variables : models.flatMap((model) => variables.map((variable) => `${variable}_${model}`))
  return (
    hasCurrent(blocks["current"], request.current ?? [], isOne) &&
    seriesBlocks.every((name) => {
      const variables = request[name] ?? []
      const series = blocks[name]
      if (variables.length === 0 || (series === undefined && mayBeAbsent(name))) return true
      return (
        isSeries(series) && hasColumns(series, namesOf(variables), columnsMayBeAbsent || !isOne || mayBeAbsent(name))
      )
    })
  )
}

/** Of several models, `current` has those values that there are. */
const hasCurrent = (current: unknown, variables: ReadonlyArray<string>, all: boolean): boolean => {
  if (variables.length === 0) return true
  if (typeof current !== "object" || current === null || !("values" in current)) return false
  const { values } = current
  return typeof values === "object" && values !== null && (!all || variables.every((name) => name in values))
}

const codec = <A>(request: Selection, columnsMayBeAbsent: boolean): Schema.Codec<A, typeof Encoded.Encoded> =>
  Encoded.pipe(
    Schema.decodeTo(
      Schema.declare((value): value is Answer<Selection> => has(value, request, columnsMayBeAbsent), {
        expected: "a result with the requested blocks and columns"
      }),
      SchemaTransformation.transform({
        // The declaration above checks the blocks afterwards.
        decode: (encoded) => fromEncoded(encoded) as Answer<Selection>,
        encode: toEncoded
      })
    )
    // The declaration has checked that the result is that of the request.
  ) as unknown as Schema.Codec<A, typeof Encoded.Encoded>

/**
 * Returns the schema of the result of a request, to convert it to JSON and back. Decoding returns an equal result; -0
 * becomes 0. Decoding fails if a block or column of the request is missing that cannot be absent, or is not in
 * `absent`. For a part of `Archive.stream`, its `part` is left out.
 */
export const answerSchema = <const Request extends Selection>(
  request: Request
): Schema.Codec<Answer<Request>, typeof Encoded.Encoded> => codec(request, false)

/** Like `answerSchema`, for services with ensemble models, any run of which may be absent. */
export const ensembleAnswerSchema = <const Request extends Selection>(
  request: Request
): Schema.Codec<EnsembleAnswer<Request>, typeof Encoded.Encoded> => codec(request, true)
