/** What has happened between two points of the history: its commits, and the pull requests that have brought them. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Commits from "../../forge/Commits.ts"
import type { Forge } from "../../forge/Forge.ts"
import * as PullRequests from "../../forge/PullRequests.ts"
import type { Commit } from "../../forge/schema/Commit.ts"
import type { ListedPullRequest } from "../../forge/schema/PullRequest.ts"
import type { Conflict, NotFound, RequestError, ValidationFailed } from "../../rest/RestError.ts"
import type { Place } from "./place.ts"

/** Two points of the history: shas, branches or tags. */
export interface Range extends Place {
  /** Null for its beginning. */
  readonly from: string | null
  readonly to: string
}

/** The commits of a range. */
export interface Between {
  /** Those that `to` has and `from` has not. */
  readonly commits: ReadonlyArray<Commit>
  /** The page that compares both; null from the beginning on. */
  readonly url: string | null
}

const perPage = 100
const day = 86_400_000

/** The commits that `to` has and `from` has not. */
export const commitsOf = Effect.fnUntraced(function* ({
  from,
  owner,
  repo,
  to
}: Range): Effect.fn.Return<Between, RequestError | NotFound | Conflict | ValidationFailed, Forge> {
  if (from === null) {
    const commits = yield* Stream.runCollect(Commits.list({ owner, repo, sha: to }))
    return { commits: commits.toReversed(), url: null }
  }
  const commits: Array<Commit> = []
  for (let page = 1; ; page++) {
    const found = yield* Commits.compare({ owner, repo, base: from, head: to, per_page: perPage, page })
    commits.push(...found.commits)
    if (found.commits.length < perPage || commits.length >= found.total_commits) {
      return { commits, url: found.html_url }
    }
  }
})

/** The merged pull requests whose merge, squashed commit or last rebased commit is among the commits: the first merged first. */
export const mergedIn = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  commits: ReadonlyArray<Commit>
): Effect.fn.Return<ReadonlyArray<ListedPullRequest>, RequestError | NotFound | ValidationFailed, Forge> {
  const shas = new Set(commits.map(({ sha }) => sha))
  if (shas.size === 0) return []
  // A pull request changes when it is merged, so what has not changed since the first commit was not merged since. The
  // clocks of people who make commits may be ahead.
  const first = commits.reduce((first, { commit }) => {
    const date = commit.committer?.date ?? null
    return date === null ? first : Math.min(first, DateTime.toEpochMillis(date))
  }, Infinity)
  const merged = yield* PullRequests.list({ owner, repo, state: "closed", sort: "updated", direction: "desc" }).pipe(
    Stream.takeWhile(({ updated_at }) => DateTime.toEpochMillis(updated_at) >= first - day),
    Stream.filter(({ merge_commit_sha, merged }) => merged && merge_commit_sha !== null && shas.has(merge_commit_sha)),
    Stream.runCollect
  )
  const timeOf = ({ merged_at }: ListedPullRequest) => (merged_at === null ? 0 : DateTime.toEpochMillis(merged_at))
  return merged.toSorted((one, other) => timeOf(one) - timeOf(other) || one.number - other.number)
})
