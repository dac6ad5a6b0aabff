/**
 * Proposes changes of files as a pull request.
 *
 * ```ts
 * Propose.pullRequest({ owner, repo, branch: "bot/update", files, message: "Update", title: "Update dependencies" })
 * ```
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Commits from "../forge/Commits.ts"
import type { Forge } from "../forge/Forge.ts"
import * as PullRequests from "../forge/PullRequests.ts"
import * as Repositories from "../forge/Repositories.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import { markOf, withMark } from "../rest/internal/verify/mark.ts"
import * as Write from "../rest/Write.ts"
import * as Commit from "./Commit.ts"

/** The changes, and the pull request as it should be. */
export interface Input extends Commit.Input {
  /** The branch to merge into, from which a new branch starts. Default: the default branch. */
  readonly base?: string | undefined
  /** The title. */
  readonly title: string
  /** The whole text, as Markdown. Default: empty. */
  readonly body?: string | undefined
  /** Whether a new pull request is a draft. Default: false. */
  readonly draft?: boolean | undefined
}

/** What was done, and the pull request. */
export interface Proposed {
  /** `unchanged`: there is an open pull request with these files, this title and this text. */
  readonly action: "created" | "updated" | "unchanged"
  /** The pull request as it is now. */
  readonly pull: PullRequest
}

/**
 * Commits files to a branch, and opens a pull request for it, or brings the open one up to date.
 *
 * Returns null if the base has these files already: nothing is written then, if there is no such branch. If it fails or is
 * interrupted, the branch may have the commit without the pull request: running it again opens that. A lost response does
 * not lead to a second one.
 */
export const pullRequest: (input: Input) => Effect.Effect<Proposed | null, Commit.Failure, Forge> = Effect.fn(
  "Propose.pullRequest"
)(function* (input: Input): Effect.fn.Return<Proposed | null, Commit.Failure, Forge> {
  const { body = "", branch, draft, owner, repo, title } = input
  const place = { owner, repo }
  // The service always tells it of a single repository.
  const base = input.base ?? (yield* Repositories.get(place)).default_branch ?? "main"
  const committed = yield* Commit.files({ ...input, base })
  const open = yield* Stream.runCollect(
    PullRequests.list({ ...place, state: "open", head: `${owner}:${branch}`, base })
  )
  const key = `propose/${branch}`
  const marked = withMark(body, markOf(key))
  const pull = open[0]
  if (pull === undefined) {
    if (committed.action === "unchanged" && (yield* isMerged(input, base, committed.sha))) return null
    const wanted = { ...place, title, body, head: branch, base, draft }
    return { action: "created", pull: yield* Write.once(PullRequests.create, wanted, { key }) }
  }
  if (pull.title === title && (pull.body === marked || (pull.body ?? "") === body)) {
    return { action: committed.action === "unchanged" ? "unchanged" : "updated", pull }
  }
  return {
    action: "updated",
    pull: yield* PullRequests.update({ ...place, pull_number: pull.number, title, body: marked })
  }
})

/** Whether the base has the commit: there is nothing to propose. */
const isMerged = ({ owner, repo }: Input, base: string, sha: string) =>
  Effect.map(Commits.compare({ owner, repo, base, head: sha }), ({ ahead_by }) => ahead_by === 0)
