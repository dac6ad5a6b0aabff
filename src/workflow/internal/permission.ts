/** Who may do what in a repository. */
import * as Effect from "effect/Effect"
import * as Collaborators from "../../forge/Collaborators.ts"
import type { Forge } from "../../forge/Forge.ts"
import type { RequestError } from "../../rest/RestError.ts"
import type { Repository } from "./deliveries.ts"

/** What somebody may do in a repository; each includes those before it. */
export type Permission = "read" | "triage" | "write" | "maintain" | "admin"

const levels: ReadonlyArray<string> = ["none", "read", "triage", "write", "maintain", "admin"]

/** Tells whether somebody has a permission. Asks once for each login. */
export const makePermitted = (
  { owner, repo }: Repository,
  wanted: Permission
): ((login: string) => Effect.Effect<boolean, RequestError, Forge>) => {
  const known = new Map<string, boolean>()
  return (login) => {
    const found = known.get(login.toLowerCase())
    if (found !== undefined) return Effect.succeed(found)
    return Collaborators.getPermission({ owner, repo, username: login }).pipe(
      // A role of the organization's own counts as the one that it is based on.
      Effect.map(({ permission, role_name }) => Math.max(levels.indexOf(permission), levels.indexOf(role_name))),
      // The account was deleted.
      Effect.catchTag("NotFound", () => Effect.succeed(0)),
      Effect.map((level) => level >= levels.indexOf(wanted)),
      Effect.tap((isPermitted) => Effect.sync(() => known.set(login.toLowerCase(), isPermitted)))
    )
  }
}
