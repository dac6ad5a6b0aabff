/** Finds the pull requests that bring a commit, or brought it. */
import { isAncestor } from "../../../git/history.ts"
import { childrenOf, commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import type { Issue, Repository, World } from "../model.ts"
import { rangeOf } from "./range.ts"
import { baseSha, isPull, type Pull, pullsOf } from "./register.ts"

/** The commits that a merge left in its base: the merge, or what was squashed or rebased. */
const landed = (objects: Objects, merge: Sha, base: Sha): ReadonlyArray<Sha> =>
  commitOf(objects, merge).parents.length > 1 ? [merge] : rangeOf(objects, base, merge).ahead.map(({ sha }) => sha)

/** The commits that a merged pull request brought, on its branch or in its base. */
export const broughtBy = (objects: Objects, issue: Issue): ReadonlyArray<Sha> => {
  if (!isPull(issue) || issue.pull_request.merged_at === null) return []
  const { base, head, merge_commit_sha } = issue.pull_request
  const own = rangeOf(objects, base.sha, head.sha).ahead.map(({ sha }) => sha)
  return merge_commit_sha === null ? own : [...new Set([...own, ...landed(objects, merge_commit_sha, base.sha)])]
}

/** The open pull requests that bring a commit: their heads lead to it, and their bases do not. */
const openBringing = (world: World, repository: Repository, sha: Sha): ReadonlyArray<Pull> => {
  const { objects } = world
  const main = repository.refs.get(`refs/heads/${repository.default_branch}`)
  // What is on the default branch was brought before. So nothing on it is looked at below, however long it is.
  if (main !== undefined && isAncestor(objects, sha, main)) return []
  const found: Array<Pull> = []
  const seen = new Set([sha])
  for (const at of seen) {
    for (const [target, pull] of pullsOf(world, at)) {
      const leads = target.id === repository.id && pull.state === "open" && pull.pull_request.head.sha === at
      if (leads && !isAncestor(objects, sha, baseSha(repository, pull))) found.push(pull)
    }
    for (const child of childrenOf(objects, at)) seen.add(child)
  }
  return found
}

/** The pull requests that bring a commit or brought it, the oldest first. */
export const pullsBringing = (world: World, repository: Repository, sha: Sha): ReadonlyArray<Pull> =>
  [
    ...repository.issues.group("commit", sha, "created").all.filter(isPull),
    ...openBringing(world, repository, sha)
  ].sort((a, b) => a.created_at - b.created_at || a.number - b.number)
