/** Branches and tags: how they are found and moved, and the files of their commits. */
import { type Commit, commitOf, type TreeEntry, type Objects, peeled, type Sha } from "../../git/objects.ts"
import { entryAt } from "../../git/tree.ts"
import { branchMoved, pullsFollow } from "./branchMoves.ts"
import { linksFollow } from "./linkedBranches.ts"
import { changeRepository, type Repository, type World } from "./model.ts"
import { requestSuites } from "./checks.ts"
import { notePush } from "./pushes.ts"
import { pullTip } from "./pullRefs.ts"
import { commitStarting, hasCommit, keepCommit, keepObject } from "./reach.ts"

export const branchRef = (name: string): string => `refs/heads/${name}`

export const tagRef = (name: string): string => `refs/tags/${name}`

/** The commit of a branch; undefined if there is none. */
export const branchTip = (repository: Repository, name: string): Sha | undefined => repository.refs.get(branchRef(name))

/** Whether the repository has no commit yet. */
export const isEmpty = (repository: Repository): boolean =>
  branchTip(repository, repository.default_branch) === undefined

/** The names of all refs of a kind, sorted. */
export const refNames = (repository: Repository, kind: "heads" | "tags"): ReadonlyArray<string> => {
  const prefix = `refs/${kind}/`
  return [...repository.refs.keys()].flatMap((ref) => (ref.startsWith(prefix) ? [ref.slice(prefix.length)] : [])).sort()
}

/** Git keeps refs as files: `refs/heads/a` cannot be beside `refs/heads/a/b`. Returns the name that a new one cannot be beside. */
export const blockerOf = (names: Iterable<string>, name: string): string | undefined => {
  for (const other of names) if (other.startsWith(`${name}/`) || name.startsWith(`${other}/`)) return other
  return undefined
}

/** Finds a commit by its sha, of which seven digits are enough. */
const commitWith = (world: World, repository: Repository, sha: string): Commit | undefined => {
  if (sha.length === 40) {
    const commit = world.objects.commits.get(sha)
    return commit !== undefined && hasCommit(world, repository, sha) ? commit : undefined
  }
  const whole = commitStarting(world, repository, sha)
  return whole === undefined ? undefined : commitOf(world.objects, whole)
}

const revisionPattern = /^([^~^]+)((?:~\d*|\^\d*)+)$/

/** Follows the steps of a revision: `~2` is the parent's parent, `^2` the second parent. */
const ancestor = ({ objects }: World, start: Commit, steps: string): Commit | undefined => {
  let commit: Commit | undefined = start
  for (const [, kind, digits] of steps.matchAll(/([~^])(\d*)/g)) {
    const number: number = digits === "" ? 1 : Number(digits)
    for (let left = kind === "~" ? number : 1; left > 0 && number > 0 && commit !== undefined; left--) {
      const parent: Sha | undefined = commit.parents[kind === "~" ? 0 : number - 1]
      commit = parent === undefined ? undefined : commitOf(objects, parent)
    }
  }
  return commit
}

/**
 * Finds the commit that a branch, tag, full ref or sha (of seven digits or more) names in a repository, or one of its
 * ancestors (`main~2`).
 */
export const resolveCommit = (world: World, repository: Repository, name: string): Commit | undefined => {
  const { refs } = repository
  const sha =
    name === "HEAD"
      ? branchTip(repository, repository.default_branch)
      : (refs.get(branchRef(name)) ??
        refs.get(tagRef(name)) ??
        refs.get(name) ??
        refs.get(`refs/${name}`) ??
        pullTip(world, repository, name))
  if (sha !== undefined) return commitOf(world.objects, sha)
  if (/^[\da-f]{7,40}$/i.test(name)) return commitWith(world, repository, name.toLowerCase())
  const [, start, steps = ""] = revisionPattern.exec(name) ?? []
  const from = start === undefined ? undefined : resolveCommit(world, repository, start)
  return from === undefined ? undefined : ancestor(world, from, steps)
}

/**
 * Moves a ref to a commit or an annotated tag, creates it, or deletes it (null). Pull requests from and into a branch
 * follow it. All changes of refs go through here, once anything can depend on them.
 */
export const moveRef = (
  world: World,
  before: Repository,
  ref: string,
  to: Sha | null,
  now: number,
  by: string | null = null,
  merges = false
): Repository => {
  const sha = to === null ? null : (peeled(world.objects, to) ?? to)
  const from = before.refs.get(ref)
  // What the ref leaves behind can still be found by its sha.
  if (from !== undefined) keepCommit(world, before, from)
  if (sha === null) before.refs.delete(ref)
  else before.refs.set(ref, sha)
  // A former name that is in use again no longer redirects.
  if (sha !== null && ref.startsWith(branchRef(""))) before.renamedBranches.delete(ref.slice(branchRef("").length))
  if (to === null || to === sha) before.annotated.delete(ref)
  else {
    before.annotated.set(ref, to)
    keepObject(world, before, to)
  }
  // Nobody has pushed what a seed has.
  if (by !== null && (sha ?? undefined) !== from) {
    notePush(world, before, { ref, before: from ?? null, after: sha, actor: by, merges, created_at: now })
  }
  const repository = changeRepository(world, before, { pushed_at: now, updated_at: now })
  const prefix = branchRef("")
  if (ref.startsWith(prefix)) {
    branchMoved(world, repository, ref.slice(prefix.length), from, sha ?? undefined, { by, now })
    if (by !== null && sha !== null && sha !== from)
      requestSuites(world, repository, { before: from, head_sha: sha, now })
  }
  return repository
}

/** Renames a branch: its protection and the open pull requests from and into it follow. Its former name redirects. */
export const renameBranch = (world: World, before: Repository, from: string, to: string, now: number): Repository => {
  const sha = before.refs.get(branchRef(from))
  if (sha === undefined) return before
  before.refs.delete(branchRef(from))
  before.refs.set(branchRef(to), sha)
  const rules = before.protection.get(from)
  before.protection.delete(from)
  if (rules !== undefined) before.protection.set(to, rules)
  before.renamedBranches.delete(to)
  for (const [former, name] of before.renamedBranches) if (name === from) before.renamedBranches.set(former, to)
  before.renamedBranches.set(from, to)
  pullsFollow(world, before, from, to, now)
  linksFollow(world, before, from, to)
  const isDefault = before.default_branch === from
  return changeRepository(world, before, { updated_at: now, ...(isDefault ? { default_branch: to } : {}) })
}

/** What is at a path of a commit; the root at the empty path. Undefined if there is nothing. */
export const entryOf = (objects: Objects, commit: Sha, path: string): Omit<TreeEntry, "name"> | undefined => {
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
