import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Who a commit names as its author or committer: what git was told, not an account. */
export class GitIdentity extends Schema.Opaque<GitIdentity>()(
  Schema.Struct({
    /** Empty when the commit has none. */
    name: Wire.withDefault(Schema.String, ""),
    /** Empty when the commit has none. */
    email: Wire.withDefault(Schema.String, ""),
    date: Wire.nullable(Wire.Timestamp)
  })
) {}
