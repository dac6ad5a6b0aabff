/** Makes the call that gets elevations. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fields } from "../../../rest/Declaration.ts"
import type { RequestError } from "../../../rest/RestError.ts"
import type { Service } from "../../Service.ts"
import type { Weather } from "../../Weather.ts"
import * as Readers from "../decode/readers.ts"
import { type Batch, batch } from "./many.ts"
import * as Plan from "./plan.ts"

/** Maximum number of points that the service accepts in a request. */
const maxPoints = 100

interface Declared {
  readonly service: Service
  readonly path: `/${string}`
  /** The schema of the input. Only the function reads its fields: bundlers keep what reads a property on loading. */
  readonly input: { readonly fields: Fields }
}

const Metres = Schema.declare((value) => value instanceof Float64Array, { expected: "Float64Array" })

export const elevations = (name: string, declared: Declared) => {
  const { fields } = declared.input
  const declaration = Plan.declare(name, declared, { kind: "batch", query: fields, result: Metres })
  const split: Batch = {
    path: declared.path,
    places: fields,
    traits: declared,
    wire: Plan.wireOf(declaration, {}, { limits: { days: 1 } }),
    loadOf: () => ({ days: 1 }),
    placesAtOnce: () => maxPoints,
    weightOf: (_, points) => points
  }
  const get = batch(declaration, split, Readers.elevations)
  return Object.assign(
    (request: object): Effect.Effect<Float64Array, RequestError, Weather> =>
      Effect.map(get({ ...request }), (metres) => Float64Array.from(metres)),
    { declaration }
  )
}
