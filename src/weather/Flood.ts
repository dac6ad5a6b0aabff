/** How much water rivers carry: of the next months, and since 1984. */
import * as Schema from "effect/Schema"
import type { Days, Format, MaybeSpan, Place } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Format, Days, MaybeSpan {
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["flood"]["daily"]> | undefined
  /** With several, a column for each variable and model. Default: the best for the place. */
  readonly models?: ReadonlyArray<Names["flood"]["models"]> | undefined
  /** Whether all members of the ensemble are answered (`river_discharge_member01` …). Default: false. */
  readonly ensemble?: boolean | undefined
  /** Days from today on, 0 to 366. Default: 92. */
  readonly forecast_days?: number | undefined
  /** Days before today, 0 to 366. Default: 0. */
  readonly past_days?: number | undefined
}

/**
 * Gets the discharge of the largest river near a place, within 5 km.
 *
 * GET {flood}/v1/flood
 */
export const get = /* @__PURE__ */ Call.ensemble<Input>({
  name: "Flood.get",
  service: "flood",
  path: "/v1/flood",
  fields: {
    daily: Fields.Names,
    models: Fields.Names,
    ...Fields.format,
    ...Fields.maybeSpan,
    ensemble: /* @__PURE__ */ Schema.optional(Schema.Boolean),
    forecast_days: /* @__PURE__ */ Fields.count(366),
    past_days: /* @__PURE__ */ Fields.count(366)
  },
  rules: Fields.spanRules,
  days: 92
})
