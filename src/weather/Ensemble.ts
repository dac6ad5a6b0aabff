/** Ensemble forecasts: many runs of the same model, which show how certain a forecast is. */
import { identity } from "effect/Function"
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
  Quarters,
  run,
  someNames,
  Units
} from "./Input.ts"
import { manyWithMembers } from "./internal/request/many.ts"
import { withMembers } from "./internal/request/one.ts"
import { partsWithMembers } from "./internal/request/parts.ts"
import type { GetEnsemble, GetEnsembleParts, GetManyEnsemble, MakeInput, Streamed } from "./Request.ts"
import { membersOf, runsOf } from "./variables/Models.ts"

const mandatory = {
  /** Models, at least one. With several, there is a column for each variable, member and model. */
  models: someNames<"ensemble", "models">()
} as const

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"ensemble", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"ensemble", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"ensemble", "current">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"ensemble", "minutely_15">(),
    /** The run to read, as a time in UTC. Not together with dates. Default: the latest one. */
    run,
    /** Number of days from today, 0 to 36. Default: 7. */
    forecast_days: count,
    /** Number of days before today, 0 to 93. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan,
  Quarters,
  group(mandatory, {})
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const ensemble = {
  service: "ensemble",
  path: "/v1/ensemble",
  parameters: fields,
  limits: { days: 7, ahead: 36, back: 93 },
  runsOf,
  load: { members: membersOf }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Ensemble.input"> = identity

/**
 * Gets the runs of one or more ensembles for a place. The control run has the name of the variable, and the members
 * have a suffix (`temperature_2m_member01` …). `Series.members` returns all runs of a variable.
 *
 * GET {ensemble}/v1/ensemble
 */
export const get: GetEnsemble<Input, "Ensemble.get"> = withMembers("Ensemble.get", ensemble)

/**
 * Gets the runs of one or more ensembles for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {ensemble}/v1/ensemble
 */
export const getMany: GetManyEnsemble<Input, "Ensemble.getMany"> = manyWithMembers("Ensemble.getMany", ensemble)

/**
 * Streams the runs of one or more ensembles of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {ensemble}/v1/ensemble, once for each part
 */
export const stream: GetEnsembleParts<Streamed<Input>, "Ensemble.stream"> = partsWithMembers(
  "Ensemble.stream",
  ensemble
)
