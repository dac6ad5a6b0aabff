/**
 * What the sender of a request may see and do in a repository or an organization: as much as its role and its token
 * allow. A token without scopes and permissions in the seed has all scopes.
 */
import * as Result from "effect/Result"
import type { Permission } from "../../../ForgeState.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { notFound } from "../http/refusals.ts"
import type { Requirement } from "../http/requirement.ts"
import type { Installation, Membership, Organization, Token, User } from "../state/accounts.ts"
import { type Repository, same, userOf, type World } from "../state/model.ts"
import { includes, permissionOf } from "../state/roles.ts"
import { coveringOf } from "./clients.ts"
import { includesScope } from "./scopes.ts"

const all: ReadonlyArray<string> = [
  "admin:org",
  "admin:org_hook",
  "admin:public_key",
  "admin:ssh_signing_key",
  "gist",
  "notifications",
  "repo",
  "user",
  "workflow"
]

/** Returns the scopes of a token; null if it is not a classic one. */
export const scopesOf = (token: Token): ReadonlyArray<string> | null =>
  token.permissions !== null ? null : (token.scopes ?? all)

/** Whether a token has a scope, or one that includes it. Other tokens than classic ones have no scopes to lack. */
export const hasScope = (token: Token | null, scope: string): boolean => {
  const scopes = token === null ? null : scopesOf(token)
  return scopes === null || includesScope(scopes, scope)
}

/** The scopes for one kind of records alone. */
const narrow: Readonly<Record<string, (level: "read" | "write") => string>> = {
  deployments: () => "repo_deployment",
  repository_hooks: (level) => `${level}:repo_hook`,
  statuses: () => "repo:status"
}

/** The scopes for what belongs to the user of a token. */
const personal: Readonly<Record<string, (level: "read" | "write") => ReadonlyArray<string>>> = {
  email_addresses: (level) => (level === "read" ? ["user:email", "user"] : ["user"]),
  followers: () => ["user:follow", "user"],
  git_signing_ssh_public_keys: (level) => [`${level}:ssh_signing_key`],
  git_ssh_keys: (level) => [`${level}:public_key`],
  gists: () => ["gist"],
  members: (level) => [`${level}:org`],
  notifications: () => ["notifications", "repo"],
  profile: () => ["user"]
}

/** Lists the scopes of which one is needed to use an endpoint in a repository. */
export const acceptedScopes = (access: Requirement, isPrivate: boolean): ReadonlyArray<string> => {
  if (typeof access !== "object") return []
  const own = personal[access.permission]
  if (own !== undefined) return own(access.level)
  if (access.permission === "organization_hooks") return ["admin:org_hook"]
  const reads = access.level === "read"
  const only = narrow[access.permission]?.(access.level)
  const isOpen = reads && access.permission !== "repository_hooks"
  return [...(isPrivate || isOpen ? [] : ["public_repo"]), "repo", ...(only === undefined ? [] : [only])]
}

/** Whether a token sees private repositories at all. */
const seesPrivate = (token: Token | null, access: Requirement): boolean =>
  acceptedScopes(access, true).some((scope) => hasScope(token, scope)) || hasScope(token, "repo")

/** Whether a token may write to public repositories, as far as its user may. */
export const writesPublic = (token: Token | null, access: Requirement): boolean =>
  acceptedScopes(access, false).some((scope) => hasScope(token, scope))

/** What a decision about access depends on: every `Call` has it. */
type Viewing = Pick<Call, "world" | "viewer" | "token" | "access">

export const installationOf = (world: World, id: number | null): Installation | undefined => {
  if (id === null) return undefined
  for (const app of world.apps.values()) {
    const found = app.installations.get(id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a token reaches a repository: tokens of installations and fine-grained ones can be limited to some. */
export const reaches = (world: World, token: Token, repository: Repository): boolean => {
  if (token.repositories !== null && !token.repositories.has(repository.id)) return false
  if (token.installation === null) return coveringOf(world, token, repository) !== null
  // A token of an installation on selected repositories names them itself.
  const installation = installationOf(world, token.installation)
  return installation !== undefined && same(installation.account, repository.owner)
}

/** Installations have no role. What they may do depends on the endpoint's permission, which is checked before. */
const installationRole = (token: Token): Permission =>
  token.permissions?.["administration"] === "write"
    ? "admin"
    : Object.values(token.permissions ?? {}).includes("write")
      ? "write"
      : "read"

/** Returns the sender's role in a repository; undefined if it has none, as most readers of public ones. */
export const roleOf = ({ token, viewer, world }: Viewing, repository: Repository): Permission | undefined => {
  if (token !== null && !reaches(world, token, repository)) return undefined
  return token !== null && token.installation !== null
    ? installationRole(token)
    : permissionOf(world, repository, viewer)
}

export const may = (viewing: Viewing, repository: Repository, least: Permission): boolean => {
  const role = roleOf(viewing, repository)
  return role !== undefined && includes(role, least)
}

export const isVisible = (viewing: Viewing, repository: Repository): boolean =>
  !repository.private || (seesPrivate(viewing.token, viewing.access) && may(viewing, repository, "read"))

/** Returns the path's organization, or 404 if there is none. */
export const organizationOf = (call: Call): OrRefusal<readonly [profile: User, organization: Organization]> => {
  const profile = userOf(call.world, call.params["org"] ?? "")
  const organization = call.world.organizations.get(profile?.login.toLowerCase() ?? "")
  return profile === undefined || organization === undefined
    ? Result.fail(notFound(call))
    : Result.succeed([profile, organization] as const)
}

/** Whether the sender is a member of an organization. */
export const isMember = ({ viewer, world }: Call, login: string): boolean =>
  world.organizations.get(login.toLowerCase())?.members.has(viewer?.toLowerCase() ?? "") === true

/**
 * Returns the sender's membership in an organization, as far as its token may know of members; undefined without. An app
 * with the permission sees what members see.
 */
export const membershipOf = ({ token, viewer, world }: Call, login: string): Membership | undefined => {
  const own = world.organizations.get(login.toLowerCase())?.members.get(viewer?.toLowerCase() ?? "")
  if (token === null || token.permissions === null) return hasScope(token, "read:org") ? own : undefined
  if (token.permissions["members"] === undefined) return undefined
  const installation = installationOf(world, token.installation)
  return installation !== undefined && same(installation.account, login) ? { role: "member", public: false } : own
}
