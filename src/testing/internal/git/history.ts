/** Walks from commits to their ancestors, and lists what commits lead to. */
import { mapFor } from "./memo.ts"
import { blobOf, type Commit, commitOf, encodeCommit, encodeTree, type Objects, type Sha, treeOf } from "./objects.ts"
import type { RawObject } from "./parse.ts"
import { entryAt } from "./tree.ts"

/** A queue whose greatest value leaves it first; of equal ones, the one that was added first. */
interface Queue<A> {
  readonly add: (value: A, rank: number) => void
  readonly next: () => A | undefined
}

interface Item<A> {
  readonly value: A
  readonly rank: number
  readonly turn: number
}

const before = <A>(a: Item<A> | undefined, b: Item<A> | undefined): boolean =>
  a !== undefined && (b === undefined || a.rank > b.rank || (a.rank === b.rank && a.turn < b.turn))

/** A binary heap. */
const makeQueue = <A>(): Queue<A> => {
  const heap: Array<Item<A>> = []
  let turn = 0
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]]
    if (x === undefined || y === undefined) return
    heap[a] = y
    heap[b] = x
  }
  return {
    add: (value, rank) => {
      let at = heap.push({ value, rank, turn: turn++ }) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!before(heap[at], heap[parent])) break
        swap(at, parent)
        at = parent
      }
    },
    next: () => {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first?.value
      heap[0] = last
      for (let at = 0; ;) {
        const left = 2 * at + 1
        const child = before(heap[left + 1], heap[left]) ? left + 1 : left
        if (!before(heap[child], heap[at])) break
        swap(at, child)
        at = child
      }
      return first.value
    }
  }
}

/** Lists the shas of a commit and all of its ancestors. */
export const ancestorsOf = (objects: Objects, ...from: ReadonlyArray<Sha>): ReadonlySet<Sha> => {
  const seen = new Set<Sha>(from)
  const pending = [...from]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    for (const parent of commitOf(objects, sha).parents) {
      if (seen.has(parent)) continue
      seen.add(parent)
      pending.push(parent)
    }
  }
  return seen
}

/** Walks commits, the newest by committer's date first of those whose children were walked. */
function* walk(
  objects: Objects,
  from: Sha,
  without: ReadonlySet<Sha>,
  step: (commit: Commit) => { readonly shown: boolean; readonly parents: ReadonlyArray<Sha> }
): Generator<Commit> {
  const seen = new Set<Sha>()
  const queue = makeQueue<Commit>()
  const add = (sha: Sha): void => {
    if (seen.has(sha) || without.has(sha)) return
    seen.add(sha)
    const commit = commitOf(objects, sha)
    queue.add(commit, commit.committer.date)
  }
  add(from)
  for (let commit = queue.next(); commit !== undefined; commit = queue.next()) {
    const { parents, shown } = step(commit)
    if (shown) yield commit
    for (const parent of parents) add(parent)
  }
}

/**
 * Walks a commit and its ancestors as `git log` does: the newest by committer's date first, of those whose children were
 * walked. Leaves out `without`.
 */
export const log = (objects: Objects, from: Sha, without: ReadonlySet<Sha> = new Set()): Generator<Commit> =>
  walk(objects, from, without, ({ parents }) => ({ shown: true, parents }))

/**
 * Walks the commits that changed a file or directory, as `git log -- path` does: a merge that left the path as one of its
 * parents had it is not shown, and only that parent's line is followed.
 */
export const pathHistory = (
  objects: Objects,
  from: Sha,
  path: string,
  without: ReadonlySet<Sha> = new Set()
): Generator<Commit> => {
  const known = new Map<Sha, string>()
  const at = (tree: Sha): string => {
    const found = known.get(tree)
    if (found !== undefined) return found
    const entry = entryAt(objects, tree, path)
    const state = entry === undefined ? "" : `${entry.mode} ${entry.sha}`
    known.set(tree, state)
    return state
  }
  return walk(objects, from, without, ({ parents, tree }) => {
    const here = at(tree)
    if (parents.length === 0) return { shown: here !== "", parents }
    const same = parents.find((parent) => at(commitOf(objects, parent).tree) === here)
    return same === undefined ? { shown: true, parents } : { shown: false, parents: [same] }
  })
}

const heightsOf = mapFor<number>()

