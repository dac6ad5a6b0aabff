/** Terrain elevations. */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AnyDeclaration } from "../rest/Operation.ts"
import type { RequestError } from "../rest/RestError.ts"
import { type Extra, point } from "./Input.ts"
import { elevations } from "./internal/request/elevations.ts"
import type { Exact } from "./Request.ts"
import type { Weather } from "./Weather.ts"

/** The points. Each can be a `Location` of the geocoding service. */
export class Input extends Schema.Opaque<Input>()(
  Schema.Struct({
    /** The result has this order. */
    places: Schema.Array(Schema.Struct(point))
  })
) {}

/** There is no `withReply` and no `as`: many points need several requests, and the result is numbers only. */
export interface Get {
  <const Request extends Exact<Request, Input & Extra, "Elevation.get", never>>(
    request: Request
  ): Effect.Effect<Float64Array, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/**
 * Gets the elevation of points in metres above sea level, in the order of `places`, from a map of 90 m.
 * NaN where the map has no value. Sends several requests for more than 100 points.
 *
 * GET {elevation}/v1/elevation
 */
export const get: Get = elevations("Elevation.get", {
  service: "elevation",
  path: "/v1/elevation",
  input: Input
})
