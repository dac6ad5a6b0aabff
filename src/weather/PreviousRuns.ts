/** What forecasts said days ago, to see how good they are. */
import type { Days, Format, Hours, MaybeSpan, Panel, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Panel, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["previousRuns"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["previousRuns"]["daily"]> | undefined
  /** The conditions now. Default: none. */
  readonly current?: ReadonlyArray<Names["previousRuns"]["current"]> | undefined
  /** Values for each quarter of an hour. Default: none. */
  readonly minutely_15?: ReadonlyArray<Names["previousRuns"]["minutely_15"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["previousRuns"]["models"]> | undefined
  /** Days from today on, 0 to 16. Default: 7. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the forecast for a place and, for variables with `_previous_day1` to `_previous_day7` behind them, what it was so
 * many days before.
 *
 * GET {previousRuns}/v1/forecast
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "PreviousRuns.get",
  service: "previousRuns",
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
    ...Fields.hours,
    ...Fields.maybeSpan,
    forecast_days: /* @__PURE__ */ Fields.count(16),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 7
})
