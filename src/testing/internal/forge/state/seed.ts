/** What the simulated service starts with. Most has a default, so that a test states only what it depends on. */
import * as Duration from "effect/Duration"
import type { LimitsSeed } from "./limits.ts"
import {
  type Comment,
  ensureLabel,
  ensureUser,
  fullName,
  type Issue,
  type LockReason,
  type Milestone,
  nextId,
  nextNumber,
  type Permission,
  permissionOf,
  type Repository,
  repositoryNamed,
  type State,
  type StateReason,
  type World
} from "./model.ts"

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

/** What a repository or token names need not be listed: users, labels and milestones are created. */
export interface ContentSeed {
  readonly users?: ReadonlyArray<string | UserSeed>
  /** The login of each token. A simulator starts with one by default: `token`, of the first repository's owner. */
  readonly tokens?: Readonly<Record<string, string>>
  readonly repositories?: ReadonlyArray<RepositorySeed>
}

export interface Seed extends ContentSeed {
  /** Rate limits other than the service's (60 and 5,000 requests an hour), or none. */
  readonly limits?: LimitsSeed | "none"
  /** Delay of each answer; none by default. */
  readonly latency?: Duration.Input
  /** Root URL of the service's API; `https://api.github.com` by default. */
  readonly baseUrl?: string
}

const millisOf = (moment: Moment, now: number): number => {
  const millis =
    typeof moment === "object" && "ago" in moment ? now - Duration.toMillis(moment.ago) : new Date(moment).getTime()
  if (Number.isNaN(millis)) throw new Error(`The seed has an invalid date: ${JSON.stringify(moment)}`)
  return Math.floor(millis / 1000) * 1000
}

const plantMilestone = (world: World, repository: Repository, seed: MilestoneSeed, now: number): Milestone => {
  const state = seed.state ?? "open"
  const created_at = millisOf(seed.created_at ?? { ago: 0 }, now)
  const milestone: Milestone = {
    id: nextId(world, "milestone"),
    number: nextNumber(world, repository, "milestones", seed.number),
    title: seed.title,
    description: seed.description ?? null,
    state,
    creator: ensureUser(world, seed.creator ?? repository.owner).login,
    due_on: seed.due_on === undefined ? null : millisOf(seed.due_on, now),
    created_at,
    updated_at: created_at,
    closed_at: state === "closed" ? created_at : null
  }
  repository.milestones.set(milestone.number, milestone)
  return milestone
}

const milestoneNumber = (world: World, repository: Repository, wanted: number | string, now: number): number => {
  for (const milestone of repository.milestones.values()) {
    if (milestone.title === wanted || milestone.number === wanted) return milestone.number
  }
  const seed = typeof wanted === "number" ? { title: `Milestone ${wanted}`, number: wanted } : { title: wanted }
  return plantMilestone(world, repository, seed, now).number
}

const plantComments = (world: World, repository: Repository, seed: IssueSeed, createdAt: number, now: number) =>
  (seed.comments ?? []).map((given): Comment => {
    const comment = typeof given === "string" ? { body: given } : given
    const created_at = comment.created_at === undefined ? createdAt : millisOf(comment.created_at, now)
    return {
      id: nextId(world, "comment"),
      user: ensureUser(world, comment.user ?? repository.owner).login,
      body: comment.body,
      created_at,
      updated_at: created_at
    }
  })

const plantAssignee = (world: World, repository: Repository, given: string): string => {
  const { login } = ensureUser(world, given)
  const { collaborators } = repository
  if (permissionOf(repository, login) === undefined) collaborators.set(login.toLowerCase(), "triage")
  return login
}

