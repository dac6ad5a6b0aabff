import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/**
 * Who has committed to a repository, and how often. Those whose commits belong to no account are of the type
 * `Anonymous`: they have `name` and `email`, and no `login`.
 */
export class Contributor extends Schema.Opaque<Contributor>()(
  Schema.Struct({
    /** Null for the anonymous. */
    login: Wire.nullable(Schema.String),
    /** Null for the anonymous. */
    id: Wire.nullable(Schema.Int),
    node_id: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    type: Wire.nullable(Wire.openEnum(["User", "Bot", "Organization", "Mannequin", "Anonymous"])),
    site_admin: Wire.withDefault(Schema.Boolean, false),
    /** Of the anonymous: as their commits say it. */
    name: Wire.nullable(Schema.String),
    /** Of the anonymous: as their commits say it. */
    email: Wire.nullable(Schema.String),
    /** How many commits. */
    contributions: Schema.Int
  })
) {}
