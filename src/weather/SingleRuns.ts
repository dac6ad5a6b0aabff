/** Single runs of weather models since 2023, from their first hour on. */
import { identity } from "effect/Function"
import { count, Format, group, type InputOf, names, Panel, parameters, Resolution, run, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get, GetMany, MakeInput } from "./Request.ts"

const mandatory = {
  /** The start of the run, as a time in UTC: `2026-02-06T00:00`. Runs start every one to twelve hours. */
  run
} as const

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"forecast", "hourly">(),
    /** Daily variables, for a run that starts at 00:00 in the requested time zone. Default: none. */
    daily: names<"forecast", "daily">(),
    /** Weekly variables, for a run that starts on a Monday at 00:00 in the requested time zone. Default: none. */
    weekly: names<"seasonal", "weekly">(),
    /** Monthly variables, for a run that starts on the first at 00:00 in the requested time zone. Default: none. */
    monthly: names<"seasonal", "monthly">(),
    /** Variables of the current conditions: those of now. Default: none. */
    current: names<"forecast", "current">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"forecast", "minutely_15">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"forecast", "models">(),
    /** Number of days from the run on. Default: 7. */
    forecast_days: count,
    /** Number of hours from the run on. Default: whole days. */
    forecast_hours: count,
    /** Number of quarters of an hour from the run on, for `minutely_15`. Default: whole days. */
    forecast_minutely_15: count
  },
  group(mandatory, {}),
  Units,
  Format,
  Panel,
  Resolution
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const singleRuns = {
  service: "singleRuns",
  path: "/v1/forecast",
  parameters: fields,
  limits: { days: 7 },
  rules: Rules.periods
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "SingleRuns.input"> = identity

/**
 * Gets what one run of a model forecast for a place. The rows begin at the hour of the run.
 *
 * GET {singleRuns}/v1/forecast
 */
export const get: Get<Input, "SingleRuns.get"> = one("SingleRuns.get", singleRuns)

/**
 * Gets what one run of a model forecast for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {singleRuns}/v1/forecast
 */
export const getMany: GetMany<Input, "SingleRuns.getMany"> = many("SingleRuns.getMany", singleRuns)
