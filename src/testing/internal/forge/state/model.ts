/**
 * The state of the simulated service: immutable records in plain maps.
 *
 * Handlers look up and validate first and replace records last, so that a refused request changes nothing. Logins,
 * repository names and label names are case-insensitive, as in the real service.
 */
import type { LockReason, Permission, State, StateReason } from "../../../ForgeState.ts"
import { emptyObjects, type Objects, type Sha } from "../../git/objects.ts"
import type { Gist, Thread } from "./accountRecords.ts"
import { type App, type Manifest, newUser, type Organization, type Token, type User } from "./accounts.ts"
import type { Cache, Environment, Vault } from "./automation.ts"
import { type Hook, notConnected, type Outgoing } from "./hooks.ts"
import type { Indexed, IssueGrouping, IssueOrder } from "./indexed.ts"
import { kinds } from "./kinds.ts"
import type {
  CheckRun,
  CommitComment,
  CheckSuite,
  CommitStatus,
  Deployment,
  DeployKey,
  Invitation,
  IssueEvent,
  LinkedBranch,
  Merges,
  PullRequest,
  Reaction,
  Release,
  Run,
  MinimizedReason,
  Settings,
  Subscription,
  Workflow
} from "./records.ts"
import type { FieldValue } from "./issueFields.ts"
import type { Code, Device, OAuthApp } from "./oauth.ts"
import type { Protection } from "./protection.ts"
import type { Push } from "./pushTypes.ts"
import type { Ruleset, RuleSuite } from "./ruleTypes.ts"

export interface Label {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly description: string | null
}

export interface Milestone {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly description: string | null
  readonly state: State
  readonly creator: string | null
  readonly due_on: number | null
  readonly created_at: number
  readonly updated_at: number
  readonly closed_at: number | null
}

export interface Comment {
  readonly id: number
  readonly user: string | null
  readonly body: string
  readonly reactions: ReadonlyArray<Reaction>
  readonly minimized: MinimizedReason | null
  readonly created_at: number
  readonly updated_at: number
}

/** An issue or, with `pull_request`, the issue side of a pull request. Instants are epoch milliseconds. */
export interface Issue {
  readonly id: number
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly user: string | null
  readonly state: State
  readonly state_reason: StateReason | null
  /** Ids, so that renaming a label renames it everywhere. */
  readonly labels: ReadonlyArray<number>
  readonly assignees: ReadonlyArray<string>
  /** The number of a milestone of the same repository. */
  readonly milestone: number | null
  /** Id of a type of the repository's organization. */
  readonly type: number | null
  /** In the order of the fields' ids. */
  readonly field_values: ReadonlyArray<FieldValue>
  /** Id of the issue that it repeats. */
  readonly duplicate_of: number | null
  readonly locked: boolean
  readonly lock_reason: LockReason | null
  readonly comments: ReadonlyArray<Comment>
  readonly reactions: ReadonlyArray<Reaction>
  /** What happened to it, the oldest first. */
  readonly events: ReadonlyArray<IssueEvent>
  readonly pull_request: PullRequest | null
  readonly created_at: number
  readonly updated_at: number
  readonly closed_at: number | null
  readonly closed_by: string | null
}

