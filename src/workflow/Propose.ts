/**
 * Proposes changes of files as a pull request.
 *
 * ```ts
 * Propose.pullRequest({ owner, repo, branch: "bot/update", files, message: "Update", title: "Update dependencies" })
 * ```
 */
import * as Effect from "effect/Effect"
import type { Forge } from "../forge/Forge.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Refs from "../forge/Refs.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import * as Commit from "./Commit.ts"
import { landed } from "./internal/backport.ts"
import { observed, tellNumber } from "./internal/observed.ts"
import { propose } from "./internal/proposal.ts"
import { shortTitle } from "./internal/proposalText.ts"
import type { Details, Failure, Proposed, Options } from "./ProposalTypes.ts"
import type { PickConflict } from "./WorkflowError.ts"

export * from "./ProposalTypes.ts"

/** The changes, and the pull request as it should be. */
export interface Input extends Commit.Input, Details {
  /**
   * The branch to merge into, from which a new branch starts. Default: that of the open pull request, otherwise the
   * default branch.
   */
  readonly base?: string | undefined
}

/**
 * Commits files to a branch, and opens a pull request for it, or brings the open one up to date. What the input leaves out
 * stays as it is.
 *
 * Returns null if the base already has these files: if there is no such branch, nothing is written. If it fails or is
 * interrupted, the branch may have the commit without the pull request, or the pull request may lack labels and people:
 * running it again does the rest. A lost response does not lead to a second pull request. If too many are open, it
 * fails with `ProposalsLimited` before anything is written.
 *
 * **Details**
 *
 * The branch belongs to the proposal. Once its pull request was merged or closed, it starts again at the base with these
 * files, and so it does if it conflicts with the base. Only a branch with commits of several authors keeps its conflict,
 * because somebody else works on it.
 *
 * The text of the pull request has marks, HTML comments that people don't see, around the generated part of it. They
 * also record the generated title, so that a title that a person has written stays.
 */
export const pullRequest: <R = never>(
  input: Input,
  options?: Options<R>
) => Effect.Effect<Proposed | null, Failure, Forge | R> = Effect.fn("Propose.pullRequest")(function* <R = never>(
  input: Input,
  { schedule }: Options<R> = {}
): Effect.fn.Return<Proposed | null, Failure, Forge | R> {
  const { author, files, message } = input
  return yield* propose(input, {
    commit: (target, options) => Commit.files({ ...target, author, files, message }, options),
    onPull: tellNumber,
    schedule
  })
}, observed)

/** A merged pull request, and where else it is to go. */
export interface BackportInput extends Omit<Details, "title"> {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** Number of the pull request. */
  readonly pull_number: number
  /** The beginning of labels that name a branch: `backport 1.x` is for the branch `1.x`. Default: `backport `. */
  readonly prefix?: string | undefined
  /** Branches for which it needs no label. Default: none. */
  readonly bases?: ReadonlyArray<string> | undefined
  /** The title for a branch. Default: `[1.x] ` and the title of the pull request, cut to fit. */
  readonly title?: ((base: string, pull: PullRequest) => string) | undefined
}

/** What became of one branch. */
export type Backported =
  /** It is proposed by a pull request. */
  | { readonly _tag: "Proposed"; readonly base: string; readonly proposed: Proposed }
  /** The branch has the changes already. */
  | { readonly _tag: "Unchanged"; readonly base: string }
  /** A commit conflicts with the branch. Nothing was written for it. */
  | { readonly _tag: "Conflict"; readonly base: string; readonly error: PickConflict }
  /** There is no such branch. */
  | { readonly _tag: "Missing"; readonly base: string }

/**
 * Proposes the changes of a merged pull request for other branches, those that its labels name: a pull request for each, from
 * the branch `backport/{number}/{base}`. Returns what became of each branch; nothing for a pull request that is not
 * merged.
 *
 * **Details**
 *
 * The commits that have landed are applied with `Commit.cherryPick`: the merge, the squashed commit, or each of those that were
 * rebased. If it fails or is interrupted, some branches have their pull request: running it again does the rest. A pull request
 * that was merged or closed is opened again only if the base does not have the changes.
 */
export const backport: <R = never>(
  input: BackportInput,
  options?: Options<R>
) => Effect.Effect<ReadonlyArray<Backported>, Failure, Forge | R> = Effect.fn("Propose.backport")(function* <R = never>(
  {
    bases = [],
    owner,
    prefix = "backport ",
    pull_number,
    repo,
    title = (base, pull) => shortTitle(`[${base}] ${pull.title}`),
    ...details
  }: BackportInput,
  { schedule }: Options<R> = {}
): Effect.fn.Return<ReadonlyArray<Backported>, Failure, Forge | R> {
  const place = { owner, repo }
  const pull = yield* PullRequests.get({ ...place, pull_number })
  if (!pull.merged) return []
  const named = pull.labels.flatMap(({ name }) => (name.startsWith(prefix) ? name.slice(prefix.length).trim() : []))
  const targets = [...new Set([...bases, ...named])].filter((base) => base !== "" && base !== pull.base.ref)
  if (targets.length === 0) return []
  const commits = yield* landed(place, pull)
  const one = (base: string): Effect.Effect<Backported, Failure, Forge | R> =>
    Refs.get({ ...place, ref: `heads/${base}` }).pipe(
      Effect.as(true),
      Effect.catchTag("NotFound", () => Effect.succeed(false)),
      Effect.flatMap((exists) =>
        exists
          ? propose(
              {
                ...place,
                ...details,
                branch: `backport/${pull_number}/${base}`,
                base,
                title: title(base, pull),
                body: details.body ?? `Backport of #${pull_number}.`
              },
              { commit: (target, options) => Commit.cherryPick({ ...target, commits }, options), schedule }
            )
          : Effect.undefined
      ),
      Effect.map((proposed): Backported => {
        if (proposed === undefined) return { _tag: "Missing", base }
        return proposed === null ? { _tag: "Unchanged", base } : { _tag: "Proposed", base, proposed }
      }),
      Effect.catchTag("PickConflict", (error) => Effect.succeed<Backported>({ _tag: "Conflict", base, error }))
    )
  return yield* Effect.forEach(targets, one)
}, observed)
