/** Forecasts of previous days, which show how accurate forecasts are. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters, Quarters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
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

const previousRuns = {
  service: "previousRuns",
  path: "/v1/forecast",
  parameters: fields,
  limits: { days: 7, ahead: 16, since: "2016-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "PreviousRuns.input"> = identity

/**
 * Gets the forecast for a place. A variable with the suffix `_previous_day1` to `_previous_day7` is the forecast of
 * that many days before.
 *
 * GET {previousRuns}/v1/forecast
 */
export const get: Get<Input, "PreviousRuns.get"> = one("PreviousRuns.get", previousRuns)

/**
 * Gets forecasts of previous days for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {previousRuns}/v1/forecast
 */
export const getMany: GetMany<Input, "PreviousRuns.getMany"> = many("PreviousRuns.getMany", previousRuns)

/**
 * Streams forecasts of previous days of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {previousRuns}/v1/forecast, once for each part
 */
export const stream: GetParts<Streamed<Input>, "PreviousRuns.stream"> = parts("PreviousRuns.stream", previousRuns)
