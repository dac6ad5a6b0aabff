/** Solar radiation, measured by satellites. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"satelliteRadiation", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"satelliteRadiation", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"satelliteRadiation", "models">(),
    /** Number of days from today, 0 or 1. Default: 1. */
    forecast_days: count,
    /** Number of days before today, as far back as 1983. Default: 0. */
    past_days: count
  },
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const satelliteRadiation = {
  service: "satelliteRadiation",
  path: "/v1/archive",
  parameters: input,
  limits: { days: 1, ahead: 1, since: "1983-01-01" }
} as const

/**
 * Gets the solar radiation at a place.
 *
 * GET {satelliteRadiation}/v1/archive
 */
export const get: Get<Input, "SatelliteRadiation.get"> = one("SatelliteRadiation.get", satelliteRadiation)
