/** What the simulated GitHub starts with. Most has a default, so that a test states only what it depends on. */
import * as Schema from "effect/Schema"
import {
  branchSeed,
  checkSeed,
  commitCommentSeed,
  checkSuiteSeed,
  commitSeed,
  filesSeed,
  gitSeed,
  instant,
  mergesSeed,
  moment,
  protectionSeed,
  pushSeed,
  releaseSeed,
  settingsSeed,
  statusSeed
} from "./ForgeContentSeed.ts"
import { delaysSeed } from "./ForgeDelaysSeed.ts"
import { gistSeed, notificationSeed } from "./ForgeGistSeed.ts"
import { appHookSeed, hookSeed } from "./ForgeHookSeed.ts"
import { issueFieldSeed, issueSeed, issueTypeSeed, labelSeed, milestoneSeed, pullSeed } from "./ForgeIssueSeed.ts"
import { rulesetSeed, ruleSuiteSeed } from "./ForgeRulesetSeed.ts"
import { grantSeed, oauthAppSeed } from "./ForgeOAuthSeed.ts"
import { deployKeySeed, invitationSeed, subscriptionSeed } from "./ForgeSharingSeed.ts"
import { cacheSeed, dependabotFields, environmentSeed, settingsFields, type VaultSeed } from "./ForgeSettingsSeed.ts"
import { deploymentSeed, runSeed, workflowSeed } from "./ForgeWorkflowSeed.ts"
import {
  duration,
  flag,
  named,
  natural,
  optional,
  orText,
  permission,
  text,
  textOrNull,
  texts,
  whole
} from "./internal/seedFields.ts"

const role = Schema.Literals(["admin", "member"])

/** The role of a member of an organization: `admin` is an owner. */
export type MemberRole = typeof role.Type

const permissions = Schema.Record(Schema.String, Schema.Literals(["read", "write"]))

/** Permissions of an app or a fine-grained token, by name: `{ issues: "write", contents: "read" }`. */
export type PermissionsSeed = typeof permissions.Type

/** An e-mail address of a user. */
export interface AddressSeed extends Schema.Struct.Type<typeof addressFields> {}

const addressFields = {
  email: Schema.String,
  /** The first one is the primary one by default. */
  primary: flag,
  /** True by default. */
  verified: flag,
  /** Null by default: only the primary one has one. */
  visibility: optional(Schema.NullOr(Schema.Literals(["public", "private"])))
}

const addressSeed: Schema.Decoder<AddressSeed> = named("AddressSeed", addressFields)

/** A public SSH key of a user. */
export interface PublicKeySeed extends Schema.Struct.Type<typeof publicKeyFields> {}

const publicKeyFields = {
  /** In OpenSSH's format. */
  key: Schema.String,
  id: whole,
  title: text,
  /** What it is for: `git` by default, or to verify signatures. */
  use: optional(Schema.Literals(["git", "signing"])),
  created_at: moment
}

const publicKeySeed: Schema.Decoder<PublicKeySeed> = named("PublicKeySeed", publicKeyFields)

/** A user or a bot. An organization is an `OrganizationSeed`. */
export interface UserSeed extends Schema.Struct.Type<typeof userFields> {}

const userFields = {
  login: Schema.String,
  /** The next free id by default, as for all records. */
  id: whole,
  type: optional(Schema.Literals(["User", "Organization", "Bot"])),
  name: text,
  email: text,
  bio: text,
  company: text,
  blog: text,
  location: text,
  twitter_username: text,
  hireable: flag,
  /** How many follow the user in addition to those whose `follows` name it. */
  followers: whole,
  /** How many the user follows in addition to `follows`. */
  following: whole,
  /** Logins of those that the user follows. */
  follows: texts,
  /** All addresses of the user, of which `email` is the one in the profile; that one alone by default. */
  addresses: optional(Schema.Array(addressSeed)),
  keys: optional(Schema.Array(publicKeySeed)),
  created_at: moment
}

const userSeed: Schema.Decoder<UserSeed> = named("UserSeed", userFields)

/** A team of an organization. */
export interface TeamSeed extends Schema.Struct.Type<typeof teamFields> {}

