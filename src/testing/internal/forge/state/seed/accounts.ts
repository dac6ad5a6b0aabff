/** Turns the users, organizations, apps and tokens of a seed into state. */
import type { GrantSeed, OAuthAppSeed } from "../../../../ForgeOAuthSeed.ts"
import type { IssueFieldSeed, IssueTypeSeed } from "../../../../ForgeIssueSeed.ts"
import type {
  AddressSeed,
  AppSeed,
  ContentSeed,
  InstallationSeed,
  ManifestSeed,
  OrganizationSeed,
  PublicKeySeed,
  TeamSeed,
  TokenSeed,
  UserSeed
} from "../../../../ForgeSeed.ts"
import type { Address, App, Installation, Membership, Organization, PublicKey, Team } from "../accounts.ts"
import { fieldNamed, typeNamed } from "../issues.ts"
import { ensureUser, nextId, repositoryNamed, unused, type World } from "../model.ts"
import type { FieldOption } from "../issueFields.ts"
import { hookOf } from "./hooks.ts"
import { newVault } from "../automation.ts"
import type { Grant } from "../oauth.ts"
import { follow } from "../profiles.ts"
import { plantRulesets } from "../rulesets.ts"
import { bareKey } from "../sharing.ts"
import { slugOf } from "../teams.ts"
import { millisOf } from "./moments.ts"

/** The login that a seed gives: a default if it gives none, null for a deleted account. */
export const loginFor = (world: World, given: string | null | undefined, usual: string): string | null =>
  given === null ? null : ensureUser(world, given ?? usual).login

/** The types of a new organization. */
const usualTypes: ReadonlyArray<IssueTypeSeed> = [
  { name: "Task", description: "A specific piece of work", color: "yellow" },
  { name: "Bug", description: "An unexpected problem or behavior", color: "red" },
  { name: "Feature", description: "A request, idea, or new functionality", color: "blue" }
]

const plantType = (world: World, organization: Organization, given: string | IssueTypeSeed): void => {
  const { name, ...seed } = typeof given === "string" ? { name: given } : given
  const known = typeNamed(organization, name)
  const id = known?.id ?? unused(organization.issue_types, "issue type", nextId(world, "issue type", seed.id))
  const usual = { description: null, color: null, is_enabled: true }
  organization.issue_types.set(id, { ...usual, ...known, ...seed, id, name })
}

const plantField = (world: World, organization: Organization, seed: IssueFieldSeed): void => {
  // Issues can have values of a field that is there, so it stays as it is.
  if (fieldNamed(organization, seed.name) !== undefined) return
  const id = unused(organization.issue_fields, "issue field", nextId(world, "issue field", seed.id))
  const options = (seed.options ?? []).map((given): FieldOption => {
    const option = typeof given === "string" ? { name: given } : given
    return { color: "gray", ...option, id: nextId(world, "field option", option.id) }
  })
  organization.issue_fields.set(id, { description: null, ...seed, id, options })
}

/** Returns the organization with this login, and makes it one if necessary. */
export const ensureOrganization = (
  world: World,
  login: string,
  types?: OrganizationSeed["issue_types"]
): Organization => {
  const { login: name } = ensureUser(world, login, { type: "Organization" })
  const known = world.organizations.get(name.toLowerCase())
  const organization: Organization = known ?? {
    members: new Map(),
    invitations: new Map(),
    base_permission: "read",
    teams: new Map(),
    rulesets: new Map(),
    issue_types: new Map(),
    issue_fields: new Map(),
    hooks: new Map(),
    vault: newVault()
  }
  for (const type of types ?? (known === undefined ? usualTypes : [])) plantType(world, organization, type)
  world.organizations.set(name.toLowerCase(), organization)
  return organization
}

const addressesOf = (given: ReadonlyArray<AddressSeed>): ReadonlyArray<Address> => {
  const hasPrimary = given.some(({ primary }) => primary === true)
  return given.map(({ email, primary, verified, visibility }, index) => ({
    email,
    primary: hasPrimary ? primary === true : index === 0,
    verified: verified ?? true,
    visibility: visibility ?? null
  }))
}

const keyOf = (world: World, { created_at, id, key, title, use }: PublicKeySeed, now: number): PublicKey => ({
  id: nextId(world, "public key", id),
  use: use ?? "git",
  title: title ?? "",
  key: bareKey(key),
  created_at: millisOf(created_at ?? { ago: 0 }, now)
})

export const plantUser = (world: World, seed: string | UserSeed, now: number): void => {
  const {
    addresses,
    created_at,
    follows: _,
    keys,
    login,
    ...rest
  }: UserSeed = typeof seed === "string" ? { login: seed } : seed
  ensureUser(world, login, {
    ...rest,
    ...(created_at === undefined ? {} : { created_at: millisOf(created_at, now) }),
    ...(addresses === undefined ? {} : { addresses: addressesOf(addresses) })
  })
  if (keys !== undefined) ensureUser(world, login, { keys: keys.map((key) => keyOf(world, key, now)) })
}

