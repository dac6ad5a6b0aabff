/** The look-ups of commits, with the refusals of those that do not exist. */
import * as Result from "effect/Result"
import type { Commit } from "../../git/objects.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { conflict, notFound, unprocessable } from "../http/refusals.ts"
import type { Repository } from "../state/model.ts"
import { isEmpty, resolveCommit } from "../state/refs.ts"

/** Refuses with 409 if the repository has no commit yet. */
export const notEmpty = (call: Call, repository: Repository): OrRefusal<void> =>
  isEmpty(repository) ? Result.fail(conflict(call, "Git Repository is empty.")) : Result.void

/** Returns the commit that a name stands for, or 404. */
export const commitNamed = (call: Call, repository: Repository, name: string): OrRefusal<Commit> => {
  const commit = resolveCommit(call.world, repository, name)
  return commit === undefined ? Result.fail(notFound(call)) : Result.succeed(commit)
}

/** Returns the commit that a variable of the path stands for, or 422 in the words that the service has for commits. */
export const commitOrUnknown = (call: Call, repository: Repository, variable = "ref"): OrRefusal<Commit> => {
  const name = call.params[variable] ?? ""
  const commit = resolveCommit(call.world, repository, name)
  return commit === undefined
    ? Result.fail(unprocessable(call, `No commit found for SHA: ${name}`))
    : Result.succeed(commit)
}
