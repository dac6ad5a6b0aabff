/** The items of the timelines of issues and pull requests: comments, commits, reviews and events, each with its type. */
import { commitOf, type Commit } from "../../git/objects.ts"
import { closedByPull } from "../state/closing.ts"
import { conversationWith, type Placed } from "../state/issueLinks.ts"
import { type Issue, labelNamed, type Repository, userOf } from "../state/model.ts"
import { baseSha, isPull, rangeOf } from "../state/pulls.ts"
import type { IssueEvent } from "../state/records.ts"
import { branchRef } from "../state/refs.ts"
import * as Wire from "../wire/issues.ts"
import { rendered } from "../wire/markup.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { commitRepository, sourceOf, visibleEvents } from "../wire/timeline.ts"
import { refOf } from "./deployments.ts"
import { queueNode } from "./mergeQueues.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  issueOrPull,
  List,
  pathOf,
  reference,
  type View
} from "./nodes.ts"

/** An event, where it happened, and to what. */
interface Scene {
  readonly view: View
  readonly repository: Repository
  readonly issue: Issue
  readonly self: IssueEvent
}

/** The fields that events of a type have beside their actor and their time. */
type Details = (scene: Scene) => Readonly<Record<string, unknown>>

const subjectAs =
  (name: string): Details =>
  ({ issue, repository }) => ({ [name]: issueOrPull(repository, issue) })

/** The pull request that an event is about. */
const pullRequest: Details = ({ issue, repository }) => ({
  pullRequest: isPull(issue) ? reference("PullRequest", { repository, pull: issue }) : null
})

const links: Details = ({ issue, repository, self, view }) => {
  const url = `${Wire.issuePage(view, repository, issue)}#event-${self.id}`
  return { resourcePath: pathOf(url), url }
}

const both =
  (...all: ReadonlyArray<Details>): Details =>
  (scene) =>
    Object.assign({}, ...all.map((details) => details(scene))) as Readonly<Record<string, unknown>>

const userNamed = (view: View, login: string | null | undefined) => {
  const found = account(view, login ?? null)
  return found?.__typename === "User" ? found : null
}

const actorAs =
  (name: string): Details =>
  ({ self, view }) => ({ [name]: userNamed(view, self.actor) })

const assigned: Details = ({ issue, repository, self, view }) => ({
  assignable: issueOrPull(repository, issue),
  assignee: account(view, self.assignee ?? null),
  user: userNamed(view, self.assignee)
})

/** The label as it is now; as it was, if it was deleted or renamed since. */
const labeled: Details = ({ issue, repository, self }) => {
  const { color = "", name = "" } = self.label ?? {}
  const label = labelNamed(repository, name) ?? { id: 0, name, color, description: null }
  return { label: reference("Label", { repository, label }), labelable: issueOrPull(repository, issue) }
}

const milestoned: Details = ({ issue, repository, self }) => ({
  milestoneTitle: self.milestone ?? "",
  subject: issueOrPull(repository, issue)
})

const renamed: Details = ({ issue, repository, self }) => ({
  currentTitle: self.rename?.to ?? "",
  previousTitle: self.rename?.from ?? "",
  subject: issueOrPull(repository, issue)
})

/** The words of REST, as GraphQL's enumerations have them. */
const constant = (value: string | null | undefined): string | null => value?.replace(/[ -]/g, "_").toUpperCase() ?? null

const locked: Details = ({ self }) => ({ lockReason: constant(self.lock_reason) })

const commitIn = ({ view: { world } }: Scene, repository: Repository, sha: string | undefined) => {
  const commit = sha === undefined ? undefined : world.objects.commits.get(sha)
  return commit === undefined ? null : reference("Commit", { repository, commit })
}

/** Another issue or pull request, if the viewer sees it. */
const other = ({ view }: Scene, id: number | undefined) => {
  const found = id === undefined ? undefined : conversationWith(view.world, id)
  return found === undefined || !view.sees(found.repository) ? null : issueOrPull(found.repository, found.issue)
}

const closed: Details = (scene) => ({
  closable: issueOrPull(scene.repository, scene.issue),
  closer: commitIn(scene, scene.repository, scene.self.commit_id) ?? other(scene, scene.self.closer),
  stateReason: constant(scene.self.state_reason)
})

const reopened: Details = ({ issue, repository, self }) => ({
  closable: issueOrPull(repository, issue),
  stateReason: constant(self.state_reason)
})

const refNamed = (repository: Repository | undefined, name: string) =>
  repository?.refs.has(branchRef(name)) === true ? reference("Ref", { repository, ref: branchRef(name) }) : null

