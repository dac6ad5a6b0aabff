/** Past forecasts since 2016: the first hours of each forecast, joined into one series. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Quarters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
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
    /** Number of days from today, 0 to 16. Default: 1. */
    forecast_days: count,
    /** Number of days before today, as far back as 2016. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  Panel,
  Hours,
  MaybeSpan,
  Quarters
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const historicalForecast = {
  service: "historicalForecast",
  path: "/v1/forecast",
  parameters: input,
  limits: { days: 1, ahead: 16, since: "2016-01-01" }
} as const

/**
 * Gets past forecasts for a place as a continuous series.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const get: Get<Input, "HistoricalForecast.get"> = one("HistoricalForecast.get", historicalForecast)
