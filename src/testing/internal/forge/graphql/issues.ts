/** Issues, their comments, labels and milestones, and what pull requests have in common with them. */
import { may } from "../access/permissions.ts"
import { reversed, type Rows } from "../http/paging.ts"
import { closedByPull } from "../state/closing.ts"
import { issueOrders, any, none } from "../state/issues.ts"
import { isSubscriber } from "../state/roles.ts"
import { pinOf } from "../state/pinned.ts"
import { linksOf, parentOf, type Placed } from "../state/issueLinks.ts"
import { type Issue, type Label as LabelRecord, labelNamed, type Repository, same } from "../state/model.ts"
import { atLeast, type IssueGrouping, type IssueOrder } from "../state/indexed.ts"
import { isPull, type Pull } from "../state/pulls.ts"
import type { Reaction } from "../state/records.ts"
import type { ReactionKind } from "../../../ForgeState.ts"
import { authorAssociation } from "../wire/common.ts"
import { asText, escaped, rendered } from "../wire/markup.ts"
import * as Wire from "../wire/issues.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { sourceOf } from "../wire/timeline.ts"
import { linkedBranchList } from "./linkedBranches.ts"
import { timelineItems } from "./timeline.ts"
import {
  account,
  type Arguments,
  databaseId,
  dateTime,
  dateTimeOrNull,
  type Fields,
  issueOrPull,
  List,
  nothing,
  pathOf,
  reference,
  resourcePath,
  users,
  type View
} from "./nodes.ts"

/** The reactions, as REST and GraphQL call them. */
export const contents: Readonly<Record<ReactionKind, string>> = {
  "+1": "THUMBS_UP",
  "-1": "THUMBS_DOWN",
  laugh: "LAUGH",
  hooray: "HOORAY",
  confused: "CONFUSED",
  heart: "HEART",
  rocket: "ROCKET",
  eyes: "EYES"
}

const didReact = (view: View, all: ReadonlyArray<Reaction>): boolean =>
  view.viewer !== null && all.some(({ user }) => user !== null && same(user, view.viewer ?? ""))

/** The fields of what users react to. */
export const reactable = (subject: object, all: ReadonlyArray<Reaction>, view: View) => ({
  reactionGroups: Object.entries(contents).map(([kind, content]) => {
    const own = all.filter((each) => each.content === kind)
    const logins = own.flatMap(({ user }) => user ?? [])
    return {
      content,
      createdAt: dateTimeOrNull(own[0]?.created_at ?? null),
      reactors: users(view, logins),
      subject,
      users: users(view, logins),
      viewerHasReacted: didReact(view, own)
    }
  }),
  reactions: ({ content }: Arguments) => {
    const own = all.filter((each) => (content ?? contents[each.content]) === contents[each.content])
    return new List(
      own,
      (each) => reactionOf(view, each),
      ({ id }) => id,
      { viewerHasReacted: didReact(view, own) }
    )
  }
})

export const reactionOf = (view: View, self: Reaction) => ({
  id: nodeId("REA", self.id),
  databaseId: databaseId(self.id),
  content: contents[self.content],
  createdAt: dateTime(self.created_at),
  user: account(view, self.user)
})

/** A text that somebody has written, with what the service tells about it. */
export interface Written {
  readonly id: number
  readonly user: string | null
  readonly body: string | null
  readonly created_at: number
  readonly updated_at: number
}

/** The fields of whatever somebody has written. */
export const written = (view: View, repository: Repository, self: Written) => {
  const isAuthor = self.user !== null && view.viewer !== null && same(self.user, view.viewer)
  const mayEdit = isAuthor || may(view, repository, "write")
  return {
    author: () => account(view, self.user),
    authorAssociation: () => authorAssociation(view, repository, self.user),
    body: self.body ?? "",
    bodyHTML: () => rendered(view, self.body ?? "", repository),
    bodyText: () => asText(view, self.body ?? "", repository),
    createdAt: dateTime(self.created_at),
    createdViaEmail: false,
    databaseId: databaseId(self.id),
    editor: null,
    fullDatabaseId: String(self.id),
    includesCreatedEdit: false,
    lastEditedAt: null,
    publishedAt: dateTime(self.created_at),
    repository: () => reference("Repository", { repository }),
    updatedAt: dateTime(self.updated_at),
    userContentEdits: nothing(),
    viewerCanDelete: mayEdit,
    viewerCanReact: view.viewer !== null && !repository.archived,
    viewerCanUpdate: mayEdit,
    viewerCannotUpdateReasons: mayEdit ? [] : ["INSUFFICIENT_ACCESS"],
    viewerDidAuthor: isAuthor
  }
}

