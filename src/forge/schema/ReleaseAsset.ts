import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A file of a release. */
export class ReleaseAsset extends Schema.Opaque<ReleaseAsset>()(
  Schema.Struct({
    /** Downloads take this id. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The file name as adjusted by the service: spaces become dots. */
    name: Schema.String,
    /** Shown instead of the name. */
    label: Wire.nullable(Schema.String),
    /** The media type that it was uploaded with. */
    content_type: Schema.String,
    /** `starter` is the remainder of a failed upload. */
    state: Wire.openEnum(["uploaded", "open", "starter"]),
    /** In bytes. */
    size: Wire.withDefault(Schema.Int, 0),
    /** `sha256:` and hexadecimal digits; null for older assets. */
    digest: Wire.nullable(Schema.String),
    /** How often it was downloaded. */
    download_count: Wire.withDefault(Schema.Int, 0),
    uploader: Wire.nullable(SimpleUser),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** API URL. */
    url: Schema.String,
    /** URL for downloads in a browser. */
    browser_download_url: Schema.String
  })
) {}
