/** Weather of the next days and of recent days, from the best models for each place. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Quarters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"forecast", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"forecast", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"forecast", "current">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"forecast", "minutely_15">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"forecast", "models">(),
    /** Number of days from today, 0 to 16. Default: 7. */
    forecast_days: count,
    /** Number of days before today, 0 to 93. Default: 0. */
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
export interface Input extends InputOf<typeof fields> {}

const forecast = {
  service: "forecast",
  path: "/v1/forecast",
  parameters: fields,
  limits: { days: 7, ahead: 16, back: 93 }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Forecast.input"> = identity

/**
 * Gets the forecast for a place.
 *
 * The result, and its type, have exactly the requested blocks and columns. Fails with `BadRequest` if the service
 * refuses the request; `Reason.parse(error.reason)` says which variable, model or date is at fault.
 *
 * GET {forecast}/v1/forecast
 */
export const get: Get<Input, "Forecast.get"> = one("Forecast.get", forecast)

/**
 * Gets the forecasts for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {forecast}/v1/forecast
 */
export const getMany: GetMany<Input, "Forecast.getMany"> = many("Forecast.getMany", forecast)

/**
 * Streams the forecast and the recent past of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {forecast}/v1/forecast, once for each part
 */
export const stream: GetParts<Streamed<Input>, "Forecast.stream"> = parts("Forecast.stream", forecast)
