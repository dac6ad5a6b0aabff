/** Air quality and pollen: forecasts, and data since 2013. */
import * as Schema from "effect/Schema"
import { count, field, Format, Hours, type InputOf, MaybeSpan, names, parameters } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import type { Get } from "./Request.ts"
import { airQualityDomains } from "./variables/AirQuality.ts"

const input = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"airQuality", "hourly">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"airQuality", "current">(),
    /** The model: `cams_europe`, `cams_global`, or `auto` for the best at the place. Default: `auto`. */
    domains: field(Schema.Literals(airQualityDomains)),
    /** Number of days from today, 0 to 7. Default: 5. */
    forecast_days: count,
    /** Number of days before today, as far back as 2013. Default: 0. */
    past_days: count
  },
  Format,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const airQuality = {
  service: "airQuality",
  path: "/v1/air-quality",
  parameters: input,
  limits: { days: 5, ahead: 7, since: "2013-01-01" }
} as const

/**
 * Gets the air quality for a place, and pollen in Europe.
 *
 * GET {airQuality}/v1/air-quality
 */
export const get: Get<Input, "AirQuality.get"> = one("AirQuality.get", airQuality)
