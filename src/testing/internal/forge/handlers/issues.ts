/** Issues: one, a list, and how they are created and changed. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import type { LockReason, State, StateReason } from "../../../ForgeState.ts"
import { httpDate, json, noContent } from "../../exchange.ts"
import { issueOf, mustBeAdmin, readable, signedIn, withIssues, writable } from "../access/lookups.ts"
import { isVisible, may, roleOf } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { matching, type Ordered, pageByCursor, pageOf, reversed, type Rows } from "../http/paging.ts"
import { invalid, requiresAuthentication } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { closed, reopened } from "../state/branchMoves.ts"
import { atLeast, type IssueGrouping, type IssueOrder } from "../state/indexed.ts"
import {
  any,
  fieldWithSlug,
  issueOrders,
  none,
  organizationOf,
  typeNamed,
  withEvents,
  withFirstEvents
} from "../state/issues.ts"
import { type Issue, labelNamed, nextId, nextNumber, type Repository, same, userOf } from "../state/model.ts"
import { isPull, type Pull } from "../state/pulls.ts"
import type { Happening } from "../state/records.ts"
import { valueKey } from "../state/issueFields.ts"
import { repositoryUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/issues.ts"
import { repository as repositoryWire } from "../wire/repository.ts"
import { isAssignable } from "./assignees.ts"
import {
  canonicalLogins,
  labelIds,
  maxAssignees,
  readContent,
  tooManyAssignees,
  withoutSuggestions
} from "./issueFields.ts"

type Transition = OrRefusal<Partial<Issue>>

/** A merged pull request stays closed, and so does one whose branch is gone. */
export const pullTransition = (
  call: Call,
  repository: Repository,
  pull: Pull,
  state: State | null | undefined
): Transition => {
  if (state === undefined || state === null || state === pull.state) return Result.succeed({})
  if (state === "closed") return Result.succeed(closed(repository, pull, call.viewer, call.now))
  const again = reopened(call.world, repository, pull)
  return again._tag === "Refused"
    ? Result.fail(invalid(call, { resource: "PullRequest", code: "custom", field: "state", message: again.message }))
    : Result.succeed({ state, closed_at: null, closed_by: null, pull_request: again.pull.pull_request })
}

/** Reads the id of the issue that another one repeats. It must exist where the viewer sees it. */
const duplicateOf = (
  call: Call,
  issue: Issue,
  reason: StateReason | null | undefined,
  fields: Input.Fields
): OrRefusal<number | null> =>
  Result.flatMap(Input.integer(call, fields, "duplicate_issue_id"), (id) => {
    if (reason !== "duplicate" || id === undefined) return Result.succeed(null)
    const [place = 0, number = 0] = call.world.issuePlaces.get(id) ?? []
    const repository = call.world.repositories.get(place)
    const found = repository?.issues.get(number)
    const isSeen = repository !== undefined && call.sees(repository)
    return isSeen && found !== undefined && !isPull(found) && found.id !== issue.id
      ? Result.succeed(id)
      : Result.fail(invalid(call, { value: id, resource: "Issue", field: "duplicate_issue_id", code: "invalid" }))
  })

/** Closes or reopens. A reason counts only together with a change of state. */
const transition = (
  call: Call,
  repository: Repository,
  issue: Issue,
  state: State | null | undefined,
  reason: StateReason | null | undefined,
  duplicate_of: number | null
): Transition => {
  if (isPull(issue)) return pullTransition(call, repository, issue, state)
  if (state === undefined || state === null || state === issue.state) return Result.succeed({})
  if (state === "open") {
    return Result.succeed({ state, state_reason: "reopened", duplicate_of: null, closed_at: null, closed_by: null })
  }
  if (reason === "reopened") {
    return Result.fail(invalid(call, { resource: "Issue", field: "state_reason", code: "invalid", value: reason }))
  }
  const state_reason = reason ?? "completed"
  return Result.succeed({ state, state_reason, duplicate_of, closed_at: call.now, closed_by: call.viewer })
}

const title = { resource: "Issue", maximum: 256 }

