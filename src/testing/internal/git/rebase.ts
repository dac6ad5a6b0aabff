/** Brings the commits of one line of history to another one. */
import { commitsBetween, mergeBases } from "./history.ts"
import { type Merged, mergeTrees } from "./merge.ts"
import { type Commit, commitOf, type Identity, type Objects, putCommit, type Sha } from "./objects.ts"

/**
 * The tree that two commits are compared with to merge them. Histories that merged each other have several best common
 * ancestors: as in git, their own merge is the base. If that is in conflict, one of them is.
 */
const baseTree = (objects: Objects, ours: Sha, theirs: Sha): Sha | undefined => {
  const [first, ...others] = mergeBases(objects, ours, theirs)
  if (first === undefined) return undefined
  const tree = treeOf(objects, first)
  let merged: Merged = { _tag: "Clean", tree }
  for (const other of others) {
    merged = mergeTrees(objects, baseTree(objects, first, other), merged.tree, treeOf(objects, other))
    if (merged._tag === "Conflict") return tree
  }
  return merged.tree
}

const treeOf = (objects: Objects, commit: Sha): Sha => commitOf(objects, commit).tree

/** Merges the tree of one commit with that of another one, from their common ancestor. Makes no commit. */
export const mergeCommits = (objects: Objects, ours: Sha, theirs: Sha): Merged =>
  mergeTrees(objects, baseTree(objects, ours, theirs), treeOf(objects, ours), treeOf(objects, theirs))

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
