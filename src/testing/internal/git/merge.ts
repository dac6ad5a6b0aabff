/** Merges trees, three ways. */
import { type Rename, renamesOf } from "./diff/renames.ts"
import { contentOf, isBinary } from "./diff/text.ts"
import { type Difference, differences } from "./diff/walk.ts"
import { memoised } from "./memo.ts"
import { mergeLines } from "./mergeLines.ts"
import { byPath, type Objects, putBlob, type Sha } from "./objects.ts"
import { entryAt, type Leaf, leavesOf, writeTree } from "./tree.ts"

export type Merged =
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
