/** Paths in trees: looks them up, lists them and writes them, and finds those at which two trees differ. */
import { blobOf, byTreeOrder, type TreeEntry, type Mode, type Objects, putTree, type Sha, treeOf } from "./objects.ts"

/** A file, symlink or submodule at a path. */
export interface Leaf {
  readonly mode: Exclude<Mode, "40000">
  readonly sha: Sha
}

const entriesOf = (objects: Objects, tree: Sha | undefined): ReadonlyArray<TreeEntry> =>
  tree === undefined ? [] : treeOf(objects, tree)

/** Returns the entry at a path; undefined if there is none. The root has no entry: its sha is the tree's own. */
export const entryAt = (objects: Objects, tree: Sha, path: string): TreeEntry | undefined => {
  let current: TreeEntry | undefined
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

/** A path at which two trees differ. Each side is undefined where nothing is. */
export interface Difference {
  readonly path: string
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
}

const leafOf = (entry: TreeEntry | undefined): Leaf | undefined =>
  entry === undefined || entry.mode === "40000" ? undefined : { mode: entry.mode, sha: entry.sha }

/** Lists the paths at which two trees differ, in git's order. Descends only into directories that differ. */
export const differences = (
  objects: Objects,
  before: Sha | undefined,
  after: Sha | undefined
): ReadonlyArray<Difference> => {
  const found: Array<Difference> = []
  walk(objects, before, after, "", found)
  return found
}

const walk = (
  objects: Objects,
  before: Sha | undefined,
  after: Sha | undefined,
  prefix: string,
  found: Array<Difference>
): void => {
  if (before === after) return
  const olds = before === undefined ? [] : treeOf(objects, before)
  const news = after === undefined ? [] : treeOf(objects, after)
  let old = 0
  let now = 0
  while (old < olds.length || now < news.length) {
    const a = olds[old]
    const b = news[now]
    const order = a === undefined ? 1 : b === undefined ? -1 : a.name === b.name ? typeOrder(a, b) : byTreeOrder(a, b)
    if (order <= 0) old++
    if (order >= 0) now++
    visit(objects, order <= 0 ? a : undefined, order >= 0 ? b : undefined, prefix, found)
  }
}

/** A file and a directory of the same name are two things, at two places of a tree. */
const typeOrder = (a: TreeEntry, b: TreeEntry): number =>
  (a.mode === "40000") === (b.mode === "40000") ? 0 : a.mode === "40000" ? 1 : -1

const visit = (
  objects: Objects,
  a: TreeEntry | undefined,
  b: TreeEntry | undefined,
  prefix: string,
  found: Array<Difference>
): void => {
  const name = a?.name ?? b?.name ?? ""
  if (a?.mode === "40000" || b?.mode === "40000") {
    walk(objects, a?.sha, b?.sha, `${prefix}${name}/`, found)
  } else if (a?.sha !== b?.sha || a?.mode !== b?.mode) {
    found.push({ path: `${prefix}${name}`, before: leafOf(a), after: leafOf(b) })
  }
}

/** Git takes content with a NUL near its start for binary. */
export const isBinary = (content: Uint8Array): boolean => content.subarray(0, 8_000).includes(0)

const encoder = new TextEncoder()

/** The content of a file or symlink, or what git shows of a submodule. Nothing where no leaf is. */
export const contentOf = (objects: Objects, leaf: Leaf | undefined): Uint8Array => {
  if (leaf === undefined) return new Uint8Array()
  return leaf.mode === "160000" ? encoder.encode(`Subproject commit ${leaf.sha}\n`) : blobOf(objects, leaf.sha)
}