const teamFields = {
  name: Schema.String,
  id: whole,
  /** Made from the name by default. */
  slug: text,
  description: text,
  /** Logins, who become members of the organization. */
  members: texts,
  /** Logins of the members who manage it, in addition to the owners of the organization. */
  maintainers: texts,
  /** Only its members and the owners of the organization see a secret one; `closed` by default. */
  privacy: optional(Schema.Literals(["closed", "secret"])),
  created_at: moment,
  updated_at: moment,
  /** What the team may do in each repository: by name in the organization, or by `owner/name`. */
  repositories: optional(Schema.Record(Schema.String, permission))
}

const teamSeed: Schema.Decoder<TeamSeed> = named("TeamSeed", teamFields)

/** An invitation to become a member of an organization. */
export interface OrganizationInvitationSeed extends Schema.Struct.Type<typeof organizationInvitationFields> {}

const organizationInvitationFields = {
  id: whole,
  /** `member` by default. */
  role: optional(role),
  /** Login; null for a deleted account. */
  inviter: Schema.NullOr(Schema.String),
  /** The role in each team that the member joins, by slug. */
  teams: optional(Schema.Record(Schema.String, Schema.Literals(["member", "maintainer"]))),
  created_at: moment
}

const organizationInvitationSeed: Schema.Decoder<OrganizationInvitationSeed> = named(
  "OrganizationInvitationSeed",
  organizationInvitationFields
)

/** An organization. */
export interface OrganizationSeed extends Schema.Struct.Type<typeof organizationFields>, VaultSeed {}

const organizationFields = {
  login: Schema.String,
  id: whole,
  name: text,
  description: text,
  blog: text,
  location: text,
  email: text,
  created_at: moment,
  /** Logins, or the role of each: `admin`, `member`, or with its visibility. Members are private by default. */
  members: optional(
    Schema.Union([
      Schema.Array(Schema.String),
      Schema.Record(Schema.String, Schema.Union([role, Schema.Struct({ role: optional(role), public: flag })]))
    ])
  ),
  /** Who is invited, by login. */
  invitations: optional(Schema.Record(Schema.String, organizationInvitationSeed)),
  /** What each member may do in each repository; `read` by default. */
  base_permission: optional(Schema.Literals([...permission.literals, "none"])),
  teams: optional(Schema.Array(teamSeed)),
  /** The types that issues of its repositories can have: `Task`, `Bug` and `Feature` by default. */
  issue_types: orText(issueTypeSeed),
  /** Rules for branches or tags of its repositories. */
  rulesets: optional(Schema.Array(rulesetSeed)),
  /** The fields that issues of its repositories can have in addition to the service's own; none by default. */
  issue_fields: optional(Schema.Array(issueFieldSeed)),
  /** Where the events of the organization and of its repositories go. */
  hooks: optional(Schema.Array(hookSeed))
}

const organizationSeed: Schema.Decoder<OrganizationSeed> = named("OrganizationSeed", {
  ...organizationFields,
  ...settingsFields,
  ...dependabotFields
})

/** A token that does not simply have all rights of its user. */
export interface TokenSeed extends Schema.Struct.Type<typeof tokenFields> {}

const tokenFields = {
  login: Schema.String,
  /** Makes it a classic token with these scopes, such as `repo` or `public_repo`. */
  scopes: texts,
  /** Makes it a fine-grained token with these permissions. `metadata: read` is always among them. */
  permissions: optional(permissions),
  /** Limits a fine-grained token to these repositories (`owner/name`). */
  repositories: texts,
  expires_at: moment,
  /** Id of the installation whose token it is. Its login is the app's bot. */
  installation: whole,
  /** Id of the app that signs in as itself with it, as with a JWT of its key. Its login is the app's bot. */
  app: whole,
  /** Makes it a token that its user has granted an app. */
  grant: optional(grantSeed)
}

const tokenSeed: Schema.Decoder<TokenSeed> = named("TokenSeed", tokenFields)

/** An installation of an app. */
export interface InstallationSeed extends Schema.Struct.Type<typeof installationFields> {}

