/**
 * Merges trees and the lines of their files, three ways, and brings the commits of one line of history to another one.
 */
import { concatBytes } from "@noble/hashes/utils.js"
import { commitsBetween, mergeBases } from "./history.ts"
import { type Edit, editsOf } from "./lines.ts"
import { memoised } from "./memo.ts"
import { byPath, type Commit, commitOf, type Identity, type Objects, putBlob, putCommit, type Sha } from "./objects.ts"
import { type Rename, renamesOf } from "./renames.ts"
import { contentOf, type Difference, differences, entryAt, isBinary, type Leaf, leavesOf, writeTree } from "./tree.ts"

const lineFeed = 10
// Maps each byte to a character of its own, so that lines are equal exactly if their bytes are.
const decoder = new TextDecoder("latin1")

interface Lines {
  readonly bytes: ReadonlyArray<Uint8Array>
  readonly texts: ReadonlyArray<string>
}

const linesOf = (content: Uint8Array): Lines => {
  const bytes: Array<Uint8Array> = []
  let start = 0
  for (let end = content.indexOf(lineFeed); end !== -1; end = content.indexOf(lineFeed, start)) {
    bytes.push(content.subarray(start, end + 1))
    start = end + 1
  }
  if (start < content.length) bytes.push(content.subarray(start))
  return { bytes, texts: bytes.map((line) => decoder.decode(line)) }
}

const endOf = ({ oldLength, oldStart }: Edit): number => oldStart + oldLength

/** The lines that an edit writes. */
const written = <A>(lines: ReadonlyArray<A>, { newLength, newStart }: Edit): ReadonlyArray<A> =>
  lines.slice(newStart, newStart + newLength)

const sameEdit = (a: Edit, ours: Lines, b: Edit, theirs: Lines): boolean =>
  a.oldStart === b.oldStart &&
  a.oldLength === b.oldLength &&
  a.newLength === b.newLength &&
  written(ours.texts, a).every((text, line) => text === theirs.texts[b.newStart + line])

/**
 * Merges the changes of both sides to a base; undefined for a conflict. As in git, edits of both sides that overlap or
 * touch are in conflict, unless they are the same.
 */
const mergeLines = (base: Uint8Array, ours: Uint8Array, theirs: Uint8Array): Uint8Array | undefined => {
  const old = linesOf(base)
  const our = linesOf(ours)
  const their = linesOf(theirs)
  const ourEdits = editsOf(old.texts, our.texts, "lowest")
  const theirEdits = editsOf(old.texts, their.texts, "lowest")
  const merged: Array<Uint8Array> = []
  let at = 0
  const apply = (edit: Edit, side: Lines): void => {
    merged.push(...old.bytes.slice(at, edit.oldStart), ...written(side.bytes, edit))
    at = endOf(edit)
  }
  let ourNext = 0
  let theirNext = 0
  for (;;) {
    const a = ourEdits[ourNext]
    const b = theirEdits[theirNext]
    if (a !== undefined && (b === undefined || endOf(a) < b.oldStart)) {
      apply(a, our)
      ourNext++
    } else if (b !== undefined && (a === undefined || endOf(b) < a.oldStart)) {
      apply(b, their)
      theirNext++
    } else if (a !== undefined && b !== undefined) {
      if (!sameEdit(a, our, b, their)) return undefined
      apply(a, our)
      ourNext++
      theirNext++
    } else {
      return concatBytes(...merged, ...old.bytes.slice(at))
    }
  }
}

type Merged =
  | { readonly _tag: "Clean"; readonly tree: Sha }
  | { readonly _tag: "Conflict"; readonly paths: ReadonlyArray<string> }

type Side = "ours" | "theirs"

/** What a path has in each tree. */
interface Stages {
  readonly base: Leaf | undefined
  readonly ours: Leaf | undefined
  readonly theirs: Leaf | undefined
}

type Diffs = ReadonlyMap<string, Difference>

const nothing: Stages = { base: undefined, ours: undefined, theirs: undefined }

/** Git looks for similar files among this many pairs at most, squared, when it merges. */
const renameLimit = 7_000

const equal = (a: Leaf | undefined, b: Leaf | undefined): boolean => a?.sha === b?.sha && a?.mode === b?.mode

const other = (side: Side): Side => (side === "ours" ? "theirs" : "ours")

const kindOf = (leaf: Leaf): "100" | "120" | "160" => {
  const { mode } = leaf
  return mode === "120000" ? "120" : mode === "160000" ? "160" : "100"
}

