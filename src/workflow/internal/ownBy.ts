/** Tells records of the program from those of others. */
import * as Effect from "effect/Effect"
import type { Forge } from "../../forge/Forge.ts"
import type { SimpleUser } from "../../forge/schema/SimpleUser.ts"
import * as Users from "../../forge/Users.ts"
import type { RequestError } from "../../rest/RestError.ts"

interface Written {
  readonly user: SimpleUser | null
}

/**
 * Whether a record counts: that of a login, or of the authenticated user, whom it asks for once there is a record to check.
 * The installation of an App cannot ask, so the records of all Apps count for it.
 */
export const ownBy = (
  creator: string | undefined
): Effect.Effect<(record: Written) => Effect.Effect<boolean, RequestError, Forge>> => {
  const by =
    (login: string) =>
    ({ user }: Written) =>
      user?.login.toLowerCase() === login.toLowerCase()
  const own =
    creator === undefined
      ? Users.me({}).pipe(
          Effect.map(({ login }) => by(login)),
          // The installation of an App. People cannot write as an App.
          Effect.catchTag("Forbidden", () => Effect.succeed(({ user }: Written) => user?.type === "Bot"))
        )
      : Effect.succeed(by(creator))
  return Effect.map(Effect.cached(own), (own) => (record) => Effect.map(own, (isOwn) => isOwn(record)))
}
