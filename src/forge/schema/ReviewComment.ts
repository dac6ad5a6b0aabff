import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

const Side = Wire.openEnum(["LEFT", "RIGHT"])

/** A comment on lines of a pull request's diff, or on a whole file. Comments in the conversation are `IssueComment`s. */
export class ReviewComment extends Schema.Opaque<ReviewComment>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The review that it belongs to. */
    pull_request_review_id: Wire.nullable(Schema.Int),
    /** The comment that it replies to. */
    in_reply_to_id: Wire.nullable(Schema.Int),
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
    author_association: AuthorAssociation,
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** The text as HTML. Null unless the media type asks for it, like `body_text`. */
    body_html: Wire.nullable(Schema.String),
    /** The text without Markdown. */
    body_text: Wire.nullable(Schema.String),
    /** The path of the file. */
    path: Schema.String,
    /** Whether it refers to a line or to the whole file. */
    subject_type: Wire.nullable(Wire.openEnum(["line", "file"])),
    /** The line, or the last line of a multi-line comment; null when it is outdated. */
    line: Wire.nullable(Schema.Int),
    /** `LEFT` is the old code, `RIGHT` the new. */
    side: Wire.nullable(Side),
    /** The first line of a multi-line comment. */
    start_line: Wire.nullable(Schema.Int),
    /** The side of the first line: `LEFT` is the old code, `RIGHT` the new. */
    start_side: Wire.nullable(Side),
    /** The line at the time of the comment. */
    original_line: Wire.nullable(Schema.Int),
    /** The first line in the commit that the comment was written on. */
    original_start_line: Wire.nullable(Schema.Int),
    /** In lines of the diff; null when it is outdated. The service will remove this field: use `line`. */
    position: Wire.nullable(Schema.Int),
    /** The position in the diff when the comment was written. */
    original_position: Wire.nullable(Schema.Int),
    /** The part of the diff that the comment refers to. */
    diff_hunk: Schema.String,
    /** The commit that the comment is now shown on. */
    commit_id: Schema.String,
    /** The commit that the comment was written on. */
    original_commit_id: Schema.String,
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    reactions: Wire.nullable(Reactions),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    pull_request_url: Schema.String
  })
) {}
