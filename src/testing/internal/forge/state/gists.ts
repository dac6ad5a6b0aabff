/** Gists: their files are commits, as those of repositories. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { commitOf, type Objects, putBlob, putCommit, type Sha } from "../../git/objects.ts"
import { contentOf, leavesOf, writeTree } from "../../git/tree.ts"
import { identityOf } from "./identities.ts"
import type { Gist } from "./accountRecords.ts"
import { nextId, type World } from "./model.ts"

/** Assigns the next id: as long as the service's, and the same for the same sequence of requests. */
export const nextGistId = (world: World): string =>
  bytesToHex(sha256(utf8ToBytes(`gist ${nextId(world, "gist")}`))).slice(0, 32)

/** What to write into each file; null removes it. */
export type FileChanges = ReadonlyMap<string, string | null>

/** A file of a revision. */
export interface GistFile {
  readonly name: string
  readonly sha: Sha
  readonly content: Uint8Array
}

export const filesAt = (objects: Objects, revision: Sha): ReadonlyArray<GistFile> =>
  leavesOf(objects, commitOf(objects, revision).tree).map(([name, leaf]) => ({
    name,
    sha: leaf.sha,
    content: contentOf(objects, leaf)
  }))

/** The newest revision. A gist has one at least. */
export const latestOf = ({ revisions }: Pick<Gist, "revisions">): Sha => revisions.at(-1) ?? ""

/** Adds a revision with changed files. None, if nothing changes. */
export const withRevision = (
  world: World,
  revisions: ReadonlyArray<Sha>,
  files: FileChanges,
  by: string | null,
  at: number
): ReadonlyArray<Sha> => {
  const { objects } = world
  const parent = revisions.at(-1)
  const before = parent === undefined ? undefined : commitOf(objects, parent).tree
  const changes = new Map(
    [...files].map(([name, content]) => [
      name,
      content === null ? null : ({ mode: "100644", sha: putBlob(objects, content) } as const)
    ])
  )
  const tree = writeTree(objects, before, changes)
  if (tree === before) return revisions
  const author = identityOf(world, by ?? "ghost", at)
  const parents = parent === undefined ? [] : [parent]
  return [...revisions, putCommit(objects, { tree, parents, author, committer: author, message: "" }).sha]
}

/** The gists that pass a test, most recently updated first. */
export const gistsWhere = (world: World, test: (gist: Gist) => boolean): ReadonlyArray<Gist> =>
  [...world.gists.values()].filter(test).toSorted((a, b) => b.updated_at - a.updated_at)
