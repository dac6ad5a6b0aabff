/** Forecasts of the next months, as probabilities and anomalies. */
import type { Days, Format, MaybeSpan, Panel, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import { seasonalDivisor } from "./Quota.ts"
import { membersOf } from "./variables/Models.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Panel, Days, MaybeSpan {
  /** Values for each six hours, of all members. Default: none. */
  readonly six_hourly?: ReadonlyArray<Names["seasonal"]["six_hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["seasonal"]["daily"]> | undefined
  /** Means and anomalies of weeks. Default: none. */
  readonly weekly?: ReadonlyArray<Names["seasonal"]["weekly"]> | undefined
  /** Means and anomalies of months. Default: none. */
  readonly monthly?: ReadonlyArray<Names["seasonal"]["monthly"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["seasonal"]["models"]> | undefined
  /** Days from today on, 0 to 217. Default: 92. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the seasonal forecast for a place: six-hourly and daily values in members, weeks and months as means.
 *
 * GET {seasonal}/v1/seasonal
 */
export const get = /* @__PURE__ */ Call.ensemble<Input>({
  name: "Seasonal.get",
  service: "seasonal",
  path: "/v1/seasonal",
  fields: {
    six_hourly: Fields.Names,
    daily: Fields.Names,
    weekly: Fields.Names,
    monthly: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.panel,
    ...Fields.maybeSpan,
    forecast_days: /* @__PURE__ */ Fields.count(217),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 92,
  load: { members: membersOf, divisor: seasonalDivisor }
})
