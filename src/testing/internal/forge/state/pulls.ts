/** What an issue has when it is a pull request, its reviews, and the protection of branches. */
import type { ReviewState } from "../../../ForgeState.ts"
import type { Sha } from "../../git/objects.ts"

export interface PullHead {
  /** Id of the repository that has the branch; null if it was deleted. */
  readonly repository: number | null
  readonly owner: string
  /** Name of the branch. */
  readonly ref: string
  /** The branch's commit; that of the time of closing once the pull request is closed. */
  readonly sha: Sha
}

export interface Review {
  readonly id: number
  readonly user: string | null
  readonly state: ReviewState
  readonly body: string
  readonly commit_id: Sha
  /** Null while it is pending. */
  readonly submitted_at: number | null
}

/** The old code, or the new. */
export type Side = "LEFT" | "RIGHT"

export type MergeMethod = "merge" | "squash" | "rebase"

/** A comment on a line of a pull request's files. */
export interface ReviewComment {
  readonly id: number
  readonly review: number
  readonly user: string | null
  readonly path: string
  readonly body: string
  /** The place in the file's patch at `commit_id`. */
  readonly position: number
  /** The line at `commit_id`; null for a comment on the whole file. */
  readonly line: number | null
  readonly side: Side
  readonly start_line: number | null
  readonly start_side: Side | null
  readonly commit_id: Sha
  /** The first comment of its thread, if it is a reply. */
  readonly in_reply_to: number | null
  readonly diff_hunk: string
  readonly created_at: number
  readonly updated_at: number
}

export interface PullRequest {
  /** Its own id: the id is another one. */
  readonly id: number
  readonly draft: boolean
  readonly head: PullHead
  readonly base: { readonly ref: string; readonly sha: Sha }
  readonly merged_at: number | null
  readonly merged_by: string | null
  /** The test merge while it is open and mergeable, the merge afterwards. */
  readonly merge_commit_sha: Sha | null
  /** Logins. */
  readonly requested_reviewers: ReadonlyArray<string>
  /** Slugs. */
  readonly requested_teams: ReadonlyArray<string>
  readonly maintainer_can_modify: boolean
  readonly reviews: ReadonlyArray<Review>
  readonly review_comments: ReadonlyArray<ReviewComment>
  /** The commits of base and head that were last asked about: the first look at new ones answers null for `mergeable`. */
  readonly judged: string | null
}

/** What a branch demands of a merge. */
export interface Protection {
  /** Contexts of statuses, or names of check runs. */
  readonly required_checks: ReadonlyArray<string>
  readonly required_approvals: number
}
