import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SharedWith } from "./Secret.ts"

/** A variable that workflows read. */
export class Variable extends Schema.Opaque<Variable>()(
  Schema.Struct({
    name: Schema.String,
    value: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp
  })
) {}

/** A variable of an organization. */
export class OrgVariable extends Schema.Opaque<OrgVariable>()(
  Schema.Struct({
    name: Schema.String,
    value: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Which repositories get it. */
    visibility: SharedWith,
    /** API URL of the selected repositories; null unless `visibility` is `selected`. */
    selected_repositories_url: Wire.nullable(Schema.String)
  })
) {}