/** Lets the users of a seed follow others, once all of them are there. */
export const plantFollows = (world: World, seed: string | UserSeed): void => {
  if (typeof seed === "string") return
  for (const followed of seed.follows ?? []) follow(world, ensureUser(world, seed.login), ensureUser(world, followed))
}

const membersOf = (given: OrganizationSeed["members"]): ReadonlyArray<readonly [login: string, Membership]> => {
  if (given === undefined) return []
  if (isList(given)) return given.map((login) => [login, { role: "member", public: false }])
  return Object.entries(given).map(([login, member]) => {
    const { public: isPublic = false, role = "member" } = typeof member === "string" ? { role: member } : member
    return [login, { role, public: isPublic }]
  })
}

type Members = NonNullable<OrganizationSeed["members"]>

const isList = (given: Members): given is Extract<Members, ReadonlyArray<string>> => Array.isArray(given)

const plantTeam = (world: World, login: string, organization: Organization, seed: TeamSeed, now: number): void => {
  const slug = seed.slug ?? slugOf(seed.name)
  const { created_at = { ago: 0 }, maintainers = [], updated_at = created_at } = seed
  const members = [...new Set([...(seed.members ?? []), ...maintainers])].map((member) =>
    ensureUser(world, member).login.toLowerCase()
  )
  for (const member of members) {
    if (!organization.members.has(member)) organization.members.set(member, { role: "member", public: false })
  }
  const team: Team = {
    id: organization.teams.get(slug)?.id ?? nextId(world, "team", seed.id),
    slug,
    name: seed.name,
    description: seed.description ?? null,
    members: new Set(members),
    maintainers: new Set(maintainers.map((maintainer) => ensureUser(world, maintainer).login.toLowerCase())),
    privacy: seed.privacy ?? "closed",
    created_at: millisOf(created_at, now),
    updated_at: millisOf(updated_at, now),
    repositories: new Map(
      Object.entries(seed.repositories ?? {}).map(([name, permission]) => [idOf(world, name, login), permission])
    )
  }
  organization.teams.set(slug, team)
}

/** Finds a repository by `owner/name`, or by its name if the owner is known. */
const idOf = (world: World, given: string, owner?: string): number => {
  const name = given.includes("/") || owner === undefined ? given : `${owner}/${given}`
  const repository = repositoryNamed(world, name)
  if (repository === undefined) throw new Error(`The seed names the repository ${name}, which it does not have`)
  return repository.id
}

/** Makes the organization with its members. Its teams follow when the repositories are there. */
export const plantOrganization = (world: World, given: string | OrganizationSeed, now: number): void => {
  const seed: OrganizationSeed = typeof given === "string" ? { login: given } : given
  const {
    base_permission,
    created_at,
    description,
    hooks,
    invitations = {},
    issue_fields,
    rulesets,
    issue_types,
    login,
    members,
    // Planted later, when the repositories are there.
    teams: _teams,
    secrets: _secrets,
    variables: _variables,
    dependabot_secrets: _dependabotSecrets,
    ...rest
  } = seed
  ensureUser(world, login, {
    ...rest,
    ...(description === undefined ? {} : { bio: description }),
    ...(created_at === undefined ? {} : { created_at: millisOf(created_at, now) })
  })
  const organization = ensureOrganization(world, login, issue_types)
  for (const field of issue_fields ?? []) plantField(world, organization, field)
  const { id } = ensureUser(world, login)
  for (const seed of hooks ?? []) {
    const hook = hookOf(world, { type: "organization", id }, seed, now)
    organization.hooks.set(hook.id, hook)
  }
  plantRulesets(world, organization.rulesets, rulesets, now)
  if (base_permission !== undefined) {
    world.organizations.set(login.toLowerCase(), { ...organization, base_permission })
  }
  for (const [member, membership] of membersOf(members)) {
    organization.members.set(ensureUser(world, member).login.toLowerCase(), membership)
  }
  for (const [invitee, given] of Object.entries(invitations)) {
    const { created_at: at = { ago: 0 }, id: wished, inviter, role = "member", teams = {} } = given
    organization.invitations.set(ensureUser(world, invitee).login.toLowerCase(), {
      id: nextId(world, "organization invitation", wished),
      role,
      inviter: inviter === null ? null : ensureUser(world, inviter).login,
      teams,
      created_at: millisOf(at, now)
    })
  }
}

