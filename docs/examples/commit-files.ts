/** Commits several files at once: blobs, a tree, a commit, and a branch that moves only if nobody else has moved it. */
import { Contents, type Forge, Git, Refs } from "forgecast/forge"
import type { CommitObject } from "forgecast/forge/schema/CommitObject"
import type { RestError } from "forgecast"
import * as Effect from "effect/Effect"

export interface Change {
  readonly owner: string
  readonly repo: string
  readonly branch: string
  readonly message: string
  /** The new content of each file, by its path: text or bytes. Null deletes the file. */
  readonly files: Readonly<Record<string, string | Uint8Array | null>>
}

const file = { mode: "100644", type: "blob" } as const

/** Creates the blobs, which are the same whatever the branch is at. */
const entriesOf = ({ files, owner, repo }: Change) =>
  Effect.forEach(
    Object.entries(files),
    Effect.fnUntraced(function* ([path, content]) {
      if (content === null) return { ...file, path, sha: null }
      const { sha } = yield* Git.createBlob({ owner, repo, content })
      return { ...file, path, sha }
    }),
    { concurrency: 4 }
  )

/**
 * Makes the commit on top of the branch. Without `force`, a branch moves only to a commit that follows its current one,
 * so a branch that somebody has moved in the meantime is refused with `ValidationFailed`. The commit is then made again,
 * on top of theirs.
 */
export const commitFiles: (change: Change) => Effect.Effect<CommitObject, RestError.RestError, Forge.Forge> = Effect.fn(
  "commitFiles"
)(function* (change) {
  const { branch, message, owner, repo } = change
  const ref = `heads/${branch}`
  const entries = yield* entriesOf(change)
  const attempt = Effect.gen(function* () {
    const head = (yield* Refs.get({ owner, repo, ref })).object.sha
    const { tree: before } = yield* Git.getCommit({ owner, repo, commit_sha: head })
    const tree = yield* Git.createTree({ owner, repo, base_tree: before.sha, tree: entries })
    const commit = yield* Git.createCommit({ owner, repo, message, tree: tree.sha, parents: [head] })
    yield* Refs.update({ owner, repo, ref, sha: commit.sha })
    return commit
  })
  return yield* attempt.pipe(
    Effect.retry({
      times: 4,
      while: (error) => error._tag === "ValidationFailed" && error.operation === "Refs.update"
    })
  )
})

/** Five files of a release, in one commit. */
export const prepare = (owner: string, repo: string, version: string) =>
  Effect.gen(function* () {
    const readme = yield* Contents.getReadme({ owner, repo })
    return yield* commitFiles({
      owner,
      repo,
      branch: "main",
      message: `Prepare ${version}`,
      files: {
        "README.md": `${readme.text ?? ""}\nThe current version is ${version}.\n`,
        VERSION: `${version}\n`,
        "src/version.ts": `export const version = "${version}"\n`,
        [`docs/changes/${version}.md`]: `# ${version}\n`,
        "docs/changes/next.md": null
      }
    })
  })
