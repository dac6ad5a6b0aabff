/** Issues: how they are found and changed, what their organization defines for them, and the events that tell of a change. */
import type { EventTypeSeed } from "../../../ForgeIssueSeed.ts"
import type { IssueFieldContent } from "../../../ForgeState.ts"
import type { Objects } from "../../git/objects.ts"
import type { Organization } from "./accounts.ts"
import { type Act, newEvent, referTo } from "./crossReferences.ts"
import { type Grouping, Indexed, type IssueOrder, type Key, type Order, type PlainGrouping } from "./indexed.ts"
import { type Issue, type Repository, same, type World } from "./model.ts"
import { notifyOfChange, notifyOfOpening } from "./notifications.ts"
import { broughtBy } from "./pulls.ts"
import type { Happening, IssueType } from "./records.ts"
import { laterEvents } from "./mergeEvents.ts"
import { type IssueField, slugOf, valueKeys } from "./issueFields.ts"
import { lower, mentionsIn } from "./references.ts"

export const issueOrders: Readonly<Record<IssueOrder, Order<Issue>>> = {
  created: (issue) => issue.created_at,
  updated: (issue) => issue.updated_at,
  comments: (issue) => issue.comments.length
}

/** The group of those without a value, and of those with any. */
export const none = ""
export const any = "*"

const isLogin = (login: string | null, key: Key): boolean =>
  login !== null && typeof key === "string" && login.length === key.length && same(login, key)

const hasAny = (all: ReadonlyArray<unknown>, key: Key): boolean | undefined =>
  key === none ? all.length === 0 : key === any ? all.length > 0 : undefined

/** The logins that an issue mentions, in its body or a comment. */
const mentioned = ({ body, comments }: Issue): ReadonlyArray<string> =>
  lower([body, ...comments.map((comment) => comment.body)].flatMap(mentionsIn))

/** A head as the service filters by it: the owner in lower case, and the branch. */
export const headKey = ({ owner, ref }: { readonly owner: string; readonly ref: string }): string =>
  `${owner.toLowerCase()}:${ref}`

/**
 * Keys are ids of labels and types, ids of fields with their values, numbers of milestones, names of branches and logins
 * in lower case.
 */
export const issueGroupings: Readonly<Record<PlainGrouping, Grouping<Issue>>> = {
  label: {
    has: ({ labels }, key) => (typeof key === "number" ? labels.includes(key) : hasAny(labels, key) === true)
  },
  assignee: {
    has: ({ assignees }, key) => hasAny(assignees, key) ?? assignees.some((login) => isLogin(login, key))
  },
  creator: {
    has: ({ user }, key) => isLogin(user, key)
  },
  milestone: {
    has: ({ milestone }, key) => (milestone === null ? key === none : key === any || key === milestone)
  },
  type: {
    has: ({ type }, key) => (type === null ? key === none : key === any || key === type)
  },
  field: {
    has: ({ field_values }, key) =>
      hasAny(field_values, key) ?? field_values.some((value) => valueKeys(value).some((each) => each === key))
  },
  mentioned: {
    has: (issue, key) => mentioned(issue).some((login) => login === key)
  },
  kind: {
    has: ({ pull_request }, key) => key === (pull_request === null ? "issue" : "pull")
  },
  base: {
    has: ({ pull_request }, key) => pull_request?.base.ref === key
  },
  head: {
    has: ({ pull_request }, key) => pull_request !== null && headKey(pull_request.head) === key
  },
  commenter: {
    has: ({ comments }, key) => comments.some(({ user }) => isLogin(user, key))
  }
}

const byCommit = (objects: Objects): Grouping<Issue> => ({
  has: (issue, key) => broughtBy(objects, issue).some((sha) => sha === key)
})

/** The texts that a search looks at, by their kind: title, body and comments. */
const textsOf = ({ body, comments, title }: Issue): ReadonlyArray<ReadonlyArray<string>> => [
  [title],
  body === null ? [] : [body],
  comments.map((comment) => comment.body)
]

export const newIssues = (objects: Objects): Repository["issues"] =>
  new Indexed(issueOrders, { ...issueGroupings, commit: byCommit(objects) }, textsOf)

export const organizationOf = (world: World, { owner }: Pick<Repository, "owner">): Organization | undefined =>
  world.organizations.get(owner.toLowerCase())

const named = <A extends { readonly name: string }>(all: Iterable<A> | undefined, name: string): A | undefined => {
  for (const each of all ?? []) {
    if (same(each.name, name)) return each
  }
  return undefined
}

export const typeNamed = (organization: Organization | undefined, name: string): IssueType | undefined =>
  named(organization?.issue_types.values(), name)

