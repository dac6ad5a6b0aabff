/** Weather of the next days and of the last ones, from the best models for each place. */
import type { Days, Format, Hours, MaybeSpan, Panel, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What a forecast is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Panel, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["forecast"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["forecast"]["daily"]> | undefined
  /** The conditions now. Default: none. */
  readonly current?: ReadonlyArray<Names["forecast"]["current"]> | undefined
  /** Values for each quarter of an hour. Default: none. */
  readonly minutely_15?: ReadonlyArray<Names["forecast"]["minutely_15"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["forecast"]["models"]> | undefined
  /** Days from today on, 0 to 16. Default: 7. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

const declared = {
  service: "forecast",
  path: "/v1/forecast",
  fields: {
    hourly: Fields.Names,
    daily: Fields.Names,
    current: Fields.Names,
    minutely_15: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.panel,
    forecast_days: /* @__PURE__ */ Fields.count(16),
    past_days: /* @__PURE__ */ Fields.count(92),
    ...Fields.hours,
    ...Fields.maybeSpan
  },
  rules: Fields.spanRules,
  days: 7
} as const

/**
 * Gets the forecast for a place.
 *
 * The answer has the blocks and the columns that are asked for, in its type too. Fails with `BadRequest` when the service
 * refuses the request: `Reason.parse(error.reason)` says which variable, model or date it is.
 *
 * GET {forecast}/v1/forecast
 */
export const get = /* @__PURE__ */ Call.one<Input>({ name: "Forecast.get", ...declared })

/**
 * Gets the forecasts for several places, in the order asked, from as many requests as it takes.
 *
 * GET {forecast}/v1/forecast
 */
export const getMany = /* @__PURE__ */ Call.many<Input>({ name: "Forecast.getMany", ...declared })
