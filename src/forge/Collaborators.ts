/** The collaborators of a repository: who has access to it, and what they may do. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Name, Removed, RepoPath } from "./internal/fields.ts"
import { Collaborator, CollaboratorPermission } from "./schema/Collaborator.ts"
import { Invitation } from "./schema/Invitation.ts"

const CollaboratorPath = inRepo({
  /** Login of the user. Case does not matter. */
  username: Schema.NonEmptyString
})

/**
 * Lists the users who have access to a repository: its owner, those who were added to it and, in a repository of an
 * organization, those who have access as owners of the organization, as members of a team, or simply as members.
 *
 * GET /repos/{owner}/{repo}/collaborators · needs write access
 */
export const list = Forge.listing("Collaborators.list", "GET /repos/{owner}/{repo}/collaborators", {
  path: RepoPath,
  query: {
    /**
     * All; those who were added individually (`direct`); or those of them who are not members (`outside`). Default:
     * all.
     */
    affiliation: Schema.optional(Schema.Literals(["outside", "direct", "all"])),
    /** Only those with at least this permission. Default: all. */
    permission: Schema.optional(Schema.Literals(["pull", "triage", "push", "maintain", "admin"]))
  },
  item: Collaborator,
  errors: [NotFound]
})

/**
 * Tells whether a user has access to a repository beyond what everyone has to a public one. The value is also false if
 * the repository does not exist, or if the token may not see it. `getPermission` tells what the user may do.
 *
 * GET /repos/{owner}/{repo}/collaborators/{username} · needs write access
 */
export const isCollaborator = Forge.question(
  "Collaborators.isCollaborator",
  "GET /repos/{owner}/{repo}/collaborators/{username}",
  {
    path: CollaboratorPath
  }
)

/**
 * Gets what a user may do in a repository. For a user without any access, the `permission` is `none`, or `read` in a
 * public repository.
 *
 * GET /repos/{owner}/{repo}/collaborators/{username}/permission
 */
export const getPermission = Forge.operation(
  "Collaborators.getPermission",
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  {
    path: CollaboratorPath,
    success: CollaboratorPermission,
    errors: [NotFound]
  }
)

/**
 * Adds a collaborator, or changes what a collaborator may do. A user who has no access yet gets an invitation, which is
 * returned. The user has access once it is accepted: see `Invitations.accept`. Returns null if none was needed: for a
 * collaborator, and for a member of the organization.
 *
 * PUT /repos/{owner}/{repo}/collaborators/{username} · needs admin access
 */
export const add = Forge.operation("Collaborators.add", "PUT /repos/{owner}/{repo}/collaborators/{username}", {
  path: CollaboratorPath,
  body: {
    /**
     * What the user may do: `pull`, `triage`, `push`, `maintain`, `admin`, or a role that the organization has defined.
     * Only repositories of organizations have values other than `push`. Default: push.
     */
    permission: Name
  },
  // 204: nobody had to be invited.
  statuses: [200, 201, 203, 204],
  success: Schema.NullOr(Invitation),
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Removes a collaborator, also from issues and pull requests that are assigned to the user, and cancels an invitation.
 * This is also how users leave a repository. Users who have access as members of the organization keep it.
 *
 * DELETE /repos/{owner}/{repo}/collaborators/{username} · needs admin access, except to remove yourself
 */
export const remove = Forge.operation("Collaborators.remove", "DELETE /repos/{owner}/{repo}/collaborators/{username}", {
  path: CollaboratorPath,
  errors: [NotFound, ValidationFailed],
  foundBy: Removed
})
