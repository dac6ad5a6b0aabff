/** Waves, ocean currents and sea temperature. */
import * as Schema from "effect/Schema"
import { count, field, Format, Hours, type InputOf, MaybeSpan, names, parameters, Units } from "./Input.ts"
import { one } from "./internal/request/one.ts"
import * as Rules from "./internal/request/rules.ts"
import type { Get } from "./Request.ts"
import { lengthUnits } from "./variables/Units.ts"

const input = parameters(
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
    /** With `imperial`, heights are in feet. Default: `metric`. */
    length_unit: field(Schema.Literals(lengthUnits)),
    /** Number of days from today, 0 to 16. Default: 7. */
    forecast_days: count(16),
    /** Number of days before today, 0 to 92. Default: 0. */
    past_days: count(92)
  },
  Units,
  Format,
  Hours,
  MaybeSpan
)

/** The input of `get`. Each list of variables becomes a block of the result. */
export interface Input extends InputOf<typeof input> {}

const marine = {
  service: "marine",
  path: "/v1/marine",
  parameters: input,
  rules: Rules.days,
  days: 7
} as const

/**
 * Gets the state of the sea at a place. With `cell_selection: "sea"`, uses the nearest water.
 *
 * GET {marine}/v1/marine
 */
export const get: Get<Input, "Marine.get"> = one("Marine.get", marine)
