/**
 * Repositories of a simulator's seed from the disk, and back. For Node.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const web = yield* SimulatorSeed.fromGit("../web")
 *   const docs = yield* SimulatorSeed.fromDirectory("test/fixtures/docs")
 *   return ForgeSimulator.layer({
 *     repositories: [
 *       { owner: "acme", name: "web", ...web },
 *       { owner: "acme", name: "docs", ...docs }
 *     ]
 *   })
 * })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { FilesSeed, GitSeed } from "./ForgeContentSeed.ts"
import { readBatch, readFiles, readRefs, refFormat, runGit, writeRepository } from "./internal/node/disk.ts"

/** Fails if a directory or repository cannot be read or written. */
export class SeedFailed extends Schema.TaggedError<SeedFailed>("forgecast/SeedFailed")("SeedFailed", {
  /** The path that was given. */
  path: Schema.String,
  /**
   * `git_missing`: no `git` is installed. `not_a_repository`: git finds no repository there. `shallow`: the repository's
   * history is cut off. `files`: the files cannot be read or written.
   */
  reason: Schema.Literals(["git_missing", "not_a_repository", "shallow", "files"]),
  /** One sentence for people. */
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.path}: ${this.detail}`
  }
}

/** What a repository of a seed has from a real one. */
export interface GitRepository {
  readonly git: GitSeed
  readonly default_branch: string
}

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs git. Fails unless its exit code is 0. */
const git = Effect.fnUntraced(function* (path: string, args: ReadonlyArray<string>, input?: string) {
  const ended = yield* Effect.tryPromise({
    try: (signal) => runGit(path, args, input, signal),
    catch: () => new SeedFailed({ path, reason: "git_missing", detail: "git cannot be run. Install it first" })
  })
  return ended.code === 0
    ? ended.output
    : yield* new SeedFailed({ path, reason: "not_a_repository", detail: ended.errors.trim() })
})

/** Returns the name of the branch that is checked out; else of some branch. */
const defaultBranch = (path: string, refs: GitSeed["refs"]): Effect.Effect<string, SeedFailed> =>
  git(path, ["symbolic-ref", "--short", "HEAD"]).pipe(
    Effect.map((output) => output.toString().trim()),
    // No branch is checked out, but a single commit.
    Effect.catchTag("SeedFailed", () => {
      const branches = Object.keys(refs).flatMap((ref) => (ref.startsWith("refs/heads/") ? [ref.slice(11)] : []))
      return Effect.succeed(branches.find((name) => name === "main" || name === "master") ?? branches[0] ?? "main")
    })
  )

/**
 * Reads the branches and tags of a real git repository, with all commits and files that they lead to. The working tree
 * does not count. Needs an installed `git`.
 */
export const fromGit = Effect.fn("SimulatorSeed.fromGit")(function* (path: string) {
  const shallow = yield* git(path, ["rev-parse", "--is-shallow-repository"])
  if (shallow.toString().trim() === "true") {
    const detail = "The history is cut off. Fetch all of it: git fetch --unshallow"
    return yield* new SeedFailed({ path, reason: "shallow", detail })
  }
  const refs = readRefs(
    (yield* git(path, ["for-each-ref", `--format=${refFormat}`, "refs/heads", "refs/tags"])).toString()
  )
  const tips = Object.values(refs).map((sha) => `${sha}\n`)
  const shas = yield* git(path, ["rev-list", "--objects", "--no-object-names", "--stdin"], tips.join(""))
  const objects = readBatch(yield* git(path, ["cat-file", "--batch"], shas.toString()))
  const repository: GitRepository = { git: { refs, objects }, default_branch: yield* defaultBranch(path, refs) }
  return repository
})

/**
 * Reads the files of a directory: their modes, symlinks and binary contents too. Leaves out `.git`, and what `wanted`
 * refuses, such as `(path) => path !== "node_modules"`. It is asked about directories too.
 */
export const fromDirectory = Effect.fn("SimulatorSeed.fromDirectory")(function* (
  path: string,
  options: { readonly wanted?: (path: string) => boolean } = {}
) {
  const files: FilesSeed = yield* Effect.tryPromise({
    try: () => readFiles(path, options.wanted ?? (() => true)),
    catch: (error) => new SeedFailed({ path, reason: "files", detail: detailOf(error) })
  })
  return { files }
})

/** Writes git objects and refs as a bare repository, which `git clone` takes. Needs no installed `git`. */
export const toGit = Effect.fn("SimulatorSeed.toGit")(function* (path: string, repository: GitRepository) {
  yield* Effect.tryPromise({
    try: () => writeRepository(path, repository.git, repository.default_branch),
    catch: (error) => new SeedFailed({ path, reason: "files", detail: detailOf(error) })
  })
})
