/** Who is let into a repository: its collaborators, the invitations to become one, and deploy keys. */
import type { DeployKeySeed, InvitationSeed } from "../../../ForgeSharingSeed.ts"
import { isoDate } from "../../exchange.ts"
import { withEvents } from "./issues.ts"
import { ensureUser, nextId, type Repository, same, userOf, type World } from "./model.ts"
import type { Invitation } from "./records.ts"
import { permissionOf } from "./roles.ts"
import { millisOf } from "./seed/moments.ts"

const lifetime = 7 * 86_400_000

/** Whether an invitation can no longer be accepted. */
export const isExpired = ({ created_at }: Invitation, now: number): boolean => now - created_at > lifetime

/** The invitation of a user, if there is one. */
export const invitationOf = ({ invitations }: Repository, login: string): Invitation | undefined =>
  [...invitations.values()].find(({ invitee }) => same(invitee, login))

/** The invitations of a user, with their repositories. */
export const invitationsFor = (
  world: World,
  login: string
): ReadonlyArray<readonly [repository: Repository, invitation: Invitation]> =>
  [...world.repositories.values()].flatMap((repository) => {
    const invitation = invitationOf(repository, login)
    return invitation === undefined ? [] : [[repository, invitation] as const]
  })

/** The users with a role in a repository, in the order of their logins. Organizations are not users. */
export const peopleOf = (world: World, repository: Repository): ReadonlyArray<string> => {
  const members = world.organizations.get(repository.owner.toLowerCase())?.members.keys() ?? []
  const logins = [repository.owner.toLowerCase(), ...repository.collaborators.keys(), ...members]
  return [...new Set(logins)].filter((login) => hasRole(world, repository, login)).sort()
}

export const hasRole = (world: World, repository: Repository, login: string): boolean =>
  permissionOf(world, repository, login) !== undefined && userOf(world, login)?.type !== "Organization"

/** Takes the access of a user away, with what is assigned to whom has no access left. */
export const removeCollaborator = (
  world: World,
  repository: Repository,
  login: string,
  by: string,
  now: number
): void => {
  const invitation = invitationOf(repository, login)
  if (invitation !== undefined) repository.invitations.delete(invitation.id)
  if (!repository.collaborators.delete(login.toLowerCase()) || hasRole(world, repository, login)) return
  const others = (logins: ReadonlyArray<string>) => logins.filter((each) => !same(each, login))
  for (const issue of repository.issues.values()) {
    const assignees = others(issue.assignees)
    const { pull_request } = issue
    const requested_reviewers = others(pull_request?.requested_reviewers ?? [])
    const isRequested = requested_reviewers.length < (pull_request?.requested_reviewers.length ?? 0)
    if (assignees.length === issue.assignees.length && !isRequested) continue
    const after = {
      ...issue,
      assignees,
      pull_request: pull_request === null ? null : { ...pull_request, requested_reviewers },
      updated_at: now
    }
    repository.issues.set(issue.number, withEvents(world, repository, issue, after, { by, now }))
  }
}

/** A public key without its comment. */
export const bareKey = (key: string): string => key.trim().split(/\s+/, 2).join(" ")

/** Plants the invitations and the deploy keys of a repository. */
export const plantSharing = (
  world: World,
  repository: Repository,
  seed: { readonly invitations?: ReadonlyArray<InvitationSeed>; readonly deploy_keys?: ReadonlyArray<DeployKeySeed> },
  now: number
): void => {
  for (const given of seed.invitations ?? []) {
    const { created_at = { ago: 0 }, inviter = repository.owner, permission = "write" } = given
    const id = nextId(world, "invitation", given.id)
    repository.invitations.set(id, {
      id,
      invitee: ensureUser(world, given.invitee).login,
      inviter: inviter === null ? null : ensureUser(world, inviter).login,
      permission,
      created_at: millisOf(created_at, now)
    })
  }
  for (const given of seed.deploy_keys ?? []) {
    const { added_by = repository.owner, created_at = { ago: 0 }, key, read_only = false, title = "" } = given
    const id = nextId(world, "deploy key", given.id)
    repository.deployKeys.set(id, {
      id,
      key: bareKey(key),
      title,
      read_only,
      added_by: added_by === null ? null : ensureUser(world, added_by).login,
      created_at: millisOf(created_at, now)
    })
  }
}

/** The same as seeds. */
export const sharingSeed = ({ deployKeys, invitations }: Repository) => ({
  ...(invitations.size === 0
    ? {}
    : {
        invitations: [...invitations.values()].map(({ created_at, ...invitation }) => ({
          ...invitation,
          created_at: isoDate(created_at)
        }))
      }),
  ...(deployKeys.size === 0
    ? {}
    : {
        deploy_keys: [...deployKeys.values()].map(({ created_at, ...key }) => ({
          ...key,
          created_at: isoDate(created_at)
        }))
      })
})
