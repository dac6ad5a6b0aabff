/**
 * Places of the geocoding service. They can be passed to `Forecast.get`.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The service leaves out empty fields: an absent field decodes to null. */
const orNull = <S extends Schema.Constraint>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

/** The service leaves out zeros: an absent coordinate is 0, on the equator or the prime meridian. */
const coordinate = Schema.Finite.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0)))

/** The service sends 9999 for an unknown elevation. */
const elevation = Schema.NullOr(Schema.Finite).pipe(
  Schema.decodeTo(
    Schema.NullOr(Schema.Finite),
    SchemaTransformation.transform({
      decode: (metres) => (metres === 9999 ? null : metres),
      encode: (metres) => metres
    })
  ),
  Schema.withDecodingDefaultKey(Effect.succeed(null))
)

/** A place in the public database of geographic names. */
export const Location = Schema.Struct({
  /** The id in that database, for `Geocoding.get`. */
  id: Schema.Int,
  /** In the requested language, where a translation exists. */
  name: Schema.String,
  /** Degrees north. */
  latitude: coordinate,
  /** Degrees east. */
  longitude: coordinate,
  /** Metres above sea level; null if unknown, and at 0 m, which the service leaves out. */
  elevation,
  /** The kind of place: `PPLC` is a capital, `PPL` a town, `AIRP` an airport … */
  feature_code: orNull(Schema.String),
  /** Two letters: `NL`. */
  country_code: orNull(Schema.String),
  /** The id of the country, in the same database. */
  country_id: orNull(Schema.Int),
  /** Name of the country. */
  country: orNull(Schema.String),
  /** The administrative areas of the place, largest first: state, county … */
  admin1: orNull(Schema.String),
  /** The second largest administrative area. */
  admin2: orNull(Schema.String),
  /** The third largest administrative area. */
  admin3: orNull(Schema.String),
  /** The smallest administrative area. */
  admin4: orNull(Schema.String),
  /** The id of `admin1`. */
  admin1_id: orNull(Schema.Int),
  /** The id of `admin2`. */
  admin2_id: orNull(Schema.Int),
  /** The id of `admin3`. */
  admin3_id: orNull(Schema.Int),
  /** The id of `admin4`. */
  admin4_id: orNull(Schema.Int),
  /** The name of its time zone, such as `Europe/Amsterdam`. */
  timezone: orNull(Schema.String),
  /** Number of inhabitants. */
  population: orNull(Schema.Int),
  /** Postal codes. Empty if none are known. */
  postcodes: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
}).annotate({ identifier: "Location" })

export type Location = typeof Location.Type

/** The response to a search, the most populous place first. The list is empty if there is no match. */
export const SearchResults = Schema.Struct({
  /** The places. */
  results: Schema.Array(Location).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})

/** Describes a place in one line: "Enschede, Overijssel, The Netherlands". */
export const describe = (location: Pick<Location, "name" | "admin1" | "country">): string =>
  [location.name, location.admin1 === location.name ? null : location.admin1, location.country]
    .filter((part) => part !== null)
    .join(", ")
