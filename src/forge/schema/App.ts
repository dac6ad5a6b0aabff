import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A GitHub App, as embedded in other records. */
export class App extends Schema.Opaque<App>()(
  Schema.Struct({
    id: Schema.Int,
    /** The name as used in URLs. */
    slug: Wire.nullable(Schema.String),
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** URL of its web page on the service. */
    html_url: Schema.String,
    /** URL of its own website. */
    external_url: Schema.String
  })
) {}
