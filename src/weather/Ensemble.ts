/** Forecasts by ensembles: the same model run many times over, to see how sure it is. */
import type { Days, Format, Hours, MaybeSpan, Panel, Place, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import { membersOf } from "./variables/Models.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Panel, Days, Hours, MaybeSpan {
  /** Values for each hour. Default: none. */
  readonly hourly?: ReadonlyArray<Names["ensemble"]["hourly"]> | undefined
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["ensemble"]["daily"]> | undefined
  /** The conditions now. Default: none. */
  readonly current?: ReadonlyArray<Names["ensemble"]["current"]> | undefined
  /** One at the least; with several, a column for each variable, member and model. */
  readonly models: ReadonlyArray<Names["ensemble"]["models"]>
  /** Days from today on, 0 to 36. Default: 7. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 92. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the runs of one ensemble or more for a place: the control run under the name of its variable, the others behind it
 * (`temperature_2m_member01` …). `Series.members` gives all of a variable.
 *
 * GET {ensemble}/v1/ensemble
 */
export const get = /* @__PURE__ */ Call.ensemble<Input>({
  name: "Ensemble.get",
  service: "ensemble",
  path: "/v1/ensemble",
  fields: {
    hourly: Fields.Names,
    daily: Fields.Names,
    current: Fields.Names,
    models: Fields.SomeNames,
    ...Fields.units,
    ...Fields.format,
    ...Fields.panel,
    ...Fields.hours,
    ...Fields.maybeSpan,
    forecast_days: /* @__PURE__ */ Fields.count(36),
    past_days: /* @__PURE__ */ Fields.count(92)
  },
  rules: Fields.spanRules,
  days: 7,
  load: { members: membersOf }
})
