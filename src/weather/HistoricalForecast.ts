/** Past forecasts since 2016: the first hours of each forecast, joined into one series. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"

const input = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"historicalForecast", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"historicalForecast", "daily">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"historicalForecast", "minutely_15">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"historicalForecast", "models">(),
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

const historicalForecast = {
  service: "historicalForecast",
  path: "/v1/forecast",
  parameters: input,
  rules: Rules.daysFrom("2016-01-01"),
  days: 7
} as const

/**
 * Gets past forecasts for a place as a continuous series.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const get: Get<Input, "HistoricalForecast.get"> = one("HistoricalForecast.get", historicalForecast)
