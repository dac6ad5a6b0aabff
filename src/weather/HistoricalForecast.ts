/** Past forecasts since 2016: the first hours of each forecast, joined into one series. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Quarters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"historicalForecast", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"historicalForecast", "daily">(),
    /** Variables of the current conditions: those of now. Default: none. */
    current: names<"historicalForecast", "current">(),
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
export interface Input extends InputOf<typeof fields> {}

const historicalForecast = {
  service: "historicalForecast",
  path: "/v1/forecast",
  parameters: fields,
  limits: { days: 1, ahead: 16, since: "2016-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "HistoricalForecast.input"> = identity

/**
 * Gets past forecasts for a place as a continuous series.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const get: Get<Input, "HistoricalForecast.get"> = one("HistoricalForecast.get", historicalForecast)

/**
 * Gets past forecasts for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const getMany: GetMany<Input, "HistoricalForecast.getMany"> = many(
  "HistoricalForecast.getMany",
  historicalForecast
)

/**
 * Streams past forecasts of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {historicalForecast}/v1/forecast, once for each part
 */
export const stream: GetParts<Streamed<Input>, "HistoricalForecast.stream"> = parts(
  "HistoricalForecast.stream",
  historicalForecast
)
