import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { MinimalRepo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** An invitation to become a collaborator of a repository. */
export class Invitation extends Schema.Opaque<Invitation>()(
  Schema.Struct({
    /** Unique identifier. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    repository: MinimalRepo,
    /** Who is invited; null for a deleted account. */
    invitee: Wire.nullable(SimpleUser),
    /** Who has invited; null for a deleted account. */
    inviter: Wire.nullable(SimpleUser),
    /** What the user may do once the invitation is accepted. */
    permissions: Wire.openEnum(["read", "triage", "write", "maintain", "admin"]),
    created_at: Wire.Timestamp,
    /** Whether it can no longer be accepted, which is so after seven days. */
    expired: Wire.withDefault(Schema.Boolean, false),
    /** API URL. */
    url: Schema.String,
    /** Web page URL, where it can be accepted. */
    html_url: Schema.String
  })
) {}
