/** Forecasts of the next months, with probabilities and anomalies. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, run, Units } from "./Input.ts"
import { manyWithMembers } from "./internal/request/many.ts"
import { withMembers } from "./internal/request/one.ts"
import { partsWithMembers } from "./internal/request/parts.ts"
import { seasonalDivisor } from "./Quota.ts"
import type { GetEnsemble, GetEnsembleParts, GetManyEnsemble, MakeInput, Streamed } from "./Request.ts"
import { seasonalMembersOf } from "./variables/Models.ts"

const fields = parameters(
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
export interface Input extends InputOf<typeof fields> {}

const seasonal = {
  service: "seasonal",
  path: "/v1/seasonal",
  parameters: fields,
  limits: { days: 183, ahead: 217, since: "2025-09-01" },
  resolution: "hourly_6",
  load: { members: seasonalMembersOf, divisor: seasonalDivisor }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Seasonal.input"> = identity

/**
 * Gets the seasonal forecast for a place: six-hourly (`hourly`) and daily values of each member, weekly and monthly means.
 *
 * GET {seasonal}/v1/seasonal
 */
export const get: GetEnsemble<Input, "Seasonal.get"> = withMembers("Seasonal.get", seasonal)

/**
 * Gets the seasonal forecasts for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {seasonal}/v1/seasonal
 */
export const getMany: GetManyEnsemble<Input, "Seasonal.getMany"> = manyWithMembers("Seasonal.getMany", seasonal)

/**
 * Streams the seasonal forecast of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {seasonal}/v1/seasonal, once for each part
 */
export const stream: GetEnsembleParts<Streamed<Input>, "Seasonal.stream"> = partsWithMembers(
  "Seasonal.stream",
  seasonal
)
