import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/**
 * A contributor to a repository, with the number of commits. A contributor without an account has the type `Anonymous`,
 * with `name` and `email` instead of `login`.
 */
export class Contributor extends Schema.Opaque<Contributor>()(
  Schema.Struct({
    /** Null for anonymous contributors. */
    login: Wire.nullable(Schema.String),
    /** Null for anonymous contributors. */
    id: Wire.nullable(Schema.Int),
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** API URL. */
    url: Wire.nullable(Schema.String),
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String),
    type: Wire.openEnum(["User", "Bot", "Organization", "Mannequin", "Anonymous"]),
    /** Whether the account belongs to the staff of the service. */
    site_admin: Wire.withDefault(Schema.Boolean, false),
    /** Anonymous contributors only: as in their commits. */
    name: Wire.nullable(Schema.String),
    /** Anonymous contributors only: as in their commits. */
    email: Wire.nullable(Schema.String),
    /** Number of commits. */
    contributions: Schema.Int
  })
) {}