const plantInstallation = (world: World, app: AppSeed, seed: InstallationSeed, now: number): Installation => ({
  id: nextId(world, "installation", seed.id),
  account: ensureUser(world, seed.account).login,
  permissions: seed.permissions ?? app.permissions ?? appPermissions,
  repositories:
    seed.repositories === undefined ? null : new Set(seed.repositories.map((name) => idOf(world, name, seed.account))),
  suspended_at: seed.suspended === true ? now : null
})

const appPermissions = {
  contents: "write",
  issues: "write",
  pull_requests: "write",
  checks: "write",
  statuses: "write"
} as const

const plantManifest = (world: World, seed: ManifestSeed, now: number): void => {
  const { code, created_at, private_key, public_key, ...app } = seed
  if ((private_key === undefined) !== (public_key === undefined)) {
    throw new Error(`The manifest ${code} has one key: a private key comes with its public one`)
  }
  world.manifests.set(code, {
    code,
    created_at: created_at === undefined ? now : millisOf(created_at, now),
    keys: private_key === undefined || public_key === undefined ? null : { private_key, public_key },
    app
  })
}

export const plantApp = (world: World, seed: AppSeed, now: number): App => {
  const [first] = world.repositories.values()
  const id = nextId(world, "app", seed.id)
  const installations = (seed.installations ?? []).map((given) => plantInstallation(world, seed, given, now))
  ensureUser(world, `${seed.slug}[bot]`, { type: "Bot" })
  const app: App = {
    id,
    slug: seed.slug,
    name: seed.name ?? seed.slug,
    client_id: seed.client_id ?? `Iv1.${id.toString(16).padStart(16, "0")}`,
    client_secret: seed.client_secret ?? null,
    callback_urls: seed.callback_urls ?? null,
    device_flow: seed.device_flow ?? true,
    expire_user_tokens: seed.expire_user_tokens ?? true,
    owner: ensureUser(world, seed.owner ?? first?.owner ?? "octocat").login,
    public_key: seed.public_key,
    permissions: seed.permissions ?? appPermissions,
    installations: new Map(installations.map((installation) => [installation.id, installation])),
    installation_requests: (seed.installation_requests ?? []).map(({ account, created_at, id, requester }) => ({
      id: nextId(world, "installation request", id),
      account: ensureUser(world, account).login,
      requester: ensureUser(world, requester).login,
      created_at: millisOf(created_at ?? { ago: 0 }, now)
    })),
    hook: hookOf(world, { type: "integration", id }, seed.hook ?? {}, now)
  }
  world.apps.set(id, app)
  return app
}

const plantOAuthApp = (world: World, { client_id, ...seed }: OAuthAppSeed): void => {
  const [first] = world.repositories.values()
  world.oauthApps.set(client_id, {
    client_id,
    client_secret: seed.client_secret,
    name: seed.name ?? client_id,
    owner: ensureUser(world, seed.owner ?? first?.owner ?? "octocat").login,
    callback_urls: seed.callback_urls ?? null,
    device_flow: seed.device_flow ?? true,
    suspended: seed.suspended ?? false
  })
}

const grantOf = (world: World, seed: GrantSeed, now: number): Grant => ({
  id: nextId(world, "authorization", seed.id),
  client_id: seed.client_id,
  created_at: millisOf(seed.created_at ?? { ago: 0 }, now),
  refresh:
    seed.refresh === undefined
      ? null
      : {
          token: seed.refresh.token,
          expires_at: millisOf(seed.refresh.expires_at, now),
          device: seed.refresh.device ?? false
        }
})

const plantToken = (world: World, token: string, given: string | TokenSeed, now: number): void => {
  const seed: TokenSeed = typeof given === "string" ? { login: given } : given
  world.tokens.set(token, {
    login: ensureUser(world, seed.login).login,
    scopes: seed.scopes ?? null,
    permissions: seed.permissions ?? null,
    repositories: seed.repositories === undefined ? null : new Set(seed.repositories.map((name) => idOf(world, name))),
    installation: seed.installation ?? null,
    app: seed.app ?? null,
    grant: seed.grant === undefined ? null : grantOf(world, seed.grant, now),
    expires_at: seed.expires_at === undefined ? null : millisOf(seed.expires_at, now),
    accepted_at: null
  })
}

/** Makes what names repositories: teams, apps and tokens. */
export const plantAccess = (world: World, seed: ContentSeed, now: number): void => {
  for (const given of seed.organizations ?? []) {
    if (typeof given === "string") continue
    const organization = ensureOrganization(world, given.login)
    for (const team of given.teams ?? []) plantTeam(world, given.login, organization, team, now)
  }
  for (const app of seed.apps ?? []) plantApp(world, app, now)
  for (const app of seed.oauth_apps ?? []) plantOAuthApp(world, app)
  for (const manifest of seed.manifests ?? []) plantManifest(world, manifest, now)
  for (const [token, given] of Object.entries(seed.tokens ?? {})) plantToken(world, token, given, now)
}
