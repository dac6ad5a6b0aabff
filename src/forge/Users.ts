/** Users. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { AuthenticatedUser } from "./schema/AuthenticatedUser.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { User } from "./schema/User.ts"

/**
 * Lists all users and organizations in the order of their registration. The service has no page numbers here: a page
 * begins after the id `since`, and its `next` leads on.
 *
 * GET /users
 */
export const list = Forge.listing("Users.list", "GET /users", {
  query: {
    /** Only the accounts with a greater `id`. Default: all. */
    since: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  item: SimpleUser
})

/**
 * Gets the public profile of a user, a bot or an organization. `email` is the public address.
 *
 * GET /users/{username}
 */
export const get = Forge.operation("Users.get", "GET /users/{username}", {
  path: {
    /** Login of the user, the bot or the organization. */
    username: Schema.NonEmptyString
  },
  success: User,
  errors: [NotFound]
})

/**
 * Gets the profile of the authenticated user. The private fields are null for a token that may not read them. Fails
 * with `Unauthorized` without a token, and with `Forbidden` for an App installation.
 *
 * GET /user
 */
export const me = Forge.operation("Users.me", "GET /user", { success: AuthenticatedUser })
