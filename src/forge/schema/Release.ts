import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Reactions } from "./Reactions.ts"
import { ReleaseAsset } from "./ReleaseAsset.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A release. */
export class Release extends Schema.Opaque<Release>()(
  Schema.Struct({
    /** Paths take this id, not the tag. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    tag_name: Schema.String,
    /** The branch or commit that the tag was created from, or will be created from for a draft. */
    target_commitish: Schema.String,
    name: Wire.nullable(Schema.String),
    /** The notes, in Markdown. */
    body: Wire.nullable(Schema.String),
    /** The text as HTML. Null unless the media type asks for it, like `body_text`. */
    body_html: Wire.nullable(Schema.String),
    /** The text without Markdown. */
    body_text: Wire.nullable(Schema.String),
    /** Whether it is unpublished. */
    draft: Wire.withDefault(Schema.Boolean, false),
    /** Whether it is not ready for production. */
    prerelease: Wire.withDefault(Schema.Boolean, false),
    /** Whether its assets and its tag can no longer be changed. */
    immutable: Wire.withDefault(Schema.Boolean, false),
    author: SimpleUser,
    assets: Wire.withDefault(Schema.Array(ReleaseAsset), []),
    created_at: Wire.Timestamp,
    /** Null for a draft. */
    published_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    reactions: Wire.nullable(Reactions),
    /** Number of accounts that the notes mention. */
    mentions_count: Wire.nullable(Schema.Int),
    /** Web page URL. */
    html_url: Schema.String,
    /** The discussion of the release; null if there is none. */
    discussion_url: Wire.nullable(Schema.String),
    /** URL of the tagged files as an archive. */
    tarball_url: Wire.nullable(Schema.String),
    /** URL of the tagged files as an archive. */
    zipball_url: Wire.nullable(Schema.String),
    /** API URL. */
    url: Schema.String,
    /** API URL of the assets. */
    assets_url: Schema.String,
    /** URL to upload assets to: a URI template that ends in `{?name,label}`. */
    upload_url: Schema.String
  })
) {}
