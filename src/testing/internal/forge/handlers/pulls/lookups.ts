/** The look-ups that handlers of pull requests start with. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Permission } from "../../../../ForgeState.ts"
import { mustBeAdmin, pathNumber, readable, signedIn, writable } from "../../access/lookups.ts"
import { may } from "../../access/permissions.ts"
import type { Call } from "../../http/call.ts"
import { notFound } from "../../http/refusals.ts"
import { type Repository, same } from "../../state/model.ts"
import { isPull, type Pull } from "../../state/pulls.ts"

type Found = Result.Result<{ readonly repository: Repository; readonly pull: Pull }, Answer>

export const pullIn = (call: Call, repository: Repository): Result.Result<Pull, Answer> => {
  const issue = repository.issues.get(pathNumber(call, "pull_number") ?? 0)
  return issue !== undefined && isPull(issue) ? Result.succeed(issue) : Result.fail(notFound(call))
}

/** Returns the path's pull request, or 404 if there is none. */
export const readablePull = (call: Call): Found =>
  Result.flatMap(readable(call), (repository) => Result.map(pullIn(call, repository), (pull) => ({ repository, pull })))

/** Returns the path's pull request and the viewer, or 403 without the permission. */
export const writablePull = (call: Call, least: Permission = "write") =>
  Result.flatMap(writable(call, least), ([repository, viewer]) =>
    Result.map(pullIn(call, repository), (pull) => ({ repository, pull, viewer }))
  )

export const isAuthor = ({ user }: { readonly user: string | null }, viewer: string): boolean =>
  user !== null && same(user, viewer)

/** Returns the path's pull request and the viewer, or 403 unless the viewer is its author or has the permission. */
export const editablePull = (call: Call, least: Permission = "write") =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const pull = yield* pullIn(call, repository)
    if (!isAuthor(pull, viewer) && !may(call, repository, least)) return yield* Result.fail(mustBeAdmin(call))
    return { repository, pull, viewer }
  })