export interface Repository {
  readonly id: number
  readonly owner: string
  readonly name: string
  readonly private: boolean
  readonly has_issues: boolean
  readonly description: string | null
  readonly homepage: string | null
  readonly topics: ReadonlyArray<string>
  readonly archived: boolean
  readonly stars: number
  /** The id of the repository that this one was forked from. */
  readonly parent: number | null
  /** The id of the template that it was made from. */
  readonly template: number | null
  /** The ids of its own forks. */
  readonly forks: Set<number>
  /** Exists as a branch unless the repository is empty. */
  readonly default_branch: string
  readonly merges: Merges
  readonly settings: Settings
  readonly created_at: number
  readonly updated_at: number
  readonly pushed_at: number
  /** By lower-case login. */
  readonly collaborators: Map<string, Permission>
  readonly invitations: Map<number, Invitation>
  readonly deployKeys: Map<number, DeployKey>
  /** The commit of each full ref name (`refs/heads/main`, `refs/tags/v1`); `moveRef` changes them. */
  readonly refs: Map<string, Sha>
  /** The annotated tag of each ref that points to one. `refs` has the commit that it names. */
  readonly annotated: Map<string, Sha>
  /** What renamed branches are called now, by their former names, which redirect. */
  readonly renamedBranches: Map<string, string>
  /** By name of the branch. */
  readonly protection: Map<string, Protection>
  readonly rulesets: Map<number, Ruleset>
  /** How pushes were evaluated by rulesets, the oldest first. */
  readonly ruleSuites: Array<RuleSuite>
  /** Who has moved its branches and tags, the oldest first. */
  readonly pushes: Array<Push>
  /** By the commit's sha, the oldest first. */
  readonly statuses: Map<Sha, ReadonlyArray<CommitStatus>>
  readonly checks: Map<Sha, ReadonlyArray<CheckRun>>
  /** The commit of each check run, by its id. */
  readonly checkCommit: Map<number, Sha>
  readonly commitComments: Map<number, CommitComment>
  /** The suites that apps have created, by id. */
  readonly suites: Map<number, CheckSuite>
  /** Whether pushes create suites, by id of the app: those that are not here do. */
  readonly autoTriggers: Map<number, boolean>
  readonly releases: Map<number, Release>
  readonly workflows: Map<number, Workflow>
  readonly runs: Map<number, Run>
  readonly deployments: Map<number, Deployment>
  readonly hooks: Map<number, Hook>
  /** When each user has starred it, by lower-case login. `stars` also counts those that nobody names. */
  readonly stargazers: Map<string, number>
  /** By lower-case login; null for those who have stopped what the service does by itself. */
  readonly subscriptions: Map<string, Subscription | null>
  /** By name, in lower case. */
  readonly environments: Map<string, Environment>
  readonly caches: Map<number, Cache>
  /** Its secrets and variables. */
  readonly vault: Vault
  readonly labels: Map<number, Label>
  readonly milestones: Map<number, Milestone>
  readonly issues: Indexed<Issue, IssueOrder, IssueGrouping>
  /** Numbers of deleted issues. */
  readonly deletedIssues: Set<number>
  /** The ids of issues that are in other repositories now, by the numbers that they had here. */
  readonly movedIssues: Map<number, number>
  /** The number of a comment's issue or pull request, by the comment's id; of comments on lines, too. */
  readonly commentIssue: Map<number, number>
}

/** What a network of forks has by sha. */
export interface Reach {
  readonly commits: Set<Sha>
  /** The commits by the first seven digits of their shas, which are enough to name them. */
  readonly byPrefix: Map<string, ReadonlyArray<Sha>>
  /** Trees, blobs and tags, as far as they were walked. */
  readonly objects: Set<Sha>
  /** Trees that were not walked yet. */
  readonly pending: Array<Sha>
  /** Trees, blobs and tags that were made by themselves. */
  readonly loose: Set<Sha>
}

