/** Tells text from binary content, and reads what a path shows. */
import { blobOf, type Objects } from "../objects.ts"
import type { Leaf } from "../tree.ts"

/** Git takes content with a NUL near its start for binary. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, 8_000).includes(0)

const encoder = new TextEncoder()

/** The content of a file or symlink, or what git shows of a submodule. Nothing where no leaf is. */
export const contentOf = (objects: Objects, leaf: Leaf | undefined): Uint8Array => {
  if (leaf === undefined) return new Uint8Array()
  return leaf.mode === "160000" ? encoder.encode(`Subproject commit ${leaf.sha}\n`) : blobOf(objects, leaf.sha)
}
