/** What forecasts said days ago, to see how good they are. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"previousRuns", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"previousRuns", "daily">(),
    /** The conditions now. Default: none. */
    current: names<"previousRuns", "current">(),
    /** Values for each quarter of an hour. Default: none. */
    minutely_15: names<"previousRuns", "minutely_15">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"previousRuns", "models">(),
    /** Days from today on, 0 to 16. Default: 7. */
    forecast_days: count(16),
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

const previousRuns = {
  service: "previousRuns",
  path: "/v1/forecast",
  parameters: input,
  rules: Rules.days,
  days: 7
} as const

/**
 * Gets the forecast for a place and, for variables with `_previous_day1` to `_previous_day7` behind them, what it was so
 * many days before.
 *
 * GET {previousRuns}/v1/forecast
 */
export const get: Get<Input, "PreviousRuns.get"> = one("PreviousRuns.get", previousRuns)
