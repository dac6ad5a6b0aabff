/**
 * What the simulated code-hosting service starts with. Most has a default, so that a test states only what it depends
 * on.
 */
import type * as Duration from "effect/Duration"
import type {
  BranchSeed,
  CheckSeed,
  CommitSeed,
  FilesSeed,
  GitSeed,
  MergesSeed,
  Moment,
  ProtectionSeed,
  PullFields,
  ReleaseSeed,
  SettingsSeed,
  StatusSeed
} from "./ForgeContentSeed.ts"
import type { IssueFieldSeed, IssueSeed, IssueTypeSeed, LabelSeed, MilestoneSeed } from "./ForgeIssueSeed.ts"
import type { DeploymentSeed, RunSeed, WorkflowSeed } from "./ForgeWorkflowSeed.ts"
import type { Permission, Resource } from "./ForgeState.ts"

/** A user or a bot. An organization is an `OrganizationSeed`. */
export interface UserSeed {
  readonly login: string
  /** The next free id by default, as for all records. */
  readonly id?: number
  readonly type?: "User" | "Organization" | "Bot"
  readonly name?: string
  readonly email?: string
  readonly bio?: string
  readonly company?: string
  readonly blog?: string
  readonly location?: string
  readonly followers?: number
  readonly following?: number
  readonly created_at?: Moment
}

/** A team of an organization. */
export interface TeamSeed {
  readonly name: string
  readonly id?: number
  /** Made from the name by default. */
  readonly slug?: string
  readonly description?: string
  /** Logins, who become members of the organization. */
  readonly members?: ReadonlyArray<string>
  /** What the team may do in each repository: by name in the organization, or by `owner/name`. */
  readonly repositories?: Readonly<Record<string, Permission>>
}

/** An organization. */
export interface OrganizationSeed {
  readonly login: string
  readonly id?: number
  readonly name?: string
  readonly description?: string
  readonly blog?: string
  readonly location?: string
  readonly email?: string
  readonly created_at?: Moment
  /** Logins, or the role of each: `admin`, `member`, or with its visibility. Members are private by default. */
  readonly members?:
    | ReadonlyArray<string>
    | Readonly<Record<string, MemberRole | { readonly role?: MemberRole; readonly public?: boolean }>>
  /** What each member may do in each repository; `read` by default. */
  readonly base_permission?: Permission | "none"
  readonly teams?: ReadonlyArray<TeamSeed>
  /** The types that issues of its repositories can have: `Task`, `Bug` and `Feature` by default. */
  readonly issue_types?: ReadonlyArray<string | IssueTypeSeed>
  /** The fields that issues of its repositories can have beside the service's own; none by default. */
  readonly issue_fields?: ReadonlyArray<IssueFieldSeed>
}

/** The role of a member of an organization: `admin` is an owner. */
export type MemberRole = "admin" | "member"

/** Permissions of an app or a fine-grained token, by name: `{ issues: "write", contents: "read" }`. */
export type PermissionsSeed = Readonly<Record<string, "read" | "write">>

/** A token that does not simply have all rights of its user. */
export interface TokenSeed {
  readonly login: string
  /** Makes it a classic token with these scopes, such as `repo` or `public_repo`. */
  readonly scopes?: ReadonlyArray<string>
  /** Makes it a fine-grained token with these permissions. `metadata: read` is always among them. */
  readonly permissions?: PermissionsSeed
  /** Limits a fine-grained token to these repositories (`owner/name`). */
  readonly repositories?: ReadonlyArray<string>
  readonly expires_at?: Moment
  /** Id of the installation whose token it is. Its login is the app's bot. */
  readonly installation?: number
}

/** An installation of an app. */
export interface InstallationSeed {
  /** The user or organization that the app is installed on. */
  readonly account: string
  readonly id?: number
  /** The app's permissions by default. */
  readonly permissions?: PermissionsSeed
  /** Repositories, by name in the account or by `owner/name`; all of the account's by default. */
  readonly repositories?: ReadonlyArray<string>
  /** Whether its account has suspended it: it gets no tokens then, and those that it has are refused. False by default. */
  readonly suspended?: boolean
}

/** An app, which signs in with JWTs of its own key and gets tokens for its installations. */
export interface AppSeed {
  readonly slug: string
  readonly id?: number
  readonly name?: string
  readonly client_id?: string
  /** The first repository's owner by default. */
  readonly owner?: string
  /** The public key of its JWTs (RS256): SPKI in PEM. */
  readonly public_key: string
  /** Contents, issues, pull requests, checks and statuses: write, by default. */
  readonly permissions?: PermissionsSeed
  readonly installations?: ReadonlyArray<InstallationSeed>
}

/** A pull request with its branch. */
export interface PullSeed extends Omit<IssueSeed, "pull_request" | OnlyOfIssues>, PullFields {}

/** What pull requests do not have. */
type OnlyOfIssues = "type" | "issue_field_values" | "duplicate_issue_id"

