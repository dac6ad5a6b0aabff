/** Radiation of the sun as satellites saw it. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"satelliteRadiation", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"satelliteRadiation", "daily">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"satelliteRadiation", "models">(),
    /** Days from today on, 0 to 16. Default: 1. */
    forecast_days: count(16),
    /** Days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const satelliteRadiation = {
  service: "satelliteRadiation",
  path: "/v1/archive",
  parameters: input,
  rules: Rules.days,
  days: 1
} as const

/**
 * Gets the radiation at a place.
 *
 * GET {satelliteRadiation}/v1/archive
 */
export const get: Get<Input, "SatelliteRadiation.get"> = one("SatelliteRadiation.get", satelliteRadiation)
