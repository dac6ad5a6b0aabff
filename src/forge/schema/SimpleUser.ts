import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A user, bot or organization, as embedded in other records. */
export class SimpleUser extends Schema.Opaque<SimpleUser>()(
  Schema.Struct({
    login: Schema.String,
    /** Globally unique. It stays the same when the login changes. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    avatar_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String,
    type: Wire.openEnum(["User", "Bot", "Organization", "Mannequin"]),
    /** Whether the account belongs to the staff of the service. */
    site_admin: Wire.withDefault(Schema.Boolean, false),
    /** Null where the service does not return it, which is almost everywhere. */
    name: Wire.nullable(Schema.String),
    /** Null where the service does not return it, which is almost everywhere. */
    email: Wire.nullable(Schema.String)
  })
) {}

/** The fields of every user. */
export type UserFields = { readonly [K in keyof typeof SimpleUser.fields]: (typeof SimpleUser.fields)[K] }

/** Adds the fields of every user. A call like `inRepo`, whose named type keeps the docstrings. */
export const withUser = <const F extends Schema.Struct.Fields>(fields: F): F & UserFields => ({
  ...fields,
  ...SimpleUser.fields
})
