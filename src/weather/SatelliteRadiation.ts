/** Radiation of the sun as satellites saw it. */
import type { Days, Format, Hours, MaybeSpan, Panel, Place } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Format, Panel, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["satelliteRadiation"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["satelliteRadiation"]["daily"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["satelliteRadiation"]["models"]> | undefined
  /** Days from today on, 0 to 16. Default: 1. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the radiation at a place.
 *
 * GET {satelliteRadiation}/v1/archive
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "SatelliteRadiation.get",
  service: "satelliteRadiation",
  path: "/v1/archive",
  fields: {
    hourly: Fields.Names,
    daily: Fields.Names,
    models: Fields.Names,
    ...Fields.format,
    ...Fields.panel,
    ...Fields.hours,
    ...Fields.maybeSpan,
    forecast_days: /* @__PURE__ */ Fields.count(16),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 1
})
