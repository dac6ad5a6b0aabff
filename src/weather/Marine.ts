/** Waves, ocean currents and sea temperature. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, parameters, Quarters, Units } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"marine", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"marine", "daily">(),
    /** Variables of the current conditions. Default: none. */
    current: names<"marine", "current">(),
    /** Variables at 15-minute intervals. Default: none. */
    minutely_15: names<"marine", "minutely_15">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"marine", "models">(),
    /** Number of days from today, 0 to 16. Default: 7. */
    forecast_days: count,
    /** Number of days before today, as far back as 1940. Default: 0. */
    past_days: count
  },
  Units,
  Format,
  Hours,
  MaybeSpan,
  Quarters
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const marine = {
  service: "marine",
  path: "/v1/marine",
  parameters: fields,
  limits: { days: 7, ahead: 16, since: "1940-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Marine.input"> = identity

/**
 * Gets the state of the sea at a place. Uses the nearest cell on the sea unless `cell_selection` says otherwise.
 *
 * GET {marine}/v1/marine
 */
export const get: Get<Input, "Marine.get"> = one("Marine.get", marine)

/**
 * Gets the state of the sea for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {marine}/v1/marine
 */
export const getMany: GetMany<Input, "Marine.getMany"> = many("Marine.getMany", marine)

/**
 * Streams the state of the sea of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {marine}/v1/marine, once for each part
 */
export const stream: GetParts<Streamed<Input>, "Marine.stream"> = parts("Marine.stream", marine)
