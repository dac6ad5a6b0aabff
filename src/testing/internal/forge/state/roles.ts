/** Who may do what in a repository. */
import type { Permission } from "../../../ForgeState.ts"
import type { Organization } from "./accounts.ts"
import { type Repository, same, userOf, type World } from "./model.ts"

/** Permissions, from least to most. */
const permissions: ReadonlyArray<Permission> = ["read", "triage", "write", "maintain", "admin"]

/** Whether a permission includes another one. */
export const includes = (permission: Permission, least: Permission): boolean =>
  permissions.indexOf(permission) >= permissions.indexOf(least)

/** Lists what an organization gives a member: by its role, as every member, and by each of its teams. */
const granted = (organization: Organization, repository: Repository, login: string): ReadonlyArray<Permission> => {
  const membership = organization.members.get(login)
  if (membership === undefined) return []
  if (membership.role === "admin") return ["admin"]
  const base = organization.base_permission
  const teams = [...organization.teams.values()].flatMap((team) =>
    team.members.has(login) ? (team.repositories.get(repository.id) ?? []) : []
  )
  return base === "none" ? teams : [base, ...teams]
}

/**
 * Returns what a login may do in a repository: as its owner, a collaborator or a member of the organization, whichever
 * is most. Undefined if it has no role there.
 */
export const permissionOf = (world: World, repository: Repository, login: string | null): Permission | undefined => {
  if (login === null) return undefined
  if (same(repository.owner, login)) return "admin"
  const key = login.toLowerCase()
  const own = repository.collaborators.get(key)
  const organization = world.organizations.get(repository.owner.toLowerCase())
  const all = organization === undefined ? [] : granted(organization, repository, key)
  return all.reduce<Permission | undefined>(
    (most, permission) => (most === undefined || includes(permission, most) ? permission : most),
    own
  )
}

/** Whether a login may push to a repository. The bot of an app may where its installation can write. */
export const pushes = (world: World, repository: Repository, login: string): boolean => {
  const role = permissionOf(world, repository, login)
  if (role !== undefined) return includes(role, "write")
  const app = [...world.apps.values()].find(({ slug }) => same(`${slug}[bot]`, login))
  return [...(app?.installations.values() ?? [])].some(
    ({ account, permissions, repositories, suspended_at }) =>
      same(account, repository.owner) &&
      permissions["contents"] === "write" &&
      suspended_at === null &&
      (repositories === null || repositories.has(repository.id))
  )
}

/** Whether a user watches a repository: by the user's own word, or because the user may write to it. */
export const isSubscriber = (world: World, repository: Repository, login: string): boolean => {
  const own = repository.subscriptions.get(login.toLowerCase())
  if (own !== undefined) return own?.subscribed === true
  const permission = permissionOf(world, repository, login)
  return permission !== undefined && includes(permission, "write") && userOf(world, login)?.type !== "Organization"
}

/** Lists the logins of the users who watch a repository. */
export const subscribersOf = (world: World, repository: Repository): ReadonlyArray<string> => {
  const organization = world.organizations.get(repository.owner.toLowerCase())
  const logins = [
    repository.owner.toLowerCase(),
    ...repository.collaborators.keys(),
    ...repository.subscriptions.keys(),
    ...(organization?.members.keys() ?? [])
  ]
  return [...new Set(logins)].filter((login) => isSubscriber(world, repository, login)).toSorted()
}
