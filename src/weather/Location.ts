/**
 * Places as the geocoding service knows them; they go straight into `Forecast.get`.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The service drops fields that are empty: absent is null. */
const orNull = <S extends Schema.Constraint>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

/** The service drops zeros: a coordinate that is absent is 0, on the equator or the prime meridian. */
const coordinate = /* @__PURE__ */ Schema.Finite.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))

/** 9999 stands for an elevation that isn't known. */
const elevation = /* @__PURE__ */ Schema.NullOr(Schema.Finite).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.Finite),
    SchemaTransformation.transform({
      decode: (metres) => (metres === 9999 ? null : metres),
      encode: (metres) => metres
    })
  ),
  Schema.withDecodingDefaultKey(Effect.succeed(null))
)

/** A place of the public database of geographic names. */
export const Location = /* @__PURE__ */ Schema.Struct({
  /** Its id in that database; `Geocoding.get` finds it again. */
  id: Schema.Int,
  /** In the language asked for, where there is a translation. */
  name: Schema.String,
  latitude: coordinate,
  longitude: coordinate,
  /** Metres above sea level; null where it isn't known, and at 0 m, which the service drops. */
  elevation,
  /** What kind of place: `PPLC` is a capital, `PPL` a town, `AIRP` an airport … */
  feature_code: orNull(Schema.String),
  /** Two letters: `NL`. */
  country_code: orNull(Schema.String),
  country_id: orNull(Schema.Int),
  country: orNull(Schema.String),
  /** The administrative areas it lies in, the largest first: a state, a county … */
  admin1: orNull(Schema.String),
  admin2: orNull(Schema.String),
  admin3: orNull(Schema.String),
  admin4: orNull(Schema.String),
  admin1_id: orNull(Schema.Int),
  admin2_id: orNull(Schema.Int),
  admin3_id: orNull(Schema.Int),
  admin4_id: orNull(Schema.Int),
  /** Name of its zone: `Europe/Amsterdam`. */
  timezone: orNull(Schema.String),
  population: orNull(Schema.Int),
  postcodes: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
}).annotate({ identifier: "Location" })

export type Location = typeof Location.Type

/** The answer of a search, the most populous place first; no match is an empty list. */
export const SearchResults = /* @__PURE__ */ Schema.Struct({
  results: Schema.Array(Location).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

/** A place in a line: "Enschede, Overijssel, The Netherlands". */
export const describe = (location: Pick<Location, "name" | "admin1" | "country">): string =>
  [location.name, location.admin1 === location.name ? null : location.admin1, location.country]
    .filter((part) => part !== null)
    .join(", ")
