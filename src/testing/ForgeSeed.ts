/**
 * What the simulated code-hosting service starts with. Most has a default, so that a test states only what it depends
 * on.
 */
import type * as Duration from "effect/Duration"
import type { LockReason, Permission, Resource, State, StateReason } from "./ForgeState.ts"

/** An instant: ISO 8601, a `Date`, or a duration before the seeding. */
export type Moment = string | Date | { readonly ago: Duration.Input }

export interface UserSeed {
  readonly login: string
  readonly type?: "User" | "Organization" | "Bot"
  readonly name?: string
}

export interface LabelSeed {
  readonly name: string
  readonly color?: string
  readonly description?: string
}

export interface MilestoneSeed {
  readonly title: string
  readonly number?: number
  readonly state?: State
  readonly description?: string
  readonly creator?: string
  readonly due_on?: Moment
  readonly created_at?: Moment
}

export interface CommentSeed {
  readonly body: string
  /** Login of the author; the repository's owner by default. */
  readonly user?: string
  readonly created_at?: Moment
}

/** An issue, or a pull request. */
export interface IssueSeed {
  readonly title: string
  /** The next free number by default. */
  readonly number?: number
  readonly body?: string
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  readonly user?: string | null
  readonly state?: State
  readonly state_reason?: StateReason
  /** Names. Labels that the repository does not have are created. */
  readonly labels?: ReadonlyArray<string>
  /** Logins. Users who are not collaborators become so, with the permission `triage`. */
  readonly assignees?: ReadonlyArray<string>
  /** Number or title. A milestone that the repository does not have is created. */
  readonly milestone?: number | string
  /** True, or the reason of the lock. */
  readonly locked?: boolean | LockReason
  readonly comments?: ReadonlyArray<string | CommentSeed>
  /** Makes it a pull request. */
  readonly pull_request?: true | { readonly draft?: boolean; readonly merged_at?: Moment }
  /** By default, issues are a minute apart, and the last one was opened at the time of the seeding. */
  readonly created_at?: Moment
  readonly updated_at?: Moment
  readonly closed_at?: Moment
}

/** A repository with its content. */
export interface RepositorySeed {
  readonly owner: string
  readonly name: string
  readonly private?: boolean
  /** False switches issues off; true by default. */
  readonly has_issues?: boolean
  /** Former names (`owner/name`), which redirect. */
  readonly formerly?: ReadonlyArray<string>
  /** Logins with the permission `write`, or the permission of each login. */
  readonly collaborators?: ReadonlyArray<string> | Readonly<Record<string, Permission>>
  readonly labels?: ReadonlyArray<string | LabelSeed>
  readonly milestones?: ReadonlyArray<string | MilestoneSeed>
  readonly issues?: ReadonlyArray<IssueSeed>
}

/** What a rate limit allows. */
export interface Allowance {
  /** Requests per window for clients that are not signed in. */
  readonly anonymous: number
  /** Requests per window for each user, shared by all of the user's tokens. */
  readonly authenticated: number
  readonly window: Duration.Input
}

/** Rate limits that differ from the real service's. */
export type LimitsSeed = { readonly [R in Resource]?: Partial<Allowance> }

/**
 * Content of the service. What a repository or token names need not be listed: users, labels and milestones are created.
 */
export interface ContentSeed {
  readonly users?: ReadonlyArray<string | UserSeed>
  /** The login of each token. A simulator starts with one by default: `token`, of the first repository's owner. */
  readonly tokens?: Readonly<Record<string, string>>
  readonly repositories?: ReadonlyArray<RepositorySeed>
}

/** Content, and how the service behaves. */
export interface Seed extends ContentSeed {
  /** Rate limits other than the service's (60 and 5,000 requests an hour), or none. */
  readonly limits?: LimitsSeed | "none"
  /** Delay of each answer; none by default. */
  readonly latency?: Duration.Input
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