const inOrder = <A>(rows: ReadonlyArray<A>, { orderBy }: Arguments, value: (item: A) => number | string): Rows<A> => {
  const sorted = [...rows].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0))
  return orderBy?.direction === "DESC" ? reversed(sorted) : sorted
}

export const labelList = (repository: Repository, found: ReadonlyArray<LabelRecord>, args: Arguments) =>
  new List(
    inOrder(found, args, ({ id, name }) => (args.orderBy?.field === "NAME" ? name.toLowerCase() : id)),
    (label) => reference("Label", { repository, label }),
    ({ id }) => id
  )

const lockReasons = { "off-topic": "OFF_TOPIC", "too heated": "TOO_HEATED", resolved: "RESOLVED", spam: "SPAM" }

/** Whether the viewer watches an issue, or has said that it is of no interest. */
const subscription = (view: View, repository: Repository): string | null =>
  view.viewer === null ? null : isSubscriber(view.world, repository, view.viewer) ? "SUBSCRIBED" : "UNSUBSCRIBED"

/** Who has written something: the author, and those who have commented or reviewed. */
const participantsOf = ({ comments, pull_request, user }: Issue): ReadonlyArray<string> => {
  const { review_comments = [], reviews = [] } = pull_request ?? {}
  const submitted = reviews.filter(({ state }) => state !== "PENDING")
  const lines = review_comments.filter(({ review }) => submitted.some(({ id }) => id === review))
  const logins = [user, ...[...comments, ...submitted, ...lines].map((each) => each.user)].flatMap((each) => each ?? [])
  return [...new Map(logins.map((login) => [login.toLowerCase(), login])).values()]
}

/** The fields that issues and pull requests share. */
export const conversation = (view: View, repository: Repository, self: Issue) => {
  const page = Wire.issuePage(view, repository, self)
  const triages = may(view, repository, "triage")
  const isAuthor = self.user !== null && view.viewer !== null && same(self.user, view.viewer)
  const id = Wire.issueId(repository, self)
  return {
    ...written(view, repository, self),
    ...reactable(issueOrPull(repository, self), self.reactions, view),
    activeLockReason: self.lock_reason === null ? null : lockReasons[self.lock_reason],
    assignees: () => users(view, self.assignees),
    closed: self.state === "closed",
    closedAt: dateTimeOrNull(self.closed_at),
    comments: (args: Arguments) =>
      new List(
        args.orderBy?.direction === "DESC" ? reversed(self.comments) : self.comments,
        (comment) => reference("IssueComment", { repository, issue: self, comment }),
        (comment) => comment.id
      ),
    id,
    isReadByViewer: true,
    labels: (args: Arguments) =>
      labelList(
        repository,
        self.labels.flatMap((each) => repository.labels.get(each) ?? []),
        args
      ),
    locked: self.locked,
    milestone: () => milestoneOf(repository, self.milestone),
    number: self.number,
    participants: () => users(view, participantsOf(self)),
    projectCards: nothing(),
    projectItems: nothing(),
    projectsV2: nothing(),
    resourcePath: pathOf(page),
    timelineItems: (args: Arguments) => timelineItems(view, repository, self, args),
    title: self.title,
    titleHTML: escaped(self.title),
    url: page,
    viewerCanClose: self.state === "open" && (triages || isAuthor),
    viewerCanDelete: may(view, repository, "admin"),
    viewerCanLabel: triages,
    viewerCanReopen: self.state === "closed" && (triages || isAuthor),
    viewerCanSubscribe: view.viewer !== null,
    viewerCanUpdate: triages || isAuthor,
    viewerCannotUpdateReasons: triages || isAuthor ? [] : ["INSUFFICIENT_ACCESS"],
    viewerSubscription: subscription(view, repository)
  }
}

