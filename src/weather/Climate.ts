/** What climate models say of each day from 1950 to 2050. */
import * as Schema from "effect/Schema"
import { Format, type InputOf, names, parameters, Span, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Values for each day. Default: none. */
    daily: names<"climate", "daily">(),
    /** With several, a column for each variable and model. Default: all of them. */
    models: names<"climate", "models">(),
    /** Whether the values are left as the models give them, off from what was observed. Default: false. */
    disable_bias_correction: Schema.optional(Schema.Boolean)
  },
  Units,
  Format,
  Span
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const climate = {
  service: "climate",
  path: "/v1/climate",
  parameters: input,
  rules: Rules.daysBetween("1950-01-01", "2050-12-31")
} as const

/**
 * Gets the days of climate models for a place.
 *
 * GET {climate}/v1/climate
 */
export const get: Get<Input, "Climate.get"> = one("Climate.get", climate)
