/** Forecasts by ensembles: the same model run many times over, to see how sure it is. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, someNames, Units } from "./Input.ts"
import { withMembers } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { GetEnsemble } from "./Request.ts"
import { membersOf } from "./variables/Models.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"ensemble", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"ensemble", "daily">(),
    /** The conditions now. Default: none. */
    current: names<"ensemble", "current">(),
    /** One at the least; with several, a column for each variable, member and model. */
    models: someNames<"ensemble", "models">(),
    /** Days from today on, 0 to 36. Default: 7. */
    forecast_days: count(36),
    /** Days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const ensemble = {
  service: "ensemble",
  path: "/v1/ensemble",
  parameters: input,
  rules: Rules.days,
  days: 7,
  load: { members: membersOf }
} as const

/**
 * Gets the runs of one ensemble or more for a place: the control run under the name of its variable, the others behind it
 * (`temperature_2m_member01` …). `Series.members` gives all of a variable.
 *
 * GET {ensemble}/v1/ensemble
 */
export const get: GetEnsemble<Input, "Ensemble.get"> = withMembers("Ensemble.get", ensemble)