export const fieldNamed = (organization: Organization | undefined, name: string): IssueField | undefined =>
  named(organization?.issue_fields.values(), name)

/** Finds a field by its name in queries. */
export const fieldWithSlug = (organization: Organization | undefined, slug: string): IssueField | undefined => {
  for (const field of organization?.issue_fields.values() ?? []) {
    if (slugOf(field) === slug.toLowerCase()) return field
  }
  return undefined
}

export const typeOf = (world: World, repository: Repository, { type }: Issue): IssueType | undefined =>
  type === null ? undefined : organizationOf(world, repository)?.issue_types.get(type)

/** The values of an issue's fields, by the name of the field. */
export const contentByName = (
  world: World,
  repository: Repository,
  { field_values }: Issue
): Readonly<Record<string, IssueFieldContent>> => {
  const fields = organizationOf(world, repository)?.issue_fields
  return Object.fromEntries(
    field_values.flatMap(({ field, value }) => {
      const name = fields?.get(field)?.name
      return name === undefined ? [] : [[name, value]]
    })
  )
}

/** Issues that come to another owner keep types that are defined there under the same name, and lose their fields. */
export const redefine = (world: World, before: Repository, owner: string): void => {
  const target = organizationOf(world, { owner })
  const { issues } = before
  const changed = new Set([...issues.group("type", any, "created").all, ...issues.group("field", any, "created").all])
  for (const issue of changed) {
    const name = typeOf(world, before, issue)?.name
    const type = name === undefined ? undefined : typeNamed(target, name)
    issues.set(issue.number, { ...issue, type: type?.id ?? null, field_values: [] })
  }
}

type Happenings = ReadonlyArray<Happening>

/** What is only in the first of two lists. */
const only = <A>(all: ReadonlyArray<A>, others: ReadonlyArray<A>): ReadonlyArray<A> =>
  all === others ? [] : all.filter((each) => !others.includes(each))

const labelEvents = (repository: Repository, event: string, ids: ReadonlyArray<number>): Happenings =>
  ids.flatMap((id) => {
    const label = repository.labels.get(id)
    return label === undefined ? [] : [{ event, label: { name: label.name, color: label.color } }]
  })

const milestoneEvent = (repository: Repository, event: string, number: number | null): Happenings => {
  const milestone = number === null ? undefined : repository.milestones.get(number)
  return milestone === undefined ? [] : [{ event, milestone: milestone.title }]
}

const typeEvents = (world: World, repository: Repository, before: Issue, after: Issue): Happenings => {
  if (before.type === after.type) return []
  const shown = (issue: Issue): EventTypeSeed | undefined => {
    const type = typeOf(world, repository, issue)
    return type === undefined ? undefined : { id: type.id, name: type.name, color: type.color }
  }
  const issue_type = shown(after)
  const prev_issue_type = shown(before)
  if (issue_type === undefined) {
    return prev_issue_type === undefined ? [] : [{ event: "issue_type_removed", issue_type: prev_issue_type }]
  }
  return prev_issue_type === undefined
    ? [{ event: "issue_type_added", issue_type }]
    : [{ event: "issue_type_changed", issue_type, prev_issue_type }]
}

/** A review answers the request for it, which is not an event. */
const requestEvents = (before: Issue, after: Issue): Happenings => {
  const was = before.pull_request
  const is = after.pull_request
  if (was === null || is === null) return []
  const added = [
    ...only(is.requested_reviewers, was.requested_reviewers).map((requested_reviewer) => ({ requested_reviewer })),
    ...only(is.requested_teams, was.requested_teams).map((requested_team) => ({ requested_team }))
  ]
  const removed =
    is.reviews === was.reviews
      ? [
          ...only(was.requested_reviewers, is.requested_reviewers).map((requested_reviewer) => ({
            requested_reviewer
          })),
          ...only(was.requested_teams, is.requested_teams).map((requested_team) => ({ requested_team }))
        ]
      : []
  return [
    ...added.map((whom) => ({ event: "review_requested", ...whom })),
    ...removed.map((whom) => ({ event: "review_request_removed", ...whom }))
  ]
}

const stateEvents = (before: Issue, after: Issue, { closer }: Pick<EventContext, "closer">): Happenings => {
  const merge = after.pull_request?.merge_commit_sha ?? undefined
  const isMerged = before.pull_request?.merged_at === null && after.pull_request?.merged_at !== null
  const state_reason = after.state_reason
  return [
    ...(isMerged ? [{ event: "merged", ...(merge === undefined ? {} : { commit_id: merge }) }] : []),
    ...(before.state === after.state
      ? []
      : [after.state === "closed" ? { event: "closed", state_reason, ...closer } : { event: "reopened", state_reason }])
  ]
}

