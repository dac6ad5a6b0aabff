/** Random files and changes of them, reproducible by their seed. */
import { type Objects, putBlob, putCommit, type Sha } from "../../../src/testing/internal/git/objects.ts"
import { type Changes, type Leaf, leavesOf, writeTree } from "../../../src/testing/internal/git/tree.ts"

export interface Random {
  /** A whole number from 0 and below `end`. */
  readonly below: (end: number) => number
  readonly pick: <A>(values: ReadonlyArray<A>) => A
  readonly chance: (share: number) => boolean
}

/** The generator mulberry32. */
export const random = (seed: number): Random => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    pick: <A>(values: ReadonlyArray<A>): A => {
      const picked = values[below(values.length)]
      if (picked === undefined) throw new Error("There is nothing to pick from")
      return picked
    },
    chance: (share) => next() < share
  }
}

/** Texts with lines of their own, code with many equal lines, or code whose last line may have no line feed. */
export type Kind = "prose" | "code" | "open code"

const lineOf = (r: Random, kind: Kind): string => {
  if (kind === "prose" || r.chance(0.4)) return `line ${r.below(1_000_000)}\n`
  return r.pick(["\n", "}\n", "  }\n", "  return x\n", "{\n", "\n", "  if (a) {\n", "// ---\n"])
}

const linesOf = (r: Random, kind: Kind, most: number): ReadonlyArray<string> =>
  Array.from({ length: r.below(most + 1) }, () => lineOf(r, kind))

const textOf = (r: Random, kind: Kind, most = 40): string => {
  const text = linesOf(r, kind, most).join("")
  return kind === "open code" && r.chance(0.3) ? text.trimEnd() : text
}

/** Replaces, removes and adds some lines. */
export const edited = (r: Random, kind: Kind, text: string, edits = 1 + r.below(3)): string => {
  const lines = text.split(/(?<=\n)/)
  for (let edit = 0; edit < edits; edit++) {
    lines.splice(r.below(lines.length + 1), r.pick([0, 0, 1, 1, 2, 5]), ...linesOf(r, kind, r.pick([0, 1, 3])))
  }
  return lines.join("")
}

const decoder = new TextDecoder()

const pathOf = (r: Random): string => {
  const directory = r.pick(["", "", "src/", "src/deep/", "docs/", "a-b/", "a/"])
  return `${directory}${r.pick(["a", "b", "c", "index.ts", "été", "read me.md", "Z", "a.b"])}${r.pick(["", "1", "2", ".txt"])}`
}

/** Whether a path would be in the place of a directory, or below a file. */
const clashes = (path: string, others: Iterable<string>): boolean => {
  for (const other of others) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) return true
  }
  return false
}

const newFile = (r: Random, objects: Objects, kind: Kind): Leaf => {
  const content = r.chance(0.05) ? `\0${r.below(100)}` : textOf(r, kind)
  return { mode: r.chance(0.1) ? "100755" : "100644", sha: putBlob(objects, content) }
}

/** Adds, edits, moves and removes files of a tree. */
const changesOf = (r: Random, objects: Objects, tree: Sha | undefined, kind: Kind, count: number): Changes => {
  const files = new Map(tree === undefined ? [] : leavesOf(objects, tree))
  const changes = new Map<string, Leaf | null>()
  const set = (path: string, leaf: Leaf | null): void => {
    if (leaf === null) files.delete(path)
    else files.set(path, leaf)
    changes.set(path, leaf)
  }
  for (let change = 0; change < count; change++) {
    const known = files.size === 0 ? undefined : r.pick([...files])
    const fresh = pathOf(r)
    const free = !files.has(fresh) && !clashes(fresh, files.keys())
    const edit = (leaf: Leaf): Leaf => ({
      mode: leaf.mode,
      sha: putBlob(objects, edited(r, kind, decoder.decode(objects.blobs.get(leaf.sha))))
    })
    const what =
      known === undefined
        ? "add"
        : r.pick(["add", "edit", "edit", "edit", "edit", "move", "move edited", "remove", "mode"])
    if (what === "add" && free) set(fresh, newFile(r, objects, kind))
    if (known === undefined) continue
    const [path, leaf] = known
    if (what === "edit") set(path, edit(leaf))
    if (what === "mode") set(path, { ...leaf, mode: leaf.mode === "100644" ? "100755" : "100644" })
    if (what === "remove" || (what.startsWith("move") && free)) set(path, null)
    if (what.startsWith("move") && free) set(fresh, what === "move" ? leaf : edit(leaf))
  }
  return changes
}

export const someone = { name: "A", email: "a@example.com", date: 1_700_000_000_000 }

export const commitOf = (objects: Objects, tree: Sha, parents: ReadonlyArray<Sha>, at = 0): Sha =>
  putCommit(objects, {
    tree,
    parents,
    author: { ...someone, date: someone.date + at * 60_000 },
    committer: { ...someone, date: someone.date + at * 60_000 },
    message: `Commit ${at}\n`
  }).sha

/** A random tree of about `count` files. */
export const randomTree = (r: Random, objects: Objects, kind: Kind, count: number): Sha =>
  writeTree(objects, undefined, changesOf(r, objects, undefined, kind, count))

export const changed = (r: Random, objects: Objects, tree: Sha, kind: Kind, count: number): Sha =>
  writeTree(objects, tree, changesOf(r, objects, tree, kind, count))
