/** Solar radiation, measured by satellites. */
import { identity } from "effect/Function"
import { count, Format, Hours, type InputOf, MaybeSpan, names, Panel, parameters } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Hourly variables. Default: none. */
    hourly: names<"satelliteRadiation", "hourly">(),
    /** Daily variables. Default: none. */
    daily: names<"satelliteRadiation", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"satelliteRadiation", "models">(),
    /** Number of days from today, 0 or 1. Default: 1. */
    forecast_days: count,
    /** Number of days before today, as far back as 1983. Default: 0. */
    past_days: count
  },
  Format,
  Panel,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const satelliteRadiation = {
  service: "satelliteRadiation",
  path: "/v1/archive",
  parameters: fields,
  limits: { days: 1, ahead: 1, since: "1983-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "SatelliteRadiation.input"> = identity

/**
 * Gets the solar radiation at a place.
 *
 * GET {satelliteRadiation}/v1/archive
 */
export const get: Get<Input, "SatelliteRadiation.get"> = one("SatelliteRadiation.get", satelliteRadiation)

/**
 * Gets the solar radiation for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {satelliteRadiation}/v1/archive
 */
export const getMany: GetMany<Input, "SatelliteRadiation.getMany"> = many(
  "SatelliteRadiation.getMany",
  satelliteRadiation
)

/**
 * Streams the solar radiation of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {satelliteRadiation}/v1/archive, once for each part
 */
export const stream: GetParts<Streamed<Input>, "SatelliteRadiation.stream"> = parts(
  "SatelliteRadiation.stream",
  satelliteRadiation
)