/** A repository with its content. A repository without files, commits, branches and pulls is empty. */
export interface RepositorySeed {
  readonly owner: string
  readonly name: string
  readonly id?: number
  /** Whether nothing is added for what it names: no roles of assignees and reviewers, no tags of releases. */
  readonly complete?: boolean
  readonly private?: boolean
  /** Null has none, even in a fork of a repository that has one. */
  readonly description?: string | null
  readonly homepage?: string
  readonly topics?: ReadonlyArray<string>
  readonly archived?: boolean
  readonly stars?: number
  readonly created_at?: Moment
  readonly updated_at?: Moment
  readonly pushed_at?: Moment
  /** False switches issues off; true by default. */
  readonly has_issues?: boolean
  /** Former names (`owner/name`), which redirect. */
  readonly formerly?: ReadonlyArray<string>
  /** Makes it a fork of this repository (`owner/name`, seeded before), with its branches and tags. */
  readonly fork_of?: string
  /** Logins with the permission `write`, or the permission of each login. */
  readonly collaborators?: ReadonlyArray<string> | Readonly<Record<string, Permission>>
  /** Which ways of merging are allowed: all by default, and branches stay. */
  readonly merges?: MergesSeed
  /** What else its administrators switch on and off. */
  readonly settings?: SettingsSeed
  /** `main` by default. */
  readonly default_branch?: string
  /** The files of the default branch's first commit, by path. */
  readonly files?: FilesSeed
  /** Commits on top of it, the oldest first. */
  readonly commits?: ReadonlyArray<CommitSeed>
  /** Further branches, by name. */
  readonly branches?: Readonly<Record<string, BranchSeed>>
  /** The branch, tag or sha that each tag points to. */
  readonly tags?: Readonly<Record<string, string>>
  /** Git objects and refs as they are, in place of `files`, `commits`, `branches` and `tags`. */
  readonly git?: GitSeed
  /** What a branch demands of a merge, by name. */
  readonly protection?: Readonly<Record<string, ProtectionSeed>>
  readonly labels?: ReadonlyArray<string | LabelSeed>
  readonly milestones?: ReadonlyArray<string | MilestoneSeed>
  readonly issues?: ReadonlyArray<IssueSeed>
  /** Numbers of deleted issues, for which the service answers 410. */
  readonly deleted_issues?: ReadonlyArray<number>
  readonly pulls?: ReadonlyArray<PullSeed>
  readonly releases?: ReadonlyArray<string | ReleaseSeed>
  readonly statuses?: ReadonlyArray<StatusSeed>
  readonly checks?: ReadonlyArray<CheckSeed>
  /** Workflows of GitHub Actions. Those of its runs are added. */
  readonly workflows?: ReadonlyArray<string | WorkflowSeed>
  readonly runs?: ReadonlyArray<RunSeed>
  readonly deployments?: ReadonlyArray<DeploymentSeed>
}

/** What a rate limit allows. */
export interface Allowance {
  /** Requests per window for clients that are not signed in. */
  readonly anonymous: number
  /** Requests per window for each user, shared by all of the user's tokens. */
  readonly authenticated: number
  readonly window: Duration.Input
}

/**
 * What the secondary rate limits allow each principal: more is refused.
 *
 * The real service also takes a point for each read. This one does not: a test's clock stands still while a program
 * reads, so that all reads of a long listing would fall into the same minute.
 */
export interface SecondaryLimits {
  /** Requests at the same time; 100 by default. */
  readonly concurrent?: number
  /** Points in a minute, of which a write takes 5; 900 by default. */
  readonly points?: number
  /** Requests in a minute that create content, such as issues, comments and commits; 80 by default. */
  readonly creations?: number
  /** Such requests in an hour; 500 by default. */
  readonly hourlyCreations?: number
  /** What `Retry-After` states of a refusal; `none` leaves the header out. One minute by default. */
  readonly retryAfter?: Duration.Input | "none"
}

/** Rate limits that differ from the real service's. */
export type LimitsSeed = { readonly [R in Resource]?: Partial<Allowance> } & {
  /** `none` switches the secondary limits off. */
  readonly secondary?: SecondaryLimits | "none"
}

/**
 * Content of the service. What a repository or token names need not be listed: users, labels and milestones are created.
 */
export interface ContentSeed {
  readonly users?: ReadonlyArray<string | UserSeed>
  readonly organizations?: ReadonlyArray<string | OrganizationSeed>
  readonly apps?: ReadonlyArray<AppSeed>
  /**
   * The login of each token, which then has all of its rights, or what it is limited to. A simulator starts with one by
   * default: `token`, of the first repository's owner.
   */
  readonly tokens?: Readonly<Record<string, string | TokenSeed>>
  readonly repositories?: ReadonlyArray<RepositorySeed>
  /** Where ids and numbers go on, by kind of record. `toSeed` of the handle writes them. */
  readonly counters?: Readonly<Record<string, number>>
}

/** Content, and how the service behaves. */
export interface Seed extends ContentSeed {
  /**
   * Rate limits other than the service's, or none. By default, there are 60 and 5,000 requests an hour, and the secondary
   * limits: a test that creates more than 80 records in a minute of its clock changes them.
   */
  readonly limits?: LimitsSeed | "none"
  /** Delay of each answer; none by default. */
  readonly latency?: Duration.Input
  /**
   * How long a new token of an installation is refused with 401, as the real service does until all of its replicas know
   * the token; not at all by default.
   */
  readonly tokenDelay?: Duration.Input
  /** How far the service's clock is ahead of the program's, or behind it; neither by default. */
  readonly clock?: { readonly ahead?: Duration.Input; readonly behind?: Duration.Input }
  /** Root URL of the service's API; `https://api.github.com` by default. */
  readonly baseUrl?: string
}

/** Options of `ForgeSimulator.issues`. */
export interface IssuesOptions {
  /** Start of the pseudo-random sequence: another start makes other issues. 1 by default. */
  readonly start?: number
  /** Logins of authors and assignees. */
  readonly people?: ReadonlyArray<string>
}
