/** Profiles of users and organizations, teams, and apps with their installations, as the service writes them. */
import type { Permission } from "../../../ForgeState.ts"
import { isoDate } from "../../exchange.ts"
import type {
  Access,
  App,
  Installation,
  InstallationRequest,
  Membership,
  Organization,
  OrganizationInvitation,
  Team,
  User
} from "../state/accounts.ts"
import { userOf, type World } from "../state/model.ts"
import { followersOf, followingOf } from "../state/profiles.ts"
import { repositoryCounts } from "../state/repositories.ts"
import { type Context, user } from "./common.ts"
import { nodeId } from "./nodeIds.ts"

/** The public profile of a user, as anybody sees it. */
export const publicUser = (context: Context, self: User) => ({
  ...user(context, self.login),
  name: self.name,
  company: self.company,
  blog: self.blog ?? "",
  location: self.location,
  email: self.email,
  hireable: self.hireable,
  bio: self.bio,
  twitter_username: self.twitter_username,
  public_repos: repositoryCounts(context.world, self.login).public,
  public_gists: 0,
  followers: followersOf(self),
  following: followingOf(self),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.created_at)
})

/** The profile of a user, as the user sees it. */
export const privateUser = (context: Context, self: User) => {
  const own = repositoryCounts(context.world, self.login).private
  return {
    ...publicUser(context, self),
    user_view_type: "private",
    private_gists: 0,
    total_private_repos: own,
    owned_private_repos: own,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: true,
    plan: { name: "free", space: 976_562_499, collaborators: 0, private_repos: 10_000 }
  }
}

/** An organization, as listings have it. */
export const organization = ({ urls }: Context, self: User) => {
  const api = `${urls.api}/orgs/${self.login}`
  return {
    login: self.login,
    id: self.id,
    node_id: nodeId("O", self.id),
    url: api,
    repos_url: `${api}/repos`,
    events_url: `${api}/events`,
    hooks_url: `${api}/hooks`,
    issues_url: `${api}/issues`,
    members_url: `${api}/members{/member}`,
    public_members_url: `${api}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${self.id}?v=4`,
    description: self.bio
  }
}

/** What only members of an organization are told. */
const forMembers = (context: Context, self: User, { base_permission }: Organization) => {
  const own = repositoryCounts(context.world, self.login).private
  return {
    total_private_repos: own,
    owned_private_repos: own,
    private_gists: 0,
    disk_usage: 0,
    collaborators: 0,
    billing_email: self.email,
    default_repository_permission: base_permission,
    members_can_create_repositories: true,
    two_factor_requirement_enabled: false,
    members_can_create_pages: true,
    members_can_fork_private_repositories: false,
    web_commit_signoff_required: false,
    members_can_create_public_pages: true,
    members_can_create_private_pages: true,
    members_can_create_public_repositories: true,
    members_can_create_private_repositories: true,
    members_can_create_internal_repositories: false,
    members_allowed_repository_creation_type: "all",
    plan: { name: "free", space: 976_562_499, private_repos: 10_000, filled_seats: 1, seats: 0 }
  }
}

/** The profile of an organization. Its members are told more. */
export const fullOrganization = (context: Context, self: User, of: Organization, isMember = false) => ({
  ...organization(context, self),
  ...(self.name === null ? {} : { name: self.name }),
  ...(self.company === null ? {} : { company: self.company }),
  ...(self.blog === null ? {} : { blog: self.blog }),
  ...(self.location === null ? {} : { location: self.location }),
  ...(self.email === null ? {} : { email: self.email }),
  twitter_username: null,
  is_verified: false,
  has_organization_projects: true,
  has_repository_projects: true,
  public_repos: repositoryCounts(context.world, self.login).public,
  public_gists: 0,
  followers: followersOf(self),
  following: followingOf(self),
  html_url: `${context.urls.html}/${self.login}`,
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.created_at),
  archived_at: null,
  type: "Organization",
  ...(isMember ? forMembers(context, self, of) : {})
})

/** The old names of permissions, which teams have. */
const teamPermissions: Readonly<Record<Permission, string>> = {
  read: "pull",
  triage: "triage",
  write: "push",
  maintain: "maintain",
  admin: "admin"
}

