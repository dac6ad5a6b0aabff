/**
 * Tells who owns the files of a repository, according to its file `CODEOWNERS`.
 *
 * ```ts
 * const [file] = yield* Codeowners.resolve({ owner, repo, paths: ["src/index.ts"] })
 * file.owners // ["@acme/core"]
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Contents from "../forge/Contents.ts"
import type { Forge } from "../forge/Forge.ts"
import { NotAcceptable } from "../forge/ForgeError.ts"
import { finderOf, mostBytes, parse as parseFile, places } from "../forge/internal/codeowners.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import { IntegrityFailed, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { observed } from "./internal/observed.ts"
import { failureOf } from "./internal/failures.ts"

/** A line with a pattern. */
export interface Rule {
  /** The number of the line, from 1. */
  readonly line: number
  /** The pattern as it is written. */
  readonly pattern: string
  /** Owners as they are written: `@ada`, `@acme/core`, `ada@acme.example`. None: nobody owns what it is about. */
  readonly owners: ReadonlyArray<string>
}

/** A line that the service skips. */
export interface Skipped {
  /** The number of the line, from 1. */
  readonly line: number
  /** The line. */
  readonly text: string
  /** What cannot be read: its pattern, or one of its owners. */
  readonly because: "pattern" | "owner"
}

/** What a file says. */
export interface Codeowners {
  /** Its lines with patterns, from the first one on. */
  readonly rules: ReadonlyArray<Rule>
  /** Lines that the service skips, because it cannot read them. */
  readonly skipped: ReadonlyArray<Skipped>
}

/** A file, and where it was found. */
export interface Found extends Codeowners {
  /** Its path. */
  readonly path: string
}

/** A path, and who owns it. */
export interface Owned {
  /** The path. */
  readonly path: string
  /** Owners as they are written: `@ada`, `@acme/core`, `ada@acme.example`. Empty if nobody owns it. */
  readonly owners: ReadonlyArray<string>
  /** The rule that says so; null if no rule is about it. */
  readonly rule: Rule | null
}

/** What reading the file can fail with. */
export const Failure = failureOf([NotFound, IntegrityFailed])
export type Failure = typeof Failure.Type

/** What reading the file, and what a pull request changes, can fail with. */
export const PullRequestFailure = failureOf([NotFound, IntegrityFailed, NotAcceptable, ValidationFailed])
export type PullRequestFailure = typeof PullRequestFailure.Type

/**
 * Reads the text of a file `CODEOWNERS`.
 *
 * Patterns are those of `.gitignore`, except that `docs/*` only matches what is in the folder itself, and that there is
 * no `!`, no `[ ]` and no `\#`. What follows a `#` is a comment. A line with something that is not an owner is skipped
 * as a whole.
 */
export const parse = (text: string): Codeowners => parseFile(text)

/**
 * Makes a function that tells who owns a path: the owners of the last rule that is about it. It does not know whether
 * they exist and may write, which the service requires.
 */
export const ownersIn = ({ rules }: Pick<Codeowners, "rules">): ((path: string) => Owned) => {
  const find = finderOf(rules)
  return (path) => {
    const rule = find(path) ?? null
    return { path, owners: rule?.owners ?? [], rule }
  }
}

/** Where to look. */
export interface ReadInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The branch, tag or commit. Default: the default branch. */
  readonly ref?: string | undefined
}

/**
 * Reads the file of a repository: the first one of `.github/CODEOWNERS`, `CODEOWNERS` and `docs/CODEOWNERS`. Returns null if
 * there is none. A file of more than 3 MB has no rules, since the service does not read it.
 */
export const read: (input: ReadInput) => Effect.Effect<Found | null, Failure, Forge> = Effect.fn("Codeowners.read")(
  function* ({ owner, ref, repo }: ReadInput): Effect.fn.Return<Found | null, Failure, Forge> {
    for (const path of places) {
      const place = { owner, repo, path, ref }
      const file = yield* Effect.catchTag(Contents.get(place), "NotFound", () => Effect.succeed(null))
      if (file?._tag !== "File") continue
      if (file.size > mostBytes) return { path, rules: [], skipped: [] }
      const bytes = file.bytes ?? (yield* Contents.download.bytes(place))
      return { path, ...parseFile(new TextDecoder().decode(bytes)) }
    }
    return null
  },
  observed
)

/** The paths, and where to look. */
export interface Input extends ReadInput {
  /** Paths of files, from the root of the repository. */
  readonly paths: ReadonlyArray<string>
}

/** Tells who owns some paths, in their order. Without a file, nobody does. */
export const resolve: (input: Input) => Effect.Effect<ReadonlyArray<Owned>, Failure, Forge> = Effect.fn(
  "Codeowners.resolve"
)(function* ({ paths, ...input }: Input): Effect.fn.Return<ReadonlyArray<Owned>, Failure, Forge> {
  return paths.map(ownersIn((yield* read(input)) ?? { rules: [] }))
}, observed)

/** A pull request. */
export interface PullRequestInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Its number. */
  readonly pull_number: number
}

/** Tells who owns the files that a pull request changes, by the file of its base, as the service does. */
export const resolvePullRequest: (
  input: PullRequestInput
) => Effect.Effect<ReadonlyArray<Owned>, PullRequestFailure, Forge> = Effect.fn("Codeowners.resolvePullRequest")(
  function* (input: PullRequestInput): Effect.fn.Return<ReadonlyArray<Owned>, PullRequestFailure, Forge> {
    const { owner, repo } = input
    const { base } = yield* PullRequests.get(input)
    const files = yield* Stream.runCollect(PullRequests.listFiles(input))
    return yield* resolve({ owner, repo, ref: base.ref, paths: files.map(({ filename }) => filename) })
  },
  observed
)
