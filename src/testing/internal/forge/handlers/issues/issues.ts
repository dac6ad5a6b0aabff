/** Handlers of the `Issues` operations, except comments and the listing. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { LockReason, StateReason } from "../../../../ForgeState.ts"
import { httpDate, json, noContent } from "../../../exchange.ts"
import { issueOf, mustBeAdmin, readable, signedIn, withIssues, writable } from "../../access/lookups.ts"
import { may } from "../../access/permissions.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { type Fault, invalid } from "../../http/refusals.ts"
import {
  ensureLabel,
  type Issue,
  nextId,
  nextNumber,
  type Repository,
  same,
  userOf,
  type World
} from "../../state/model.ts"
import { repositoryUrl } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"
import { isAssignable } from "./assignees.ts"
import { transition } from "./transition.ts"

const title = { resource: "Issue", maximum: 256 }
const body = { resource: "Issue", maximum: 65_536, blank: true }
const maxAssignees = 10

/** Replaces an issue by a changed one. A change without effect leaves `updated_at` alone. */
export const replaceIssue = (call: Call, repository: Repository, before: Issue, change: Partial<Issue>): Issue => {
  if (!Input.hasEffect(before, change)) return before
  const after = { ...before, ...change, updated_at: call.now }
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

const canonicalLogins = (world: World, logins: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(logins.map((login) => userOf(world, login)?.login ?? login))
]

const tooManyAssignees: Fault = {
  resource: "Issue",
  field: "assignees",
  code: "custom",
  message: `An issue can have at most ${maxAssignees} assignees`
}

/** Checks a new set of assignees. Refuses a login that cannot be assigned; `addAssignees` ignores it. */
const assigneesFor = (
  call: Call,
  repository: Repository,
  logins: ReadonlyArray<string> | undefined
): Result.Result<ReadonlyArray<string> | undefined, Answer> => {
  if (logins === undefined) return Result.succeed(undefined)
  const refused = logins.filter((login) => !isAssignable(call.world, repository, login))
  if (refused.length > 0) {
    const errors = refused.map((value): Fault => ({ value, resource: "Issue", field: "assignees", code: "invalid" }))
    return Result.fail(invalid(call, ...errors))
  }
  const set = canonicalLogins(call.world, logins)
  return set.length > maxAssignees ? Result.fail(invalid(call, tooManyAssignees)) : Result.succeed(set)
}

/** Checks the number of a milestone; null clears it. */
const milestoneFor = (
  call: Call,
  repository: Repository,
  value: unknown
): Result.Result<number | null | undefined, Answer> => {
  if (value === undefined || value === null) return Result.succeed(value)
  const number = typeof value === "string" ? Number(value) : value
  return typeof number === "number" && repository.milestones.has(number)
    ? Result.succeed(number)
    : Result.fail(
        invalid(call, { value: JSON.stringify(value), resource: "Issue", field: "milestone", code: "invalid" })
      )
}

/** Reads the logins of `assignees`, or the one of `assignee`, an old field that null and an empty text clear. */
const loginsOf = (call: Call, fields: Input.Fields): Result.Result<ReadonlyArray<string> | undefined, Answer> =>
  Result.gen(function* () {
    const logins = yield* Input.names(call, fields, "assignees", "login")
    const login = yield* Input.text(call, fields, "assignee")
    if (logins !== undefined || login === undefined) return logins
    return login === null || login === "" ? [] : [login]
  })

/** Reads and checks the fields that `create` and `update` share, before any change. */
const contentFields = (call: Call, repository: Repository, fields: Input.Fields) =>
  Result.gen(function* () {
    const text = yield* Input.boundedText(call, fields, "body", body)
    const labels = yield* Input.names(call, fields, "labels", "name")
    const assignees = yield* assigneesFor(call, repository, yield* loginsOf(call, fields))
    const milestone = yield* milestoneFor(call, repository, fields["milestone"])
    return { text, labels, assignees, milestone }
  })

const labelIds = (call: Call, repository: Repository, names: ReadonlyArray<string>): ReadonlyArray<number> => [
  ...new Set(names.map((name) => ensureLabel(call.world, repository, name).id))
]

const withTextTitle = (fields: Input.Fields): Input.Fields =>
  typeof fields["title"] === "number" ? { ...fields, title: String(fields["title"]) } : fields

/** A new issue, or the issue of a new pull request. Assigns its number. */
export const newIssue = (
  call: Call,
  repository: Repository,
  user: string,
  title: string,
  body: string | null
): Issue => ({
  id: nextId(call.world, "issue"),
  number: nextNumber(call.world, repository, "issues"),
  title,
  body,
  user,
  state: "open",
  state_reason: null,
  labels: [],
  assignees: [],
  milestone: null,
  locked: false,
  lock_reason: null,
  comments: [],
  pull_request: null,
  created_at: call.now,
  updated_at: call.now,
  closed_at: null,
  closed_by: null
})

export const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  yield* withIssues(call, repository)
  const fields = withTextTitle(yield* Input.fieldsOf(call))
  const name = yield* Input.requiredText(call, fields, "title", title)
  const { assignees, labels, milestone, text } = yield* contentFields(call, repository, fields)
  // Opening an issue takes no permission. Without triage permission, some fields are silently ignored.
  const triages = may(call, repository, "triage")
  const issue: Issue = {
    ...newIssue(call, repository, viewer, name, text ?? null),
    labels: triages ? labelIds(call, repository, labels ?? []) : [],
    assignees: triages ? (assignees ?? []) : [],
    milestone: triages ? (milestone ?? null) : null
  }
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
  const fields = withTextTitle(yield* Input.fieldsOf(call))
  const name = fields["title"] === null ? undefined : yield* Input.boundedText(call, fields, "title", title)
  const state = yield* Input.oneOf(call, fields, "state", states, "Issue")
  const reason = yield* Input.oneOf(call, fields, "state_reason", stateReasons, "Issue")
  const { assignees, labels, milestone, text } = yield* contentFields(call, repository, fields)
  const transitioned = yield* transition(call, repository, issue, state, reason)
  const change: Partial<Issue> = {
    ...(typeof name === "string" ? { title: name } : {}),
    ...(text === undefined ? {} : { body: text }),
    ...transitioned,
    ...(triages && labels !== undefined ? { labels: labelIds(call, repository, labels) } : {}),
    ...(triages && assignees !== undefined ? { assignees } : {}),
    ...(triages && milestone !== undefined ? { milestone } : {})
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
  const fields = yield* Input.fieldsOf(call)
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
