/** Handlers that tell who can be assigned. */
import { noContent } from "../../exchange.ts"
import { issueOf, readable } from "../access/lookups.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import { pageOf } from "../http/paging.ts"
import { notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Repository, userOf } from "../state/model.ts"
import { permissionOf } from "../state/roles.ts"
import { stablePath, user } from "../wire/common.ts"

/** The users with a role in a repository, in the order of their logins. */
const assignable = ({ world }: Call, repository: Repository): ReadonlyArray<string> => {
  const organization = world.organizations.get(repository.owner.toLowerCase())
  const logins = [
    repository.owner.toLowerCase(),
    ...repository.collaborators.keys(),
    ...(organization?.members.keys() ?? [])
  ]
  return [...new Set(logins)].filter((login) => isAssignable(world, repository, login)).sort()
}

/** Only users with a role in the repository can be assigned. Organizations are no users. */
export const isAssignable = (world: Call["world"], repository: Repository, login: string): boolean =>
  permissionOf(world, repository, login) !== undefined && userOf(world, login)?.type !== "Organization"

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const target = `${stablePath(repository)}/assignees`
  return pageOf(call, target, assignable(call, repository), (login) => user(call, login))
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