export interface World {
  /** Users, organizations and bots, by lower-case login. */
  readonly users: Map<string, User>
  /** The login of each address that users have, in lower case. */
  readonly emails: Map<string, string>
  /** What makes a user an organization, by lower-case login. */
  readonly organizations: Map<string, Organization>
  readonly apps: Map<number, App>
  /** By code. */
  readonly manifests: Map<string, Manifest>
  readonly tokens: Map<string, Token>
  /** By client id. */
  readonly oauthApps: Map<string, OAuthApp>
  /** What apps exchange for tokens, by code. */
  readonly codes: Map<string, Code>
  /** By device code. */
  readonly devices: Map<string, Device>
  /** What secrets are made of; empty if they may be guessed. */
  readonly entropy: string
  /** The git objects of all repositories. */
  readonly objects: Objects
  readonly repositories: Map<number, Repository>
  /** Notifications, by `threadKey`. */
  readonly threads: Map<string, Thread>
  /** By id. */
  readonly gists: Map<string, Gist>
  /** Ids by lower-case `owner/name`. */
  readonly names: Map<string, number>
  /** Ids by the owner's lower-case login. */
  readonly owned: Map<string, Set<number>>
  /** Ids by former names, in lower case. */
  readonly formerNames: Map<string, number>
  /** The repository's id and the number of each issue, by the issue's id. */
  readonly issuePlaces: Map<number, readonly [repository: number, number: number]>
  /** The ids of the sub-issues of each issue that has some, in their order. */
  readonly subIssues: Map<number, ReadonlyArray<number>>
  /** The ids of the issues that block each issue that is blocked, in their order. */
  readonly blockers: Map<number, ReadonlyArray<number>>
  /** The branches that are linked to each issue, by its id. */
  readonly linkedBranches: Map<number, ReadonlyArray<LinkedBranch>>
  /** The pull requests (repository's id and number) from each branch, by `id of its repository:name`. */
  readonly pullsByHead: Map<string, ReadonlyArray<readonly [repository: number, number: number]>>
  /** The pull requests whose head is or was a commit. */
  readonly pullsByCommit: Map<Sha, ReadonlyArray<readonly [repository: number, number: number]>>
  /** What each network of forks has by sha, by the id of its first repository. */
  readonly reach: Map<number, Reach>
  /** Counters of ids and numbers, by kind of record. */
  readonly ids: Map<string, number>
  /** What happened in the request that is served now, and no record tells of. */
  readonly said: Array<Said>
  /**
   * Numbers of pull requests that are to be merged later, by id of the repository. Some may have been, or not be any more.
   */
  readonly waiting: Map<number, Set<number>>
  /** What the service has promised to do. */
  readonly promised: Array<Promised>
  /** The root of the service's web pages, which texts link to. */
  readonly pages: string
  /** Sends a delivery, and logs it in the end. */
  readonly send: (outgoing: Outgoing) => void
}

/** Something that the service does later. */
export interface Promised {
  readonly at: number
  readonly act: (now: number) => void
  /** What it makes: the id that it will have, by what it is made of. */
  readonly key: string | undefined
  readonly id: number | undefined
}

/** An event of a repository that no record tells of. */
export interface Said {
  readonly repository: Repository
  readonly event: string
  readonly action: string | null
  /** The fields of its payload, beside those that all events of a repository have. */
  readonly fields: () => Readonly<Record<string, unknown>>
}

/** Without a receiver, no host answers. */
export const emptyWorld = (
  send: World["send"] = ({ log }) => log(notConnected),
  pages = "https://github.com",
  entropy = ""
): World => ({
  users: new Map(),
  emails: new Map(),
  organizations: new Map(),
  apps: new Map(),
  manifests: new Map(),
  tokens: new Map(),
  oauthApps: new Map(),
  codes: new Map(),
  devices: new Map(),
  entropy,
  objects: emptyObjects(),
  repositories: new Map(),
  threads: new Map(),
  gists: new Map(),
  names: new Map(),
  owned: new Map(),
  formerNames: new Map(),
  issuePlaces: new Map(),
  linkedBranches: new Map(),
  subIssues: new Map(),
  blockers: new Map(),
  pullsByHead: new Map(),
  pullsByCommit: new Map(),
  reach: new Map(),
  ids: new Map(),
  said: [],
  waiting: new Map(),
  promised: [],
  pages,
  send
})

/**
 * Assigns the next id of a kind, or the given one. Ids are global, and the same for the same sequence of requests.
 */
export const nextId = (world: World, kind: (typeof kinds)[number], wished?: number): number => {
  // Kinds start far apart, so that no two records of a test share an id.
  const next = world.ids.get(kind) ?? (kinds.indexOf(kind) + 1) * 1_000_000
  const id = wished ?? next
  world.ids.set(kind, Math.max(next, id + 1))
  return id
}

