import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/**
 * An organization that somebody is a member of. No operation here answers it; it is for endpoints that users declare.
 * Inside other records an organization is a `SimpleUser`.
 */
export class SimpleOrganization extends Schema.Opaque<SimpleOrganization>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique, and kept when the login changes. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    description: Wire.nullable(Schema.String)
  })
) {}
