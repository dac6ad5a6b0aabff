/** Waves, currents and the temperature of the sea. */
import * as Schema from "effect/Schema"
import { count, Format, Hours, type InputOf, MaybeSpan, names, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"
import { lengthUnits } from "./variables/Units.ts"

const input = parameters(
  {
    /** Values for each hour. Default: none. */
    hourly: names<"marine", "hourly">(),
    /** Values for each day. Default: none. */
    daily: names<"marine", "daily">(),
    /** The conditions now. Default: none. */
    current: names<"marine", "current">(),
    /** Values for each quarter of an hour. Default: none. */
    minutely_15: names<"marine", "minutely_15">(),
    /** With several, a column for each variable and model. Default: the best for the place. */
    models: names<"marine", "models">(),
    /** With `imperial`, heights come in feet. Default: `metric`. */
    length_unit: Schema.optional(Schema.Literals(lengthUnits)),
    /** Days from today on, 0 to 16. Default: 7. */
    forecast_days: count(16),
    /** Days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Units,
  Format,
  Hours,
  MaybeSpan
)

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends InputOf<typeof input> {}

const marine = {
  service: "marine",
  path: "/v1/marine",
  parameters: input,
  rules: Rules.days,
  days: 7
} as const

/**
 * Gets the state of the sea at a place; `cell_selection: "sea"` looks for the nearest water.
 *
 * GET {marine}/v1/marine
 */
export const get: Get<Input, "Marine.get"> = one("Marine.get", marine)
