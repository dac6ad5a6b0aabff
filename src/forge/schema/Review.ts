import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A review of a pull request: a verdict with a comment. Comments on lines are `ReviewComment`s. */
export class Review extends Schema.Opaque<Review>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The reviewer; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
    author_association: AuthorAssociation,
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** The text as HTML. Null unless the media type asks for it, like `body_text`. */
    body_html: Wire.nullable(Schema.String),
    /** The text without Markdown. */
    body_text: Wire.nullable(Schema.String),
    /** `PENDING` is a draft that only its author can see. */
    state: Wire.openEnum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
    /** The sha of the reviewed commit; null when the commit no longer exists. */
    commit_id: Wire.nullable(Schema.String),
    /** Null for a draft. */
    submitted_at: Wire.nullable(Wire.Timestamp),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL of the pull request. */
    pull_request_url: Schema.String
  })
) {}