const stagesOf = (ours: Diffs, theirs: Diffs): Map<string, Stages> => {
  const stages = new Map<string, Stages>()
  for (const path of [...ours.keys(), ...theirs.keys()]) {
    const our = ours.get(path)
    const their = theirs.get(path)
    const base = (our ?? their)?.before
    stages.set(path, {
      base,
      ours: our === undefined ? base : our.after,
      theirs: their === undefined ? base : their.after
    })
  }
  return stages
}

/** Renames on one side of files that the other side changed or removed too. No others matter. */
const renamesBySource = (objects: Objects, side: Diffs, others: Diffs): ReadonlyMap<string, Rename> => {
  const all = [...side.values()]
  const matters = (path: string): boolean => others.has(path)
  if (!all.some(({ after, path }) => after === undefined && matters(path))) return new Map()
  const renames = renamesOf(objects, all, { empty: false, limit: renameLimit, matters })
  return new Map(renames.flatMap((rename) => (matters(rename.from) ? [[rename.from, rename] as const] : [])))
}

/** What a path becomes; undefined if it vanishes. */
type Outcome = Leaf | undefined | "conflict"

const mergeLeaves = (objects: Objects, { base, ours, theirs }: Stages): Outcome => {
  if (equal(ours, theirs) || equal(theirs, base)) return ours
  if (equal(ours, base)) return theirs
  if (ours === undefined || theirs === undefined || kindOf(ours) !== kindOf(theirs)) return "conflict"
  const mode = ours.mode === theirs.mode || ours.mode === base?.mode ? theirs.mode : ours.mode
  if (mode !== theirs.mode && theirs.mode !== base?.mode) return "conflict"
  const known = base !== undefined && kindOf(base) === kindOf(ours) ? base : undefined
  if (ours.sha === theirs.sha || theirs.sha === known?.sha) return { mode, sha: ours.sha }
  if (ours.sha === known?.sha) return { mode, sha: theirs.sha }
  if (kindOf(ours) !== "100") return "conflict"
  const [old, our, their] = [contentOf(objects, known), contentOf(objects, ours), contentOf(objects, theirs)]
  const merged = isBinary(old) || isBinary(our) || isBinary(their) ? undefined : mergeLines(old, our, their)
  return merged === undefined ? "conflict" : { mode, sha: putBlob(objects, merged) }
}

/** Lets the changes of one side follow the renames of the other one. Returns the paths in conflict. */
const followRenames = (
  objects: Objects,
  stages: Map<string, Stages>,
  ours: ReadonlyMap<string, Rename>,
  theirs: ReadonlyMap<string, Rename>
): ReadonlyArray<string> => {
  const conflicts: Array<string> = []
  for (const from of new Set([...ours.keys(), ...theirs.keys()])) {
    const our = ours.get(from)
    const their = theirs.get(from)
    const source = stages.get(from) ?? nothing
    stages.delete(from)
    if (our !== undefined && their !== undefined) {
      if (our.to === their.to) stages.set(our.to, { base: source.base, ours: our.after, theirs: their.after })
      else conflicts.push(from, our.to, their.to)
      continue
    }
    const rename = our ?? their
    if (rename === undefined) continue
    const side = our === undefined ? "theirs" : "ours"
    const merged = mergeRenamed(objects, source, rename, side)
    if (merged === "conflict") conflicts.push(rename.to)
    else stages.set(rename.to, { ...(stages.get(rename.to) ?? nothing), [side]: merged })
  }
  return conflicts
}

/** The renamed file with the other side's changes. A conflict if the other side removed it. */
const mergeRenamed = (objects: Objects, source: Stages, { after }: Rename, side: Side): Outcome =>
  source[other(side)] === undefined ? "conflict" : mergeLeaves(objects, { ...source, [side]: after })

/** Lists paths that would be both a file and a directory. */
const clashes = (objects: Objects, ours: Sha, changes: ReadonlyMap<string, Leaf | null>): ReadonlyArray<string> => {
  const remains = (path: string): boolean => {
    const change = changes.get(path)
    if (change !== undefined) return change !== null
    const entry = entryAt(objects, ours, path)
    return entry !== undefined && entry.mode !== "40000"
  }
  return [...changes].flatMap(([path, leaf]) => {
    if (leaf === null) return []
    const parents = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
    const above = parents.filter(remains)
    const here = entryAt(objects, ours, path)
    const below = here?.mode === "40000" && leavesOf(objects, here.sha, `${path}/`).some(([inner]) => remains(inner))
    return below ? [...above, path] : above
  })
}

