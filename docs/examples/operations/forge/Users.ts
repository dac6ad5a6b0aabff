import { Users } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Reads the public profile of a user. */
export const get = Users.get({ username: "grace" }).pipe(
  Effect.map(({ followers, location, name }) => ({ name, location, followers })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists the first three users of the service, in the order in which they signed up. */
export const list = Users.list({ per_page: 3 }).pipe(
  Stream.take(3),
  Stream.map(({ id, login }) => ({ id, login })),
  Stream.runCollect
)

/** Finds out whose token is used, or that there is no token. */
export const me = Users.me({}).pipe(
  Effect.map(({ login }) => login),
  Effect.catchTag("Unauthorized", () => Effect.succeed(null))
)
