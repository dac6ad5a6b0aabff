/** What happens to issues and pull requests, with their comments and reviews. */
import { organizationOf } from "../state/issues.ts"
import { type Comment, type Issue, userOf } from "../state/model.ts"
import { pinOf } from "../state/pinned.ts"
import { baseSha, isPull, type Pull } from "../state/pulls.ts"
import { conversationWith, type Placed } from "../state/issueLinks.ts"
import type { IssueEvent, Review, ReviewComment } from "../state/records.ts"
import { team } from "../wire/accounts.ts"
import { user } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import * as Pulls from "../wire/pulls.ts"
import { lastReason } from "../state/mergeEvents.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { mergeSettings, repository as writeRepository } from "../wire/repository.ts"
import { edited, type Event, type Fields, happened, listChanges, only, type Scene, was } from "./happened.ts"

/** The service has not worked out yet whether it can be merged. */
const unknown: Pulls.Standing = { mergeable: null, rebaseable: null, mergeable_state: "unknown" }

const commentEvents = (
  { context, repository }: Scene,
  issue: Issue,
  before: ReadonlyArray<Comment>
): ReadonlyArray<Event> =>
  listChanges(before, issue.comments).flatMap(([, was, is]): ReadonlyArray<Event> => {
    const fields = (self: Comment) => () => ({
      issue: Wire.issue(context, repository, issue),
      comment: Wire.comment(context, repository, issue, self)
    })
    if (is === undefined) return was === undefined ? [] : [happened("issue_comment", "deleted", fields(was))]
    if (was === undefined) return [happened("issue_comment", "created", fields(is))]
    return was.body === is.body ? [] : edited("issue_comment", { body: { from: was.body } }, fields(is))
  })

const submitted = (reviews: ReadonlyArray<Review>): ReadonlyArray<Review> =>
  reviews.filter(({ state }) => state !== "PENDING")

/** The comments that everybody sees. */
const seen = ({ review_comments, reviews }: Pull["pull_request"]): ReadonlyArray<ReviewComment> =>
  review_comments.filter((comment) => !Pulls.isPending(reviews, comment))

/** The repositories of a pull request have their settings in events. */
const withSettings = <A extends ReturnType<typeof Pulls.pull>>({ repository, world }: Scene, self: A): A => {
  const { base, head } = self
  const origin = world.repositories.get(head.repo?.id ?? 0)
  return {
    ...self,
    base: { ...base, repo: base.repo && { ...base.repo, ...mergeSettings(repository) } },
    head: { ...head, repo: head.repo && { ...head.repo, ...(origin === undefined ? {} : mergeSettings(origin)) } }
  }
}

/** A pull request as a part of another record. */
const listed = (scene: Scene, pull: Pull) => withSettings(scene, Pulls.pull(scene.context, scene.repository, pull))

/** Events have the state of a review in lower case. */
const writeReview = ({ context, repository }: Scene, pull: Pull, self: Review) => {
  const written = Pulls.review(context, repository, pull, self)
  return { ...written, state: self.state.toLowerCase() }
}

const reviewEvents = (scene: Scene, before: Pull, after: Pull): ReadonlyArray<Event> => {
  const was = before.pull_request
  const is = after.pull_request
  const reviews = listChanges(submitted(was.reviews), submitted(is.reviews)).flatMap(
    ([, old, now]): ReadonlyArray<Event> => {
      if (now === undefined) return []
      const fields = () => ({ review: writeReview(scene, after, now), pull_request: listed(scene, after) })
      if (old === undefined) return [happened("pull_request_review", "submitted", fields)]
      if (old.state !== now.state) return [happened("pull_request_review", "dismissed", fields)]
      return old.body === now.body ? [] : edited("pull_request_review", { body: { from: old.body } }, fields)
    }
  )
  const event = "pull_request_review_comment"
  const comments = listChanges(seen(was), seen(is)).flatMap(([, old, now]): ReadonlyArray<Event> => {
    const fields = (self: ReviewComment) => () => ({
      comment: Pulls.reviewComment(scene.context, scene.repository, after, self),
      pull_request: listed(scene, after)
    })
    if (now === undefined) return old === undefined ? [] : [happened(event, "deleted", fields(old))]
    if (old === undefined) return [happened(event, "created", fields(now))]
    return old.body === now.body ? [] : edited(event, { body: { from: old.body } }, fields(now))
  })
  return [...reviews, ...comments, ...threadEvents(scene, was, after)]
}

