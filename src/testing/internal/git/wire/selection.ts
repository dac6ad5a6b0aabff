/** Which objects a client is sent, of what it wants and has, how deep it wants histories, and what it leaves out. */
import { ancestorsOf } from "../history.ts"
import { blobOf, commitOf, type Objects, peeled, type Sha, treeOf } from "../objects.ts"
import { type Kind, type RawObject, rawOf } from "../parse.ts"
import type { Ref } from "./advertisement.ts"
import { WireError } from "./pktLine.ts"

/** Where a history ends: some commits below its tips, or before a time, or at what other refs lead to. */
type Cut =
  | { readonly depth: number; readonly isRelative: boolean }
  | { readonly since: number; readonly not: ReadonlyArray<Sha> }

export interface Wanted {
  readonly wants: ReadonlyArray<Sha>
  /** The commits that the client has without their parents. */
  readonly shallow: ReadonlySet<Sha>
  readonly cut: Cut | undefined
  /** Whether an object is left out that nobody wants by its sha. */
  readonly omits: (kind: Kind, length: () => number) => boolean
}

/** What is sent. */
export interface Selection {
  readonly wanted: Wanted
  readonly commits: ReadonlySet<Sha>
  /** The commits whose trees the client has. */
  readonly had: ReadonlySet<Sha>
  readonly common: ReadonlySet<Sha>
  /** The commits that the client will have without their parents, and did not before. */
  readonly shallow: ReadonlyArray<Sha>
  /** The commits that it had so, and whose parents it will have. */
  readonly unshallow: ReadonlyArray<Sha>
}

/** The commits that wanted ones and tags of such stand for. */
const tipsOf = (objects: Objects, shas: Iterable<Sha>): ReadonlyArray<Sha> =>
  [...shas].flatMap((sha) => peeled(objects, sha) ?? [])

/** Whether each wanted commit leads to one that both have. */
export const hasPathTo = (objects: Objects, { wants }: Wanted, common: ReadonlyArray<Sha>): boolean => {
  if (common.length === 0) return false
  const known = new Set(common)
  return tipsOf(objects, wants).every((tip) => [...ancestorsOf(objects, tip)].some((sha) => known.has(sha)))
}

/** The commits that tips lead to, without the parents of some. */
const reached = (objects: Objects, tips: Iterable<Sha>, ends: (sha: Sha) => boolean): Set<Sha> => {
  const seen = new Set(tips)
  for (const sha of seen) {
    if (!ends(sha)) for (const parent of commitOf(objects, sha).parents) seen.add(parent)
  }
  return seen
}

/** What the client will have, and which commits of it without their parents. */
interface Cutout {
  readonly within: Set<Sha>
  readonly edge: Set<Sha>
}

/** The commits that are at most so many steps from tips, which are one. */
const near = (objects: Objects, tips: Iterable<Sha>, depth: number): Cutout => {
  const within = new Set<Sha>()
  let level = new Set(tips)
  for (let step = 1; level.size > 0; step++) {
    const next = new Set<Sha>()
    for (const sha of level) within.add(sha)
    if (step === depth) {
      return { within, edge: new Set([...level].filter((sha) => commitOf(objects, sha).parents.length > 0)) }
    }
    for (const sha of level) {
      for (const parent of commitOf(objects, sha).parents) if (!within.has(parent)) next.add(parent)
    }
    level = next
  }
  return { within, edge: new Set() }
}

const cutout = (objects: Objects, tips: ReadonlyArray<Sha>, { shallow }: Wanted, cut: Cut): Cutout => {
  if ("depth" in cut) {
    if (!cut.isRelative) return near(objects, tips, cut.depth)
    const had = reached(objects, tips, (sha) => shallow.has(sha))
    const { edge, within } = near(
      objects,
      [...shallow].filter((sha) => had.has(sha)),
      cut.depth + 1
    )
    return { within: new Set([...had, ...within]), edge }
  }
  const left = ancestorsOf(objects, ...cut.not)
  const isIn = (sha: Sha) => !left.has(sha) && commitOf(objects, sha).committer.date >= cut.since
  const within = new Set(tips.filter(isIn))
  const edge = new Set<Sha>()
  for (const sha of within) {
    for (const parent of commitOf(objects, sha).parents) {
      if (isIn(parent)) within.add(parent)
      else edge.add(sha)
    }
  }
  if (within.size === 0) throw new WireError("no commits selected for shallow requests")
  // A commit has all of its parents or none of them.
  return { within: reached(objects, tips.filter(isIn), (sha) => edge.has(sha)), edge }
}