const installationFields = {
  /** The user or organization that the app is installed on. */
  account: Schema.String,
  id: whole,
  /** The app's permissions by default. */
  permissions: optional(permissions),
  /** Repositories, by name in the account or by `owner/name`; all of the account's by default. */
  repositories: texts,
  /** Whether its account has suspended it: it gets no tokens, and its existing ones are refused. False by default. */
  suspended: flag
}

const installationSeed: Schema.Decoder<InstallationSeed> = named("InstallationSeed", installationFields)

/** An app, which signs in with JWTs of its own key and gets tokens for its installations. */
export interface AppSeed extends Schema.Struct.Type<typeof appFields> {}

const appFields = {
  slug: Schema.String,
  id: whole,
  name: text,
  client_id: text,
  /** With it, the app can sign users in with OAuth. */
  client_secret: text,
  /** Where users are sent back to, exactly; any URL of their own machine by default. */
  callback_urls: texts,
  /** Whether devices without a browser can sign users in. True by default. */
  device_flow: flag,
  /** Whether the tokens that users grant end after eight hours, and can be renewed. True by default. */
  expire_user_tokens: flag,
  /** The first repository's owner by default. */
  owner: text,
  /** The public key of its JWTs (RS256): SPKI in PEM. */
  public_key: Schema.String,
  /** Contents, issues, pull requests, checks and statuses: write, by default. */
  permissions: optional(permissions),
  installations: optional(Schema.Array(installationSeed)),
  /** Requests to install it on an account that are not answered yet. */
  installation_requests: optional(
    Schema.Array(Schema.Struct({ account: Schema.String, requester: Schema.String, id: whole, created_at: moment }))
  ),
  /** Where the events of its installations go; nowhere by default. */
  hook: optional(appHookSeed)
}

const appSeed: Schema.Decoder<AppSeed> = named("AppSeed", appFields)

/**
 * A manifest that a user has confirmed: the app that `Apps.createFromManifest` makes of its code, with its installations.
 * The secret of a hook is made up if it is not given.
 */
export interface ManifestSeed extends Schema.Struct.Type<typeof manifestFields> {}

const manifestFields = {
  ...appFields,
  code: Schema.String,
  /** The code is valid for an hour. Now by default. */
  created_at: moment,
  /** The private key that is handed out, in PEM, with its `public_key`. Both are made when the code is used, by default. */
  private_key: text,
  public_key: text
}

const manifestSeed: Schema.Decoder<ManifestSeed> = named("ManifestSeed", manifestFields)

/** A repository with its content. A repository without files, commits, branches and pulls is empty. */
export interface RepositorySeed extends Schema.Struct.Type<typeof repositoryFields>, VaultSeed {}

