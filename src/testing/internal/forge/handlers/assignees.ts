/** Handlers that tell who can be assigned. */
import { noContent } from "../../exchange.ts"
import { issueOf, readable } from "../access/lookups.ts"
import { type Handler, handler } from "../http/call.ts"
import { pageOf } from "../http/paging.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { hasRole, peopleOf } from "../state/sharing.ts"
import { stablePath, user } from "../wire/common.ts"

/** Only users with a role in the repository can be assigned. */
export const isAssignable = hasRole

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const target = `${stablePath(repository)}/assignees`
  return pageOf(call, target, peopleOf(call.world, repository), (login) => user(call, login))
})

/** Tells by the status alone whether a user can be assigned. */
const check: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return isAssignable(call.world, repository, call.params["assignee"] ?? "") ? noContent : notFound(call)
})

const checkForIssue: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* issueOf(call, repository)
  return isAssignable(call.world, repository, call.params["assignee"] ?? "") ? noContent : notFound(call)
})

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("issues/assignees")

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.listAssignees", `GET ${repo}/assignees`, "list-assignees", list),
  endpoint("Issues.checkAssignee", `GET ${repo}/assignees/{assignee}`, "check-if-a-user-can-be-assigned", check),
  endpoint(
    "Issues.checkAssigneeForIssue",
    `GET ${repo}/issues/{issue_number}/assignees/{assignee}`,
    "check-if-a-user-can-be-assigned-to-a-issue",
    checkForIssue
  )
]
