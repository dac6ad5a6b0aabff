/** Daily data of climate models from 1950 to 2050. */
import * as Schema from "effect/Schema"
import { field, Format, type InputOf, names, parameters, Span, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Daily variables. Default: none. */
    daily: names<"climate", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: `MRI_AGCM3_2_S`. */
    models: names<"climate", "models">(),
    /** Whether to return the raw values of the models, without correction by observations. Default: false. */
    disable_bias_correction: field(Schema.Boolean)
  },
  Units,
  Format,
  Span
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const climate = {
  service: "climate",
  path: "/v1/climate",
  parameters: input,
  limits: { days: 7, since: "1950-01-01", until: "2050-12-31" }
} as const

/**
 * Gets the daily data of climate models for a place.
 *
 * GET {climate}/v1/climate
 */
export const get: Get<Input, "Climate.get"> = one("Climate.get", climate)
