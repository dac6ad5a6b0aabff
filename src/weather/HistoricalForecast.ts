/** What the first hours of each forecast said, put together since 2016. */
import type { Days, Format, Hours, MaybeSpan, Panel, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Panel, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["historicalForecast"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["historicalForecast"]["daily"]> | undefined
  /** Values for each quarter of an hour. Default: none. */
  readonly minutely_15?: ReadonlyArray<Names["historicalForecast"]["minutely_15"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["historicalForecast"]["models"]> | undefined
  /** Days from today on, 0 to 16. Default: 7. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets past forecasts for a place, as a continuous series.
 *
 * GET {historicalForecast}/v1/forecast
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "HistoricalForecast.get",
  service: "historicalForecast",
  path: "/v1/forecast",
  fields: {
    hourly: Fields.Names,
    daily: Fields.Names,
    minutely_15: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.panel,
    ...Fields.hours,
    ...Fields.maybeSpan,
    forecast_days: /* @__PURE__ */ Fields.count(16),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: [...Fields.spanRules, .../* @__PURE__ */ Fields.within("2016-01-01")],
  days: 7
})