/** Notes a pull request that is to be merged later. */
export const mergeLater = ({ waiting }: World, { id }: Repository, number: number): void => {
  waiting.set(id, new Set([...(waiting.get(id) ?? []), number]))
}

export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** The account that the service commits with. It is everywhere, and no seed has to have it. */
const webFlow: User = {
  ...newUser,
  id: 19_864_447,
  login: "web-flow",
  name: "GitHub Web Flow",
  email: "noreply@github.com",
  created_at: Date.UTC(2016, 5, 10, 22, 48, 57)
}

export const userOf = ({ users }: World, login: string): User | undefined => {
  const key = login.toLowerCase()
  return users.get(key) ?? (key === webFlow.login ? webFlow : undefined)
}

export const userNumbered = ({ users }: World, id: number): User | undefined =>
  [...users.values(), webFlow].find((user) => user.id === id)

/** The login of the user with an address; undefined if nobody has it. */
export const loginWith = ({ emails }: World, email: string): string | undefined => {
  const key = email.toLowerCase()
  return emails.get(key) ?? (key === webFlow.email ? webFlow.login : undefined)
}

/** Returns the user with this login, and creates it if necessary. */
export const ensureUser = (world: World, login: string, seed: Partial<User> = {}): User => {
  const known = userOf(world, login)
  if (known !== undefined && Object.keys(seed).length === 0) return known
  const user: User = { ...newUser, ...known, ...seed, id: known?.id ?? nextId(world, "user", seed.id), login }
  world.users.set(login.toLowerCase(), user)
  if (user.email !== null) world.emails.set(user.email.toLowerCase(), login)
  for (const { email } of user.addresses) world.emails.set(email.toLowerCase(), login)
  return user
}

export const fullName = (repository: { readonly owner: string; readonly name: string }): string =>
  `${repository.owner}/${repository.name}`

export const repositoryNamed = (world: World, name: string): Repository | undefined => {
  const id = world.names.get(name.toLowerCase())
  return id === undefined ? undefined : world.repositories.get(id)
}

/** Changes fields of a repository. The record at hand may be an older one. */
export const changeRepository = (world: World, { id }: Repository, change: Partial<Repository>): Repository => {
  const current = world.repositories.get(id)
  if (current === undefined) throw new Error(`The world has no repository ${id}`)
  const changed = { ...current, ...change }
  world.repositories.set(changed.id, changed)
  return changed
}

/** Returns an id that no record has yet. Only a seed can give one twice. */
export const unused = (records: ReadonlyMap<number, unknown>, kind: string, id: number): number => {
  if (records.has(id)) throw new Error(`The seed has the ${kind} with the id ${id} twice`)
  return id
}

export const labelNamed = (repository: Repository, name: string): Label | undefined => {
  for (const label of repository.labels.values()) {
    if (same(label.name, name)) return label
  }
  return undefined
}

/** Returns the label with this name, and creates it if necessary. */
export const ensureLabel = (world: World, repository: Repository, name: string, seed: Partial<Label> = {}): Label => {
  const known = labelNamed(repository, name)
  if (known !== undefined) return known
  const id = unused(repository.labels, "label", nextId(world, "label", seed.id))
  const label: Label = { color: "ededed", description: null, ...seed, id, name }
  repository.labels.set(label.id, label)
  return label
}

/**
 * Assigns the next number of an issue or milestone in its repository, or the given one. Issues and pull requests share
 * one sequence, which does not reuse numbers.
 */
export const nextNumber = (
  world: World,
  repository: Repository,
  kind: "issues" | "milestones",
  wished?: number
): number => {
  const key = `${kind} of ${repository.id}`
  const last = world.ids.get(key) ?? 0
  const number = wished ?? last + 1
  world.ids.set(key, Math.max(last, number))
  return number
}

/** The next number of an issue that is not among the taken ones. */
export const freeNumber = (world: World, repository: Repository, taken: ReadonlySet<number>): number => {
  let number = (world.ids.get(`issues of ${repository.id}`) ?? 0) + 1
  while (taken.has(number)) number++
  return number
}
