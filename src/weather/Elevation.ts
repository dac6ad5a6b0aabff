/** Terrain elevations. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { replyOf } from "../rest/Callable.ts"
import * as CallSite from "../rest/CallSite.ts"
import type { AnyDeclaration } from "../rest/Operation.ts"
import type { Reply } from "../rest/Reply.ts"
import type { RequestError } from "../rest/RestError.ts"
import type * as Transport from "../rest/Transport.ts"
import * as UnknownFields from "../rest/UnknownFields.ts"
import { dialect } from "./dialect.ts"
import { type Extra, group, point, type RequiredTypes } from "./Input.ts"
import { Location } from "./Location.ts"
import * as Readers from "./internal/decode/readers.ts"
import { type Batch, batch } from "./internal/request/many.ts"
import * as Plan from "./internal/request/plan.ts"
import type { Exact } from "./Request.ts"
import { Weather } from "./Weather.ts"

/** The point. It can be a `Location` of the geocoding service. */
export interface Input extends RequiredTypes<typeof point> {}

/** The points. Each can be a `Location` of the geocoding service. */
export class Points extends Schema.Opaque<Points>()(
  Schema.Struct({
    /** The result has this order. */
    places: Schema.Array(Schema.Struct(point).annotate(UnknownFields.fits(Location)))
  })
) {}

/** The call for one point. There is no `as`: the result is a number only. */
export interface Get {
  <const Request extends Exact<Request, Input & Extra, "Elevation.get">>(
    request: Request
  ): Effect.Effect<number, RequestError, Weather>
  /**
   * Gets the elevations of several points.
   *
   * @deprecated Use `Elevation.getMany`.
   */
  <const Request extends Exact<Request, Points & Extra, "Elevation.getMany", never>>(
    request: Request
  ): Effect.Effect<Float64Array, RequestError, Weather>
  /** Returns the result with its metadata: status, request id, whether it came from the cache. */
  readonly withReply: <const Request extends Exact<Request, Input & Extra, "Elevation.get">>(
    request: Request
  ) => Effect.Effect<Reply<number>, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** There is no `withReply` and no `as`: many points need several requests, and the result is numbers only. */
export interface GetMany {
  <const Request extends Exact<Request, Points & Extra, "Elevation.getMany", never>>(
    request: Request
  ): Effect.Effect<Float64Array, RequestError, Weather>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** Maximum number of points that the service accepts in a request. */
const maxPoints = 100

const Metres = Schema.declare((value) => value instanceof Float64Array, { expected: "Float64Array" })

const elevation = { service: "elevation", path: "/v1/elevation" } as const

const limits = { limits: { days: 1 } } as const

/** Only the function reads the fields of the input: bundlers keep what reads a property on loading. */
const elevations = (name: string) => {
  const { fields } = Points
  const declaration = Plan.declare(name, elevation, { kind: "batch", query: fields, result: Metres })
  const split: Batch = {
    path: elevation.path,
    places: fields,
    traits: elevation,
    wire: Plan.wireOf(declaration, {}, limits, Object.keys(fields)),
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
 * Gets the elevations of points in metres above sea level, in the order of `places`, from a map of 90 m.
 * NaN where the map has no value. Sends several requests for more than 100 points.
 *
 * GET {elevation}/v1/elevation
 */
export const getMany: GetMany = elevations("Elevation.getMany")

const one = (name: string): Get => {
  const { fields } = group(point, {})
  const declaration = Plan.declare(name, elevation, { kind: "operation", query: fields, result: Schema.Number })
  const wire = Plan.wireOf(declaration, fields, limits, Object.keys(Location.fields))
  const ask = (request: object): Effect.Effect<Transport.Decoded<number>, RequestError, Weather> =>
    Effect.flatMap(Effect.service(Weather), (transport) => {
      const wired = wire(request, transport)
      if (Result.isFailure(wired)) return Effect.fail(wired.failure)
      const answer = Plan.send(transport, declaration, wired.success.sent, 1, Readers.elevations({}, 1))
      return Effect.map(answer, (decoded) => ({ ...decoded, value: decoded.value[0] ?? Number.NaN }))
    })
  // One of its own: a bundle of this call has no other.
  const several = elevations(name)
  const get = CallSite.naming((named) => {
    // The earlier input has several points. Each signature has its own result.
    function get(request: Input): Effect.Effect<number, RequestError, Weather>
    function get(request: Points): Effect.Effect<Float64Array, RequestError, Weather>
    function get(request: object): Effect.Effect<number | Float64Array, RequestError, Weather> {
      if ("places" in request) return named(CallSite.without(several)(request))
      return named(Effect.map(ask(request), ({ value }) => value))
    }
    return get
  })
  return Object.assign(get, {
    withReply: CallSite.effect((request: object) =>
      Effect.map(ask(request), (answer) => replyOf(answer, answer.value, dialect))
    ),
    declaration
  })
}

/**
 * Gets the elevation of a point in metres above sea level, from a map of 90 m. NaN where the map has no value.
 *
 * GET {elevation}/v1/elevation
 */
export const get: Get = one("Elevation.get")