const merged: Details = (scene) => {
  const name = scene.issue.pull_request?.base.ref ?? ""
  return {
    commit: commitIn(scene, scene.repository, scene.self.commit_id),
    mergeRef: refNamed(scene.repository, name),
    mergeRefName: name
  }
}

const referenced: Details = (scene) => {
  const from = commitRepository(scene.view, scene.repository, scene.self)
  return {
    commit: commitIn(scene, from, scene.self.commit_id),
    commitRepository: reference("Repository", { repository: from }),
    isCrossRepository: from.id !== scene.repository.id,
    isDirectReference: true,
    subject: issueOrPull(scene.repository, scene.issue)
  }
}

/** Whether a pull request is to close an issue when it is merged. */
const willClose = ({ world }: View, { issue, repository }: Placed, target: Issue): boolean =>
  isPull(issue) &&
  issue.pull_request.base.ref === repository.default_branch &&
  closedByPull(world, repository, issue).some(([, { id }]) => id === target.id)

const crossReferenced: Details = ({ issue, repository, self, view }) => {
  const source = sourceOf(view, self) ?? { repository, issue }
  const url = Wire.issuePage(view, source.repository, source.issue)
  return {
    isCrossRepository: source.repository.id !== repository.id,
    referencedAt: dateTime(self.created_at),
    resourcePath: pathOf(url),
    source: issueOrPull(source.repository, source.issue),
    target: issueOrPull(repository, issue),
    url,
    willCloseTarget: () => willClose(view, source, issue)
  }
}

const headRef: Details = ({ issue, view }) => {
  const { ref = "", repository = null } = issue.pull_request?.head ?? {}
  const origin = repository === null ? undefined : view.world.repositories.get(repository)
  return { headRef: refNamed(origin, ref), headRefName: ref }
}

const forcePushed =
  (which: "base" | "head"): Details =>
  (scene) => {
    const { repository = null } = scene.issue.pull_request?.head ?? {}
    const origin =
      which === "base"
        ? scene.repository
        : repository === null
          ? undefined
          : scene.view.world.repositories.get(repository)
    return {
      afterCommit: commitIn(scene, scene.repository, scene.self.commit_id),
      beforeCommit: commitIn(scene, scene.repository, scene.self.before_commit_id),
      ref: refNamed(origin, scene.issue.pull_request?.[which].ref ?? "")
    }
  }

const requested: Details = ({ repository, self, view }) => {
  const owner = userOf(view.world, repository.owner)
  const team = view.world.organizations.get(repository.owner.toLowerCase())?.teams.get(self.requested_team ?? "")
  return {
    requestedReviewer:
      team === undefined || owner === undefined
        ? account(view, self.requested_reviewer ?? null)
        : reference("Team", { owner, team })
  }
}

const dismissed: Details = ({ issue, repository, self, view }) => {
  const {
    dismissal_commit_id: sha,
    dismissal_message: message = null,
    review_id,
    state = ""
  } = self.dismissed_review ?? {}
  const commit = sha === undefined ? undefined : view.world.objects.commits.get(sha)
  const review = isPull(issue) ? issue.pull_request.reviews.find(({ id }) => id === review_id) : undefined
  return {
    dismissalMessage: message,
    dismissalMessageHTML: message === null ? null : rendered(view, message, repository),
    previousReviewState: constant(state),
    pullRequestCommit: commit === undefined ? null : pullCommit(view, repository, issue, commit),
    review:
      review === undefined || !isPull(issue)
        ? null
        : reference("PullRequestReview", { repository, pull: issue, review })
  }
}

const duplicated: Details = (scene) => {
  const place =
    scene.self.linked_issue === undefined ? undefined : scene.view.world.issuePlaces.get(scene.self.linked_issue)
  return {
    canonical: other(scene, scene.self.linked_issue),
    duplicate: issueOrPull(scene.repository, scene.issue),
    isCrossRepository: place !== undefined && place[0] !== scene.repository.id
  }
}

const deployed: Details = ({ repository, self }) => {
  const deployment = repository.deployments.get(self.deployment ?? 0)
  return deployment === undefined
    ? { deployment: null, ref: null }
    : { deployment: reference("Deployment", { repository, deployment }), ref: refOf(repository, deployment) }
}

const deployedElsewhere: Details = ({ repository, self }) => {
  const deployment = repository.deployments.get(self.deployment ?? 0)
  const status = deployment?.statuses.find(({ id }) => id === self.deployment_status)
  return {
    deploymentStatus:
      deployment === undefined || status === undefined
        ? null
        : reference("DeploymentStatus", { repository, deployment, status })
  }
}