const diffsOf = (objects: Objects, base: Sha | undefined, tree: Sha): Diffs =>
  new Map(differences(objects, base, tree).map((difference) => [difference.path, difference]))

const merge = (objects: Objects, base: Sha | undefined, ours: Sha, theirs: Sha): Merged => {
  const ourDiffs = diffsOf(objects, base, ours)
  const theirDiffs = diffsOf(objects, base, theirs)
  const stages = stagesOf(ourDiffs, theirDiffs)
  const originals = new Map([...stages].map(([path, stage]) => [path, stage.ours]))
  const ourRenames = renamesBySource(objects, ourDiffs, theirDiffs)
  const theirRenames = renamesBySource(objects, theirDiffs, ourDiffs)
  const conflicts = [...followRenames(objects, stages, ourRenames, theirRenames)]
  const changes = new Map<string, Leaf | null>()
  for (const [path, original] of originals) {
    if (!stages.has(path) && original !== undefined) changes.set(path, null)
  }
  for (const [path, stage] of stages) {
    const merged = mergeLeaves(objects, stage)
    if (merged === "conflict") conflicts.push(path)
    else if (!equal(merged, originals.get(path))) changes.set(path, merged ?? null)
  }
  conflicts.push(...clashes(objects, ours, changes))
  return conflicts.length > 0
    ? { _tag: "Conflict", paths: [...new Set(conflicts)].sort(byPath) }
    : { _tag: "Clean", tree: writeTree(objects, ours, changes) }
}

const known = memoised<Merged>(1_000)

/** Merges the changes from `base` to `theirs` into `ours`. Each is a tree; `base` undefined stands for none. */
export const mergeTrees = (objects: Objects, base: Sha | undefined, ours: Sha, theirs: Sha): Merged =>
  known(objects, `${base ?? ""} ${ours} ${theirs}`, () => merge(objects, base, ours, theirs))

/**
 * The tree that two commits are compared with to merge them. Histories that merged each other have several best common
 * ancestors: as in git, their own merge is the base. If that is in conflict, one of them is.
 */
const baseTree = (objects: Objects, ours: Sha, theirs: Sha): Sha | undefined => {
  const [first, ...others] = mergeBases(objects, ours, theirs)
  if (first === undefined) return undefined
  const tree = treeOf(objects, first)
  let merged: Merged = { _tag: "Clean", tree }
  for (const other of others) {
    merged = mergeTrees(objects, baseTree(objects, first, other), merged.tree, treeOf(objects, other))
    if (merged._tag === "Conflict") return tree
  }
  return merged.tree
}

const treeOf = (objects: Objects, commit: Sha): Sha => commitOf(objects, commit).tree

/** Merges the tree of one commit with that of another one, from their common ancestor. Makes no commit. */
export const mergeCommits = (objects: Objects, ours: Sha, theirs: Sha): Merged =>
  mergeTrees(objects, baseTree(objects, ours, theirs), treeOf(objects, ours), treeOf(objects, theirs))

type Rebased =
  | { readonly _tag: "Rebased"; readonly commits: ReadonlyArray<Commit> }
  | { readonly _tag: "Conflict"; readonly commit: Commit; readonly paths: ReadonlyArray<string> }

/**
 * Makes the commits that `head` has and `base` lacks again, on top of `onto`. Authors and messages stay; the committer is
 * new, so the shas always change. Merges are left out, and commits that change nothing any more are kept.
 */
export const rebaseOnto = (objects: Objects, base: Sha, head: Sha, onto: Sha, committer: Identity): Rebased => {
  const commits: Array<Commit> = []
  let tip = commitOf(objects, onto)
  for (const commit of commitsBetween(objects, base, head).ahead) {
    const [parent, second] = commit.parents
    if (second !== undefined) continue
    const before = parent === undefined ? undefined : commitOf(objects, parent).tree
    const merged = mergeTrees(objects, before, tip.tree, commit.tree)
    if (merged._tag === "Conflict") return { _tag: "Conflict", commit, paths: merged.paths }
    const { author, message } = commit
    tip = putCommit(objects, { tree: merged.tree, parents: [tip.sha], author, committer, message })
    commits.push(tip)
  }
  return { _tag: "Rebased", commits }
}
