import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A file of a release. */
export class ReleaseAsset extends Schema.Opaque<ReleaseAsset>()(
  Schema.Struct({
    /** What a download asks for. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** Of the file, as the service has made it fit: spaces become dots. */
    name: Schema.String,
    /** Shown in place of the name. */
    label: Wire.nullable(Schema.String),
    /** The media type that it was uploaded with. */
    content_type: Schema.String,
    /** `starter` is what a failed upload has left behind. */
    state: Wire.nullable(Wire.openEnum(["uploaded", "open", "starter"])),
    /** In bytes. */
    size: Wire.withDefault(Schema.Int, 0),
    /** `sha256:` and hex digits; null of older assets. */
    digest: Wire.nullable(Schema.String),
    download_count: Wire.withDefault(Schema.Int, 0),
    uploader: Wire.nullable(SimpleUser),
    created_at: Wire.nullable(Wire.Timestamp),
    updated_at: Wire.nullable(Wire.Timestamp),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Where a browser downloads it. */
    browser_download_url: Wire.nullable(Schema.String)
  })
) {}
