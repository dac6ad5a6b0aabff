/** Walks from commits to their ancestors. */
import { type Commit, commitOf, type Objects, type Sha } from "./objects.ts"

/** Lists the shas of a commit and all of its ancestors. */
export const ancestorsOf = (objects: Objects, ...from: ReadonlyArray<Sha>): ReadonlySet<Sha> => {
  const seen = new Set<Sha>(from)
  const pending = [...from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    for (const parent of commitOf(objects, sha).parents) {
      if (seen.has(parent)) continue
      seen.add(parent)
      pending.push(parent)
    }
  }
  return seen
}

/**
 * Walks a commit and its ancestors as `git log` does: the newest by committer's date first, of those whose children were
 * walked. Leaves out `without`.
 */
export function* log(objects: Objects, from: Sha, without: ReadonlySet<Sha> = new Set()): Generator<Commit> {
  const seen = new Set<Sha>([from])
  let pending: Array<Commit> = without.has(from) ? [] : [commitOf(objects, from)]
  while (pending.length > 0) {
    const next = pending.reduce((best, commit) => (commit.committer.date > best.committer.date ? commit : best))
    pending = pending.filter((commit) => commit !== next)
    yield next
    for (const parent of next.parents) {
      if (seen.has(parent) || without.has(parent)) continue
      seen.add(parent)
      pending.push(commitOf(objects, parent))
    }
  }
}

/** Returns a best common ancestor; undefined for unrelated histories. */
export const mergeBase = (objects: Objects, a: Sha, b: Sha): Sha | undefined => {
  const ours = ancestorsOf(objects, a)
  if (ours.has(b)) return b
  for (const commit of log(objects, b)) {
    if (ours.has(commit.sha)) return commit.sha
  }
  return undefined
}

/** Whether a commit is the other one, or an ancestor of it. */
export const isAncestor = (objects: Objects, ancestor: Sha, of: Sha): boolean => ancestorsOf(objects, of).has(ancestor)
