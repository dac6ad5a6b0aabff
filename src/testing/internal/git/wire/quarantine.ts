/** Takes what was pushed into a store, if it is whole. */
import { isPath } from "../names.ts"
import type { Objects, Sha } from "../objects.ts"
import { type Kind, putObject, type RawObject } from "../parse.ts"
import { WireError } from "./pktLine.ts"

const contains = ({ blobs, commits, tags, trees }: Objects, kind: Kind, sha: Sha): boolean =>
  ({ blob: blobs, commit: commits, tag: tags, tree: trees })[kind].has(sha)

const remove = ({ blobs, children, commits, tags, trees }: Objects, sha: Sha): void => {
  for (const parent of commits.get(sha)?.parents ?? []) {
    children.set(
      parent,
      (children.get(parent) ?? []).filter((child) => child !== sha)
    )
  }
  for (const all of [blobs, commits, tags, trees]) all.delete(sha)
}

const put = (objects: Objects, { content, kind, sha }: RawObject): void => {
  try {
    putObject(objects, kind, content)
  } catch (error) {
    throw new WireError(`object ${sha}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const entries = kind === "tree" ? (objects.trees.get(sha) ?? []) : []
  const bad = entries.find(
    ({ name }, index) => !isPath(name) || name.includes("/") || name === entries[index - 1]?.name
  )
  if (bad !== undefined)
    throw new WireError(`object ${sha}: the tree may not have the name ${JSON.stringify(bad.name)}`)
}

/** Puts objects into a store: all of them, or none if one is not valid. Returns what takes out again what was new. */
export const quarantined = (objects: Objects, given: ReadonlyArray<RawObject>): (() => void) => {
  const added = given.filter(({ kind, sha }) => !contains(objects, kind, sha))
  const release = () => {
    for (const { sha } of added) remove(objects, sha)
  }
  try {
    for (const object of added) put(objects, object)
  } catch (error) {
    release()
    throw error
  }
  return release
}

/** What an object must be where another one refers to it. */
type Reference = readonly [sha: Sha, kind: Kind]

const referencesOf = ({ commits, tags, trees }: Objects, sha: Sha, kind: Kind): ReadonlyArray<Reference> => {
  if (kind === "commit") {
    const commit = commits.get(sha)
    return commit === undefined
      ? []
      : [[commit.tree, "tree"], ...commit.parents.map((parent): Reference => [parent, "commit"])]
  }
  const tag = kind === "tag" ? tags.get(sha) : undefined
  if (tag !== undefined) return [[tag.object, tag.type]]
  return (kind === "tree" ? (trees.get(sha) ?? []) : []).flatMap((entry): ReadonlyArray<Reference> =>
    entry.mode === "160000" ? [] : [[entry.sha, entry.mode === "40000" ? "tree" : "blob"]]
  )
}

/**
 * Whether an object leads only to objects that were sent now, or that `has` knows. What other repositories have does not
 * count: who names it has not shown to know it.
 */
export const isWhole = (objects: Objects, tip: Sha, sent: ReadonlySet<Sha>, has: (sha: Sha) => boolean): boolean => {
  const kind = (["commit", "tag", "tree", "blob"] as const).find((each) => contains(objects, each, tip))
  if (kind === undefined) return false
  const pending: Array<Reference> = [[tip, kind]]
  const seen = new Set<Sha>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [sha, wanted] = next
    if (!contains(objects, wanted, sha)) return false
    if (seen.has(sha)) continue
    seen.add(sha)
    if (sent.has(sha)) pending.push(...referencesOf(objects, sha, wanted))
    else if (!has(sha)) return false
  }
  return true
}
