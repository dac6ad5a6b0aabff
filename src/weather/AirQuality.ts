/** Air quality and pollen: forecasts, and data since 2013. */
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import { count, field, Format, Hours, type InputOf, MaybeSpan, names, parameters } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"
import { airQualityDomains } from "./variables/AirQuality.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"airQuality", "hourly">(),
    /** Daily variables: the greatest UV index, sun and moon. Default: none. */
    daily: names<"airQuality", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"airQuality", "current">(),
    /**
     * Models: `cams_europe`, `cams_global`. With both, there is a column for each variable and model. `domains` wins over
     * them. Default: the best for the place.
     */
    models: names<"airQuality", "models">(),
    /** The model: `cams_europe`, `cams_global`, or `auto` for the best at the place. Default: `auto`. */
    domains: field(Schema.Literals(airQualityDomains)),
    /** Number of days from today, 0 to 7. Default: 5. */
    forecast_days: count,
    /** Number of days before today, as far back as 2013. Default: 0. */
    past_days: count
  },
  Format,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const airQuality = {
  service: "airQuality",
  path: "/v1/air-quality",
  parameters: fields,
  limits: { days: 5, ahead: 7, since: "2013-01-01" }
} as const

/** Keeps the type of an input that is declared in advance, so that its result has the requested columns. */
export const input: MakeInput<Input, "AirQuality.input"> = identity

/**
 * Gets the air quality for a place, and pollen in Europe.
 *
 * GET {airQuality}/v1/air-quality
 */
export const get: Get<Input, "AirQuality.get"> = one("AirQuality.get", airQuality)

/**
 * Gets the air quality for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {airQuality}/v1/air-quality
 */
export const getMany: GetMany<Input, "AirQuality.getMany"> = many("AirQuality.getMany", airQuality)

/**
 * Streams the air quality of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {airQuality}/v1/air-quality, once for each part
 */
export const stream: GetParts<Streamed<Input>, "AirQuality.stream"> = parts("AirQuality.stream", airQuality)
