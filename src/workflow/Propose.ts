/**
 * Proposes changes of files as a pull request.
 *
 * ```ts
 * Propose.pullRequest({ owner, repo, branch: "bot/update", files, message: "Update", title: "Update dependencies" })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as Commits from "../forge/Commits.ts"
import type { Forge } from "../forge/Forge.ts"
import type { NotAcceptable } from "../forge/ForgeError.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Refs from "../forge/Refs.ts"
import * as Repositories from "../forge/Repositories.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import * as CallSite from "../rest/CallSite.ts"
import * as Mark from "../rest/Mark.ts"
import * as Write from "../rest/Write.ts"
import * as Commit from "./Commit.ts"

/** The changes, and the pull request as it should be. */
export interface Input extends Commit.Input {
  /**
   * The branch to merge into, from which a new branch starts. Default: that of the open pull request, else the default
   * branch.
   */
  readonly base?: string | undefined
  /** The title. */
  readonly title: string
  /** The whole text, as Markdown. Default: as it is; empty for a new pull request. */
  readonly body?: string | undefined
  /** Whether a new pull request is a draft. An open one stays as it is. Default: false. */
  readonly draft?: boolean | undefined
}

/** What was done, and the pull request. */
export interface Proposed {
  /** `unchanged`: there is an open pull request with these files, this title and this text. */
  readonly action: "created" | "updated" | "unchanged"
  /** The pull request as it is now. */
  readonly pull: PullRequest
}

/** What it can fail with. */
export type Failure = Commit.Failure | NotAcceptable

/**
 * Commits files to a branch, and opens a pull request for it, or brings the open one up to date. What the input leaves out
 * stays as it is.
 *
 * Returns null if the base has these files already: nothing is written then, if there is no such branch. If it fails or is
 * interrupted, the branch may have the commit without the pull request: running it again opens that. A lost response does
 * not lead to a second one.
 *
 * **Details**
 *
 * The branch belongs to the proposal. Once its pull request was merged or closed, it starts again at the base with these
 * files, and so it does if it conflicts with the base. Only a branch with commits of several authors keeps its conflict,
 * because somebody else works on it.
 */
export const pullRequest: (input: Input) => Effect.Effect<Proposed | null, Failure, Forge> = Effect.fn(
  "Propose.pullRequest"
)(function* (input: Input): Effect.fn.Return<Proposed | null, Failure, Forge> {
  const { body, branch, draft, owner, repo, title } = input
  const place = { owner, repo }
  const base = input.base ?? (yield* baseOf(input))
  const files = { ...input, base }
  const pulls = { ...place, head: `${owner}:${branch}`, base }
  const [open] = yield* Stream.runCollect(PullRequests.list({ ...pulls, state: "open" }))
  const key = `propose/${branch}`
  const marked = Mark.add(body, Mark.of(key))
  if (open === undefined) {
    const state = yield* stateOf(pulls, branch)
    const committed = yield* Commit.files(files, { from: state === "over" ? "base" : "branch" })
    if (committed.action === "unchanged" && (state === "over" || (yield* isMerged(input, base, committed.sha))))
      return null
    const wanted = { ...place, title, body, head: branch, base, draft }
    const created = yield* Write.once(PullRequests.create, wanted, { key })
    // Only a branch that was there can conflict with the base.
    const pull = state === "begun" ? (yield* cleared(files, created.number, committed.sha)).pull : created
    return { action: "created", pull }
  }
  const committed = yield* Commit.files(files)
  const { isNew, pull } = yield* cleared(files, open.number, committed.sha)
  const hasText = body === undefined || pull.body === marked || (pull.body ?? "") === body
  if (pull.title === title && hasText) {
    return { action: committed.action === "unchanged" && !isNew ? "unchanged" : "updated", pull }
  }
  return {
    action: "updated",
    pull: yield* PullRequests.update({
      ...place,
      pull_number: pull.number,
      title,
      body: body === undefined ? undefined : marked
    })
  }
}, CallSite.ofFn)

/** The base of the open pull request, which people may have changed, or the default branch. */
const baseOf = Effect.fnUntraced(function* ({
  branch,
  owner,
  repo
}: Input): Effect.fn.Return<string, Commit.Failure, Forge> {
  const place = { owner, repo }
  const { default_branch: usual } = yield* Repositories.get(place)
  const open = yield* Stream.runCollect(PullRequests.list({ ...place, state: "open", head: `${owner}:${branch}` }))
  const bases = open.map(({ base }) => base.ref)
  return bases.includes(usual) ? usual : (bases[0] ?? usual)
})

/** Whether the base has the commit: there is nothing to propose. */
const isMerged = ({ owner, repo }: Input, base: string, sha: string) =>
  Effect.map(Commits.compare({ owner, repo, base, head: sha }), ({ ahead_by }) => ahead_by === 0)

/**
 * What a branch without an open pull request is: `over` where an earlier one has left it, which was merged or closed, and
 * `begun` by an earlier run, or by somebody else.
 */
const stateOf = (
  { base, head, owner, repo }: Pulls,
  branch: string
): Effect.Effect<"new" | "over" | "begun", Failure, Forge> =>
  Refs.get({ owner, repo, ref: `heads/${branch}` }).pipe(
    Effect.flatMap(({ object }) =>
      PullRequests.list({ owner, repo, head, base, state: "closed" }).pipe(
        // The newest ones.
        Stream.take(100),
        Stream.filter((pull) => pull.head.sha === object.sha),
        Stream.runHead
      )
    ),
    Effect.map((closed) => (Option.isSome(closed) ? "over" : "begun")),
    Effect.catchTag("NotFound", () => Effect.succeed("new" as const))
  )

interface Pulls {
  readonly owner: string
  readonly repo: string
  readonly head: string
  readonly base: string
}

/** Starts the branch of an open pull request again if it conflicts with a base that has moved. Returns what is open then. */
const cleared = Effect.fnUntraced(function* (
  input: Input & { readonly base: string },
  pull_number: number,
  sha: string
): Effect.fn.Return<{ readonly pull: PullRequest; readonly isNew: boolean }, Failure, Forge> {
  const { base, branch, owner, repo } = input
  const place = { owner, repo }
  const { behind_by, commits, total_commits } = yield* Commits.compare({ ...place, base, head: branch })
  /** The service shows a commit, and works out what it conflicts with, some seconds after it. */
  const look = (head: string, isReady: (pull: PullRequest) => boolean) =>
    Effect.repeat(PullRequests.get({ ...place, pull_number }), {
      schedule: Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 4 })),
      until: (pull) => pull.head.sha === head && isReady(pull)
    })
  const pull = yield* look(sha, ({ mergeable }) => behind_by === 0 || mergeable !== null)
  if (behind_by === 0 || pull.mergeable !== false) return { pull, isNew: false }
  const authors = new Set(commits.map(({ commit }) => commit.author?.email))
  if (authors.size > 1 || commits.length < total_commits) return { pull, isNew: false }
  const { action, sha: again } = yield* Commit.files(input, { from: "base" })
  return action === "unchanged" ? { pull, isNew: false } : { pull: yield* look(again, () => true), isNew: true }
})
