import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

const Side = /* @__PURE__ */ Wire.openEnum(["LEFT", "RIGHT"])

/**
 * A comment on a line of a pull request's diff. No operation here answers it; it is for endpoints that users declare.
 * Comments in the conversation are `IssueComment`s.
 */
export class ReviewComment extends Schema.Opaque<ReviewComment>()(
  Schema.Struct({
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** The review that it belongs to. */
    pull_request_review_id: Wire.nullable(Schema.Int),
    /** The comment that it answers. */
    in_reply_to_id: Wire.nullable(Schema.Int),
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    author_association: Wire.nullable(AuthorAssociation),
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** The file. */
    path: Schema.String,
    /** Whether it is about a line or about the file as a whole. */
    subject_type: Wire.nullable(Wire.openEnum(["line", "file"])),
    /** The line, of several the last; null when it is outdated. */
    line: Wire.nullable(Schema.Int),
    /** The old code or the new. */
    side: Wire.nullable(Side),
    /** Of several lines the first. */
    start_line: Wire.nullable(Schema.Int),
    start_side: Wire.nullable(Side),
    /** As it was when the comment was written. */
    original_line: Wire.nullable(Schema.Int),
    original_start_line: Wire.nullable(Schema.Int),
    /** In lines of the diff, which the service is going to give up: see `line`. Null when it is outdated. */
    position: Wire.nullable(Schema.Int),
    original_position: Wire.nullable(Schema.Int),
    /** The part of the diff that it is about. */
    diff_hunk: Wire.nullable(Schema.String),
    commit_id: Wire.nullable(Schema.String),
    original_commit_id: Wire.nullable(Schema.String),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    reactions: Wire.nullable(Reactions),
    /** Of the web page. */
    html_url: Schema.String,
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    pull_request_url: Wire.nullable(Schema.String)
  })
) {}
