/** Waves, currents and the temperature of the sea. */
import * as Schema from "effect/Schema"
import type { Days, Format, Hours, MaybeSpan, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import { type LengthUnit, lengthUnits } from "./variables/Units.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["marine"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["marine"]["daily"]> | undefined
  /** The conditions now. Default: none. */
  readonly current?: ReadonlyArray<Names["marine"]["current"]> | undefined
  /** Values for each quarter of an hour. Default: none. */
  readonly minutely_15?: ReadonlyArray<Names["marine"]["minutely_15"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["marine"]["models"]> | undefined
  /** With `imperial`, heights come in feet. Default: `metric`. */
  readonly length_unit?: LengthUnit | undefined
  /** Days from today on, 0 to 16. Default: 7. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the state of the sea at a place; `cell_selection: "sea"` looks for the nearest water.
 *
 * GET {marine}/v1/marine
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "Marine.get",
  service: "marine",
  path: "/v1/marine",
  fields: {
    hourly: Fields.Names,
    daily: Fields.Names,
    current: Fields.Names,
    minutely_15: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.hours,
    ...Fields.maybeSpan,
    length_unit: /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Literals(lengthUnits)),
    forecast_days: /* @__PURE__ */ Fields.count(16),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 7
})