const linkedAs =
  (name: string): Details =>
  (scene) => ({ [name]: other(scene, scene.self.linked_issue) })

/** Why something has come to an end. */
const reasoned: Details = ({ self }) => ({ reason: self.reason ?? null })

const queued: Details = both(pullRequest, actorAs("enqueuer"), ({ issue, repository, view }) => ({
  mergeQueue: queueNode(view, repository, issue.pull_request?.base.ref ?? "")
}))

/** The types of events, by their names in REST, with their own fields. */
const types: Readonly<Record<string, readonly [type: string, details: Details]>> = {
  added_to_merge_queue: ["AddedToMergeQueueEvent", queued],
  assigned: ["AssignedEvent", assigned],
  auto_merge_disabled: [
    "AutoMergeDisabledEvent",
    both(pullRequest, actorAs("disabler"), reasoned, () => ({ reasonCode: null }))
  ],
  auto_merge_enabled: ["AutoMergeEnabledEvent", both(pullRequest, actorAs("enabler"))],
  auto_rebase_enabled: ["AutoRebaseEnabledEvent", both(pullRequest, actorAs("enabler"))],
  auto_squash_enabled: ["AutoSquashEnabledEvent", both(pullRequest, actorAs("enabler"))],
  automatic_base_change_succeeded: [
    "AutomaticBaseChangeSucceededEvent",
    both(pullRequest, ({ self }) => ({ newBase: self.base?.to ?? "", oldBase: self.base?.from ?? "" }))
  ],
  base_ref_changed: [
    "BaseRefChangedEvent",
    both(pullRequest, ({ self }) => ({
      currentRefName: self.base?.to ?? "",
      previousRefName: self.base?.from ?? ""
    }))
  ],
  base_ref_deleted: [
    "BaseRefDeletedEvent",
    both(pullRequest, ({ issue }) => ({ baseRefName: issue.pull_request?.base.ref ?? null }))
  ],
  base_ref_force_pushed: ["BaseRefForcePushedEvent", both(pullRequest, forcePushed("base"))],
  closed: ["ClosedEvent", both(closed, links)],
  comment_deleted: [
    "CommentDeletedEvent",
    ({ self, view }) => ({ deletedCommentAuthor: account(view, self.comment_author ?? null) })
  ],
  convert_to_draft: ["ConvertToDraftEvent", both(pullRequest, links)],
  "cross-referenced": ["CrossReferencedEvent", crossReferenced],
  demilestoned: ["DemilestonedEvent", milestoned],
  deployed: ["DeployedEvent", both(pullRequest, deployed)],
  deployment_environment_changed: ["DeploymentEnvironmentChangedEvent", both(pullRequest, deployedElsewhere)],
  head_ref_deleted: ["HeadRefDeletedEvent", both(pullRequest, headRef)],
  head_ref_force_pushed: ["HeadRefForcePushedEvent", both(pullRequest, forcePushed("head"))],
  head_ref_restored: ["HeadRefRestoredEvent", pullRequest],
  labeled: ["LabeledEvent", labeled],
  locked: ["LockedEvent", both(subjectAs("lockable"), locked)],
  marked_as_duplicate: ["MarkedAsDuplicateEvent", duplicated],
  mentioned: ["MentionedEvent", () => ({})],
  merged: ["MergedEvent", both(pullRequest, merged, links)],
  milestoned: ["MilestonedEvent", milestoned],
  parent_issue_added: ["ParentIssueAddedEvent", linkedAs("parent")],
  parent_issue_removed: ["ParentIssueRemovedEvent", linkedAs("parent")],
  ready_for_review: ["ReadyForReviewEvent", both(pullRequest, links)],
  referenced: ["ReferencedEvent", referenced],
  removed_from_merge_queue: ["RemovedFromMergeQueueEvent", both(queued, reasoned, () => ({ beforeCommit: null }))],
  renamed: ["RenamedTitleEvent", renamed],
  reopened: ["ReopenedEvent", reopened],
  review_dismissed: ["ReviewDismissedEvent", both(pullRequest, dismissed, links)],
  review_request_removed: ["ReviewRequestRemovedEvent", both(pullRequest, requested)],
  review_requested: ["ReviewRequestedEvent", both(pullRequest, requested)],
  sub_issue_added: ["SubIssueAddedEvent", linkedAs("subIssue")],
  sub_issue_removed: ["SubIssueRemovedEvent", linkedAs("subIssue")],
  subscribed: ["SubscribedEvent", subjectAs("subscribable")],
  transferred: [
    "TransferredEvent",
    ({ issue, repository, self, view }) => {
      const from = view.world.repositories.get(self.transferred_from?.repository ?? 0)
      return {
        fromRepository: from === undefined || !view.sees(from) ? null : reference("Repository", { repository: from }),
        issue: issueOrPull(repository, issue)
      }
    }
  ],
  unassigned: ["UnassignedEvent", assigned],
  unlabeled: ["UnlabeledEvent", labeled],
  unlocked: ["UnlockedEvent", subjectAs("lockable")],
  unmarked_as_duplicate: ["UnmarkedAsDuplicateEvent", duplicated],
  unsubscribed: ["UnsubscribedEvent", subjectAs("subscribable")]
}