/** Threads that are resolved, or no longer. */
const threadEvents = (scene: Scene, was: Pull["pull_request"], after: Pull): ReadonlyArray<Event> => {
  const all = seen(after.pull_request)
  return listChanges(seen(was), all).flatMap(([id, old, now]) => {
    if (old === undefined || now === undefined || (old.resolved_by === null) === (now.resolved_by === null)) return []
    const comments = all.filter((each) => each.id === id || each.in_reply_to === id)
    const fields = () => ({
      pull_request: listed(scene, after),
      thread: {
        node_id: nodeId("PRRT", id, scene.repository),
        comments: comments.map((each) => Pulls.reviewComment(scene.context, scene.repository, after, each))
      }
    })
    return [happened("pull_request_review_thread", now.resolved_by === null ? "unresolved" : "resolved", fields)]
  })
}

/** Who is asked to review. A review answers the request for it, which is not an event. */
const requestEvents = (
  { context, repository, world }: Scene,
  event: (action: string, more: () => Fields) => Event,
  before: Pull["pull_request"],
  after: Pull["pull_request"]
): ReadonlyArray<Event> => {
  const teamOf = (slug: string) => {
    const owner = userOf(world, repository.owner)
    const found = organizationOf(world, repository)?.teams.get(slug)
    return owner === undefined || found === undefined ? null : team(context, owner, found)
  }
  const asked = (action: string, from: Pull["pull_request"], to: Pull["pull_request"]): ReadonlyArray<Event> => [
    ...only(to.requested_reviewers, from.requested_reviewers).map((login) =>
      event(action, () => ({ requested_reviewer: user(context, login) }))
    ),
    ...only(to.requested_teams, from.requested_teams).map((slug) =>
      event(action, () => ({ requested_team: teamOf(slug) }))
    )
  ]
  return [
    ...asked("review_requested", before, after),
    ...(before.reviews === after.reviews ? asked("review_request_removed", after, before) : [])
  ]
}

/** What auto-merge and the queue tell. A queue takes over what was to be merged. */
const laterEvents = (
  event: (action: string, more?: () => Fields) => Event,
  { pull_request: was }: Pull,
  after: Pull
): ReadonlyArray<Event> => {
  const is = after.pull_request
  const [isOn, wasOn] = [is.auto_merge !== null, was.auto_merge !== null]
  const removed = "removed_from_merge_queue"
  return [
    ...(isOn && !wasOn ? [event("auto_merge_enabled")] : []),
    ...(wasOn && !isOn && is.queue === null
      ? [event("auto_merge_disabled", () => ({ reason: lastReason(after, "auto_merge_disabled") }))]
      : []),
    ...(was.queue === null && is.queue !== null ? [event("enqueued")] : []),
    ...(was.queue !== null && is.queue === null
      ? [event("dequeued", () => ({ reason: lastReason(after, removed) }))]
      : [])
  ]
}

const pullEvents = (
  scene: Scene,
  event: (action: string, more?: () => Fields) => Event,
  before: Pull,
  after: Pull
): ReadonlyArray<Event> => {
  const was = before.pull_request
  const is = after.pull_request
  return [
    ...(was.head.sha === is.head.sha || before.state === "closed"
      ? []
      : [event("synchronize", () => ({ before: was.head.sha, after: is.head.sha }))]),
    ...laterEvents(event, before, after),
    ...(was.draft === is.draft ? [] : [event(is.draft ? "converted_to_draft" : "ready_for_review")]),
    ...requestEvents(scene, event, was, is),
    ...reviewEvents(scene, before, after)
  ]
}

