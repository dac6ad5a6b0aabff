/** Handlers of the `Issues` operations, except comments and the listing. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { LockReason, StateReason } from "../../../../ForgeState.ts"
import { httpDate, json, noContent } from "../../../exchange.ts"
import { issueOf, mustBeAdmin, readable, signedIn, withIssues, writable } from "../../access/lookups.ts"
import { may } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { invalid } from "../../http/refusals.ts"
import { withEvents, withFirstEvents } from "../../state/issues.ts"
import { type Issue, nextId, nextNumber, type Repository, same } from "../../state/model.ts"
import type { Happening } from "../../state/records.ts"
import { repositoryUrl } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"
import { isAssignable } from "./assignees.ts"
import { canonicalLogins, maxAssignees, readContent, tooManyAssignees, withoutSuggestions } from "./content.ts"
import { labelIds } from "./labelInput.ts"
import { duplicateOf, transition } from "./transition.ts"

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

const issueAnswer = (call: Call, repository: Repository, issue: Issue, status = 200): Answer =>
  json(status, Wire.issue(call, repository, issue), {
    ...(status === 200 ? { "last-modified": httpDate(issue.updated_at) } : {}),
    ...(status === 201 ? { location: `${repositoryUrl(call, repository)}/issues/${issue.number}` } : {})
  })

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const issue = yield* issueOf(call, repository)
  return issueAnswer(call, repository, issue)
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

export const create: Handler = handler(function* (call) {
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
  const issue = withFirstEvents(call.world, repository, opened, call.now)
  repository.issues.set(issue.number, issue)
  return issueAnswer(call, repository, issue, 201)
})

const states = ["open", "closed"] as const
const stateReasons: ReadonlyArray<StateReason> = ["completed", "not_planned", "duplicate", "reopened"]

export const update: Handler = handler(function* (call) {
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
  return issueAnswer(call, repository, replaceIssue(call, repository, issue, change))
})

const lockReasons: ReadonlyArray<LockReason> = ["off-topic", "too heated", "resolved", "spam"]

export const lock: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const issue = yield* issueOf(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const reason = yield* Input.oneOf(call, fields, "lock_reason", lockReasons, "Issue")
  replaceIssue(call, repository, issue, { locked: true, lock_reason: reason ?? issue.lock_reason })
  return noContent
})

export const unlock: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const issue = yield* issueOf(call, repository)
  replaceIssue(call, repository, issue, { locked: false, lock_reason: null })
  return noContent
})

export const addAssignees: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const fields = withoutSuggestions(yield* Input.fieldsOf(call))
  const logins = (yield* Input.names(call, fields, "assignees", "login")) ?? []
  const added = logins.filter((login) => isAssignable(call.world, repository, login))
  const assignees = canonicalLogins(call.world, [...issue.assignees, ...added])
  if (assignees.length > maxAssignees) return yield* Result.fail(invalid(call, tooManyAssignees))
  return issueAnswer(call, repository, replaceIssue(call, repository, issue, { assignees }), 201)
})

export const removeAssignees: Handler = handler(function* (call) {
  const [repository] = yield* writable(call, "triage")
  const issue = yield* issueOf(call, repository)
  const fields = yield* Input.fieldsOf(call)
  const logins = (yield* Input.names(call, fields, "assignees", "login")) ?? []
  const assignees = issue.assignees.filter((assigned) => !logins.some((login) => same(login, assigned)))
  return issueAnswer(call, repository, replaceIssue(call, repository, issue, { assignees }))
})
