/** Weather of the next days and of the last ones, from the best models for each place. */
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get, GetMany } from "./Request.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"forecast", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"forecast", "daily">(),
    /** The conditions now. Default: none. */
    current: names<"forecast", "current">(),
    /** Values for each quarter of an hour. Default: none. */
    minutely_15: names<"forecast", "minutely_15">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"forecast", "models">(),
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

/** What a forecast is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const forecast = {
  service: "forecast",
  path: "/v1/forecast",
  parameters: input,
  rules: Rules.days,
  days: 7
} as const

/**
 * Gets the forecast for a place.
 *
 * The answer has the blocks and the columns that are asked for, in its type too. Fails with `BadRequest` when the service
 * refuses the request: `Reason.parse(error.reason)` says which variable, model or date it is.
 *
 * GET {forecast}/v1/forecast
 */
export const get: Get<Input, "Forecast.get"> = one("Forecast.get", forecast)

/**
 * Gets the forecasts for several places, in the order asked, from as many requests as it takes.
 *
 * GET {forecast}/v1/forecast
 */
export const getMany: GetMany<Input, "Forecast.getMany"> = many("Forecast.getMany", forecast)