/** What changes as long as it is there. */
const changeEvents = (
  scene: Scene,
  event: (action: string, more?: () => Fields) => Event,
  before: Issue,
  after: Issue
): ReadonlyArray<Event> => {
  const { context, repository, world } = scene
  const labeled = (action: string, ids: ReadonlyArray<number>) =>
    ids.flatMap((id) => {
      const label = repository.labels.get(id)
      return label === undefined ? [] : [event(action, () => ({ label: Wire.label(context, repository, label) }))]
    })
  const assigned = (action: string, logins: ReadonlyArray<string>) =>
    logins.map((login) => event(action, () => ({ assignee: user(context, login) })))
  const inMilestone = (action: string, number: number | null) =>
    number === null ? [] : [event(action, () => ({ milestone: Wire.milestoneOf(context, repository, number) }))]
  const typed = (action: string, id: number | null) => {
    const type = id === null ? undefined : organizationOf(world, repository)?.issue_types.get(id)
    return type === undefined ? [] : [event(action, () => ({ type: Wire.issueType(context, repository.owner, type) }))]
  }
  return [
    ...labeled("unlabeled", only(before.labels, after.labels)),
    ...labeled("labeled", only(after.labels, before.labels)),
    ...assigned("unassigned", only(before.assignees, after.assignees)),
    ...assigned("assigned", only(after.assignees, before.assignees)),
    ...(before.milestone === after.milestone
      ? []
      : [...inMilestone("demilestoned", before.milestone), ...inMilestone("milestoned", after.milestone)]),
    ...(before.type === after.type ? [] : [...typed("untyped", before.type), ...typed("typed", after.type)]),
    ...(before.locked === after.locked ? [] : [event(after.locked ? "locked" : "unlocked")]),
    ...(isPinned(before) === isPinned(after) ? [] : [event(isPinned(after) ? "pinned" : "unpinned")])
  ]
}

const isPinned = (issue: Issue): boolean => pinOf(issue) !== undefined

const blank = { events: [], labels: [], assignees: [], milestone: null, type: null, locked: false, comments: [] }

const unasked = { requested_reviewers: [], requested_teams: [] }

/** Where an issue is that was transferred. */
const newPlace = ({ context }: Scene, { issue, repository }: Placed): Fields => ({
  new_issue: Wire.issue(context, repository, issue),
  new_repository: writeRepository(context, repository)
})

/** Where it was. */
const formerPlace = (
  { context, world }: Scene,
  issue: Issue,
  from: NonNullable<IssueEvent["transferred_from"]>
): Fields => {
  const repository = world.repositories.get(from.repository)
  if (repository === undefined) return { old_issue: null, old_repository: null }
  return {
    old_issue: Wire.issue(context, repository, { ...issue, ...blank, id: from.issue, number: from.number }),
    old_repository: writeRepository(context, repository)
  }
}

export const issueEvents = (
  scene: Scene,
  before: Issue | undefined,
  after: Issue | undefined
): ReadonlyArray<Event> => {
  const self = after ?? before
  if (self === undefined) return []
  const { context, repository } = scene
  const name = isPull(self) ? "pull_request" : "issues"
  const fields = (): Fields =>
    isPull(self)
      ? { number: self.number, pull_request: withSettings(scene, Pulls.singlePull(context, repository, self, unknown)) }
      : { issue: Wire.issue(context, repository, self) }
  const event = (action: string, more: () => Fields = () => ({})): Event =>
    happened(name, action, () => ({ ...fields(), ...more() }))
  if (after === undefined) {
    const to = conversationWith(scene.world, repository.movedIssues.get(self.number) ?? 0)
    return to === undefined ? [event("deleted")] : [event("transferred", () => ({ changes: newPlace(scene, to) }))]
  }
  const from = before === undefined ? after.events.at(-1)?.transferred_from : undefined
  if (from !== undefined) return [event("opened", () => ({ changes: formerPlace(scene, after, from) }))]
  if (before === undefined) {
    return [
      event("opened"),
      ...changeEvents(scene, event, { ...after, ...blank }, after),
      ...(isPull(after) ? requestEvents(scene, event, { ...after.pull_request, ...unasked }, after.pull_request) : [])
    ]
  }
  const base =
    isPull(before) && isPull(after) && before.pull_request.base.ref !== after.pull_request.base.ref
      ? {
          base: {
            ref: { from: before.pull_request.base.ref },
            sha: { from: baseSha(scene.former, before) }
          }
        }
      : {}
  return [
    ...edited(name, { ...was(before, after, ["title", "body"]), ...base }, fields),
    ...changeEvents(scene, event, before, after),
    ...(isPull(before) && isPull(after) ? pullEvents(scene, event, before, after) : []),
    ...(before.state === after.state ? [] : [event(after.state === "closed" ? "closed" : "reopened")]),
    ...commentEvents(scene, after, before.comments)
  ]
}
