/** Users. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { User } from "./schema/User.ts"

/**
 * Gets the public profile of a user, a bot or an organization. `email` is the public address.
 *
 * GET /users/{username}
 */
export const get = Forge.operation("Users.get", "GET /users/{username}", {
  path: { username: Schema.NonEmptyString },
  success: User,
  errors: [NotFound]
})
