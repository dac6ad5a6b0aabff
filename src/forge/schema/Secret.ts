import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Which repositories of an organization get a secret or a variable: all, the private ones, or those that are selected. */
export const SharedWith = Wire.openEnum(["all", "private", "selected"])

/** A secret, without its value. */
export class Secret extends Schema.Opaque<Secret>()(
  Schema.Struct({
    name: Schema.String,
    created_at: Wire.Timestamp,
    /** When its value was last set. */
    updated_at: Wire.Timestamp
  })
) {}

/** A secret of an organization, without its value. */
export class OrgSecret extends Schema.Opaque<OrgSecret>()(
  Schema.Struct({
    name: Schema.String,
    created_at: Wire.Timestamp,
    /** When its value was last set. */
    updated_at: Wire.Timestamp,
    /** Which repositories get it. */
    visibility: SharedWith,
    /** API URL of the selected repositories; null unless `visibility` is `selected`. */
    selected_repositories_url: Wire.nullable(Schema.String)
  })
) {}
