/** Reads files out of commits. */
import { commitOf, type Entry, type Objects, type Sha } from "../../../git/objects.ts"
import type { Repository, World } from "../model.ts"
import { resolveCommit } from "../refs.ts"
import { entryAt } from "../../../git/tree.ts"

/** What is at a path of a commit; the root at the empty path. Undefined if there is nothing. */
export const entryOf = (objects: Objects, commit: Sha, path: string): Omit<Entry, "name"> | undefined => {
  const { tree } = commitOf(objects, commit)
  return path === "" ? { mode: "40000", sha: tree } : entryAt(objects, tree, path)
}

const decoder = new TextDecoder()

export const textOfBlob = (objects: Objects, sha: Sha): string => decoder.decode(objects.blobs.get(sha))

/** Resolves the target of a symlink in its repository; undefined if it leads out of it. */
export const targetOf = (link: string, target: string): string | undefined => {
  if (target.startsWith("/")) return undefined
  const parts = link.split("/").slice(0, -1)
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join("/")
}

/** Reads the URL of a submodule from the repository's `.gitmodules`. */
export const submoduleUrl = (objects: Objects, commit: Sha, path: string): string | undefined => {
  const modules = entryOf(objects, commit, ".gitmodules")
  if (modules === undefined || !objects.blobs.has(modules.sha)) return undefined
  for (const section of textOfBlob(objects, modules.sha).split(/^\s*\[/m)) {
    const value = (name: string) => new RegExp(`^\\s*${name}\\s*=\\s*(.*?)\\s*$`, "m").exec(section)?.[1]
    if (value("path") === path) return value("url")
  }
  return undefined
}

/** The bytes of a file on a branch, a tag or a commit (`HEAD` by default); undefined if there is none. */
export const fileOf = (world: World, repository: Repository, path: string, ref = "HEAD"): Uint8Array | undefined => {
  const commit = resolveCommit(world, repository, ref)
  const entry = commit === undefined ? undefined : entryOf(world.objects, commit.sha, path)
  return entry === undefined ? undefined : world.objects.blobs.get(entry.sha)
}
