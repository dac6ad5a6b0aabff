/**
 * What the parts of the room share. A value of an object type is a reference: the type, and the records of the state that it
 * stands for. Its fields are made by the function of its type, when one is asked for. Values that are nothing but their
 * fields have them as properties.
 */
import { GraphQLError } from "graphql"
import * as Result from "effect/Result"
import { allowed } from "../access/gate.ts"
import type { Call } from "../http/call.ts"
import type { Rows } from "../http/paging.ts"
import type { PermissionName } from "../http/requirement.ts"
import type { Commit, Sha } from "../../git/objects.ts"
import type { Gist } from "../state/accountRecords.ts"
import type { Organization, Team, User } from "../state/accounts.ts"
import {
  type Comment,
  fullName,
  type Issue,
  type Label,
  type Milestone,
  type Repository,
  userOf
} from "../state/model.ts"
import { isPull, type Pull } from "../state/pulls.ts"
import type {
  Asset,
  CheckRun,
  CheckSuite,
  CommitStatus,
  Deployment,
  DeploymentStatus,
  LinkedBranch,
  Release,
  Review,
  ReviewComment,
  Run,
  Workflow
} from "../state/records.ts"

/** Who asks, and what the query costs. */
export interface View extends Call {
  readonly points: number
  readonly nodes: number
}

/** The arguments of the served fields. The reference implementation has checked them by the schema. */
export interface Arguments {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
  readonly orderBy?: { readonly field: string; readonly direction: "ASC" | "DESC" } | null
  readonly direction?: "ASC" | "DESC" | null
  readonly states?: ReadonlyArray<string> | null
  readonly labels?: ReadonlyArray<string> | null
  readonly filterBy?: Readonly<Record<string, unknown>> | null
  readonly headRefName?: string | null
  readonly baseRefName?: string | null
  readonly branch?: string | null
  readonly number?: number
  readonly name?: string
  readonly owner?: string
  readonly login?: string
  readonly query?: string | null
  readonly type?: string
  readonly id?: string
  readonly ids?: ReadonlyArray<string>
  readonly url?: string
  readonly size?: number | null
  readonly content?: string | null
  readonly tagName?: string
  readonly qualifiedName?: string
  readonly refPrefix?: string
  readonly environments?: ReadonlyArray<string> | null
  readonly expression?: string | null
  readonly oid?: string | null
  readonly path?: string | null
  readonly since?: string | null
  readonly until?: string | null
  readonly author?: string | { readonly id?: string; readonly emails?: ReadonlyArray<string> } | null
  readonly privacy?: string | null
  readonly visibility?: string | null
  readonly ownerAffiliations?: ReadonlyArray<string | null> | null
  readonly isFork?: boolean | null
  readonly isArchived?: boolean | null
  readonly followRenames?: boolean | null
  readonly limit?: number | null
  readonly truncate?: number | null
  readonly pullRequestId?: string | null
  readonly pullRequestNumber?: number | null
  readonly enableDuplicate?: boolean | null
  readonly writersOnly?: boolean | null
  readonly userLinkedOnly?: boolean | null
  readonly slug?: string
  readonly itemTypes?: ReadonlyArray<string> | null
  readonly skip?: number | null
  readonly includeClosedPrs?: boolean | null
  readonly orderByState?: boolean | null
}

/** The records that a value of each type stands for. */
export interface Records {
  Blob: { readonly repository: Repository; readonly sha: Sha }
  Bot: { readonly user: User }
  BranchProtectionRule: { readonly repository: Repository; readonly branch: string }
  CheckRun: { readonly repository: Repository; readonly run: CheckRun }
  CheckSuite: { readonly repository: Repository; readonly suite: CheckSuite }
  Commit: { readonly repository: Repository; readonly commit: Commit }
  Deployment: { readonly repository: Repository; readonly deployment: Deployment }
  DeploymentStatus: {
    readonly repository: Repository
    readonly deployment: Deployment
    readonly status: DeploymentStatus
  }
  Gist: { readonly gist: Gist }
  Issue: { readonly repository: Repository; readonly issue: Issue }
  IssueComment: { readonly repository: Repository; readonly issue: Issue; readonly comment: Comment }
  Label: { readonly repository: Repository; readonly label: Label }
  LinkedBranch: { readonly repository: Repository; readonly linked: LinkedBranch }
  MergeQueue: { readonly repository: Repository; readonly branch: string }
  MergeQueueEntry: { readonly repository: Repository; readonly pull: Pull }
  Milestone: { readonly repository: Repository; readonly milestone: Milestone }
  Mutation: object
  Organization: { readonly user: User; readonly organization: Organization }
  PinnedIssue: { readonly repository: Repository; readonly issue: Issue }
  PullRequest: { readonly repository: Repository; readonly pull: Pull }
  PullRequestReview: { readonly repository: Repository; readonly pull: Pull; readonly review: Review }
  PullRequestReviewComment: { readonly repository: Repository; readonly pull: Pull; readonly comment: ReviewComment }
  PullRequestReviewThread: { readonly repository: Repository; readonly pull: Pull; readonly comment: ReviewComment }
  Query: object
  Ref: { readonly repository: Repository; readonly ref: string }
  Release: { readonly repository: Repository; readonly release: Release }
  ReleaseAsset: { readonly repository: Repository; readonly release: Release; readonly asset: Asset }
  Repository: { readonly repository: Repository }
  StatusCheckRollup: { readonly repository: Repository; readonly commit: Commit }
  StatusContext: { readonly repository: Repository; readonly sha: Sha; readonly status: CommitStatus }
  Tag: { readonly repository: Repository; readonly sha: Sha }
  Team: { readonly owner: User; readonly team: Team }
  Tree: { readonly repository: Repository; readonly sha: Sha }
  User: { readonly user: User }
  Workflow: { readonly repository: Repository; readonly workflow: Workflow }
  WorkflowRun: { readonly repository: Repository; readonly run: Run }
}

