import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** How you watch a repository. */
export class RepoSubscription extends Schema.Opaque<RepoSubscription>()(
  Schema.Struct({
    /** Whether you are notified of everything. */
    subscribed: Schema.Boolean,
    /** Whether you get no notifications at all, not even when you are mentioned. */
    ignored: Schema.Boolean,
    reason: Wire.nullable(Schema.String),
    created_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String,
    /** API URL of the repository. */
    repository_url: Schema.String
  })
) {}
