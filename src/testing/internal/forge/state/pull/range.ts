/** What a head has that its base does not have: commits and changes of files. */
import { changesBetween, type FileChange } from "../../../git/changes.ts"
import { commitsBetween, type Relation } from "../../../git/history.ts"
import { commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import { remembered } from "./remembered.ts"

/** How the commits of a base and a head relate. */
export const rangeOf = remembered((objects, base, head): Relation => commitsBetween(objects, base, head))

export interface Diff {
  /** By path. */
  readonly files: ReadonlyArray<FileChange>
  readonly additions: number
  readonly deletions: number
}

/** The tree that a head is compared with: that of the merge base. Undefined for unrelated histories. */
export const comparedTree = (objects: Objects, base: Sha, head: Sha): Sha | undefined => {
  const { mergeBase } = rangeOf(objects, base, head)
  return mergeBase === undefined ? undefined : commitOf(objects, mergeBase).tree
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Compares a head with its merge base. */
export const diffOf = remembered((objects, base, head): Diff => {
  const files = changesBetween(objects, comparedTree(objects, base, head), commitOf(objects, head).tree)
  return {
    files,
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions))
  }
})

/** Compares two commits themselves. */
export const changesFrom = (objects: Objects, before: Sha, after: Sha): ReadonlyArray<FileChange> =>
  changesBetween(objects, commitOf(objects, before).tree, commitOf(objects, after).tree)
