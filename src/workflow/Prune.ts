/**
 * Deletes branches whose pull requests are merged.
 *
 * ```ts
 * const pruned = yield* Prune.branches({ owner, repo }, { olderThan: "30 days", exempt: ["release/*"] })
 * yield* Prune.restore({ owner, repo, branches: pruned }) // takes it back
 * ```
 */
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Branches from "../forge/Branches.ts"
import * as Commits from "../forge/Commits.ts"
import type { Forge } from "../forge/Forge.ts"
import { matcherOf } from "../forge/internal/pathPattern.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Refs from "../forge/Refs.ts"
import * as Repositories from "../forge/Repositories.ts"
import * as Rulesets from "../forge/Rulesets.ts"
import type { ListedBranch } from "../forge/schema/Branch.ts"
import { Conflict, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Write from "../rest/Write.ts"
import { observed } from "./internal/observed.ts"
import * as Given from "./internal/options.ts"
import { failureOf } from "./internal/failures.ts"

/** A repository. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
}

/** Which branches are deleted. */
export interface Options {
  /** How long ago its pull request must have been merged. Default: 7 days. */
  readonly olderThan?: Duration.Input | undefined
  /**
   * Whether a branch without a merged pull request goes as well, if the default branch has all of its commits, and the last
   * of them is old enough. A branch that was just created at an old commit looks the same. Default: false.
   */
  readonly contained?: boolean | undefined
  /** Names or patterns of branches that stay: `*` is any text without a slash, `**` any text. Default: none. */
  readonly exempt?: ReadonlyArray<string> | undefined
}

/** A branch that was deleted. */
export interface Pruned {
  /** Its name. */
  readonly name: string
  /** The sha that it was at, with which it can be restored. */
  readonly sha: string
  /** Number of its merged pull request; null without one. */
  readonly pull_number: number | null
}

/** What it can fail with. */
export const Failure = failureOf([NotFound, Conflict, ValidationFailed])
export type Failure = typeof Failure.Type

/**
 * Deletes the branches whose pull requests are merged, and returns what each was at. Never deletes the default branch, one
 * that is protected or whose deletion a ruleset forbids, the head or the base of an open pull request, and one that has moved
 * since its merge.
 *
 * If it fails or is interrupted, some are deleted: running it again does the rest. The program then no longer knows
 * what those were at, but their pull requests still show it. Needs write access.
 *
 * **Gotchas**
 *
 * It does not see pull requests of other repositories whose head is here.
 */
export const branches: (input: Input, options?: Options) => Effect.Effect<ReadonlyArray<Pruned>, Failure, Forge> =
  Effect.fn("Prune.branches")(function* (
    { owner, repo }: Input,
    { contained = false, exempt = [], olderThan = "7 days" }: Options = {}
  ): Effect.fn.Return<ReadonlyArray<Pruned>, Failure, Forge> {
    yield* Given.check("Prune.branches", { olderThan: Given.duration(olderThan) })
    const place = { owner, repo }
    const old = DateTime.subtractDuration(yield* DateTime.now, olderThan)
    const isOld = (time: DateTime.Utc | null | undefined) =>
      time !== null && time !== undefined && DateTime.isLessThanOrEqualTo(time, old)
    const { default_branch, id } = yield* Repositories.get(place)
    const open = yield* Stream.runCollect(PullRequests.list({ ...place, state: "open" }))
    const inUse = new Set([
      default_branch,
      ...open.map(({ base }) => base.ref),
      ...open.flatMap(({ head }) => (head.repo?.id === id ? head.ref : []))
    ])
    const exempts = exempt.map((pattern) => matcherOf(`/${pattern}`))
    const all = yield* Stream.runCollect(Branches.list(place))
    const defaultSha = all.find(({ name }) => name === default_branch)?.commit.sha

    /** Why it goes; undefined if it stays. */
    const over = Effect.fnUntraced(function* ({
      commit: { sha },
      name
    }: ListedBranch): Effect.fn.Return<Pruned | undefined, Failure, Forge> {
      const closed = yield* Stream.runCollect(
        PullRequests.list({ ...place, head: `${owner}:${name}`, state: "closed" })
      )
      const merged = closed.find((pull) => pull.merged && pull.head.sha === sha)
      if (merged !== undefined) return isOld(merged.merged_at) ? { name, sha, pull_number: merged.number } : undefined
      if (!contained || sha === defaultSha) return undefined
      const { ahead_by, merge_base_commit } = yield* Commits.compare({ ...place, base: default_branch, head: sha })
      const isOver = ahead_by === 0 && isOld(merge_base_commit.commit.committer?.date)
      return isOver ? { name, sha, pull_number: null } : undefined
    })

    const pruned: Array<Pruned> = []
    for (const branch of all) {
      const { name } = branch
      if (branch.protected || inUse.has(name) || exempts.some((matches) => matches(name))) continue
      const found = yield* over(branch)
      if (found === undefined) continue
      const rules = yield* Stream.runCollect(Rulesets.listForBranch({ ...place, branch: name }))
      if (rules.some(({ type }) => type === "deletion")) continue
      const now = yield* Refs.get({ ...place, ref: `heads/${name}` }).pipe(
        Effect.map(({ object }) => object.sha),
        Effect.catchTag("NotFound", () => Effect.undefined)
      )
      if (now !== found.sha) continue
      yield* Write.once(Refs.delete, { ...place, ref: `heads/${name}` }, { key: `prune/${name}` })
      pruned.push(found)
    }
    return pruned
  }, observed)

/** Branches to restore. */
export interface RestoreInput extends Input {
  /** Their names, and what they are at then. */
  readonly branches: ReadonlyArray<{ readonly name: string; readonly sha: string }>
}

/**
 * Creates branches again, such as those that `branches` has deleted. A branch that exists already stays; if it is at
 * another commit, this fails with `Conflict`, and the branches before it are restored.
 */
export const restore: (input: RestoreInput) => Effect.Effect<void, Failure, Forge> = Effect.fn("Prune.restore")(
  function* ({ branches, owner, repo }: RestoreInput): Effect.fn.Return<void, Failure, Forge> {
    for (const { name, sha } of branches) {
      const ref = { owner, repo, ref: `heads/${name}` }
      const there = yield* Effect.catchTag(Refs.get(ref), "NotFound", () => Effect.undefined)
      if (there?.object.sha === sha) continue
      if (there !== undefined) {
        return yield* new Conflict({
          operation: "Prune.restore",
          method: "GET",
          url: `/repos/${owner}/${repo}/git/ref/heads/${name}`,
          status: null,
          requestId: null,
          serviceMessage: null,
          documentationUrl: null,
          message: `The branch ${name} is at ${there.object.sha}, not at ${sha}`
        })
      }
      yield* Write.once(Refs.create, { owner, repo, ref: `refs/heads/${name}`, sha }, { key: `restore/${name}` })
    }
  },
  observed
)
