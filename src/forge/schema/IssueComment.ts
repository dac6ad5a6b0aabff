import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A comment in the conversation of an issue or a pull request. */
export class IssueComment extends Schema.Opaque<IssueComment>()(
  Schema.Struct({
    /** Globally unique. Paths take it without the number of the issue. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL of the issue. */
    issue_url: Schema.String,
    /** Markdown. */
    body: Wire.withDefault(Schema.String, ""),
    /** The text as HTML. Null unless the media type asks for it, like `body_text`. */
    body_html: Wire.nullable(Schema.String),
    /** The text without Markdown. */
    body_text: Wire.nullable(Schema.String),
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
    author_association: Wire.nullable(AuthorAssociation),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    reactions: Wire.nullable(Reactions),
    /** The App that wrote it on the author's behalf. */
    performed_via_github_app: Wire.nullable(App)
  })
) {}
