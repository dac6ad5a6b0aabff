/** Air quality and pollen, of the next days and since 2013. */
import * as Schema from "effect/Schema"
import { count, Format, Hours, type InputOf, MaybeSpan, names, parameters } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"
import { airQualityDomains } from "./variables/AirQuality.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"airQuality", "hourly">(),
    /** The conditions now. Default: none. */
    current: names<"airQuality", "current">(),
    /** Which model: `cams_europe`, `cams_global`, or the best for the place. Default: `auto`. */
    domains: Schema.optional(Schema.Literals(airQualityDomains)),
    /** Days from today on, 0 to 7. Default: 5. */
    forecast_days: count(7),
    /** Days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Format,
  Hours,
  MaybeSpan
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const airQuality = {
  service: "airQuality",
  path: "/v1/air-quality",
  parameters: input,
  rules: Rules.days,
  days: 5
} as const

/**
 * Gets air quality and pollen for a place; pollen in Europe alone.
 *
 * GET {airQuality}/v1/air-quality
 */
export const get: Get<Input, "AirQuality.get"> = one("AirQuality.get", airQuality)