/** An event as a node; undefined if GraphQL does not have its kind. */
const eventNode = (scene: Scene) => {
  const { repository, self, view } = scene
  const [type, details] = types[self.event] ?? []
  if (type === undefined || details === undefined) return undefined
  return {
    __typename: type,
    id: nodeId("IE", self.id, repository),
    databaseId: databaseId(self.id),
    actor: () => account(view, self.actor),
    createdAt: dateTime(self.created_at),
    ...details(scene)
  }
}

/** The event with an id, as far as the viewer sees it. */
export const eventWith = (view: View, repository: Repository, id: number | string) => {
  for (const issue of repository.issues.values()) {
    const self = issue.events.find((each) => each.id === id)
    if (self === undefined) continue
    return visibleEvents(view, repository, { events: [self] }).length === 0
      ? undefined
      : eventNode({ view, repository, issue, self })
  }
  return undefined
}

/** A commit of a pull request. */
export const pullCommit = (view: View, repository: Repository, pull: Issue, commit: Commit) => {
  const url = `${Wire.issuePage(view, repository, pull)}/commits/${commit.sha}`
  return {
    __typename: "PullRequestCommit",
    commit: reference("Commit", { repository, commit }),
    id: nodeId("PURC", `${pull.number}:${commit.sha}`, repository),
    pullRequest: issueOrPull(repository, pull),
    resourcePath: pathOf(url),
    url
  }
}

export interface Item {
  readonly at: number
  readonly type: string
  readonly key: string
  readonly node: () => unknown
}

const itemsOf = (view: View, repository: Repository, issue: Issue): ReadonlyArray<Item> => {
  const { objects } = view.world
  const ofPull: ReadonlyArray<Item> = isPull(issue)
    ? [
        ...rangeOf(objects, baseSha(repository, issue), issue.pull_request.head.sha).ahead.map(
          ({ committer, sha }) => ({
            at: committer.date,
            type: "PullRequestCommit",
            key: sha,
            node: () => pullCommit(view, repository, issue, commitOf(objects, sha))
          })
        ),
        ...issue.pull_request.reviews.flatMap((review) =>
          review.submitted_at === null
            ? []
            : [
                {
                  at: review.submitted_at,
                  type: "PullRequestReview",
                  key: `review ${review.id}`,
                  node: () => reference("PullRequestReview", { repository, pull: issue, review })
                }
              ]
        )
      ]
    : []
  const comments = issue.comments.map((comment) => ({
    at: comment.created_at,
    type: "IssueComment",
    key: `comment ${comment.id}`,
    node: () => reference("IssueComment", { repository, issue, comment })
  }))
  const events = visibleEvents(view, repository, issue).flatMap((self): ReadonlyArray<Item> => {
    const [type] = types[self.event] ?? []
    const node = () => eventNode({ view, repository, issue, self })
    return type === undefined ? [] : [{ at: self.created_at, type, key: `event ${self.id}`, node }]
  })
  return [...ofPull, ...comments, ...events].toSorted((a, b) => a.at - b.at)
}

/** The name of a type among the types of items: `CROSS_REFERENCED_EVENT`. */
const typeName = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase()

export const timelineItems = (view: View, repository: Repository, issue: Issue, args: Arguments): List<Item> => {
  const { itemTypes, since } = args
  const from = typeof since === "string" ? Date.parse(since) : -Infinity
  const found = itemsOf(view, repository, issue).filter(
    ({ at, type }) => at >= from && (itemTypes?.includes(typeName(type)) ?? true)
  )
  return new List(
    found,
    (item) => item.node(),
    ({ key }) => key,
    { updatedAt: dateTime(issue.updated_at) }
  )
}
