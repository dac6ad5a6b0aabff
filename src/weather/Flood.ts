/** River discharge: forecasts of the next months, and data since 1984. */
import { identity } from "effect/Function"
import * as Schema from "effect/Schema"
import { count, field, Format, type InputOf, MaybeSpan, names, parameters } from "./Input.ts"
import { manyWithMembers } from "./internal/request/many.ts"
import { withMembers } from "./internal/request/one.ts"
import { partsWithMembers } from "./internal/request/parts.ts"
import type { GetEnsemble, GetEnsembleParts, GetManyEnsemble, MakeInput, Streamed } from "./Request.ts"

const fields = parameters(
  {
    /** Daily variables. Default: none. */
    daily: names<"flood", "daily">(),
    /** Models. With several, there is a column for each variable and model. Default: the best for the place. */
    models: names<"flood", "models">(),
    /** Whether to return all members of the ensemble (`river_discharge_member01` …). Any run may be absent. Default: false. */
    ensemble: field(Schema.Boolean),
    /** Number of days from today, 0 to 366. Default: 92. */
    forecast_days: count,
    /** Number of days before today, as far back as 1984. Default: 0. */
    past_days: count
  },
  Format,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof fields> {}

const flood = {
  service: "flood",
  path: "/v1/flood",
  parameters: fields,
  limits: { days: 92, ahead: 366, since: "1984-01-01" }
} as const

/** Keeps the type of an input that is declared ahead, so that its result has the requested columns. */
export const input: MakeInput<Input, "Flood.input"> = identity

/**
 * Gets the discharge of the largest river within 5 km of a place.
 *
 * GET {flood}/v1/flood
 */
export const get: GetEnsemble<Input, "Flood.get"> = withMembers("Flood.get", flood)

/**
 * Gets the river discharge for several places, in the order of `places`. Sends as many requests as needed.
 *
 * GET {flood}/v1/flood
 */
export const getMany: GetManyEnsemble<Input, "Flood.getMany"> = manyWithMembers("Flood.getMany", flood)

/**
 * Streams the river discharge of a span of any length as parts in chronological order, like `Archive.stream`.
 *
 * GET {flood}/v1/flood, once for each part
 */
export const stream: GetEnsembleParts<Streamed<Input>, "Flood.stream"> = partsWithMembers("Flood.stream", flood)