const repositoryFields = {
  owner: Schema.String,
  name: Schema.String,
  id: whole,
  /** Whether nothing is added for what it names: no roles of assignees and reviewers, no tags of releases. */
  complete: flag,
  private: flag,
  /** Null has none, even in a fork of a repository that has one. */
  description: textOrNull,
  homepage: text,
  topics: texts,
  archived: flag,
  stars: whole,
  created_at: moment,
  updated_at: moment,
  pushed_at: moment,
  /** False switches issues off; true by default. */
  has_issues: flag,
  /** Former names (`owner/name`), which redirect. */
  formerly: texts,
  /** Makes it a fork of this repository (`owner/name`, seeded before), with its branches and tags. */
  fork_of: text,
  /** The template that it was made from (`owner/name`, seeded before). Its files are those of the seed. */
  made_from: text,
  /** Logins with the permission `write`, or the permission of each login. */
  collaborators: optional(Schema.Union([Schema.Array(Schema.String), Schema.Record(Schema.String, permission)])),
  /** Invitations that are still to be accepted. */
  invitations: optional(Schema.Array(invitationSeed)),
  /** SSH keys that give machines access. */
  deploy_keys: optional(Schema.Array(deployKeySeed)),
  /** Which ways of merging are allowed: all by default, and branches stay. */
  merges: optional(mergesSeed),
  /** What else its administrators switch on and off. */
  settings: optional(settingsSeed),
  /** `main` by default. */
  default_branch: text,
  /** The files of the default branch's first commit, by path. */
  files: optional(filesSeed),
  /** Commits on top of it, the oldest first. */
  commits: optional(Schema.Array(commitSeed)),
  /** Further branches, by name. */
  branches: optional(Schema.Record(Schema.String, branchSeed)),
  /** The branch, tag or sha that each tag points to. */
  tags: optional(Schema.Record(Schema.String, Schema.String)),
  /** The names of renamed branches, by their former names, which redirect. */
  renamed_branches: optional(Schema.Record(Schema.String, Schema.String)),
  /** Git objects and refs as they are, in place of `files`, `commits`, `branches` and `tags`. */
  git: optional(gitSeed),
  /** Rules for many branches or tags at once. */
  rulesets: optional(Schema.Array(rulesetSeed)),
  /** How pushes were evaluated by rulesets. */
  rule_suites: optional(Schema.Array(ruleSuiteSeed)),
  /** Who has moved its branches and tags, the oldest first. */
  pushes: optional(Schema.Array(pushSeed)),
  /** What a branch requires of a merge, by name. */
  protection: optional(Schema.Record(Schema.String, protectionSeed)),
  labels: orText(labelSeed),
  milestones: orText(milestoneSeed),
  issues: optional(Schema.Array(issueSeed)),
  /** Numbers of deleted issues, for which the service answers 410. */
  deleted_issues: optional(Schema.Array(natural)),
  /** The ids of issues that were transferred, by the numbers that they had here. The service redirects to them. */
  moved_issues: optional(Schema.Record(Schema.String, natural)),
  pulls: optional(Schema.Array(pullSeed)),
  releases: orText(releaseSeed),
  commit_comments: optional(Schema.Array(commitCommentSeed)),
  statuses: optional(Schema.Array(statusSeed)),
  checks: optional(Schema.Array(checkSeed)),
  /** Check suites, which may have no check run yet. */
  check_suites: optional(Schema.Array(checkSuiteSeed)),
  /** Whether pushes create check suites, by id of the app. */
  auto_trigger_checks: optional(Schema.Record(Schema.String, Schema.Boolean)),
  /** Workflows of GitHub Actions. Those of its runs are added. */
  workflows: orText(workflowSeed),
  runs: optional(Schema.Array(runSeed)),
  deployments: optional(Schema.Array(deploymentSeed)),
  /** When each login has starred it. `stars` may count more. */
  stargazers: optional(Schema.Record(Schema.String, instant)),
  /** How each login watches it, apart from those who may write; null for those who do not. */
  subscriptions: optional(Schema.Record(Schema.String, Schema.NullOr(subscriptionSeed))),
  /** Where the events of the repository go. */
  hooks: optional(Schema.Array(hookSeed)),
  environments: orText(environmentSeed),
  /** What workflow runs have cached. */
  caches: orText(cacheSeed)
}

const repositorySeed: Schema.Decoder<RepositorySeed> = named("RepositorySeed", {
  ...repositoryFields,
  ...settingsFields,
  ...dependabotFields
})

/** What a rate limit allows. */
export interface Allowance extends Schema.Struct.Type<typeof allowanceFields> {}

const allowanceFields = {
  /** Requests per window for clients that are not signed in. */
  anonymous: whole,
  /** Requests per window for each user, shared by all of the user's tokens. */
  authenticated: whole,
  window: optional(duration)
}

const allowance: Schema.Decoder<Allowance> = named("Allowance", allowanceFields)

/**
 * What the secondary rate limits allow each principal: more is refused.
 *
 * The real service also takes a point for each read. This one does not: a test's clock stands still while a program
 * reads, so that all reads of a long listing would fall into the same minute.
 */
export interface SecondaryLimits extends Schema.Struct.Type<typeof secondaryLimitsFields> {}

