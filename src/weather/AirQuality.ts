/** Air quality and pollen, of the next days and since 2013. */
import * as Schema from "effect/Schema"
import type { Days, Format, Hours, MaybeSpan, Place } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import { type AirQualityDomain, airQualityDomains } from "./variables/AirQuality.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Format, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["airQuality"]["hourly"]> | undefined
  /** The conditions now. Default: none. */
  readonly current?: ReadonlyArray<Names["airQuality"]["current"]> | undefined
  /** Which model: `cams_europe`, `cams_global`, or the best for the place. Default: `auto`. */
  readonly domains?: AirQualityDomain | undefined
  /** Days from today on, 0 to 7. Default: 5. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets air quality and pollen for a place; pollen in Europe alone.
 *
 * GET {airQuality}/v1/air-quality
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "AirQuality.get",
  service: "airQuality",
  path: "/v1/air-quality",
  fields: {
    hourly: Fields.Names,
    current: Fields.Names,
    ...Fields.format,
    ...Fields.hours,
    ...Fields.maybeSpan,
    domains: /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(airQualityDomains)),
    forecast_days: /* @__PURE__ */ Fields.count(7),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 5
})
