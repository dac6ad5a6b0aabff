import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { anyCase } from "../internal/anyCase.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** What a service outside said of a commit: the newest for its context. */
export class CommitStatus extends Schema.Opaque<CommitStatus>()(
  Schema.Struct({
    id: Wire.nullable(Schema.Int),
    node_id: Wire.nullable(Schema.String),
    /** Read in lower case, whatever the service writes. */
    state: anyCase(["success", "pending", "failure", "error"]),
    /** What tells it from the others of the commit, such as `ci/build`; a newer one replaces the older. */
    context: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Its own web page. */
    target_url: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Whether pull requests need it; null where the service does not say it. */
    required: Wire.nullable(Schema.Boolean),
    /** Who set it; null in a combined status. */
    creator: Wire.nullable(SimpleUser),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}
