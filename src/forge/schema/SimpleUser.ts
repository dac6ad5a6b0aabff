import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A user, bot or organization, as it stands inside other records. */
export class SimpleUser extends Schema.Opaque<SimpleUser>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique, and kept when the login changes. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    avatar_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    type: Wire.nullable(Wire.openEnum(["User", "Bot", "Organization", "Mannequin"])),
    site_admin: Wire.withDefault(Schema.Boolean, false),
    /** Null where the service does not say it, which is nearly everywhere. */
    name: Wire.nullable(Schema.String),
    /** Null where the service does not say it, which is nearly everywhere. */
    email: Wire.nullable(Schema.String)
  })
) {}
