/** The inputs, results and errors of pull requests, commits, checks and statuses, in their types. None of this runs. */
import type * as DateTime from "effect/DateTime"
import type * as Checks from "../../../src/forge/Checks.ts"
import * as Commits from "../../../src/forge/Commits.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import type { CheckRun } from "../../../src/forge/schema/CheckRun.ts"
import type { CombinedStatus } from "../../../src/forge/schema/CombinedStatus.ts"
import type { Commit } from "../../../src/forge/schema/Commit.ts"
import type { CommitFile } from "../../../src/forge/schema/CommitFile.ts"
import type { Comparison } from "../../../src/forge/schema/Comparison.ts"
import type { DraftReviewComment, PositionedReviewComment } from "../../../src/forge/schema/DraftReviewComment.ts"
import type { MergeResult } from "../../../src/forge/schema/MergeResult.ts"
import type { PullRequest } from "../../../src/forge/schema/PullRequest.ts"
import type { Review } from "../../../src/forge/schema/Review.ts"
import type { SimpleUser } from "../../../src/forge/schema/SimpleUser.ts"
import type * as Statuses from "../../../src/forge/Statuses.ts"
import type { NotAcceptable, Unmergeable } from "../../../src/forge/ForgeError.ts"
import type { Conflict, NotFound, RequestError, ValidationFailed } from "../../../src/rest/RestError.ts"
import { repo } from "../support/records.ts"
import type { All, ErrorOf, InputOf, Same, ValueOf } from "../support/types.ts"

export type Values = All<
  [
    Same<ValueOf<typeof PullRequests.list>, PullRequest>,
    Same<ValueOf<typeof PullRequests.get>, PullRequest>,
    Same<ValueOf<typeof PullRequests.create>, PullRequest>,
    Same<ValueOf<typeof PullRequests.update>, PullRequest>,
    Same<ValueOf<typeof PullRequests.merge>, MergeResult>,
    Same<ValueOf<typeof PullRequests.listFiles>, CommitFile>,
    Same<ValueOf<typeof PullRequests.listCommits>, Commit>,
    Same<ValueOf<typeof PullRequests.listReviews>, Review>,
    Same<ValueOf<typeof PullRequests.createReview>, Review>,
    Same<ValueOf<typeof PullRequests.requestReviewers>, PullRequest>,
    Same<ValueOf<typeof PullRequests.removeRequestedReviewers>, PullRequest>,
    Same<ValueOf<typeof Commits.list>, Commit>,
    Same<ValueOf<typeof Commits.get>, Commit>,
    Same<ValueOf<typeof Commits.compare>, Comparison>,
    Same<ValueOf<typeof Commits.listPullRequests>, PullRequest>,
    Same<ValueOf<typeof Checks.listRuns>, CheckRun>,
    Same<ValueOf<typeof Statuses.getCombined>, CombinedStatus>
  ]
>

export type Errors = All<
  [
    Same<ErrorOf<typeof PullRequests.list>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.get>, RequestError | NotFound | NotAcceptable>,
    Same<ErrorOf<typeof PullRequests.create>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.update>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.merge>, RequestError | NotFound | ValidationFailed | Unmergeable>,
    Same<ErrorOf<typeof PullRequests.listFiles>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.listCommits>, RequestError | NotFound>,
    Same<ErrorOf<typeof PullRequests.listReviews>, RequestError | NotFound>,
    Same<ErrorOf<typeof PullRequests.createReview>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.requestReviewers>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof PullRequests.removeRequestedReviewers>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof Commits.list>, RequestError | NotFound | Conflict>,
    Same<ErrorOf<typeof Commits.get>, RequestError | NotFound | ValidationFailed | Conflict>,
    Same<ErrorOf<typeof Commits.compare>, RequestError | NotFound>,
    Same<ErrorOf<typeof Commits.listPullRequests>, RequestError | NotFound | ValidationFailed | Conflict>,
    Same<ErrorOf<typeof Checks.listRuns>, RequestError | NotFound | ValidationFailed>,
    Same<ErrorOf<typeof Statuses.getCombined>, RequestError | NotFound>
  ]
>

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
