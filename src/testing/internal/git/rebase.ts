/** Brings the commits of one line of history to another one. */
import { commitsBetween, mergeBase } from "./history.ts"
import { type Merged, mergeTrees } from "./merge.ts"
import { type Commit, commitOf, type Identity, type Objects, putCommit, type Sha } from "./objects.ts"

/** Merges the tree of one commit with that of another one, from their common ancestor. Makes no commit. */
export const mergeCommits = (objects: Objects, ours: Sha, theirs: Sha): Merged => {
  const base = mergeBase(objects, ours, theirs)
  const [our, their] = [commitOf(objects, ours).tree, commitOf(objects, theirs).tree]
  return mergeTrees(objects, base === undefined ? undefined : commitOf(objects, base).tree, our, their)
}

export type Rebased =
  | { readonly _tag: "Rebased"; readonly commits: ReadonlyArray<Commit> }
  | { readonly _tag: "Conflict"; readonly commit: Commit; readonly paths: ReadonlyArray<string> }

/**
 * Makes the commits that `head` has and `base` lacks again, on top of `onto`. Authors and messages stay; the committer is
 * new, so the shas always change. Merges are left out, and commits that change nothing any more are kept.
 */
export const rebaseOnto = (objects: Objects, base: Sha, head: Sha, onto: Sha, committer: Identity): Rebased => {
  const commits: Array<Commit> = []
  let tip = commitOf(objects, onto)
  for (const commit of commitsBetween(objects, base, head).ahead) {
    const [parent, second] = commit.parents
    if (second !== undefined) continue
    const before = parent === undefined ? undefined : commitOf(objects, parent).tree
    const merged = mergeTrees(objects, before, tip.tree, commit.tree)
    if (merged._tag === "Conflict") return { _tag: "Conflict", commit, paths: merged.paths }
    const { author, message } = commit
    tip = putCommit(objects, { tree: merged.tree, parents: [tip.sha], author, committer, message })
    commits.push(tip)
  }
  return { _tag: "Rebased", commits }
}
