/** Trees from plain files. */
import { type Mode, type Objects, putBlob, type Sha } from "../../../src/testing/internal/git/objects.ts"
import { type Leaf, writeTree } from "../../../src/testing/internal/git/tree.ts"

/** Contents by path, with the mode if it is not that of a plain file. A submodule's content is its sha. */
export type Files = Readonly<Record<string, string | readonly [mode: Exclude<Mode, "40000">, content: string]>>

export const treeOf = (objects: Objects, files: Files): Sha =>
  writeTree(
    objects,
    undefined,
    new Map(
      Object.entries(files).map(([path, file]): [string, Leaf] => {
        const [mode, content] = typeof file === "string" ? (["100644", file] as const) : file
        return [path, { mode, sha: mode === "160000" ? content : putBlob(objects, content) }]
      })
    )
  )

/** The lines of a range of numbers. */
export const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("")
