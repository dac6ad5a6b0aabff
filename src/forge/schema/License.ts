import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The license of a repository, as the service recognises it. */
export class License extends Schema.Opaque<License>()(
  Schema.Struct({
    /** Such as `mit`; `other` when it is none that the service knows. */
    key: Wire.nullable(Schema.String),
    name: Wire.nullable(Schema.String),
    /** Such as `MIT`; `NOASSERTION` when it is none that the service knows. */
    spdx_id: Wire.nullable(Schema.String),
    node_id: Wire.nullable(Schema.String),
    /** Of the API; null for a license of its own. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String)
  })
) {}
