/** Issues: how they are found and changed, what their organization defines for them, and the events that tell of a change. */
import type { EventTypeSeed } from "../../../ForgeIssueSeed.ts"
import type { IssueFieldContent } from "../../../ForgeState.ts"
import type { Objects } from "../../git/objects.ts"
import type { Organization } from "./accounts.ts"
import { type Grouping, Indexed, type IssueOrder, type Key, type Order, type PlainGrouping } from "./indexed.ts"
import { lower, mentionsIn } from "./mentions.ts"
import { type Issue, nextId, type Repository, same, type World } from "./model.ts"
import { notifyOfChange, notifyOfOpening } from "./notifications.ts"
import { broughtBy } from "./pulls.ts"
import type { Happening, IssueType } from "./records.ts"
import { laterEvents } from "./mergeEvents.ts"
import { type IssueField, slugOf, valueKeys } from "./issueFields.ts"

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

/** A review answers the request for it, which is no event. */
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

const stateEvents = (before: Issue, after: Issue): Happenings => {
  const merge = after.pull_request?.merge_commit_sha ?? undefined
  const isMerged = before.pull_request?.merged_at === null && after.pull_request?.merged_at !== null
  const isRetargeted = before.pull_request !== null && before.pull_request.base.ref !== after.pull_request?.base.ref
  return [
    ...(isMerged ? [{ event: "merged", ...(merge === undefined ? {} : { commit_id: merge }) }] : []),
    ...(before.state === after.state
      ? []
      : [{ event: after.state === "closed" ? "closed" : "reopened", state_reason: after.state_reason }]),
    ...(isRetargeted ? [{ event: "base_ref_changed" }] : [])
  ]
}

const lockEvents = (before: Issue, after: Issue): Happenings => {
  if (before.locked === after.locked) return []
  return [after.locked ? { event: "locked", lock_reason: after.lock_reason } : { event: "unlocked" }]
}

const happened = (world: World, repository: Repository, before: Issue, after: Issue): Happenings => [
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
  ...stateEvents(before, after),
  ...(after.comments.length < before.comments.length ? [{ event: "comment_deleted" }] : [])
]

interface EventContext {
  readonly by: string | null
  readonly now: number
  /** What the fields of an issue don't tell. */
  readonly more?: Happenings | undefined
}

/** Adds what happened to the events of an issue. */
export const withEvents = <A extends Issue>(
  world: World,
  repository: Repository,
  before: Issue,
  after: A,
  { by, more = [], now }: EventContext
): A => {
  notifyOfChange(world, repository, before, after, { by, now })
  const all = [...happened(world, repository, before, after), ...laterEvents(before, after, more), ...more]
  if (all.length === 0) return after
  const events = all.map((happening) => ({ id: nextId(world, "event"), actor: by, created_at: now, ...happening }))
  return { ...after, events: [...after.events, ...events] }
}

/** What a new issue begins with, before its content is given to it. */
export const withFirstEvents = <A extends Issue>(world: World, repository: Repository, issue: A, now: number): A => {
  notifyOfOpening(world, repository, issue, now)
  return withEvents(world, repository, { ...issue, labels: [], assignees: [], milestone: null, type: null }, issue, {
    by: issue.user,
    now
  })
}
