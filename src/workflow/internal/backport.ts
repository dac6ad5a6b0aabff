/** Finds the commits that a merged pull request has brought into its base. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Forge } from "../../forge/Forge.ts"
import * as Git from "../../forge/Git.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import type { PullRequest } from "../../forge/schema/PullRequest.ts"
import type { Conflict, NotFound, RequestError } from "../../rest/RestError.ts"
import type { Place } from "./place.ts"

/**
 * The oldest first. A merge, and a squashed commit, have all changes. Rebased commits are as many as those of the pull request,
 * and have their messages.
 */
export const landed = Effect.fnUntraced(function* (
  place: Place,
  { commits, merge_commit_sha, number }: PullRequest
): Effect.fn.Return<ReadonlyArray<string>, RequestError | NotFound | Conflict, Forge> {
  if (merge_commit_sha === null) return []
  let last = yield* Git.getCommit({ ...place, commit_sha: merge_commit_sha })
  if (last.parents.length > 1 || commits === 1) return [merge_commit_sha]
  const own = yield* Stream.runCollect(PullRequests.listCommits({ ...place, pull_number: number }))
  const found: Array<string> = []
  for (const { commit } of own.toReversed()) {
    if (last.message !== commit.message) return [merge_commit_sha]
    found.unshift(last.sha)
    const [parent] = last.parents
    if (found.length === own.length) break
    if (parent === undefined) return [merge_commit_sha]
    last = yield* Git.getCommit({ ...place, commit_sha: parent.sha })
  }
  return found
})