/** A team. With a permission, as the listing of a repository's teams has it. */
export const team = ({ urls }: Context, owner: User, self: Team, permission: Permission = "read") => {
  const url = `${urls.api}/organizations/${owner.id}/team/${self.id}`
  return {
    id: self.id,
    node_id: nodeId("T", self.id),
    name: self.name,
    slug: self.slug,
    description: self.description,
    privacy: self.privacy,
    notification_setting: "notifications_enabled",
    url,
    html_url: `${urls.html}/orgs/${owner.login}/teams/${self.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    permission: teamPermissions[permission],
    type: "organization",
    organization_id: owner.id,
    parent: null
  }
}

/** A team as the response for it alone has it. */
export const fullTeam = (context: Context, owner: User, of: Organization, self: Team) => ({
  ...team(context, owner, self),
  created_at: isoDate(self.created_at),
  updated_at: isoDate(self.updated_at),
  members_count: self.members.size,
  repos_count: self.repositories.size,
  organization: fullOrganization(context, owner, of)
})

export const membership = (
  context: Context,
  owner: User,
  login: string,
  state: "active" | "pending",
  role: Membership["role"]
) => ({
  url: `${context.urls.api}/orgs/${owner.login}/memberships/${login}`,
  state,
  role,
  organization_url: `${context.urls.api}/orgs/${owner.login}`,
  user: user(context, login),
  organization: organization(context, owner)
})

export const organizationInvitation = (context: Context, owner: User, login: string, self: OrganizationInvitation) => ({
  id: self.id,
  node_id: nodeId("OI", self.id),
  login: userOf(context.world, login)?.login ?? login,
  email: null,
  role: self.role === "admin" ? "admin" : "direct_member",
  created_at: isoDate(self.created_at),
  failed_at: null,
  failed_reason: null,
  inviter: user(context, self.inviter),
  team_count: Object.keys(self.teams).length,
  invitation_teams_url: `${context.urls.api}/organizations/${owner.id}/invitations/${self.id}/teams`,
  invitation_source: "member"
})

/** Every app may read metadata, whatever else it may do. */
export const permissions = (granted: Readonly<Record<string, Access>>): Readonly<Record<string, Access>> => ({
  metadata: "read",
  ...granted
})

/** Apps have no dates of their own: they are as old as their bots. */
const createdAt = (world: World, app: App): string => isoDate(userOf(world, `${app.slug}[bot]`)?.created_at ?? 0)

export const app = (context: Context, self: App) => ({
  id: self.id,
  client_id: self.client_id,
  slug: self.slug,
  node_id: nodeId("A", self.id),
  owner: user(context, self.owner),
  name: self.name,
  description: null,
  external_url: `${context.urls.html}/apps/${self.slug}`,
  html_url: `${context.urls.html}/apps/${self.slug}`,
  created_at: createdAt(context.world, self),
  updated_at: createdAt(context.world, self),
  permissions: permissions(self.permissions),
  events: [],
  installations_count: self.installations.size
})

export const installationRequest = (context: Context, self: InstallationRequest) => ({
  id: self.id,
  node_id: nodeId("IR", self.id),
  account: user(context, self.account),
  requester: user(context, self.requester),
  created_at: isoDate(self.created_at)
})

export const installation = (context: Context, of: App, self: Installation) => {
  const { urls, world } = context
  const account = userOf(world, self.account)
  const page = account?.type === "Organization" ? `${urls.html}/organizations/${account.login}` : urls.html
  return {
    id: self.id,
    client_id: of.client_id,
    account: user(context, self.account),
    repository_selection: self.repositories === null ? "all" : "selected",
    access_tokens_url: `${urls.api}/app/installations/${self.id}/access_tokens`,
    repositories_url: `${urls.api}/installation/repositories`,
    html_url: `${page}/settings/installations/${self.id}`,
    app_id: of.id,
    app_slug: of.slug,
    target_id: account?.id ?? 0,
    target_type: account?.type ?? "User",
    permissions: permissions(self.permissions),
    events: [],
    created_at: createdAt(world, of),
    updated_at: createdAt(world, of),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: self.suspended_at === null ? null : user(context, self.account),
    suspended_at: self.suspended_at === null ? null : isoDate(self.suspended_at)
  }
}
