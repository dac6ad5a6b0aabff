/** Terrain elevations. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CallSite from "../rest/CallSite.ts"
import type { AnyDeclaration } from "../rest/Operation.ts"
import type { RequestError } from "../rest/RestError.ts"
import * as UnknownFields from "../rest/UnknownFields.ts"
import { type Extra, point } from "./Input.ts"
import { Location } from "./Location.ts"
import * as Readers from "./internal/decode/readers.ts"
import { type Batch, batch } from "./internal/request/many.ts"
import * as Plan from "./internal/request/plan.ts"
import type { Exact } from "./Request.ts"
import type { Weather } from "./Weather.ts"

/** The points. Each can be a `Location` of the geocoding service. */
export class Input extends Schema.Opaque<Input>()(
  Schema.Struct({
    /** The result has this order. */
    places: Schema.Array(Schema.Struct(point).annotate(UnknownFields.fits(Location)))
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

/** Maximum number of points that the service accepts in a request. */
const maxPoints = 100

const Metres = Schema.declare((value) => value instanceof Float64Array, { expected: "Float64Array" })

const elevation = { service: "elevation", path: "/v1/elevation" } as const

/** Only the function reads the fields of the input: bundlers keep what reads a property on loading. */
const elevations = (name: string): Get => {
  const { fields } = Input
  const declaration = Plan.declare(name, elevation, { kind: "batch", query: fields, result: Metres })
  const split: Batch = {
    path: elevation.path,
    places: fields,
    traits: elevation,
    wire: Plan.wireOf(declaration, {}, { limits: { days: 1 } }, Object.keys(fields)),
    loadOf: () => ({ days: 1 }),
    placesAtOnce: () => maxPoints,
    weightOf: (_, points) => points
  }
  const all = batch(declaration, split, Readers.elevations)
  return Object.assign(
    CallSite.effect((request: object) =>
      Effect.map(CallSite.without(all)({ ...request }), (metres) => Float64Array.from(metres))
    ),
    { declaration }
  )
}

/**
 * Gets the elevation of points in metres above sea level, in the order of `places`, from a map of 90 m.
 * NaN where the map has no value. Sends several requests for more than 100 points.
 *
 * GET {elevation}/v1/elevation
 */
export const get: Get = elevations("Elevation.get")
