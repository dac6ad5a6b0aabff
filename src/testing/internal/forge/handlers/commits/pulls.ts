/** Handler of `Commits.listPullRequests`. */
import { isAncestor } from "../../../git/history.ts"
import { commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import { commitOrUnknown, notEmpty } from "../../access/commits.ts"
import { readable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import { pageOfTexts } from "../../http/paging.ts"
import type { Repository } from "../../state/model.ts"
import { rangeOf } from "../../state/pull/range.ts"
import { baseSha, isPull, type Pull } from "../../state/pull/register.ts"
import { branchTip } from "../../state/refs.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/pulls.ts"

/** The commits that a merged pull request left in its base: the merge, or what was squashed or rebased. */
const merged = (objects: Objects, merge: Sha, base: Sha): ReadonlyArray<Sha> => {
  const commit = commitOf(objects, merge)
  if (commit.parents.length > 1) return [merge]
  return rangeOf(objects, base, merge).ahead.map(({ sha }) => sha)
}

/** Whether a pull request brings a commit, or brought it. */
const brings = (objects: Objects, repository: Repository, pull: Pull, sha: Sha): boolean => {
  const { head, merge_commit_sha, merged_at } = pull.pull_request
  const base = baseSha(repository, pull)
  if (rangeOf(objects, base, head.sha).ahead.some((commit) => commit.sha === sha)) return true
  return merged_at !== null && merge_commit_sha !== null && merged(objects, merge_commit_sha, base).includes(sha)
}

export const listPulls: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  yield* notEmpty(call, repository)
  const { sha } = yield* commitOrUnknown(call, repository, "commit_sha")
  const { objects } = call.world
  const main = branchTip(repository, repository.default_branch)
  const isMerged = main !== undefined && isAncestor(objects, sha, main)
  const found = repository.issues
    .group("kind", "pull", "created")
    .all.filter(isPull)
    .filter((pull) => {
      const counts = pull.pull_request.merged_at !== null || (pull.state === "open" && !isMerged)
      return counts && brings(objects, repository, pull, sha)
    })
  return pageOfTexts(call, `${stablePath(repository)}/commits/${sha}/pulls`, found, (pull) =>
    Wire.pullText(call, repository, pull)
  )
})