export const milestoneOf = (repository: Repository, number: number | null) => {
  const found = number === null ? undefined : repository.milestones.get(number)
  return found === undefined ? null : reference("Milestone", { repository, milestone: found })
}

/** The name of a group of issues, and its key. */
type Group = readonly [grouping: IssueGrouping, key: string | number]

/** Labels of which an issue has one: a label that the repository does not have is that of none. */
const labelled = (repository: Repository, names: ReadonlyArray<string>): ((issue: Issue) => boolean) => {
  const ids = new Set(names.flatMap((name) => labelNamed(repository, name)?.id ?? []))
  return ({ labels }) => labels.some((id) => ids.has(id))
}

const textIn = (filters: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = filters[name]
  return typeof value === "string" ? value : undefined
}

/** A filter by a value: `*` for any, and null for none. */
const groupIn = (
  filters: Readonly<Record<string, unknown>>,
  name: string,
  grouping: IssueGrouping,
  keyOf: (value: string) => string | number = (value) => value.toLowerCase()
): ReadonlyArray<Group> => {
  const value = filters[name]
  if (value === undefined) return []
  if (value === null) return [[grouping, none]]
  return [[grouping, value === "*" ? any : keyOf(typeof value === "string" ? value : "")]]
}

const numberOfMilestone = (repository: Repository, title: string): number =>
  [...repository.milestones.values()].find((each) => each.title === title)?.number ?? 0

const ordersByField: Readonly<Record<string, IssueOrder>> = {
  COMMENTS: "comments",
  CREATED_AT: "created",
  UPDATED_AT: "updated"
}

const inDirection = <A>(rows: ReadonlyArray<A>, { orderBy }: Arguments): Rows<A> =>
  orderBy?.direction === "DESC" ? reversed(rows) : rows

const namesIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** Issues of a repository, of one of its labels or milestones. */
export const issueList = (view: View, repository: Repository, args: Arguments, within: ReadonlyArray<Group> = []) => {
  const filters = args.filterBy ?? {}
  const states = new Set([...(args.states ?? []), ...namesIn(filters["states"])])
  const only = [...states][0]
  const state = states.size === 1 ? (only === "OPEN" ? "open" : "closed") : "all"
  const order = ordersByField[args.orderBy?.field ?? ""] ?? "created"
  const groups: ReadonlyArray<Group> = [
    ["kind", "issue"],
    ...within,
    ...groupIn(filters, "assignee", "assignee"),
    ...groupIn(filters, "createdBy", "creator"),
    ...groupIn(filters, "mentioned", "mentioned"),
    ...groupIn(filters, "milestoneNumber", "milestone", Number),
    ...groupIn(filters, "milestone", "milestone", (value) =>
      /^\d+$/.test(value) ? Number(value) : numberOfMilestone(repository, value)
    )
  ]
  const since = textIn(filters, "since")
  const labels = [...(args.labels ?? []), ...namesIn(filters["labels"])]
  let found = repository.has_issues ? repository.issues.select(groups, state, order) : []
  if (since !== undefined) {
    found =
      order === "updated"
        ? atLeast(found, issueOrders.updated, Date.parse(since))
        : found.filter(({ updated_at }) => updated_at >= Date.parse(since))
  }
  if (labels.length > 0) found = found.filter(labelled(repository, labels))
  if (filters["viewerSubscribed"] === true && subscription(view, repository) !== "SUBSCRIBED") found = []
  return new List(
    inDirection(found, args),
    (issue) => reference("Issue", { repository, issue }),
    ({ number }) => number
  )
}

const stateOfPull = ({ pull_request, state }: Pull): string =>
  pull_request.merged_at !== null ? "MERGED" : state.toUpperCase()