export type Kind = keyof Records

export type Reference<K extends Kind = Kind> = {
  readonly [Each in K]: { readonly __typename: Each } & Records[Each]
}[K]

/** Makes the value of a type. */
export const reference = <K extends Kind>(__typename: K, records: Records[K]) => ({ __typename, ...records })

/** Makes the fields of a type: values, or functions of the arguments for what takes some, or time. */
export type Fields<K extends Kind> = (self: Records[K], view: View) => Readonly<Record<string, unknown>>

/** What a connection leads to. It is cut into pages where it is asked for. */
export class List<A> {
  readonly rows: Rows<A>
  readonly node: (item: A) => unknown
  /** Tells an item from the others, whatever becomes of their order. */
  readonly keyOf: (item: A) => number | string
  /** Fields of the connection beside those of all, and of its edges. */
  readonly more: Readonly<Record<string, unknown>>
  readonly edge: (item: A) => Readonly<Record<string, unknown>>

  constructor(
    rows: Rows<A>,
    node: (item: A) => unknown,
    keyOf: (item: A) => number | string,
    more: Readonly<Record<string, unknown>> = {},
    edge: (item: A) => Readonly<Record<string, unknown>> = () => ({})
  ) {
    this.rows = rows
    this.node = node
    this.keyOf = keyOf
    this.more = more
    this.edge = edge
  }
}

/** A connection to what the simulator has no records of. */
export const nothing = (): List<never> =>
  new List<never>(
    [],
    () => null,
    () => ""
  )

/** An error with a type, in the service's words. */
export const refusal = (type: string, message: string, extensions: Readonly<Record<string, unknown>> = {}) =>
  new GraphQLError(message, { extensions: { ...extensions, type } })

export const notFound = (message: string): GraphQLError => refusal("NOT_FOUND", message)

export const noNode = (id: string): GraphQLError =>
  notFound(`Could not resolve to a node with the global id of '${id}'.`)

/** Returns the message of a response that refuses, and its errors. */
export const refusedWith = (body: string): string => {
  const { errors = [], message = "" } = JSON.parse(body) as {
    readonly message?: string
    readonly errors?: ReadonlyArray<
      string | { readonly message?: string; readonly field?: string; readonly code?: string }
    >
  }
  const details = errors.map((each) =>
    typeof each === "string" ? each : (each.message ?? `${each.field ?? "It"} is ${each.code?.replaceAll("_", " ")}`)
  )
  return details.length === 0 ? message : details.join(", ")
}

/** Why the sender's token may not read records of a repository; undefined if it may. */
export const permissionError = (
  view: View,
  repository: Repository,
  permission: PermissionName
): GraphQLError | undefined => {
  const params = { owner: repository.owner, repo: repository.name }
  const result = allowed({ ...view, params, access: { permission, level: "read" } })
  return Result.isFailure(result)
    ? refusal("FORBIDDEN", refusedWith(String(result.failure.body)), { saml_failure: false })
    : undefined
}

/** Refuses to show records of a repository that the sender's token may not read. */
export const requirePermission = (view: View, repository: Repository, permission: PermissionName): void => {
  const error = permissionError(view, repository, permission)
  if (error !== undefined) throw error
}

/** An issue, or the pull request that it is. */
export const issueOrPull = (repository: Repository, issue: Issue) =>
  isPull(issue) ? reference("PullRequest", { repository, pull: issue }) : reference("Issue", { repository, issue })

/** The account with a login; null for a deleted one. */
export const account = ({ world }: Pick<View, "world">, login: string | null) => {
  const user = login === null ? undefined : userOf(world, login)
  if (user === undefined) return null
  const organization = world.organizations.get(user.login.toLowerCase())
  if (organization !== undefined) return reference("Organization", { user, organization })
  return reference(user.type === "Bot" ? "Bot" : "User", { user })
}

/** Accounts that are users, as most connections have them. */
export const users = (view: View, logins: ReadonlyArray<string>): List<string> =>
  new List(
    logins.filter((login) => userOf(view.world, login) !== undefined),
    (login) => account(view, login),
    (login) => login.toLowerCase()
  )

/** The path of a page: its URL without the origin. */
export const pathOf = (url: string): string => {
  const { pathname, search, hash } = new URL(url)
  return `${pathname}${search}${hash}`
}

export const resourcePath = (repository: Repository): string => `/${fullName(repository)}`

/** The instants are those of REST. */
export const dateTime = (millis: number): string => `${new Date(millis).toISOString().slice(0, 19)}Z`

export const dateTimeOrNull = (millis: number | null): string | null => (millis === null ? null : dateTime(millis))

/** Numbers that JSON's integers of 32 bits cannot hold are left out, as in the service. */
export const databaseId = (id: number): number | null => (id < 2 ** 31 ? id : null)
