/** Handler of `Issues.list`: filters, sorts and cuts into pages. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import { readable, withIssues } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { matching, pageOf, reversed, type Rows } from "../../http/paging.ts"
import { invalid } from "../../http/refusals.ts"
import { atLeast, type IssueGrouping, type IssueOrder } from "../../state/indexed.ts"
import { any, fieldWithSlug, issueOrders, none, organizationOf, typeNamed } from "../../state/issues.ts"
import { type Issue, labelNamed, type Repository, userOf } from "../../state/model.ts"
import { valueKey } from "../../state/records.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/issues.ts"

/** A group of issues, as `select` takes it. */
type Filter = readonly [grouping: IssueGrouping, key: string | number]

type Filters = Result.Result<ReadonlyArray<Filter>, Answer>

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

export const list: Handler = handler(function* (call) {
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
  return pageOf(call, `${stablePath(repository)}/issues`, rows, (issue) => Wire.issue(call, repository, issue))
})
