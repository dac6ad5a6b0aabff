import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The license of a repository, as recognised by the service. */
export class License extends Schema.Opaque<License>()(
  Schema.Struct({
    /** Such as `mit`; `other` when the service does not recognise it. */
    key: Schema.String,
    name: Schema.String,
    /** Such as `MIT`; `NOASSERTION` when the service does not recognise it. */
    spdx_id: Wire.nullable(Schema.String),
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** API URL; null when the service does not recognise it. */
    url: Wire.nullable(Schema.String),
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String)
  })
) {}
