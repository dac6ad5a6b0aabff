import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/**
 * An organization that a user is a member of. No built-in operation returns it; use it for endpoints that you declare.
 * Other records embed an organization as a `SimpleUser`.
 */
export class SimpleOrganization extends Schema.Opaque<SimpleOrganization>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique. It stays the same when the login changes. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    avatar_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    description: Wire.nullable(Schema.String)
  })
) {}
