/** Invitations to become a collaborator of a repository. `Collaborators.add` sends them. */
import * as Schema from "effect/Schema"
import { Conflict, NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { inRepo, Ordinal, Removed, RepoPath } from "./internal/fields.ts"
import { Invitation } from "./schema/Invitation.ts"

const OwnPath = {
  /** The `id` of the invitation. */
  invitation_id: Ordinal
}

const InvitationPath = inRepo(OwnPath)

/**
 * Lists the invitations of a repository that are still to be accepted.
 *
 * GET /repos/{owner}/{repo}/invitations · needs admin access
 */
export const list = Forge.listing("Invitations.list", "GET /repos/{owner}/{repo}/invitations", {
  path: RepoPath,
  item: Invitation,
  errors: [NotFound]
})

/**
 * Changes what the user may do once the invitation is accepted.
 *
 * PATCH /repos/{owner}/{repo}/invitations/{invitation_id} · needs admin access
 */
export const update = Forge.operation("Invitations.update", "PATCH /repos/{owner}/{repo}/invitations/{invitation_id}", {
  path: InvitationPath,
  body: {
    /** What the user may do. Default: unchanged. */
    permissions: Schema.optional(Schema.Literals(["read", "triage", "write", "maintain", "admin"]))
  },
  success: Invitation,
  errors: [NotFound],
  repeatable: true
})

/**
 * Cancels an invitation.
 *
 * DELETE /repos/{owner}/{repo}/invitations/{invitation_id} · needs admin access
 */
const delete_ = Forge.operation("Invitations.delete", "DELETE /repos/{owner}/{repo}/invitations/{invitation_id}", {
  path: InvitationPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * Lists the invitations that the caller has not answered yet.
 *
 * GET /user/repository_invitations
 */
export const listForMe = Forge.listing("Invitations.listForMe", "GET /user/repository_invitations", {
  item: Invitation,
  errors: [NotFound]
})

/**
 * Accepts an invitation of the caller. Fails with `NotFound` if there is no such invitation, or if it was accepted
 * already.
 *
 * PATCH /user/repository_invitations/{invitation_id} · not retried when the service may have acted
 */
export const accept = Forge.operation("Invitations.accept", "PATCH /user/repository_invitations/{invitation_id}", {
  path: OwnPath,
  errors: [NotFound, Conflict],
  repeatable: false
})

/**
 * Declines an invitation of the caller.
 *
 * DELETE /user/repository_invitations/{invitation_id}
 */
export const decline = Forge.operation("Invitations.decline", "DELETE /user/repository_invitations/{invitation_id}", {
  path: OwnPath,
  errors: [NotFound, Conflict],
  foundBy: Removed
})
