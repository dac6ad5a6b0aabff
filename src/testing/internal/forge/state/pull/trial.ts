/** Tries out merges, without changing any ref. */
import { mergeTrees } from "../../../git/merge.ts"
import { type Commit, commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import { rangeOf } from "./range.ts"
import { remembered } from "./remembered.ts"

const treeAt = (objects: Objects, sha: Sha): Sha => commitOf(objects, sha).tree

/** Returns the merged tree of a base and a head; undefined if they conflict. */
export const trialMerge = remembered((objects, base, head): Sha | undefined => {
  const from = rangeOf(objects, base, head).mergeBase
  const before = from === undefined ? undefined : treeAt(objects, from)
  const merged = mergeTrees(objects, before, treeAt(objects, base), treeAt(objects, head))
  return merged._tag === "Clean" ? merged.tree : undefined
})

/** A commit, and the tree that it has on top of the base. */
export interface Step {
  readonly commit: Commit
  readonly tree: Sha
}

/**
 * Applies the commits of a head to a base, one after the other. Returns undefined if one of them conflicts. As `git
 * rebase` does, it leaves out merges, and commits whose changes the base already has.
 */
export const trialRebase = remembered((objects, base, head): ReadonlyArray<Step> | undefined => {
  const steps: Array<Step> = []
  let onto = treeAt(objects, base)
  for (const commit of rangeOf(objects, base, head).commits) {
    const [parent, other] = commit.parents
    if (other !== undefined) continue
    const before = parent === undefined ? undefined : treeAt(objects, parent)
    const merged = mergeTrees(objects, before, onto, commit.tree)
    if (merged._tag === "Conflict") return undefined
    if (merged.tree === onto && commit.tree !== before) continue
    steps.push({ commit, tree: merged.tree })
    onto = merged.tree
  }
  return steps
})
