/** Handlers that tell who can be assigned. */
import { noContent } from "../../../exchange.ts"
import { issueOf, readable } from "../../access/lookups.ts"
import { type Call, type Handler, handler } from "../../http/call.ts"
import { pageOf } from "../../http/paging.ts"
import { notFound } from "../../http/refusals.ts"
import { type Repository, userOf } from "../../state/model.ts"
import { permissionOf } from "../../state/roles.ts"
import { stablePath, user } from "../../wire/common.ts"

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

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const target = `${stablePath(repository)}/assignees`
  return pageOf(call, target, assignable(call, repository), (login) => user(call, login))
})

/** Tells by the status alone whether a user can be assigned. */
export const check: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return isAssignable(call.world, repository, call.params["assignee"] ?? "") ? noContent : notFound(call)
})

export const checkForIssue: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* issueOf(call, repository)
  return isAssignable(call.world, repository, call.params["assignee"] ?? "") ? noContent : notFound(call)
})
