/** Forecasts of the next months, with probabilities and anomalies. */
import { count, Format, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { withMembers } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import { seasonalDivisor } from "./Quota.ts"
import type { GetEnsemble } from "./Request.ts"
import { membersOf } from "./variables/Models.ts"

const input = parameters(
  {
    /** Variables of all members, every six hours. Default: none. */
    hourly: names<"seasonal", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"seasonal", "daily">(),
    /** Weekly means and anomalies. Default: none. */
    weekly: names<"seasonal", "weekly">(),
    /** Monthly means and anomalies. Default: none. */
    monthly: names<"seasonal", "monthly">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"seasonal", "models">(),
    /** Number of days from today, 0 to 217. Default: 92. */
    forecast_days: count(217),
    /** Number of days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Units,
  Format,
  Panel,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const seasonal = {
  service: "seasonal",
  path: "/v1/seasonal",
  parameters: input,
  rules: Rules.days,
  days: 92,
  resolution: "hourly_6",
  load: { members: membersOf, divisor: seasonalDivisor }
} as const

/**
 * Gets the seasonal forecast for a place: six-hourly (`hourly`) and daily values of each member, weekly and monthly means.
 *
 * GET {seasonal}/v1/seasonal
 */
export const get: GetEnsemble<Input, "Seasonal.get"> = withMembers("Seasonal.get", seasonal)
