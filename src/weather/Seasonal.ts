/** Forecasts of the next months, with probabilities and anomalies. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, run, Units } from "./Input.ts"
import { withMembers } from "./internal/request/one.ts"
import { seasonalDivisor } from "./Quota.ts"
import type { GetEnsemble } from "./Request.ts"
import { membersOf } from "./variables/Models.ts"

const input = parameters(
  {
    /** Variables of all members, every six hours unless `temporal_resolution` says otherwise. Default: none. */
    hourly: names<"seasonal", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"seasonal", "daily">(),
    /** Weekly means and anomalies. Default: none. */
    weekly: names<"seasonal", "weekly">(),
    /** Monthly means and anomalies. Default: none. */
    monthly: names<"seasonal", "monthly">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"seasonal", "models">(),
    /** The run to read, as a time in UTC. Not beside dates. Default: the latest one. */
    run,
    /** Number of days from today, 0 to 217. Default: 183. */
    forecast_days: count,
    /** Number of days before today, as far back as 2025-09-01. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const seasonal = {
  service: "seasonal",
  path: "/v1/seasonal",
  parameters: input,
  limits: { days: 183, ahead: 217, since: "2025-09-01" },
  resolution: "hourly_6",
  load: { members: membersOf, divisor: seasonalDivisor }
} as const

/**
 * Gets the seasonal forecast for a place: six-hourly (`hourly`) and daily values of each member, weekly and monthly means.
 *
 * GET {seasonal}/v1/seasonal
 */
export const get: GetEnsemble<Input, "Seasonal.get"> = withMembers("Seasonal.get", seasonal)