/** Another base: by somebody's choice, or because the former one was merged and deleted. */
const baseEvents = (before: Issue, after: Issue, isAutomatic: boolean): Happenings => {
  const from = before.pull_request?.base.ref
  const to = after.pull_request?.base.ref
  if (from === undefined || to === undefined || from === to) return []
  return [{ event: isAutomatic ? "automatic_base_change_succeeded" : "base_ref_changed", base: { from, to } }]
}

const duplicateEvents = (before: Issue, after: Issue): Happenings => {
  if (before.duplicate_of === after.duplicate_of) return []
  return [
    ...(before.duplicate_of === null ? [] : [{ event: "unmarked_as_duplicate", linked_issue: before.duplicate_of }]),
    ...(after.duplicate_of === null ? [] : [{ event: "marked_as_duplicate", linked_issue: after.duplicate_of }])
  ]
}

const lockEvents = (before: Issue, after: Issue): Happenings => {
  if (before.locked === after.locked) return []
  return [after.locked ? { event: "locked", lock_reason: after.lock_reason } : { event: "unlocked" }]
}

const deletionEvents = (before: Issue, after: Issue): Happenings =>
  after.comments.length < before.comments.length
    ? only(before.comments, after.comments).flatMap(({ id, user }) =>
        after.comments.some((each) => each.id === id)
          ? []
          : [{ event: "comment_deleted", ...(user === null ? {} : { comment_author: user }) }]
      )
    : []

const happened = (
  world: World,
  repository: Repository,
  before: Issue,
  after: Issue,
  context: EventContext
): Happenings => [
  ...(before.title === after.title ? [] : [{ event: "renamed", rename: { from: before.title, to: after.title } }]),
  ...labelEvents(repository, "labeled", only(after.labels, before.labels)),
  ...labelEvents(repository, "unlabeled", only(before.labels, after.labels)),
  ...only(after.assignees, before.assignees).map((assignee) => ({ event: "assigned", assignee })),
  ...only(before.assignees, after.assignees).map((assignee) => ({ event: "unassigned", assignee })),
  ...(before.milestone === after.milestone
    ? []
    : [
        ...milestoneEvent(repository, "demilestoned", before.milestone),
        ...milestoneEvent(repository, "milestoned", after.milestone)
      ]),
  ...typeEvents(world, repository, before, after),
  ...requestEvents(before, after),
  ...lockEvents(before, after),
  ...stateEvents(before, after, context),
  ...baseEvents(before, after, context.isAutomatic === true),
  ...duplicateEvents(before, after),
  ...deletionEvents(before, after)
]

interface EventContext extends Act {
  /** What the fields of an issue don't tell. */
  readonly more?: Happenings | undefined
  /** What has closed it: a commit, or the merge of a pull request (the id of its issue). */
  readonly closer?: Closer | undefined
  /** Whether the service itself has changed the base. */
  readonly isAutomatic?: boolean
}

export type Closer = Pick<Happening, "commit_id" | "closer">

/** Adds events to an issue. What its texts name is told of it. */
const told = <A extends Issue>(
  world: World,
  repository: Repository,
  [written, before]: readonly [written: Issue | undefined, before: Issue],
  after: A,
  context: EventContext
): A => {
  const { more = [] } = context
  const all = [
    ...happened(world, repository, before, after, context),
    ...laterEvents(before, after, more),
    ...more,
    ...referTo(world, repository, written, after, context)
  ]
  if (all.length === 0) return after
  const { by, now } = context
  return { ...after, events: [...after.events, ...all.map((each) => newEvent(world, { by, now }, each))] }
}

/** Adds what happened to the events of an issue. */
export const withEvents = <A extends Issue>(
  world: World,
  repository: Repository,
  before: Issue,
  after: A,
  context: EventContext
): A => {
  notifyOfChange(world, repository, before, after, context)
  return told(world, repository, [before, before], after, context)
}

/** What a new issue or pull request begins with, before its content is given to it. */
export const withFirstEvents = <A extends Issue>(world: World, repository: Repository, issue: A, act: Act): A => {
  notifyOfOpening(world, repository, issue, act.now)
  const { pull_request } = issue
  const blank = {
    ...issue,
    labels: [],
    assignees: [],
    milestone: null,
    type: null,
    pull_request: pull_request && { ...pull_request, requested_reviewers: [], requested_teams: [] }
  }
  return told(world, repository, [undefined, blank], issue, act)
}