/** Replaces an issue by a changed one. A change without effect leaves `updated_at` alone. */
export const replaceIssue = (
  call: Call,
  repository: Repository,
  before: Issue,
  change: Partial<Issue>,
  more: ReadonlyArray<Happening> = []
): Issue => {
  if (!Input.hasEffect(before, change)) return before
  const changed = { ...before, ...change, updated_at: call.now }
  const after = withEvents(call.world, repository, before, changed, { by: call.viewer, now: call.now, more })
  repository.issues.set(after.number, after)
  return after
}

const issueResponse = (call: Call, repository: Repository, issue: Issue, status = 200): Response =>
  json(status, Wire.issue(call, repository, issue), {
    ...(status === 200 ? { "last-modified": httpDate(issue.updated_at) } : {}),
    ...(status === 201 ? { location: `${repositoryUrl(call, repository)}/issues/${issue.number}` } : {})
  })

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  return issueResponse(call, repository, issue)
})

const withTextTitle = (fields: Input.Fields): Input.Fields =>
  typeof fields["title"] === "number" ? { ...fields, title: String(fields["title"]) } : fields

/** A new issue, or the issue of a new pull request. Assigns its number. */
export const newIssue = (
  { now, world }: Call,
  repository: Repository,
  user: string,
  title: string,
  body: string | null
): Issue => {
  const id = nextId(world, "issue")
  const number = nextNumber(world, repository, "issues")
  world.issuePlaces.set(id, [repository.id, number])
  return {
    id,
    number,
    title,
    body,
    user,
    state: "open",
    state_reason: null,
    labels: [],
    assignees: [],
    milestone: null,
    type: null,
    field_values: [],
    duplicate_of: null,
    locked: false,
    lock_reason: null,
    comments: [],
    reactions: [],
    events: [],
    pull_request: null,
    created_at: now,
    updated_at: now,
    closed_at: null,
    closed_by: null
  }
}

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  yield* withIssues(call, repository)
  const fields = withTextTitle(withoutSuggestions(yield* Input.fieldsOf(call)))
  const name = yield* Input.requiredText(call, fields, "title", title)
  // Opening an issue takes no permission.
  const { labels, text, ...content } = yield* readContent(call, repository, fields)
  const opened: Issue = {
    ...newIssue(call, repository, viewer, name, text ?? null),
    ...content,
    ...(labels === undefined ? {} : { labels: labelIds(call, repository, labels) })
  }
  const issue = withFirstEvents(call.world, repository, opened, { by: viewer, now: call.now })
  repository.issues.set(issue.number, issue)
  return issueResponse(call, repository, issue, 201)
})

const states = ["open", "closed"] as const
const stateReasons: ReadonlyArray<StateReason> = ["completed", "not_planned", "duplicate", "reopened"]

const update: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const issue = yield* issueOf(call, repository)
  const triages = may(call, repository, "triage")
  if (!triages && (issue.user === null || !same(issue.user, viewer))) return yield* Result.fail(mustBeAdmin(call))
  const fields = withTextTitle(withoutSuggestions(yield* Input.fieldsOf(call)))
  const name = fields["title"] === null ? undefined : yield* Input.boundedText(call, fields, "title", title)
  const state = yield* Input.oneOf(call, fields, "state", states, "Issue")
  const reason = yield* Input.oneOf(call, fields, "state_reason", stateReasons, "Issue")
  const duplicate_of = yield* duplicateOf(call, issue, reason, fields)
  const { labels, text, ...content } = yield* readContent(call, repository, fields, issue)
  const transitioned = yield* transition(call, repository, issue, state, reason, duplicate_of)
  const change: Partial<Issue> = {
    ...(typeof name === "string" ? { title: name } : {}),
    ...(text === undefined ? {} : { body: text }),
    ...transitioned,
    ...content,
    ...(labels === undefined ? {} : { labels: labelIds(call, repository, labels) })
  }
  return issueResponse(call, repository, replaceIssue(call, repository, issue, change))
})

const lockReasons: ReadonlyArray<LockReason> = ["off-topic", "too heated", "resolved", "spam"]

const lock: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const issue = yield* issueOf(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const reason = yield* Input.oneOf(call, fields, "lock_reason", lockReasons, "Issue")
  replaceIssue(call, repository, issue, { locked: true, lock_reason: reason ?? issue.lock_reason })
  return noContent
})

const unlock: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const issue = yield* issueOf(call, repository)
  replaceIssue(call, repository, issue, { locked: false, lock_reason: null })
  return noContent
})

