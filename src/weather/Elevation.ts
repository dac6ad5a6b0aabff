/** How high the ground is. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AnyDeclaration } from "../rest/Operation.ts"
import type { RequestError } from "../rest/RestError.ts"
import { Place } from "./Input.ts"
import { elevations } from "./internal/request/elevations.ts"
import type { Weather } from "./Weather.ts"

const { latitude, longitude } = Place.fields

/** Which points. A `Location` of the geocoding service is one. */
export class Input extends Schema.Opaque<Input>()(
  Schema.Struct({
    /** Answered in this order. */
    places: Schema.Array(Schema.Struct({ latitude, longitude }))
  })
) {}

/** Has no `withReply` and no `as`: many points are several requests, and their answer is the numbers alone. */
export interface Get {
  (request: Input): Effect.Effect<Float64Array, RequestError, Weather>
  readonly declaration: AnyDeclaration
}

/**
 * Gets the metres above sea level of points, in the order asked, from a map of 90 m; NaN where it has none. More than 100
 * points are asked for in several requests.
 *
 * GET {elevation}/v1/elevation
 */
export const get: Get = elevations("Elevation.get", {
  service: "elevation",
  path: "/v1/elevation",
  fields: Input.fields
})
