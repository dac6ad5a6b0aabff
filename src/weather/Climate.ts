/** Daily data of climate models from 1950 to 2050. */
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import { count, field, Format, type InputOf, MaybeSpan, names, parameters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Daily variables. Default: none. */
    daily: names<"climate", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: `MRI_AGCM3_2_S`. */
    models: names<"climate", "models">(),
    /** Whether to return the raw values of the models, without correction by observations. Default: false. */
    disable_bias_correction: field(Schema.Boolean),
    /** Number of days from today, 0 to 14. Default: 7. */
    forecast_days: count,
    /** Number of days before today, as far back as 1950. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const climate = {
  service: "climate",
  path: "/v1/climate",
  parameters: fields,
  limits: { days: 7, ahead: 14, since: "1950-01-01", until: "2050-12-31" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Climate.input"> = identity

/**
 * Gets the daily data of climate models for a place.
 *
 * GET {climate}/v1/climate
 */
export const get: Get<Input, "Climate.get"> = one("Climate.get", climate)

/**
 * Gets the daily data of climate models for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {climate}/v1/climate
 */
export const getMany: GetMany<Input, "Climate.getMany"> = many("Climate.getMany", climate)

/**
 * Streams the daily data of climate models of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {climate}/v1/climate, once for each part
 */
export const stream: GetParts<Streamed<Input>, "Climate.stream"> = parts("Climate.stream", climate)
