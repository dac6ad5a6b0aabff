/** Compares two trees: which files were added, changed, removed and renamed, and their patches. */
import type { Leaf } from "./tree.ts"
import type { Objects, Sha } from "./objects.ts"

/** A file that differs between two trees. */
export interface FileChange {
  readonly status: "added" | "removed" | "modified" | "renamed" | "changed"
  /** Its path after the change, or before its removal. */
  readonly path: string
  /** Its former path, if it was renamed. */
  readonly previous: string | undefined
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
  readonly additions: number
  readonly deletions: number
  /** The hunks of a unified diff, without the lines that name the files; undefined for binary files and pure renames. */
  readonly patch: string | undefined
}

/** Lists the files that differ between two trees, by path. */
export const changesBetween = (_objects: Objects, _before: Sha | undefined, _after: Sha): ReadonlyArray<FileChange> => {
  throw new Error("to come")
}
