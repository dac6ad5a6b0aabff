/** How much water rivers carry: of the next months, and since 1984. */
import * as Schema from "effect/Schema"
import { count, Format, type InputOf, MaybeSpan, names, parameters } from "./Input.ts"
import { withMembers } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { GetEnsemble } from "./Request.ts"

const input = parameters(
  {
    /** Values for each day. Default: none. */
    daily: names<"flood", "daily">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"flood", "models">(),
    /** Whether all members of the ensemble are answered (`river_discharge_member01` …). Default: false. */
    ensemble: Schema.optional(Schema.Boolean),
    /** Days from today on, 0 to 366. Default: 92. */
    forecast_days: count(366),
    /** Days before today, 0 to 366. Default: 0. */
    past_days: count(366)
  },
  Format,
  MaybeSpan
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const flood = {
  service: "flood",
  path: "/v1/flood",
  parameters: input,
  rules: Rules.days,
  days: 92
} as const

/**
 * Gets the discharge of the largest river near a place, within 5 km.
 *
 * GET {flood}/v1/flood
 */
export const get: GetEnsemble<Input, "Flood.get"> = withMembers("Flood.get", flood)
