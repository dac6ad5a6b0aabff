/** The inputs, results and errors of pull requests, commits, checks and statuses, in their types. None of this runs. */
import type * as DateTime from "effect/DateTime"
import * as Commits from "../../../src/forge/Commits.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import type { Commit } from "../../../src/forge/schema/Commit.ts"
import type { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import type { DraftReviewComment, PositionedReviewComment } from "../../../src/forge/schema/DraftReviewComment.ts"
import type { PullRequest } from "../../../src/forge/schema/PullRequest.ts"
import type { Review } from "../../../src/forge/schema/Review.ts"
import type { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import { repo } from "../support/records.ts"
import type { All, InputOf, Same } from "../support/types.ts"

export type Inputs = All<
  [
    Same<
      InputOf<typeof PullRequests.createReview>,
      {
        readonly owner: string
        readonly repo: string
        readonly pull_number: number
        readonly event?: "APPROVE" | "REQUEST_CHANGES" | "COMMENT" | undefined
        readonly body?: string | undefined
        readonly commit_id?: string | undefined
        readonly comments?: ReadonlyArray<DraftReviewComment | PositionedReviewComment> | undefined
      }
    >,
    Same<
      DraftReviewComment,
      {
        readonly path: string
        readonly body: string
        readonly line: number
        readonly side?: "LEFT" | "RIGHT" | null | undefined
        readonly start_line?: number | null | undefined
        readonly start_side?: "LEFT" | "RIGHT" | null | undefined
      }
    >,
    Same<
      InputOf<typeof Commits.compare>,
      {
        readonly owner: string
        readonly repo: string
        readonly base: string
        readonly head: string
        readonly per_page?: number | undefined
        readonly page?: number | undefined
      }
    >
  ]
>

export type Fields = All<
  [
    Same<PullRequest["mergeable"], boolean | null>,
    Same<PullRequest["merged"], boolean>,
    Same<PullRequest["additions"], number | null>,
    Same<PullRequest["merged_at"], DateTime.Utc | null>,
    Same<Commit["author"], SimpleUser | null>,
    Same<Commit["files"], ReadonlyArray<CommitFile> | null>,
    Same<Review["body"], string>
  ]
>

export const refused = (pullRequest: PullRequest) => {
  // @ts-expect-error -- it must be said what it is merged into
  PullRequests.create({ ...repo, title: "t", head: "h" })
  // @ts-expect-error -- not a way to merge
  PullRequests.merge({ ...repo, pull_number: 1, merge_method: "fast-forward" })
  // @ts-expect-error -- a comment needs its line
  PullRequests.createReview({ ...repo, pull_number: 1, comments: [{ path: "a", body: "b" }] })
  // @ts-expect-error -- who is asked no more must be said
  PullRequests.removeRequestedReviewers({ ...repo, pull_number: 1 })
  // @ts-expect-error -- the template has two parameters in one segment
  Commits.compare({ ...repo, basehead: "main...next" })
  // @ts-expect-error -- records are not written to
  pullRequest.merged = true
}
