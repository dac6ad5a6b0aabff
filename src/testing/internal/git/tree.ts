/** Paths in trees: looks them up, lists them and writes them. */
import { type Entry, type Mode, type Objects, putTree, type Sha, treeOf } from "./objects.ts"

/** A file, symlink or submodule at a path. */
export interface Leaf {
  readonly mode: Exclude<Mode, "40000">
  readonly sha: Sha
}

const entriesOf = (objects: Objects, tree: Sha | undefined): ReadonlyArray<Entry> =>
  tree === undefined ? [] : treeOf(objects, tree)

/** Returns the entry at a path; undefined if there is none. The root has no entry: its sha is the tree's own. */
export const entryAt = (objects: Objects, tree: Sha, path: string): Entry | undefined => {
  let current: Entry | undefined
  let inside: Sha | undefined = tree
  for (const name of path.split("/")) {
    if (inside === undefined) return undefined
    current = treeOf(objects, inside).find((entry) => entry.name === name)
    inside = current?.mode === "40000" ? current.sha : undefined
    if (current === undefined) return undefined
  }
  return current
}

/** Lists the leaves of a tree by path, in git's order. */
export const leavesOf = (objects: Objects, tree: Sha, prefix = ""): ReadonlyArray<readonly [path: string, Leaf]> =>
  treeOf(objects, tree).flatMap(({ mode, name, sha }) =>
    mode === "40000" ? leavesOf(objects, sha, `${prefix}${name}/`) : [[`${prefix}${name}`, { mode, sha }] as const]
  )

/** What to write at each path; null removes it. */
export type Changes = ReadonlyMap<string, Leaf | null>

/**
 * Writes leaves into a tree, and returns the new tree. Only directories on the way to a change are written again;
 * directories that become empty vanish, and a leaf replaces a directory of its name, and the other way round.
 */
export const writeTree = (objects: Objects, tree: Sha | undefined, changes: Changes): Sha => {
  const here = new Map<string, Leaf | null>()
  const below = new Map<string, Map<string, Leaf | null>>()
  for (const [path, leaf] of changes) {
    const slash = path.indexOf("/")
    if (slash === -1) {
      here.set(path, leaf)
      continue
    }
    const name = path.slice(0, slash)
    const inner = below.get(name) ?? new Map<string, Leaf | null>()
    below.set(name, inner.set(path.slice(slash + 1), leaf))
  }
  const entries = new Map(entriesOf(objects, tree).map((entry) => [entry.name, entry]))
  for (const [name, leaf] of here) {
    if (leaf === null) entries.delete(name)
    else entries.set(name, { ...leaf, name })
  }
  for (const [name, inner] of below) {
    const known = entries.get(name)
    const sha = writeTree(objects, known?.mode === "40000" ? known.sha : undefined, inner)
    if (treeOf(objects, sha).length > 0) entries.set(name, { mode: "40000", name, sha })
    else if (known?.mode === "40000") entries.delete(name)
  }
  return putTree(objects, [...entries.values()])
}
