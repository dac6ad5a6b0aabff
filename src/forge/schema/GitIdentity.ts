import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The author or committer that a commit names, as configured in git. It is not an account. */
export class GitIdentity extends Schema.Opaque<GitIdentity>()(
  Schema.Struct({
    /** Empty when the commit does not have it. */
    name: Wire.withDefault(Schema.String, ""),
    /** Empty when the commit does not have it. */
    email: Wire.withDefault(Schema.String, ""),
    date: Wire.nullable(Wire.Timestamp)
  })
) {}
