/** What a head has that its base does not have: commits and changes of files. */
import { changesBetween, type FileChange } from "../../../git/changes.ts"
import { ancestorsOf, log, mergeBase } from "../../../git/history.ts"
import { type Commit, commitOf, type Objects, type Sha } from "../../../git/objects.ts"
import { remembered } from "./remembered.ts"

export interface Range {
  /** Undefined for unrelated histories. */
  readonly mergeBase: Sha | undefined
  /** The oldest first. */
  readonly commits: ReadonlyArray<Commit>
}

export const rangeOf = remembered((objects, base, head): Range => ({
  mergeBase: mergeBase(objects, base, head),
  commits: [...log(objects, head, ancestorsOf(objects, base))].reverse()
}))

export interface Diff {
  /** By path. */
  readonly files: ReadonlyArray<FileChange>
  readonly additions: number
  readonly deletions: number
}

const treeOfCommit = (objects: Objects, sha: Sha | undefined): Sha | undefined =>
  sha === undefined ? undefined : commitOf(objects, sha).tree

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** Compares a head with its merge base. */
export const diffOf = remembered((objects, base, head): Diff => {
  const before = treeOfCommit(objects, rangeOf(objects, base, head).mergeBase)
  const files = changesBetween(objects, before, commitOf(objects, head).tree)
  return {
    files,
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions))
  }
})

/** Compares two commits themselves. */
export const changesFrom = remembered((objects, before, after): ReadonlyArray<FileChange> =>
  changesBetween(objects, commitOf(objects, before).tree, commitOf(objects, after).tree)
)
