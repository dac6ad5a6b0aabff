import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Reactions } from "./Reactions.ts"
import { ReleaseAsset } from "./ReleaseAsset.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A release. */
export class Release extends Schema.Opaque<Release>()(
  Schema.Struct({
    /** What paths take, not the tag. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    tag_name: Schema.String,
    /** Where the tag was made, or of a draft is to be made: a branch or a commit. */
    target_commitish: Wire.nullable(Schema.String),
    name: Wire.nullable(Schema.String),
    /** The notes (Markdown). */
    body: Wire.nullable(Schema.String),
    /** Whether it is yet to be published. */
    draft: Wire.withDefault(Schema.Boolean, false),
    prerelease: Wire.withDefault(Schema.Boolean, false),
    /** Whether its assets and its tag can no longer change. */
    immutable: Wire.withDefault(Schema.Boolean, false),
    author: Wire.nullable(SimpleUser),
    assets: Wire.withDefault(Schema.Array(ReleaseAsset), []),
    created_at: Wire.nullable(Wire.Timestamp),
    /** Null of a draft. */
    published_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    reactions: Wire.nullable(Reactions),
    /** How many accounts its notes mention. */
    mentions_count: Wire.nullable(Schema.Int),
    /** Of the web page. */
    html_url: Schema.String,
    discussion_url: Wire.nullable(Schema.String),
    /** The tagged files as an archive. */
    tarball_url: Wire.nullable(Schema.String),
    /** The tagged files as an archive. */
    zipball_url: Wire.nullable(Schema.String),
    /** Of the API, as is the following. */
    url: Wire.nullable(Schema.String),
    assets_url: Wire.nullable(Schema.String),
    /** Where its assets are uploaded to: a URI template ending `{?name,label}`. */
    upload_url: Wire.nullable(Schema.String)
  })
) {}
