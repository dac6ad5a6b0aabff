/**
 * Commits many files at once.
 *
 * ```ts
 * Commit.files({ owner, repo, branch: "next", message: "Regenerate", files: { "a.json": text, "old.json": null } })
 * ```
 */
import * as Effect from "effect/Effect"
import type * as Schedule from "effect/Schedule"
import type { Forge } from "../forge/Forge.ts"
import * as Git from "../forge/Git.ts"
import { gitSha } from "../forge/internal/inlineBytes.ts"
import type { NewTreeEntry } from "../forge/schema/TreeInput.ts"
import { Conflict, InvalidInput, NotFound, type RequestError, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"
import { moveTo } from "./internal/moving.ts"
import { observed } from "./internal/observed.ts"
import { picked } from "./internal/pick.ts"
import { PickConflict } from "./WorkflowError.ts"
import type { TreeEntry } from "../forge/schema/GitTree.ts"

/**
 * The new content of a file: text, bytes, or either with its mode; null deletes the file, if it is there. Without a mode,
 * a file keeps its own, and a new one has `100644`. The content of a symbolic link is the path that it leads to.
 */
export type FileContent =
  | string
  | Uint8Array
  | {
      /** Text, or bytes. */
      readonly content: string | Uint8Array
      /** `100644` file, `100755` executable, `120000` symbolic link. */
      readonly mode: "100644" | "100755" | "120000"
    }
  | null

/** The commit. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The branch to commit to. */
  readonly branch: string
  /** The branch that a new branch starts from. Default: none, so that a missing branch fails with `NotFound`. */
  readonly base?: string | undefined
  /** Files by their path from the root of the repository. Other files, and what a file leaves out, stay as they are. */
  readonly files: Readonly<Record<string, FileContent>>
  /** Message of the commit. */
  readonly message: string
  /** Author of the commit. Default: the authenticated user. */
  readonly author?: { readonly name: string; readonly email: string } | undefined
}

/** How to go about it. */
export interface Options<out R = never> {
  /** How often to try again after the branch has moved. Default: 9 times, with growing delays from 100 milliseconds on. */
  readonly schedule?: Schedule.Schedule<unknown, ValidationFailed, never, R> | undefined
  /**
   * What the commit follows: the `branch`, or the `base` (which needs one). From the base, the branch gets these files and
   * nothing else: it is moved by force, and loses other commits. If the base has the files, it stays where it is. Default:
   * branch.
   */
  readonly from?: "branch" | "base" | undefined
}

/** The result. */
export interface Committed {
  /** The commit that the branch points to. */
  readonly sha: string
  /** `unchanged`: the branch, or the base of a new one, has these files already, and nothing was written. */
  readonly action: "committed" | "unchanged"
}