/** The length of the longest line from a commit to a root. A commit's is greater than those of its ancestors. */
const heightOf = (objects: Objects, sha: Sha): number => {
  const heights = heightsOf(objects)
  const pending = [sha]
  for (let at = pending.at(-1); at !== undefined; at = pending.at(-1)) {
    let height = 1
    let ready = true
    for (const parent of commitOf(objects, at).parents) {
      const below = heights.get(parent)
      if (below === undefined) {
        pending.push(parent)
        ready = false
      } else height = Math.max(height, below + 1)
    }
    if (!ready) continue
    heights.set(at, height)
    pending.pop()
  }
  return heights.get(sha) ?? 0
}

const fromOurs = 1
const fromTheirs = 2
const fromBoth = 3
/** Reached from a common ancestor. */
const stale = 7

/**
 * Walks from two commits at once, descendants first, and tells which of them lead to each commit. Stops when only
 * ancestors of common ancestors are left, so that the rest of the history costs nothing.
 */
function* walkBoth(objects: Objects, ours: Sha, theirs: Sha): Generator<readonly [commit: Commit, from: number]> {
  const reached = new Map<Sha, number>()
  const queue = makeQueue<Sha>()
  let open = 0
  const reach = (sha: Sha, from: number): void => {
    const before = reached.get(sha)
    const now = (before ?? 0) | from
    reached.set(sha, now)
    if (before === undefined) queue.add(sha, heightOf(objects, sha))
    open += (now === stale ? 0 : 1) - (before === undefined || before === stale ? 0 : 1)
  }
  reach(ours, fromOurs)
  reach(theirs, fromTheirs)
  while (open > 0) {
    const sha = queue.next() ?? ""
    const from = reached.get(sha) ?? 0
    const commit = commitOf(objects, sha)
    yield [commit, from]
    if (from !== stale) open--
    for (const parent of commit.parents) reach(parent, from === fromBoth ? stale : from)
  }
}

/** Lists the best common ancestors: those that are not ancestors of another one. */
export const mergeBases = (objects: Objects, a: Sha, b: Sha): ReadonlyArray<Sha> =>
  [...walkBoth(objects, a, b)].flatMap(([{ sha }, from]) => (from === fromBoth ? [sha] : []))

/** Returns a best common ancestor. Undefined for unrelated histories. */
export const mergeBase = (objects: Objects, a: Sha, b: Sha): Sha | undefined => {
  for (const [{ sha }, from] of walkBoth(objects, a, b)) {
    if (from === fromBoth) return sha
  }
  return undefined
}

/** Whether a commit is the other one, or an ancestor of it. */
export const isAncestor = (objects: Objects, ancestor: Sha, of: Sha): boolean => {
  const least = heightOf(objects, ancestor)
  const seen = new Set([of])
  const pending = [of]
  for (let sha = pending.pop(); sha !== undefined; sha = pending.pop()) {
    if (sha === ancestor) return true
    for (const parent of commitOf(objects, sha).parents) {
      if (seen.has(parent) || heightOf(objects, parent) < least) continue
      seen.add(parent)
      pending.push(parent)
    }
  }
  return false
}

/** How two commits relate. */
export interface Relation {
  readonly mergeBase: Sha | undefined
  /** The commits that only the head leads to, each after its parents. */
  readonly ahead: ReadonlyArray<Commit>
  /** The number of commits that only the base leads to. */
  readonly behind: number
}

/** Compares the histories of two commits. */
export const commitsBetween = (objects: Objects, base: Sha, head: Sha): Relation => {
  const ahead = new Set<Sha>()
  let behind = 0
  let common: Sha | undefined
  for (const [commit, from] of walkBoth(objects, base, head)) {
    if (from === fromTheirs) ahead.add(commit.sha)
    else if (from === fromOurs) behind++
    else common ??= commit.sha
  }
  return { mergeBase: common, ahead: parentsFirst(objects, head, ahead), behind }
}

/** Orders commits as `git log --topo-order --reverse` does: lines of history are not mixed. */
const parentsFirst = (objects: Objects, head: Sha, among: ReadonlySet<Sha>): ReadonlyArray<Commit> => {
  const children = new Map<Sha, number>()
  for (const sha of among) {
    for (const parent of commitOf(objects, sha).parents) children.set(parent, (children.get(parent) ?? 0) + 1)
  }
  const ordered: Array<Commit> = []
  const ready = among.has(head) ? [head] : []
  for (let sha = ready.pop(); sha !== undefined; sha = ready.pop()) {
    const commit = commitOf(objects, sha)
    ordered.push(commit)
    for (const parent of commit.parents) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0 && among.has(parent)) ready.push(parent)
    }
  }
  return ordered.reverse()
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
