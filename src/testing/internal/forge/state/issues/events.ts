/** Tells what happened to an issue or a pull request from how it was before and how it is now. */
import { type Issue, nextId, type Repository, type World } from "../model.ts"
import { typeOf } from "./definitions.ts"
import type { EventTypeSeed } from "../../../../ForgeIssueSeed.ts"
import type { Happening } from "./records.ts"

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

interface Told {
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
  { by, more = [], now }: Told
): A => {
  const all = [...happened(world, repository, before, after), ...more]
  if (all.length === 0) return after
  const events = all.map((happening) => ({ id: nextId(world, "event"), actor: by, created_at: now, ...happening }))
  return { ...after, events: [...after.events, ...events] }
}

/** What a new issue begins with, before its content is given to it. */
export const withFirstEvents = <A extends Issue>(world: World, repository: Repository, issue: A, now: number): A =>
  withEvents(world, repository, { ...issue, labels: [], assignees: [], milestone: null, type: null }, issue, {
    by: issue.user,
    now
  })
