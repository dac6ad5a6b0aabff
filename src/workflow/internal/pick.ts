/** Applies the changes of commits on top of another one, or takes them back: the service merges in three ways. */
import * as Effect from "effect/Effect"
import * as Branches from "../../forge/Branches.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as Git from "../../forge/Git.ts"
import * as Refs from "../../forge/Refs.ts"
import type { CommitObject } from "../../forge/schema/CommitObject.ts"
import {
  type Conflict,
  InvalidInput,
  type NotFound,
  type RequestError,
  type ValidationFailed
} from "../../rest/RestError.ts"
import * as Write from "../../rest/Write.ts"
import { PickConflict } from "../WorkflowError.ts"
import type { Place } from "./place.ts"

interface Picking {
  readonly owner: string
  readonly repo: string
  readonly branch: string
  readonly commits: ReadonlyArray<string>
  readonly mainline?: number | undefined
}

type Way = "pick" | "revert"

type Failure = RequestError | NotFound | Conflict | ValidationFailed | PickConflict

/** Returns the last of the new commits; the parent if it has all changes. */
export const picked = Effect.fnUntraced(function* (
  { branch, commits, mainline, owner, repo }: Picking,
  parent: string,
  way: Way
): Effect.fn.Return<string, Failure, Forge> {
  const place = { owner, repo }
  let head = yield* Git.getCommit({ ...place, commit_sha: parent })
  for (const commit_sha of commits) {
    const commit = yield* Git.getCommit({ ...place, commit_sha })
    const before = yield* parentOf(commit, mainline, way)
    const tree = yield* merged(
      { ...place, branch },
      way === "pick"
        ? { ours: head.tree.sha, old: before, changed: commit.sha }
        : { ours: head.tree.sha, old: commit.sha, changed: yield* takenBack(place, commit.sha, before) },
      commit.sha
    )
    if (tree === head.tree.sha) continue
    const { message } = commit
    head = yield* Git.createCommit({
      ...place,
      tree,
      parents: [head.sha],
      message:
        way === "pick" ? message : `Revert "${message.split("\n")[0] ?? ""}"\n\nThis reverts commit ${commit.sha}.`,
      author: way === "pick" ? authorOf(commit) : undefined
    })
  }
  return head.sha
})

const authorOf = ({ author: { date, email, name } }: CommitObject) =>
  name === "" || email === "" ? undefined : { name, email, date: date ?? undefined }

/** What was before a commit. */
const parentOf = ({ parents, sha }: CommitObject, mainline = 1, way: Way): Effect.Effect<string, InvalidInput> => {
  const parent = parents[mainline - 1]
  if (parent !== undefined) return Effect.succeed(parent.sha)
  const reason = `has no parent ${mainline} in ${sha}`
  const operation = way === "pick" ? "Commit.cherryPick" : "Commit.revert"
  return Effect.fail(new InvalidInput({ operation, message: `commits ${reason}`, path: "commits", reason }))
}

interface Trees {
  /** The tree that the changes are applied to. */
  readonly ours: string
  /** The commit before the changes, and the one after them. */
  readonly old: string
  readonly changed: string
}

/**
 * The tree with the changes. The service merges commits only, and only into a branch: so a commit with our tree takes the
 * place of one beside the changed one, and both follow the old one.
 */
const merged = Effect.fnUntraced(function* (
  { branch, ...place }: Place & { readonly branch: string },
  { changed, old, ours }: Trees,
  commit: string
): Effect.fn.Return<string, Failure, Forge> {
  const name = `forgecast/pick/${commit.slice(0, 12)}/${branch}`
  const start = yield* Git.createCommit({ ...place, tree: ours, parents: [old], message: `For ${name}` })
  let isLeft = true
  const remove = Effect.tap(Write.once(Refs.delete, { ...place, ref: `heads/${name}` }, { key: `pick/${name}` }), () =>
    Effect.sync(() => void (isLeft = false))
  )
  const tree = Effect.gen(function* () {
    yield* point(place, name, start.sha)
    const made = yield* Branches.merge({ ...place, base: name, head: changed }).pipe(
      Effect.catchTag("Conflict", () => Effect.andThen(remove, Effect.fail(conflict(place, branch, commit))))
    )
    // An earlier try has merged, and its response was lost.
    const sha = made === null ? (yield* Refs.get({ ...place, ref: `heads/${name}` })).object.sha : made.sha
    const { tree } = yield* Git.getCommit({ ...place, commit_sha: sha })
    yield* remove
    return tree.sha
  })
  return yield* Effect.onError(tree, () => (isLeft ? Effect.ignore(remove) : Effect.void))
})

/** A commit that follows another one, and has the files of what was before that. */
const takenBack = (place: Place, commit: string, before: string) =>
  Git.getCommit({ ...place, commit_sha: before }).pipe(
    Effect.flatMap(({ tree }) =>
      Git.createCommit({ ...place, tree: tree.sha, parents: [commit], message: `Before ${commit}` })
    ),
    Effect.map(({ sha }) => sha)
  )

/** Makes a branch, or moves one that an earlier run has left. */
const point = (place: Place, name: string, sha: string) =>
  Write.once(Refs.create, { ...place, ref: `refs/heads/${name}`, sha }, { key: sha }).pipe(
    Effect.catchTag("ValidationFailed", () => Refs.update({ ...place, ref: `heads/${name}`, sha, force: true }))
  )

const conflict = ({ owner, repo }: Place, branch: string, commit: string): PickConflict =>
  new PickConflict({ owner, repo, branch, commit, message: `The changes of ${commit} conflict with ${branch}` })
