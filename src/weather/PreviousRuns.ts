/** Forecasts of previous days, which show how accurate forecasts are. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"previousRuns", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"previousRuns", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"previousRuns", "current">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"previousRuns", "minutely_15">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"previousRuns", "models">(),
    /** Number of days from today, 0 to 16. Default: 7. */
    forecast_days: count(16),
    /** Number of days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const previousRuns = {
  service: "previousRuns",
  path: "/v1/forecast",
  parameters: input,
  rules: Rules.days,
  days: 7
} as const

/**
 * Gets the forecast for a place. A variable with the suffix `_previous_day1` to `_previous_day7` is the forecast of
 * that many days before.
 *
 * GET {previousRuns}/v1/forecast
 */
export const get: Get<Input, "PreviousRuns.get"> = one("PreviousRuns.get", previousRuns)
