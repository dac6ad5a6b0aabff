/** Lists what commits lead to. */
import { ancestorsOf, heightOf } from "./history.ts"
import { blobOf, commitOf, encodeCommit, encodeTree, type Objects, type Sha, treeOf } from "./objects.ts"
import type { Kind } from "./parse.ts"

/** An object as git stores it. */
export interface RawObject {
  readonly kind: Kind
  readonly sha: Sha
  readonly content: Uint8Array
}

/** Lists the objects that commits lead to: each after those that it refers to. */
export function* objectsFrom(objects: Objects, commits: Iterable<Sha>): Generator<RawObject> {
  const seen = new Set<Sha>()
  function* below(tree: Sha): Generator<RawObject> {
    if (seen.has(tree)) return
    seen.add(tree)
    for (const { mode, sha } of treeOf(objects, tree)) {
      if (mode === "40000") yield* below(sha)
      else if (mode !== "160000" && !seen.has(sha)) {
        seen.add(sha)
        yield { kind: "blob", sha, content: blobOf(objects, sha) }
      }
    }
    yield { kind: "tree", sha: tree, content: encodeTree(treeOf(objects, tree)) }
  }
  const height = (sha: Sha): number => heightOf(objects, sha)
  for (const sha of [...ancestorsOf(objects, ...commits)].sort((a, b) => height(a) - height(b))) {
    const commit = commitOf(objects, sha)
    yield* below(commit.tree)
    yield { kind: "commit", sha, content: encodeCommit(commit) }
  }
}
