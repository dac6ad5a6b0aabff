/** What climate models say of each day from 1950 to 2050. */
import * as Schema from "effect/Schema"
import type { Format, Place, Span, Units } from "./Input.ts"
import * as Call from "./internal/call.ts"
import * as Fields from "./internal/fields.ts"
import type { Names } from "./Variables.ts"

/** What is asked for; each list of variables becomes a block of the answer. */
export interface Input extends Place, Units, Format, Span {
  /** Values for each day. Default: none. */
  readonly daily?: ReadonlyArray<Names["climate"]["daily"]> | undefined
  /** With several, a column for each variable and model. Default: all of them. */
  readonly models?: ReadonlyArray<Names["climate"]["models"]> | undefined
  /** Whether the values are left as the models give them, off from what was observed. Default: false. */
  readonly disable_bias_correction?: boolean | undefined
}

/**
 * Gets the days of climate models for a place.
 *
 * GET {climate}/v1/climate
 */
export const get = /* @__PURE__ */ Call.one<Input>({
  name: "Climate.get",
  service: "climate",
  path: "/v1/climate",
  fields: {
    daily: Fields.Names,
    models: Fields.Names,
    ...Fields.units,
    ...Fields.format,
    ...Fields.span,
    disable_bias_correction: /* @__PURE__ */ Schema.optional(Schema.Boolean)
  },
  rules: [...Fields.spanRules, .../* @__PURE__ */ Fields.within("1950-01-01", "2050-12-31")],
  days: 1
})
