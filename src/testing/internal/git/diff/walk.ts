/** Finds the paths at which two trees differ. */
import { byTreeOrder, type Entry, type Objects, type Sha, treeOf } from "../objects.ts"
import type { Leaf } from "../tree.ts"

/** A path at which two trees differ. Each side is undefined where nothing is. */
export interface Difference {
  readonly path: string
  readonly before: Leaf | undefined
  readonly after: Leaf | undefined
}

const leafOf = (entry: Entry | undefined): Leaf | undefined =>
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
const typeOrder = (a: Entry, b: Entry): number =>
  (a.mode === "40000") === (b.mode === "40000") ? 0 : a.mode === "40000" ? 1 : -1

const visit = (
  objects: Objects,
  a: Entry | undefined,
  b: Entry | undefined,
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
