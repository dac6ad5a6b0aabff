/**
 * Candidates of a merge queue: the base with the heads of some pull requests merged into it, one after the other. The
 * messages of the merges say which pull requests they are of, so that the branch alone tells what it is.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Forge } from "../../forge/Forge.ts"
import * as Branches from "../../forge/Branches.ts"
import * as Git from "../../forge/Git.ts"
import * as Refs from "../../forge/Refs.ts"
import * as Write from "../../rest/Write.ts"
import type { Failure } from "../MergeQueue.ts"
import type { Place } from "./place.ts"
import type { Entry } from "./queueLine.ts"

/** What is tested, and would land. */
export interface Candidate {
  /** The commit that is tested. */
  readonly sha: string
  /** The commit of the base that it was made of. */
  readonly base: string
  /** When it was made, in milliseconds, by the service's clock. */
  readonly at: number
  /** The pull requests that it has, in the order of their merges. */
  readonly entries: ReadonlyArray<Pick<Entry, "head" | "number">>
}

const trailer = /^Merge-Queue: pull (\d+), place (\d+)$/m

const messageOf = ({ number, title }: Entry, base: string, place: number): string =>
  `Merge #${number} into ${base}: ${title}\n\nMerge-Queue: pull ${number}, place ${place}`

/** The sha of a branch; undefined if there is none. */
export const tipOf = (place: Place, branch: string): Effect.Effect<string | undefined, Failure, Forge> =>
  Refs.get({ ...place, ref: `heads/${branch}` }).pipe(
    Effect.map(({ object }): string | undefined => object.sha),
    Effect.catchTag("NotFound", () => Effect.undefined)
  )

/** Reads what a commit is a candidate of; undefined if it is none of the queue. */
export const candidateAt = Effect.fnUntraced(function* (
  place: Place,
  sha: string
): Effect.fn.Return<Candidate | undefined, Failure, Forge> {
  const entries: Array<Candidate["entries"][number]> = []
  let at: number | undefined
  let after: number | undefined
  for (let next = sha; ;) {
    const { committer, message, parents } = yield* Git.getCommit({ ...place, commit_sha: next })
    const [, number, text] = trailer.exec(message) ?? []
    const [before, head] = parents
    const position = Number(text)
    const isIt = after === undefined || position === after - 1
    if (number === undefined || before === undefined || head === undefined || !isIt) return undefined
    after = position
    at ??= committer.date === null ? yield* Clock.currentTimeMillis : DateTime.toEpochMillis(committer.date)
    entries.unshift({ number: Number(number), head: head.sha })
    if (position === 1) return { sha, base: before.sha, at, entries }
    next = before.sha
  }
})

/** Points a branch at a commit, and creates it if necessary. */
export const point = (place: Place, branch: string, sha: string): Effect.Effect<unknown, Failure, Forge> =>
  Refs.update({ ...place, ref: `heads/${branch}`, sha, force: true }).pipe(
    Effect.catchTag(["NotFound", "ValidationFailed"], () =>
      Write.once(Refs.create, { ...place, ref: `refs/heads/${branch}`, sha }, { key: `${branch}/${sha}` })
    )
  )

/** What became of an attempt to make a candidate. */
export interface Made {
  /** The commit; null if nothing could be merged. */
  readonly sha: string | null
  /** Those that conflict with the base itself. Whoever conflicts with one before it just waits. */
  readonly conflicting: ReadonlyArray<Entry>
  /** Those of which the base has everything. */
  readonly contained: ReadonlyArray<Entry>
}

/** Merges the heads of pull requests into a branch that starts at the base. No check should run on that branch. */
export const make = Effect.fnUntraced(function* (
  place: Place,
  { branch, from, name }: { readonly branch: string; readonly from: string; readonly name: string },
  entries: ReadonlyArray<Entry>
): Effect.fn.Return<Made, Failure, Forge> {
  yield* point(place, branch, from)
  const conflicting: Array<Entry> = []
  const contained: Array<Entry> = []
  let sha = from
  let count = 0
  for (const entry of entries) {
    const merged = yield* Branches.merge({
      ...place,
      base: branch,
      head: entry.head,
      commit_message: messageOf(entry, name, count + 1)
    }).pipe(
      Effect.map((commit) => commit?.sha ?? "nothing"),
      // The head was moved, and its commit is gone.
      Effect.catchTag("NotFound", () => Effect.succeed("gone")),
      Effect.catchTag("Conflict", () => Effect.succeed("conflict"))
    )
    if (merged === "gone") continue
    if (merged === "conflict") {
      if (count === 0) conflicting.push(entry)
      continue
    }
    // After a response that was lost, there is nothing left to merge.
    const tip = merged === "nothing" ? ((yield* tipOf(place, branch)) ?? sha) : merged
    if (tip === sha) {
      contained.push(entry)
      continue
    }
    sha = tip
    count++
  }
  return { sha: count === 0 ? null : sha, conflicting, contained }
})
