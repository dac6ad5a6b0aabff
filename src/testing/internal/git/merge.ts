/** Merges trees, three ways. */
import type { Objects, Sha } from "./objects.ts"

export type Merged =
  | { readonly _tag: "Clean"; readonly tree: Sha }
  | { readonly _tag: "Conflict"; readonly paths: ReadonlyArray<string> }

/** Merges the changes from `base` to `theirs` into `ours`. Each is a tree; `base` undefined stands for none. */
export const mergeTrees = (_objects: Objects, _base: Sha | undefined, _ours: Sha, _theirs: Sha): Merged => {
  throw new Error("to come")
}