const addAssignees: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const fields = withoutSuggestions(yield* Input.fieldsOf(call))
  const logins = (yield* Input.names(call, fields, "assignees", "login")) ?? []
  const added = logins.filter((login) => isAssignable(call.world, repository, login))
  const assignees = canonicalLogins(call.world, [...issue.assignees, ...added])
  if (assignees.length > maxAssignees) return yield* Result.fail(invalid(call, tooManyAssignees))
  return issueResponse(call, repository, replaceIssue(call, repository, issue, { assignees }), 201)
})

const removeAssignees: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const logins = (yield* Input.names(call, fields, "assignees", "login")) ?? []
  const assignees = issue.assignees.filter((assigned) => !logins.some((login) => same(login, assigned)))
  return issueResponse(call, repository, replaceIssue(call, repository, issue, { assignees }))
})

/** A group of issues, as `select` takes it. */
type Filter = readonly [grouping: IssueGrouping, key: string | number]

type Filters = OrRefusal<ReadonlyArray<Filter>>

const everything: Filters = Result.succeed([])

/** No id and no number is 0. */
const nothing = 0

/** Matches issues with all of the comma-separated labels. A label that the repository does not have matches none. */
const byLabels = (call: Call, repository: Repository): ReadonlyArray<Filter> =>
  (call.query.get("labels") ?? "").split(",").flatMap((name): ReadonlyArray<Filter> => {
    if (name.trim() === "") return []
    return [["label", labelNamed(repository, name.trim())?.id ?? nothing]]
  })

const byMilestone = (call: Call, repository: Repository): Filters => {
  const value = call.query.get("milestone")
  if (value === null || value === "") return everything
  if (value === "*") return Result.succeed([["milestone", any]])
  if (value === "none") return Result.succeed([["milestone", none]])
  return repository.milestones.has(Number(value))
    ? Result.succeed([["milestone", Number(value)]])
    : Result.fail(invalid(call, Input.queryFault("Issue", "milestone", value)))
}

/** Filters by a user, who must exist. */
const byUser = (call: Call, name: string, grouping: Filter[0]): Filters => {
  const value = call.query.get(name)
  if (value === null || value === "") return everything
  return userOf(call.world, value) === undefined
    ? Result.fail(invalid(call, Input.queryFault("Issue", name, value)))
    : Result.succeed([[grouping, value.toLowerCase()]])
}

const byAssignee = (call: Call): Filters => {
  const value = call.query.get("assignee")
  if (value === "*") return Result.succeed([["assignee", any]])
  return value === "none" ? Result.succeed([["assignee", none]]) : byUser(call, "assignee", "assignee")
}

const byType = (call: Call, repository: Repository): Filters => {
  const value = call.query.get("type")
  if (value === null || value === "") return everything
  if (value === "*") return Result.succeed([["type", any]])
  if (value === "none") return Result.succeed([["type", none]])
  const type = typeNamed(organizationOf(call.world, repository), value)
  return type === undefined
    ? Result.fail(invalid(call, Input.queryFault("Issue", "type", value)))
    : Result.succeed([["type", type.id]])
}

/** Filters by comma-separated values of fields, such as `priority:Urgent`. The fields must exist. */
const byValues = (call: Call, repository: Repository): Filters => {
  const filters: Array<Filter> = []
  const organization = organizationOf(call.world, repository)
  for (const text of (call.query.get("issue_field_values") ?? "").split(",")) {
    if (text.trim() === "") continue
    const [slug = "", ...rest] = text.split(":")
    const field = fieldWithSlug(organization, slug.trim())
    if (field === undefined || rest.length === 0) {
      return Result.fail(invalid(call, Input.queryFault("Issue", "issue_field_values", text)))
    }
    filters.push(["field", valueKey(field.id, rest.join(":").trim())])
  }
  return Result.succeed(filters)
}

/** So few issues are sorted faster than found among all. */
const few = 2000

