/** Ensemble forecasts: many runs of the same model, which show how certain a forecast is. */
import {
  count,
  Format,
  group,
  Hours,
  type InputOf,
  MaybeSpan,
  names,
  Panel,
  parameters,
  run,
  someNames,
  Units
} from "./Input.ts"
import { withMembers } from "./internal/request/one.ts"
import type { GetEnsemble } from "./Request.ts"
import { membersOf, runsOf } from "./variables/Models.ts"

const mandatory = {
  /** Models, at least one. With several, there is a column for each variable, member and model. */
  models: someNames<"ensemble", "models">()
} as const

const input = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"ensemble", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"ensemble", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"ensemble", "current">(),
    /** The run to read, as a time in UTC. Not beside dates. Default: the latest one. */
    run,
    /** Number of days from today, 0 to 36. Default: 7. */
    forecast_days: count,
    /** Number of days before today, 0 to 92. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan,
  group(mandatory, {})
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const ensemble = {
  service: "ensemble",
  path: "/v1/ensemble",
  parameters: input,
  limits: { days: 7, ahead: 36, back: 92 },
  runsOf,
  load: { members: membersOf }
} as const

/**
 * Gets the runs of one or more ensembles for a place. The control run has the name of the variable, and the members
 * have a suffix (`temperature_2m_member01` …). `Series.members` returns all runs of a variable.
 *
 * GET {ensemble}/v1/ensemble
 */
export const get: GetEnsemble<Input, "Ensemble.get"> = withMembers("Ensemble.get", ensemble)