const plantIssue = (world: World, repository: Repository, seed: IssueSeed, usual: number, now: number): void => {
  const created_at = seed.created_at === undefined ? usual : millisOf(seed.created_at, now)
  const comments = plantComments(world, repository, seed, created_at, now)
  const pull = seed.pull_request === true ? {} : seed.pull_request
  const merged_at = pull?.merged_at === undefined ? null : millisOf(pull.merged_at, now)
  const state = seed.state ?? (seed.closed_at !== undefined || merged_at !== null ? "closed" : "open")
  const given = seed.closed_at === undefined ? merged_at : millisOf(seed.closed_at, now)
  const closed_at = state === "closed" ? (given ?? created_at) : null
  const latest = Math.max(created_at, closed_at ?? created_at, ...comments.map((comment) => comment.updated_at))
  const number = nextNumber(world, repository, "issues", seed.number)
  if (repository.issues.has(number)) throw new Error(`The seed has issue ${number} of ${fullName(repository)} twice`)
  const issue: Issue = {
    id: nextId(world, "issue"),
    number,
    title: seed.title,
    body: seed.body ?? null,
    user: seed.user === null ? null : ensureUser(world, seed.user ?? repository.owner).login,
    state,
    state_reason: seed.state_reason ?? (state === "closed" && pull === undefined ? "completed" : null),
    labels: [...new Set((seed.labels ?? []).map((name) => ensureLabel(world, repository, name).id))],
    assignees: (seed.assignees ?? []).map((login) => plantAssignee(world, repository, login)),
    milestone: seed.milestone === undefined ? null : milestoneNumber(world, repository, seed.milestone, now),
    locked: seed.locked !== undefined && seed.locked !== false,
    lock_reason: typeof seed.locked === "string" ? seed.locked : null,
    comments,
    pull_request: pull === undefined ? null : { draft: pull.draft ?? false, merged_at },
    created_at,
    updated_at: seed.updated_at === undefined ? latest : millisOf(seed.updated_at, now),
    closed_at,
    closed_by: state === "closed" ? repository.owner : null
  }
  for (const comment of comments) repository.commentIssue.set(comment.id, number)
  repository.issues.set(number, issue)
}

const permissions = (given: RepositorySeed["collaborators"]): ReadonlyArray<readonly [string, Permission]> =>
  Array.isArray(given)
    ? given.map((login: string) => [login, "write"] as const)
    : Object.entries((given ?? {}) as Readonly<Record<string, Permission>>)

const makeRepository = (world: World, seed: RepositorySeed): Repository => {
  const repository: Repository = {
    id: nextId(world, "repository"),
    owner: ensureUser(world, seed.owner).login,
    name: seed.name,
    private: seed.private ?? false,
    has_issues: seed.has_issues ?? true,
    collaborators: new Map(),
    labels: new Map(),
    milestones: new Map(),
    issues: new Map(),
    deletedIssues: new Set(),
    commentIssue: new Map()
  }
  world.repositories.set(repository.id, repository)
  world.names.set(fullName(repository).toLowerCase(), repository.id)
  return repository
}

const plantRepository = (world: World, seed: RepositorySeed, now: number): void => {
  const repository = repositoryNamed(world, fullName(seed)) ?? makeRepository(world, seed)
  for (const [login, permission] of permissions(seed.collaborators)) {
    repository.collaborators.set(ensureUser(world, login).login.toLowerCase(), permission)
  }
  for (const name of seed.formerly ?? []) world.formerNames.set(name.toLowerCase(), repository.id)
  for (const label of seed.labels ?? []) {
    const { name, ...rest } = typeof label === "string" ? { name: label } : label
    ensureLabel(world, repository, name, rest)
  }
  for (const milestone of seed.milestones ?? []) {
    plantMilestone(world, repository, typeof milestone === "string" ? { title: milestone } : milestone, now)
  }
  const issues = seed.issues ?? []
  const minute = 60_000
  const latest = millisOf({ ago: 0 }, now)
  for (const [index, issue] of issues.entries()) {
    plantIssue(world, repository, issue, latest - (issues.length - 1 - index) * minute, now)
  }
}

/** Adds a seed to the state. */
export const plant = (world: World, seed: ContentSeed, now: number): void => {
  for (const user of seed.users ?? []) {
    const { login, ...rest } = typeof user === "string" ? { login: user } : user
    ensureUser(world, login, rest)
  }
  for (const [token, login] of Object.entries(seed.tokens ?? {})) {
    world.tokens.set(token, ensureUser(world, login).login)
  }
  for (const repository of seed.repositories ?? []) plantRepository(world, repository, now)
}

/** The token of a simulator whose seed has no `tokens`. */
export const token = "simulator-token"

export const tokensOf = (seed: ContentSeed): Readonly<Record<string, string>> =>
  seed.tokens ?? { [token]: seed.repositories?.[0]?.owner ?? "octocat" }