export const select = (objects: Objects, wanted: Wanted, common: ReadonlyArray<Sha>): Selection => {
  const { cut, shallow, wants } = wanted
  const tips = tipsOf(objects, wants)
  const has = reached(objects, tipsOf(objects, common), (sha) => shallow.has(sha))
  if (cut === undefined) {
    const found = reached(objects, tips, (sha) => has.has(sha) || shallow.has(sha))
    const commits = new Set([...found].filter((sha) => !has.has(sha)))
    return { wanted, commits, had: has, common: new Set(common), shallow: [], unshallow: [] }
  }
  const { edge, within } = cutout(objects, tips, wanted, cut)
  return {
    wanted,
    commits: new Set([...within].filter((sha) => !has.has(sha))),
    had: has,
    common: new Set(common),
    shallow: [...edge].filter((sha) => !shallow.has(sha)),
    unshallow: [...shallow].filter((sha) => within.has(sha) && !edge.has(sha))
  }
}

/** The trees and blobs that the client has: those of the commits next to what it is sent. */
const hadObjects = (objects: Objects, { commits, had, unshallow }: Selection): Set<Sha> => {
  const seen = new Set<Sha>()
  const walk = (tree: Sha): void => {
    if (seen.has(tree)) return
    seen.add(tree)
    for (const { mode, sha } of treeOf(objects, tree)) {
      if (mode === "40000") walk(sha)
      else seen.add(sha)
    }
  }
  const edge = new Set(unshallow.filter((sha) => had.has(sha)))
  for (const sha of commits) {
    for (const parent of commitOf(objects, sha).parents) if (had.has(parent)) edge.add(parent)
  }
  for (const sha of edge) walk(commitOf(objects, sha).tree)
  return seen
}

/** Lists what is sent, with the annotated tags among `refs` that name a commit of it. */
export const contentsOf = (objects: Objects, selection: Selection, refs: ReadonlyArray<Ref>) => {
  const { commits, common, wanted } = selection
  const { omits, wants } = wanted
  const had = hadObjects(objects, selection)
  const chosen = new Set(commits)
  const walk = (tree: Sha): void => {
    if (had.has(tree) || chosen.has(tree) || omits("tree", () => 0)) return
    chosen.add(tree)
    below(tree)
  }
  const below = (tree: Sha): void => {
    for (const { mode, sha } of treeOf(objects, tree)) {
      if (mode === "40000") walk(sha)
      else if (mode !== "160000" && !had.has(sha) && !omits("blob", () => blobOf(objects, sha).length)) chosen.add(sha)
    }
  }
  /** A tag with all that it names before the commit. */
  const addTags = (from: Sha): Sha => {
    let at = from
    for (let tag = objects.tags.get(at); tag !== undefined; tag = objects.tags.get(at)) {
      if (!common.has(at)) chosen.add(at)
      at = tag.object
    }
    return at
  }
  for (const want of wants) {
    const sha = addTags(want)
    if (objects.commits.has(sha)) continue
    chosen.add(sha)
    if (objects.trees.has(sha)) below(sha)
  }
  for (const { peeled: commit, sha } of refs) if (commit !== undefined && commits.has(commit)) addTags(sha)
  for (const sha of commits) walk(commitOf(objects, sha).tree)
  function* contents(): Generator<RawObject> {
    for (const sha of chosen) {
      const object = rawOf(objects, sha)
      if (object !== undefined) yield object
    }
  }
  return { count: chosen.size, contents }
}