/** Pull requests of a repository, of one of its branches, labels or milestones. */
export const pullList = (repository: Repository, args: Arguments, within: ReadonlyArray<Group> = []) => {
  const states = new Set(args.states ?? [])
  const state =
    states.size === 1 && states.has("OPEN") ? "open" : states.size > 0 && !states.has("OPEN") ? "closed" : "all"
  const { baseRefName: base, headRefName: head, labels } = args
  const groups: ReadonlyArray<Group> = [
    ["kind", "pull"],
    ...within,
    ...(typeof base === "string" ? [["base", base] as const] : [])
  ]
  const order = ordersByField[args.orderBy?.field ?? ""] ?? "created"
  const found = repository.issues
    .select(groups, state, order)
    .filter(isPull)
    .filter(
      (pull) =>
        (states.size === 0 || states.has(stateOfPull(pull))) &&
        (typeof head !== "string" || pull.pull_request.head.ref === head) &&
        (labels === null || labels === undefined || labelled(repository, labels)(pull))
    )
  return new List(
    inDirection(found, args),
    (pull) => reference("PullRequest", { repository, pull }),
    ({ number }) => number
  )
}

export const placedList = (view: View, all: ReadonlyArray<Placed>) =>
  new List(
    all.filter(({ repository }) => view.sees(repository)),
    (each) => reference("Issue", each),
    ({ issue }) => issue.id
  )

/** The issues that a pull request closes when it is merged. */
export const closingIssues = (view: View, repository: Repository, pull: Pull): ReadonlyArray<Placed> => {
  if (pull.pull_request.base.ref !== repository.default_branch) return []
  const named = closedByPull(view.world, repository, pull)
  const byId = new Map(named.map(([target, issue]) => [issue.id, { repository: target, issue }]))
  return [...byId.values()].filter((each) => view.sees(each.repository))
}

/** The pull requests whose texts close an issue: those of its repository, and of others that mention it. */
const closingPulls = (view: View, { issue, repository }: Placed) => {
  const own = repository.issues.select([["kind", "pull"]], "all", "created").filter(isPull)
  const others = issue.events.flatMap((event) => sourceOf(view, event) ?? [])
  const all = [
    ...[...own].map((pull) => ({ repository, pull })),
    ...others.flatMap((each) =>
      isPull(each.issue) && each.repository.id !== repository.id && view.sees(each.repository)
        ? [{ repository: each.repository, pull: each.issue }]
        : []
    )
  ]
  return all.filter((each) => closingIssues(view, each.repository, each.pull).some((one) => one.issue.id === issue.id))
}

const stateReasons: Readonly<Record<string, string>> = {
  completed: "COMPLETED",
  duplicate: "DUPLICATE",
  not_planned: "NOT_PLANNED",
  reopened: "REOPENED"
}

const Issue: Fields<"Issue"> = ({ issue, repository }, view) => {
  const { world } = view
  const parts = () => linksOf(world, world.subIssues, issue.id)
  return {
    ...conversation(view, repository, issue),
    bodyResourcePath: `${pathOf(Wire.issuePage(view, repository, issue))}#issue-${issue.id}`,
    bodyUrl: `${Wire.issuePage(view, repository, issue)}#issue-${issue.id}`,
    closedByPullRequestsReferences: ({ includeClosedPrs, orderByState, userLinkedOnly }: Arguments) => {
      const found = userLinkedOnly === true ? [] : closingPulls(view, { repository, issue })
      const wanted = includeClosedPrs === true ? found : found.filter((each) => each.pull.state === "open")
      const isClosed = ({ pull }: (typeof found)[number]) => Number(pull.state === "closed")
      return new List(
        orderByState === true ? wanted.toSorted((a, b) => isClosed(a) - isClosed(b)) : wanted,
        (each) => reference("PullRequest", each),
        ({ pull }) => pull.id
      )
    },
    isPinned: pinOf(issue) !== undefined,
    linkedBranches: () => linkedBranchList(view, issue.id),
    parent: () => {
      const found = parentOf(world, issue.id)
      return found !== undefined && view.sees(found.repository) ? reference("Issue", found) : null
    },
    state: issue.state.toUpperCase(),
    stateReason: ({ enableDuplicate }: Arguments) => {
      const reason = stateReasons[issue.state_reason ?? ""] ?? null
      // Programs that are older than duplicates don't know the word.
      return reason === "DUPLICATE" && enableDuplicate !== true ? "NOT_PLANNED" : reason
    },
    subIssues: () => placedList(view, parts()),
    subIssuesSummary: () => {
      const all = parts()
      const completed = all.filter((each) => each.issue.state === "closed").length
      const percentCompleted = all.length === 0 ? 0 : Math.floor((100 * completed) / all.length)
      return { completed, percentCompleted, total: all.length }
    },
    trackedInIssues: nothing(),
    trackedIssues: nothing(),
    trackedIssuesCount: 0
  }
}

