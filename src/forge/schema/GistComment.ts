import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A comment on a gist. */
export class GistComment extends Schema.Opaque<GistComment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the gist, such as `OWNER`. */
    author_association: AuthorAssociation,
    /** Markdown. */
    body: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String
  })
) {}
