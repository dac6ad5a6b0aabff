/** What happens to pull requests when a branch moves. */
import type { Objects, Sha } from "../../../git/objects.ts"
import { commitOf } from "../../../git/objects.ts"
import type { Issue, Repository, World } from "../model.ts"
import { rangeOf } from "./range.ts"
import { addCommit, baseSha, openPullsInto, type Pull, pullsFrom, pullsOf } from "./register.ts"

const replace = (repository: Repository, pull: Pull, now: number, change: Partial<Pull>): void =>
  void repository.issues.set(pull.number, { ...pull, ...change, updated_at: now })

/** The fields of a pull request that is closed now. Its base stays at the commit of this time. */
export const closed = (repository: Repository, pull: Pull, by: string | null, now: number) =>
  ({
    state: "closed",
    closed_at: now,
    closed_by: by,
    pull_request: { ...pull.pull_request, base: { ...pull.pull_request.base, sha: baseSha(repository, pull) } }
  }) satisfies Partial<Issue>

const close = (repository: Repository, pull: Pull, now: number): void =>
  replace(repository, pull, now, closed(repository, pull, null, now))

/** Open pull requests from the branch follow it. Those without a commit of their own are closed then. */
const followHead = (world: World, repository: Repository, branch: string, sha: Sha, now: number): void => {
  for (const [target, pull] of pullsFrom(world, repository, branch)) {
    if (pull.state === "closed" || pull.pull_request.head.sha === sha) continue
    const head = { ...pull.pull_request.head, sha }
    const moved: Pull = { ...pull, pull_request: { ...pull.pull_request, head } }
    addCommit(world, target, pull.number, sha)
    const isEmpty = rangeOf(world.objects, baseSha(target, pull), sha).ahead.length === 0
    if (isEmpty) close(target, moved, now)
    else replace(target, moved, now, {})
  }
}

/** Lists the commits that a move adds to a branch. The usual moves, by a commit or a merge, cost no walk over history. */
const added = (objects: Objects, from: Sha, to: Sha): ReadonlyArray<Sha> => {
  const [first, ...others] = commitOf(objects, to).parents
  if (first !== from) return rangeOf(objects, from, to).ahead.map(({ sha }) => sha)
  return [to, ...others.flatMap((other) => rangeOf(objects, from, other).ahead.map(({ sha }) => sha))]
}

/** Pull requests count as merged when their base gets their commits by other ways. */
const followBase = (world: World, repository: Repository, branch: string, from: Sha, to: Sha, now: number): void => {
  for (const sha of added(world.objects, from, to)) {
    for (const [target, pull] of pullsOf(world, sha)) {
      const { base, head } = pull.pull_request
      if (target.id !== repository.id || pull.state === "closed" || base.ref !== branch || head.sha !== sha) continue
      const pull_request = { ...pull.pull_request, base: { ...base, sha: from }, merged_at: now, merge_commit_sha: to }
      replace(target, pull, now, { state: "closed", closed_at: now, pull_request })
    }
  }
}

/**
 * A deleted branch closes the pull requests from it. Those into it move to the branch that it was merged into, if it
 * was, and are closed otherwise.
 */
const followDeletion = (world: World, repository: Repository, branch: string, from: Sha, now: number): void => {
  const all = pullsFrom(world, repository, branch)
  for (const [target, pull] of all) {
    if (pull.state === "open") close(target, pull, now)
  }
  const merged = all.findLast(
    ([target, pull]) =>
      target.id === repository.id &&
      pull.pull_request.merged_at !== null &&
      repository.refs.has(`refs/heads/${pull.pull_request.base.ref}`)
  )
  for (const pull of openPullsInto(repository, branch)) {
    const was = { ...pull.pull_request, base: { ref: branch, sha: from } }
    if (merged === undefined) close(repository, { ...pull, pull_request: was }, now)
    else replace(repository, pull, now, { pull_request: { ...was, base: merged[1].pull_request.base } })
  }
}

/** Lets pull requests follow a branch that was moved, made or (`to` undefined) deleted. */
export const branchMoved = (
  world: World,
  repository: Repository,
  branch: string,
  from: Sha | undefined,
  to: Sha | undefined,
  now: number
): void => {
  if (to !== undefined) {
    if (from !== undefined && from !== to) followBase(world, repository, branch, from, to, now)
    followHead(world, repository, branch, to, now)
  } else if (from !== undefined) followDeletion(world, repository, branch, from, now)
}