/** The issues of some groups that were updated since an instant, in ascending order. */
const updatedSince = (
  issues: Repository["issues"],
  filters: ReadonlyArray<Filter>,
  state: "open" | "closed" | "all",
  sort: IssueOrder,
  since: number
): Rows<Issue> => {
  if (since === -Infinity) return issues.select(filters, state, sort)
  const recent = atLeast(issues.select(filters, state, "updated"), issueOrders.updated, since)
  if (sort === "updated") return recent
  const order = issueOrders[sort]
  return recent.length <= few
    ? [...recent].sort((a, b) => order(a) - order(b) || a.number - b.number)
    : matching(issues.select(filters, state, sort), (issue) => issue.updated_at >= since, recent.length)
}

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* withIssues(call, repository)
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "Issue")
  const sort = yield* Input.choice(call, "sort", ["created", "updated", "comments"], "Issue")
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Issue")
  const since = yield* Input.since(call, "Issue")
  const filters = [
    ...byLabels(call, repository),
    ...(yield* byMilestone(call, repository)),
    ...(yield* byAssignee(call)),
    ...(yield* byType(call, repository)),
    ...(yield* byValues(call, repository)),
    ...(yield* byUser(call, "creator", "creator")),
    ...(yield* byUser(call, "mentioned", "mentioned"))
  ]
  const found = updatedSince(repository.issues, filters, state, sort, since)
  const rows = direction === "asc" ? found : reversed(found)
  const ordered: Ordered<Issue> = {
    placeOf: (issue) => [issueOrders[sort](issue), issue.number],
    direction,
    resource: "Issue"
  }
  const target = `${stablePath(repository)}/issues`
  return yield* pageByCursor(call, target, rows, ordered, (issue) => Wire.issue(call, repository, issue))
})

const filters = ["assigned", "created", "mentioned", "subscribed", "repos", "all"] as const

const groupings = { assigned: "assignee", created: "creator", mentioned: "mentioned" } as const

const listForMe: Handler = handler(function* (call) {
  if (call.viewer === null) return yield* Result.fail(requiresAuthentication(call))
  const viewer = call.viewer.toLowerCase()
  const filter = yield* Input.choice(call, "filter", filters, "Issue")
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "Issue")
  const sort = yield* Input.choice(call, "sort", ["created", "updated", "comments"], "Issue")
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Issue")
  const since = yield* Input.since(call, "Issue")
  const names = (call.query.get("labels") ?? "").split(",").filter((name) => name.trim() !== "")
  const found = [...call.world.repositories.values()].flatMap((repository) => {
    if (roleOf(call, repository) === undefined || !isVisible(call, repository)) return []
    const ids = names.map((name) => labelNamed(repository, name.trim())?.id)
    const groups =
      filter === "assigned" || filter === "created" || filter === "mentioned"
        ? ([[groupings[filter], viewer]] as const)
        : []
    return repository.issues
      .select(groups, state, sort)
      .filter(
        ({ labels, updated_at }) => updated_at >= since && ids.every((id) => id !== undefined && labels.includes(id))
      )
      .map((issue) => ({ repository, issue }))
  })
  const order = issueOrders[sort]
  const sign = direction === "asc" ? 1 : -1
  found.sort((a, b) => sign * (order(a.issue) - order(b.issue) || a.issue.id - b.issue.id))
  return pageOf(call, "/issues", found, ({ issue, repository }) => ({
    ...Wire.issue(call, repository, issue),
    repository: repositoryWire(call, repository, call.viewer)
  }))
})

const repo = "/repos/{owner}/{repo}"
const issues = `${repo}/issues`
const issue = `${issues}/{issue_number}`

const endpoint = endpointsOf("issues/issues")

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.list", `GET ${issues}`, "list-repository-issues", list),
  endpoint("Issues.get", `GET ${issue}`, "get-an-issue", get),
  endpoint("Issues.create", `POST ${issues}`, "create-an-issue", create),
  endpoint("Issues.update", `PATCH ${issue}`, "update-an-issue", update),
  endpoint("Issues.lock", `PUT ${issue}/lock`, "lock-an-issue", lock),
  endpoint("Issues.unlock", `DELETE ${issue}/lock`, "unlock-an-issue", unlock),
  endpoint(
    "Issues.addAssignees",
    `POST ${issue}/assignees`,
    "issues/assignees#add-assignees-to-an-issue",
    addAssignees
  ),
  endpoint(
    "Issues.removeAssignees",
    `DELETE ${issue}/assignees`,
    "issues/assignees#remove-assignees-from-an-issue",
    removeAssignees
  ),
  endpoint("Issues.listForMe", "GET /issues", "list-issues-assigned-to-the-authenticated-user", listForMe)
]