const secondaryLimitsFields = {
  /** Requests at the same time; 100 by default. */
  concurrent: whole,
  /** Points in a minute, of which a write takes 5; 900 by default. */
  points: whole,
  /** Requests in a minute that create content, such as issues, comments and commits; 80 by default. */
  creations: whole,
  /** Such requests in an hour; 500 by default. */
  hourlyCreations: whole,
  /** What `Retry-After` states of a refusal; `none` leaves the header out. One minute by default. */
  retryAfter: optional(Schema.Union([duration, Schema.Literal("none")]))
}

const secondaryLimits: Schema.Decoder<SecondaryLimits> = named("SecondaryLimits", secondaryLimitsFields)

/** Rate limits that differ from the real service's. */
export interface LimitsSeed extends Schema.Struct.Type<typeof limitsFields> {}

const limitsFields = {
  core: optional(allowance),
  search: optional(allowance),
  code_search: optional(allowance),
  /** Counted in points. */
  graphql: optional(allowance),
  /** `none` switches the secondary limits off. */
  secondary: optional(Schema.Union([secondaryLimits, Schema.Literal("none")]))
}

const limitsSeed: Schema.Decoder<LimitsSeed> = named("LimitsSeed", limitsFields)

/**
 * Content of the service. What a repository or token names need not be listed: users, labels and milestones are created.
 */
export interface ContentSeed extends Schema.Struct.Type<typeof contentFields> {}

const contentFields = {
  users: orText(userSeed),
  organizations: orText(organizationSeed),
  apps: optional(Schema.Array(appSeed)),
  /** Apps that users let act for them, with the web flow or the device flow of OAuth. */
  oauth_apps: optional(Schema.Array(oauthAppSeed)),
  manifests: optional(Schema.Array(manifestSeed)),
  /**
   * The login of each token, which then has all of its rights, or what it is limited to. A simulator starts with one by
   * default: `token`, of the first repository's owner. If it starts without repositories, too, the token is that of
   * `octocat` until a later seed (`seed` of the handle) has `tokens` or repositories: then it acts as the first of these
   * tokens, or as the owner of the first of these repositories.
   */
  tokens: optional(Schema.Record(Schema.String, Schema.Union([Schema.String, tokenSeed]))),
  repositories: optional(Schema.Array(repositorySeed)),
  gists: optional(Schema.Array(gistSeed)),
  /** What happened before: the rest of a seed notifies nobody. */
  notifications: optional(Schema.Array(notificationSeed)),
  /** Where ids and numbers continue, by kind of record. `toSeed` of the handle writes them. */
  counters: optional(Schema.Record(Schema.String, natural))
}

/** Content, and how the service behaves. */
export interface Seed extends Schema.Struct.Type<typeof contentFields>, Schema.Struct.Type<typeof serviceFields> {}

const serviceFields = {
  /**
   * Rate limits other than the service's, or none. By default, there are 60 and 5,000 requests an hour, and the secondary
   * limits: a test that creates more than 80 records in a minute of its clock changes them.
   */
  limits: optional(Schema.Union([limitsSeed, Schema.Literal("none")])),
  /** Delay of each response; none by default. The service acts at once. */
  latency: optional(duration),
  /**
   * How long a new token of an installation is refused with 401, as the real service does until all of its replicas know
   * the token; not at all by default.
   */
  tokenDelay: optional(duration),
  /**
   * How long forks, transfers and other work take that the service only promises to do, in time of its clock. By default,
   * they are done at once.
   */
  delays: optional(delaysSeed),
  /** How far the service's clock is ahead of the program's, or behind it; neither by default. */
  clock: optional(Schema.Struct({ ahead: optional(duration), behind: optional(duration) })),
  /** The status of responses to what is not served; 501 by default. Clients that retry a 501 take a 404 for final. */
  unserved: optional(Schema.Literals([404, 501])),
  /** Root URL of the service's API; `https://api.github.com` by default. */
  baseUrl: text
}

/** The schema of `Seed`. */
export const seed = named("Seed", { ...contentFields, ...serviceFields })

/** Options of `ForgeSimulator.issues`. */
export interface IssuesOptions {
  /** Start of the pseudo-random sequence: another start makes other issues. 1 by default. */
  readonly start?: number
  /** Logins of authors and assignees. */
  readonly people?: ReadonlyArray<string>
}
