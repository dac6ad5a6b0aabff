import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { withProfile } from "./User.ts"

/** The plan of a user. */
export class UserPlan extends Schema.Opaque<UserPlan>()(
  Schema.Struct({
    name: Schema.String,
    /** In KiB. */
    space: Schema.Int,
    private_repos: Schema.Int,
    collaborators: Schema.Int
  })
) {}

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
