import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { User } from "./User.ts"

/** The plan of a user. */
export class UserPlan extends Schema.Opaque<UserPlan>()(
  Schema.Struct({
    name: Schema.String,
    /** In KiB. */
    space: Wire.nullable(Schema.Int),
    private_repos: Wire.nullable(Schema.Int),
    collaborators: Wire.nullable(Schema.Int)
  })
) {}

/** Bundlers can drop an unused call that is marked pure, but not a spread. */
const withProfile = <const Fields extends Schema.Struct.Fields>(fields: Fields): typeof User.fields & Fields => ({
  ...User.fields,
  ...fields
})

/**
 * The profile of the authenticated user. The private fields, which `User` does not have, are null for a token that may
 * not read them.
 */
export class AuthenticatedUser extends Schema.Opaque<AuthenticatedUser>()(
  Schema.Struct(
    withProfile({
      /** The address for notifications. */
      notification_email: Wire.nullable(Schema.String),
      private_gists: Wire.nullable(Schema.Int),
      total_private_repos: Wire.nullable(Schema.Int),
      owned_private_repos: Wire.nullable(Schema.Int),
      /** In KiB. */
      disk_usage: Wire.nullable(Schema.Int),
      /** Number of collaborators on private repositories. */
      collaborators: Wire.nullable(Schema.Int),
      two_factor_authentication: Wire.nullable(Schema.Boolean),
      plan: Wire.nullable(UserPlan)
    })
  )
) {}
