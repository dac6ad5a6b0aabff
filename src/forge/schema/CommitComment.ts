import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A comment on a commit, outside of a pull request. */
export class CommitComment extends Schema.Opaque<CommitComment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
    author_association: AuthorAssociation,
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** The sha of the commit. */
    commit_id: Schema.String,
    /** The path of the file; null for a comment on the whole commit. */
    path: Wire.nullable(Schema.String),
    /** The line of the file. */
    line: Wire.nullable(Schema.Int),
    /** In lines of the diff. */
    position: Wire.nullable(Schema.Int),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    reactions: Wire.nullable(Reactions),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