/** What `files` can fail with. */
export const Failure = failureOf([NotFound, Conflict, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Writes many files in one commit, and moves the branch to it, if it is still where it was: otherwise it starts again
 * with the new head. A branch that does not exist starts from `base`.
 *
 * If it fails or is interrupted, the branch is as it was, or at the commit with all files. Objects that no branch points
 * to may be left: nobody sees them, and the service removes them. A path where the branch has a directory or a
 * submodule, and one below a file, fails with `InvalidInput`.
 *
 * **Gotchas**
 *
 * A branch that somebody moves back meanwhile, by force, to an earlier commit, gets the dropped commits again.
 */
export const files: <R = never>(input: Input, options?: Options<R>) => Effect.Effect<Committed, Failure, Forge | R> =
  Effect.fn("Commit.files")(function* <R = never>(
    input: Input,
    options: Options<R> = {}
  ): Effect.fn.Return<Committed, Failure, Forge | R> {
    return yield* moveTo(input, (parent) => commitOn(input, parent), options)
  }, observed)

/** Commits to apply, or to revert. */
export interface PickInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The branch to commit to. */
  readonly branch: string
  /** The branch that a new branch starts from. Default: none, so that a missing branch fails with `NotFound`. */
  readonly base?: string | undefined
  /** Full shas of the commits, in the order in which they are applied. */
  readonly commits: ReadonlyArray<string>
  /** Which parent of a merge counts as what was before, from 1. Default: 1. */
  readonly mainline?: number | undefined
}

/** What `cherryPick` and `revert` can fail with. */
export const PickFailure = failureOf([NotFound, Conflict, ValidationFailed, PickConflict])
export type PickFailure = typeof PickFailure.Type

/**
 * Applies the changes of commits to a branch: a commit for each, with its message and its author. A commit whose
 * changes the branch already has adds nothing, so it can run again.
 *
 * **Details**
 *
 * The service does a three-way merge for each of them, on a temporary branch (`forgecast/pick/…`), which is deleted
 * afterwards. The branch moves once, when all commits are made. If one conflicts, it fails with `PickConflict`, and the
 * branch is as it was. If it fails or is interrupted, the branch is as it was, or has all commits. The deletion may
 * fail then, too: the next run uses the same branch.
 *
 * **Gotchas**
 *
 * The service starts workflows for pushes to the temporary branch, if their filters do not exclude it.
 */
export const cherryPick: <R = never>(
  input: PickInput,
  options?: Options<R>
) => Effect.Effect<Committed, PickFailure, Forge | R> = Effect.fn("Commit.cherryPick")(function* <R = never>(
  input: PickInput,
  options: Options<R> = {}
): Effect.fn.Return<Committed, PickFailure, Forge | R> {
  return yield* moveTo(input, (parent) => picked(input, parent, "pick"), options)
}, observed)

/**
 * Reverts the changes of commits: a commit for each, with the message that git gives it. It works like `cherryPick`. To
 * revert several commits of one branch, name the newest first.
 */
export const revert: <R = never>(
  input: PickInput,
  options?: Options<R>
) => Effect.Effect<Committed, PickFailure, Forge | R> = Effect.fn("Commit.revert")(function* <R = never>(
  input: PickInput,
  options: Options<R> = {}
): Effect.fn.Return<Committed, PickFailure, Forge | R> {
  return yield* moveTo(input, (parent) => picked(input, parent, "revert"), options)
}, observed)

/** Makes the commit, and returns its sha; that of the parent if it has the files already. */
const commitOn = Effect.fnUntraced(function* (
  { author, files, message, owner, repo }: Input,
  parent: string
): Effect.fn.Return<string, Failure, Forge> {
  const place = { owner, repo }
  const { tree: base } = yield* Git.getCommit({ ...place, commit_sha: parent })
  const found = yield* entriesAt({ ...place, tree_sha: base.sha }, Object.keys(files))
  for (const path of Object.keys(files)) yield* accepted(files, found, path)
  const entries = yield* Effect.forEach(
    Object.entries(files),
    ([path, file]): Entries => {
      const there = found.get(path) ?? "nothing"
      if (file === null) return Effect.succeed(removed(path, there))
      // What is there is left out: most runs of a bot change nothing.
      return Effect.flatMap(isThere(file, there), (isSame) =>
        isSame ? Effect.succeed([]) : written(place, path, file, there)
      )
    },
    { concurrency: 4 }
  )
  const tree = entries.flat()
  if (tree.length === 0) return parent
  const { sha } = yield* Git.createTree({ owner, repo, base_tree: base.sha, tree })
  if (sha === base.sha) return parent
  const commit = yield* Git.createCommit({ owner, repo, message, tree: sha, parents: [parent], author })
  return commit.sha
})

interface RepoInput {
  readonly owner: string
  readonly repo: string
}

type Entries = Effect.Effect<ReadonlyArray<NewTreeEntry>, Failure, Forge>

/** Refuses a file that would replace a whole directory or a submodule, or whose mode is not known. */
const accepted = (
  files: Input["files"],
  found: ReadonlyMap<string, Found>,
  path: string
): Effect.Effect<void, InvalidInput> => {
  const refused = (reason: string) => {
    const field = `files.${path}`
    return Effect.fail(
      new InvalidInput({ operation: "Commit.files", message: `${field} ${reason}`, path: field, reason })
    )
  }
  const file = files[path] ?? null
  const there = found.get(path)
  const kind = typeof there === "object" ? kinds.get(there.type) : undefined
  if (kind !== undefined) return refused(`is a ${kind}, not a file`)
  if (file === null) return Effect.void
  if (there === "unlisted" && modeOf(file, there) === undefined) {
    return refused("needs a mode: its directory has more files than the service lists")
  }
  const names = path.split("/")
  const above = names.map((_, index) => names.slice(0, index).join("/"))
  const blocking = above.find((each) => isLeaf(found.get(each)) && files[each] !== null)
  return blocking === undefined ? Effect.void : refused(`is below ${blocking}, which is not a directory`)
}

/** What is not a file, by its type. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["tree", "directory"],
  ["commit", "submodule"]
])

/** Whether nothing can be below it. */
const isLeaf = (found: Found | undefined): boolean => typeof found === "object" && found.type !== "tree"

/** The service refuses to remove what is not there. */
const removed = (path: string, there: Found): ReadonlyArray<NewTreeEntry> =>
  there === "nothing" ? [] : [{ path, mode: "100644", sha: null }]

const written = (place: RepoInput, path: string, file: Exclude<FileContent, null>, there: Found): Entries => {
  const content = contentOf(file)
  const mode = modeOf(file, there) ?? usualMode
  return typeof content === "string"
    ? Effect.succeed([{ path, mode, content }])
    : Effect.map(Git.createBlob({ ...place, content }), ({ sha }) => [{ path, mode, sha }])
}

/** Whether a tree has the same file. */
const isThere = (file: Exclude<FileContent, null>, there: Found): Effect.Effect<boolean> => {
  if (typeof there !== "object" || there.type !== "blob" || there.mode !== modeOf(file, there)) {
    return Effect.succeed(false)
  }
  const content = contentOf(file)
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  return Effect.map(
    Effect.promise(() => gitSha(bytes, there.sha.length)),
    (sha) => sha === there.sha
  )
}

const contentOf = (file: Exclude<FileContent, null>): string | Uint8Array =>
  typeof file === "string" || file instanceof Uint8Array ? file : file.content

type FileMode = "100644" | "100755" | "120000"

const usualMode: FileMode = "100644"

/**
 * The mode of a file: the given one, or its own; undefined if that is not known. Git has other modes from its
 * early days, and takes them for the usual one.
 */
const modeOf = (file: Exclude<FileContent, null>, there: Found): FileMode | undefined => {
  if (typeof file === "object" && "mode" in file) return file.mode
  if (there === "unlisted") return undefined
  const kept = (["100755", "120000"] as const).find((mode) => there !== "nothing" && there.mode === mode)
  return kept ?? usualMode
}

/** A tree. */
interface Root {
  readonly owner: string
  readonly repo: string
  readonly tree_sha: string
}

/** What a tree has at a path: an entry, nothing, or what the service does not list because there is too much of it. */
type Found = TreeEntry | "nothing" | "unlisted"

/**
 * Looks up paths of a tree, reading each directory on the way once. A path below something that is not a directory has
 * nothing: what is there instead is found, too.
 */
const entriesAt = (
  { tree_sha, ...place }: Root,
  paths: ReadonlyArray<string>,
  prefix = ""
): Effect.Effect<ReadonlyMap<string, Found>, RequestError | NotFound | Conflict | ValidationFailed, Forge> =>
  Effect.gen(function* () {
    const { tree, truncated } = yield* Git.getTree({ ...place, tree_sha })
    const here = new Map(tree.map((entry) => [entry.path, entry]))
    const missing = truncated ? "unlisted" : "nothing"
    const found = new Map<string, Found>()
    const inside = new Map<string, { readonly tree_sha: string; readonly paths: Array<string> }>()
    for (const path of paths) {
      const [name = "", ...rest] = path.split("/")
      const entry = here.get(name)
      if (rest.length > 0 && entry?.type === "tree") {
        const directory = inside.get(name) ?? { tree_sha: entry.sha, paths: [] }
        directory.paths.push(rest.join("/"))
        inside.set(name, directory)
      } else {
        found.set(`${prefix}${path}`, entry === undefined ? missing : "nothing")
        if (entry !== undefined) found.set(`${prefix}${name}`, entry)
      }
    }
    const below = yield* Effect.forEach(
      inside,
      ([name, { paths, tree_sha }]) => entriesAt({ ...place, tree_sha }, paths, `${prefix}${name}/`),
      { concurrency: 4 }
    )
    return new Map([found, ...below].flatMap((each) => [...each]))
  })
