/** Finds places by name and by id. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { NotFound } from "../rest/RestError.ts"
import { Location, SearchResults } from "./Location.ts"
import * as Weather from "./Weather.ts"

/** The list in the response to a search. */
const Results = SearchResults.pipe(
  Schema.decodeTo(
    Schema.Array(Schema.toType(Location)),
    SchemaTransformation.transform({
      decode: ({ results }: typeof SearchResults.Type) => results,
      encode: (results: ReadonlyArray<Location>) => ({ results })
    })
  )
)

const Name = Schema.String.check(Schema.isPattern(/^\s*\S.*\S\s*$/s, { expected: "a name of at least two characters" }))

/**
 * Searches for places by name or postal code. Returns the most populous first, or an empty list if there is no match.
 *
 * A `name` of two characters matches exactly, a longer one loosely. `count` is the maximum number of places, 1 to 100
 * (default 10). `language` is the language of the returned names, where a translation exists: two lowercase letters
 * (default `en`). `countryCode` restricts the search to one country: two letters (default: all countries).
 *
 * A place can be passed to a forecast: `Forecast.get({ ...place, hourly: [...] })`.
 *
 * GET {geocoding}/v1/search
 */
export const search = Weather.operation("Geocoding.search", "GET /v1/search", {
  host: "geocoding",
  resource: "calls",
  path: {},
  query: {
    /** Name or postal code. Two characters match exactly, more match loosely. */
    name: Name,
    /** How many places at most, 1 to 100. Default: 10. */
    count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
    /** The language of names, as two lowercase letters. Default: en. */
    language: Schema.optional(
      Schema.String.check(Schema.isPattern(/^[a-z]{2}$/, { expected: "two lowercase letters" }))
    ),
    /** Only places in this country, as two letters. Default: all countries. */
    countryCode: Schema.optional(Schema.String.check(Schema.isPattern(/^[A-Za-z]{2}$/, { expected: "two letters" })))
  },
  success: Results
})

/**
 * Gets a place by the id from a search. `language` is as for `search` (default `en`).
 *
 * GET {geocoding}/v1/get
 */
export const get = Weather.operation("Geocoding.get", "GET /v1/get", {
  host: "geocoding",
  resource: "calls",
  path: {},
  query: {
    /** The `id` of a place that was found. */
    id: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    /** The language of names, as two lowercase letters. Default: en. */
    language: Schema.optional(
      Schema.String.check(Schema.isPattern(/^[a-z]{2}$/, { expected: "two lowercase letters" }))
    )
  },
  success: Location,
  errors: [NotFound]
})
