/** The files of a whole tree, as `Contents.listFiles` streams them. */
import type { TreeEntry } from "./schema/GitTree.ts"

/** A file, a symbolic link or a submodule, without its bytes. */
export interface TreeFileInfo {
  /** From the root of the repository. */
  readonly path: string
  /** `100644` file, `100755` executable file, `120000` symbolic link, `160000` submodule. */
  readonly mode: TreeEntry["mode"]
  /** The sha of the blob; of a submodule, the commit of the other repository. */
  readonly sha: string
  /** In bytes; 0 for a submodule. */
  readonly size: number
}

/** A file of a tree. */
export interface TreeFile extends TreeFileInfo {
  /** The content as it was committed: of a symbolic link, its target; of a submodule, nothing. */
  readonly bytes: Uint8Array
}

/** Which files to list. */
export interface FilesInput {
  /** Login of the user or organization that owns the repository. Case does not matter. */
  readonly owner: string
  /** Name of the repository, without `.git`. Case does not matter. */
  readonly repo: string
  /** A branch, a tag or a commit. Default: the default branch. */
  readonly ref?: string | undefined
  /** Only this file, or the files in and below this directory. Default: all. */
  readonly path?: string | undefined
}

/** Options of `Contents.listFiles`. */
export interface FilesOptions {
  /** Which files to read, by their path, mode and size. The bytes of the others are not kept. Default: all. */
  readonly filter?: ((file: TreeFileInfo) => boolean) | undefined
}
