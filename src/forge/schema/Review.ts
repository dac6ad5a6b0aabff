import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A review of a pull request: a verdict with a comment. Its comments on lines are `ReviewComment`s. */
export class Review extends Schema.Opaque<Review>()(
  Schema.Struct({
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** The reviewer; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    author_association: Wire.nullable(AuthorAssociation),
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** `PENDING` is a draft, which only its author sees. */
    state: Wire.openEnum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
    /** The commit that was reviewed; null when it is gone. */
    commit_id: Wire.nullable(Schema.String),
    /** Null while it is a draft. */
    submitted_at: Wire.nullable(Wire.Timestamp),
    /** Of the web page. */
    html_url: Schema.String,
    /** Of the API. */
    pull_request_url: Wire.nullable(Schema.String)
  })
) {}
