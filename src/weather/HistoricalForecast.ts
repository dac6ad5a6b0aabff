/** What the first hours of each forecast said, put together since 2016. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"historicalForecast", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"historicalForecast", "daily">(),
    /** Values for each quarter of an hour. Default: none. */
    minutely_15: names<"historicalForecast", "minutely_15">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"historicalForecast", "models">(),
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

const historicalForecast = {
  service: "historicalForecast",
  path: "/v1/forecast",
  parameters: input,
  rules: Rules.daysFrom("2016-01-01"),
  days: 7
} as const

/**
 * Gets past forecasts for a place, as a continuous series.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const get: Get<Input, "HistoricalForecast.get"> = one("HistoricalForecast.get", historicalForecast)
