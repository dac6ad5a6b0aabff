import { Collaborators } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Lets a user write to a repository. A user who is not a member of the organization is invited first. */
export const add = Collaborators.add({ ...repo, username: "hedy", permission: "push" }).pipe(
  Effect.map((invitation) => (invitation === null ? "has access" : `is invited: ${invitation.html_url}`))
)

/** Tells whether a user has access to a repository. */
export const isCollaborator = Collaborators.isCollaborator({ ...repo, username: "grace" })

/** Reads what a user may do, to decide whether a bot follows the user's command. */
export const getPermission = Collaborators.getPermission({ ...repo, username: "alan" }).pipe(
  Effect.map(({ permission }) => (permission === "admin" || permission === "write" ? "may deploy" : "may not deploy"))
)

/** Lists who can administer a repository. */
export const list = Collaborators.list({ ...repo, permission: "admin" }).pipe(
  Stream.map(({ login, role_name }) => ({ login, role_name })),
  Stream.runCollect
)

/** Removes a user's access to a repository. */
export const remove = Collaborators.remove({ ...repo, username: "alan" })