const PinnedIssue: Fields<"PinnedIssue"> = ({ issue, repository }, view) => ({
  databaseId: databaseId(issue.id),
  fullDatabaseId: String(issue.id),
  id: nodeId("PI", issue.id, repository),
  issue: reference("Issue", { repository, issue }),
  pinnedBy: () => account(view, pinOf(issue)?.actor ?? "ghost"),
  repository: reference("Repository", { repository })
})

const IssueComment: Fields<"IssueComment"> = ({ comment, issue, repository }, view) => {
  const url = `${Wire.issuePage(view, repository, issue)}#issuecomment-${comment.id}`
  const id = nodeId("IC", comment.id, repository)
  return {
    ...written(view, repository, comment),
    ...reactable(reference("IssueComment", { repository, issue, comment }), comment.reactions, view),
    id,
    isMinimized: comment.minimized !== null,
    issue: reference("Issue", { repository, issue }),
    minimizedReason: comment.minimized,
    pullRequest: isPull(issue) ? reference("PullRequest", { repository, pull: issue }) : null,
    resourcePath: pathOf(url),
    url,
    viewerCanMinimize: may(view, repository, "write")
  }
}

const Label: Fields<"Label"> = ({ label, repository }, view) => {
  const path = `${resourcePath(repository)}/labels/${encodeURIComponent(label.name)}`
  return {
    color: label.color,
    createdAt: dateTime(repository.created_at),
    description: label.description,
    id: nodeId("LA", label.id, repository),
    isDefault: Wire.defaultLabels.has(label.name),
    issues: (args: Arguments) => issueList(view, repository, args, [["label", label.id]]),
    name: label.name,
    pullRequests: (args: Arguments) => pullList(repository, args, [["label", label.id]]),
    repository: reference("Repository", { repository }),
    resourcePath: path,
    updatedAt: dateTime(repository.created_at),
    url: `${view.urls.html}${path}`
  }
}

const Milestone: Fields<"Milestone"> = ({ milestone, repository }, view) => {
  const path = `${resourcePath(repository)}/milestone/${milestone.number}`
  const { closed_issues: closed, open_issues: open } = Wire.milestoneCounts(repository, milestone.number)
  const isOpen = milestone.state === "open"
  return {
    closed: !isOpen,
    closedAt: dateTimeOrNull(milestone.closed_at),
    createdAt: dateTime(milestone.created_at),
    creator: () => account(view, milestone.creator),
    description: milestone.description,
    dueOn: dateTimeOrNull(milestone.due_on),
    id: nodeId("MI", milestone.id, repository),
    issues: (args: Arguments) => issueList(view, repository, args, [["milestone", milestone.number]]),
    number: milestone.number,
    progressPercentage: open + closed === 0 ? 0 : (100 * closed) / (open + closed),
    pullRequests: (args: Arguments) => pullList(repository, args, [["milestone", milestone.number]]),
    repository: reference("Repository", { repository }),
    resourcePath: path,
    state: milestone.state.toUpperCase(),
    title: milestone.title,
    updatedAt: dateTime(milestone.updated_at),
    url: `${view.urls.html}${path}`,
    viewerCanClose: isOpen && may(view, repository, "triage"),
    viewerCanReopen: !isOpen && may(view, repository, "triage")
  }
}

export const fields = { Issue, IssueComment, Label, Milestone, PinnedIssue }
