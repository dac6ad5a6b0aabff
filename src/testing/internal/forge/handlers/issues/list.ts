/** Handler of `Issues.list`: filters, sorts and cuts into pages. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { readable, withIssues } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { invalid } from "../../http/refusals.ts"
import { type Issue, labelNamed, type Repository, same, userOf } from "../../state/model.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"

type Filter = (issue: Issue) => boolean

const everything: Filter = () => true
const nothing: Filter = () => false

/** Matches issues with all of the comma-separated labels. A label that the repository does not have matches none. */
const byLabels = (call: Call, repository: Repository): Filter => {
  const names = (call.query.get("labels") ?? "").split(",").filter((name) => name.trim() !== "")
  const ids = names.map((name) => labelNamed(repository, name.trim())?.id)
  return ids.every((id) => id !== undefined) ? (issue) => ids.every((id) => issue.labels.includes(id)) : nothing
}

const byMilestone = (call: Call, repository: Repository): Result.Result<Filter, Answer> => {
  const value = call.query.get("milestone")
  if (value === null || value === "") return Result.succeed(everything)
  if (value === "*") return Result.succeed((issue) => issue.milestone !== null)
  if (value === "none") return Result.succeed((issue) => issue.milestone === null)
  const number = Number(value)
  return repository.milestones.has(number)
    ? Result.succeed((issue) => issue.milestone === number)
    : Result.fail(invalid(call, Input.queryFault("Issue", "milestone", value)))
}

/** Filters by a user, who must exist. */
const byUser = (call: Call, name: string, filter: (login: string) => Filter): Result.Result<Filter, Answer> => {
  const value = call.query.get(name)
  if (value === null || value === "") return Result.succeed(everything)
  return userOf(call.world, value) === undefined
    ? Result.fail(invalid(call, Input.queryFault("Issue", name, value)))
    : Result.succeed(filter(value))
}

const byAssignee = (call: Call): Result.Result<Filter, Answer> => {
  const value = call.query.get("assignee")
  if (value === "*") return Result.succeed((issue) => issue.assignees.length > 0)
  if (value === "none") return Result.succeed((issue) => issue.assignees.length === 0)
  return byUser(call, "assignee", (login) => (issue) => issue.assignees.some((assigned) => same(assigned, login)))
}

/** Matches issues that mention the login with `@`, in the body or a comment. */
const mentions = (login: string): Filter => {
  const pattern = new RegExp(`(^|[^\\w-])@${login.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "i")
  return (issue) => pattern.test(issue.body ?? "") || issue.comments.some((comment) => pattern.test(comment.body))
}

const orders = {
  created: (a: Issue, b: Issue) => a.created_at - b.created_at,
  updated: (a: Issue, b: Issue) => a.updated_at - b.updated_at,
  comments: (a: Issue, b: Issue) => a.comments.length - b.comments.length
}

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* withIssues(call, repository)
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "Issue")
  const sort = yield* Input.choice(call, "sort", ["created", "updated", "comments"], "Issue")
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Issue")
  const since = yield* Input.since(call, "Issue")
  const filters: ReadonlyArray<Filter> = [
    (issue) => state === "all" || issue.state === state,
    (issue) => issue.updated_at >= since,
    byLabels(call, repository),
    yield* byMilestone(call, repository),
    yield* byAssignee(call),
    yield* byUser(call, "creator", (login) => (issue) => issue.user !== null && same(issue.user, login)),
    yield* byUser(call, "mentioned", mentions)
  ]
  const sign = direction === "asc" ? 1 : -1
  const found = [...repository.issues.values()]
    .filter((issue) => filters.every((filter) => filter(issue)))
    .sort((a, b) => sign * (orders[sort](a, b) || a.number - b.number))
  return pageOf(call, `${stablePath(repository)}/issues`, found, (issue) => Wire.issue(call, repository, issue))
})
