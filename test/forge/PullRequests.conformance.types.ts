/** Checks pull requests, commits, checks and statuses against the service's official types: responses and requests. */
import type * as Checks from "../../src/forge/Checks.ts"
import type * as Commits from "../../src/forge/Commits.ts"
import type * as PullRequests from "../../src/forge/PullRequests.ts"
import type { CheckRunAnnotation } from "../../src/forge/schema/CheckRunAnnotation.ts"
import type { CheckRun } from "../../src/forge/schema/CheckRun.ts"
import type { CombinedStatus } from "../../src/forge/schema/CombinedStatus.ts"
import type { Commit } from "../../src/forge/schema/Commit.ts"
import type { CommitFile } from "../../src/forge/schema/CommitFile.ts"
import type { CommitStatus } from "../../src/forge/schema/CommitStatus.ts"
import type { Comparison } from "../../src/forge/schema/Comparison.ts"
import type { DraftReviewComment, PositionedReviewComment } from "../../src/forge/schema/DraftReviewComment.ts"
import type { MergeResult } from "../../src/forge/schema/MergeResult.ts"
import type { PullRequest } from "../../src/forge/schema/PullRequest.ts"
import type { Review } from "../../src/forge/schema/Review.ts"
import type { ReviewComment } from "../../src/forge/schema/ReviewComment.ts"
import type * as Statuses from "../../src/forge/Statuses.ts"
import type { Body, Many, One, Taken } from "./support/officialAnswers.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, InputOf, Same } from "./support/types.ts"

export type Answers = [
  Many<typeof PullRequest, typeof PullRequests.list, Body<"pulls/list", 200>>,
  One<typeof PullRequest, typeof PullRequests.get, Body<"pulls/get", 200>>,
  One<typeof PullRequest, typeof PullRequests.create, Body<"pulls/create", 201>>,
  One<typeof PullRequest, typeof PullRequests.update, Body<"pulls/update", 200>>,
  One<typeof MergeResult, typeof PullRequests.merge, Body<"pulls/merge", 200>>,
  Many<typeof CommitFile, typeof PullRequests.listFiles, Body<"pulls/list-files", 200>>,
  Many<typeof Commit, typeof PullRequests.listCommits, Body<"pulls/list-commits", 200>>,
  Many<typeof Review, typeof PullRequests.listReviews, Body<"pulls/list-reviews", 200>>,
  One<typeof Review, typeof PullRequests.createReview, Body<"pulls/create-review", 200>>,
  One<typeof PullRequest, typeof PullRequests.requestReviewers, Body<"pulls/request-reviewers", 201>>,
  One<typeof PullRequest, typeof PullRequests.removeRequestedReviewers, Body<"pulls/remove-requested-reviewers", 200>>,
  Many<typeof Commit, typeof Commits.list, Body<"repos/list-commits", 200>>,
  One<typeof Commit, typeof Commits.get, Body<"repos/get-commit", 200>>,
  One<typeof Comparison, typeof Commits.compare, Body<"repos/compare-commits-with-basehead", 200>>,
  Many<
    typeof PullRequest,
    typeof Commits.listPullRequests,
    Body<"repos/list-pull-requests-associated-with-commit", 200>
  >,
  Many<typeof CheckRun, typeof Checks.listRuns, Body<"checks/list-for-ref", 200>["check_runs"]>,
  One<typeof CombinedStatus, typeof Statuses.getCombined, Body<"repos/get-combined-status-for-ref", 200>>,
  Many<typeof CommitStatus, typeof Statuses.list, Body<"repos/list-commit-statuses-for-ref", 200>>,
  One<typeof CheckRun, typeof Checks.get, Body<"checks/get", 200>>,
  Many<typeof CheckRunAnnotation, typeof Checks.listAnnotations, Body<"checks/list-annotations", 200>>,
  One<typeof CheckRun, typeof Checks.create, Body<"checks/create", 201>>,
  One<typeof CheckRun, typeof Checks.update, Body<"checks/update", 200>>,
  One<typeof CommitStatus, typeof Statuses.create, Body<"repos/create-commit-status", 201>>
]

/** Records that none of our operations returns. */
export type Records = [
  Taken<typeof ReviewComment, Body<"pulls/list-review-comments", 200>[number]>,
  Taken<typeof ReviewComment, Body<"pulls/list-comments-for-review", 200>[number]>,
  Taken<typeof CommitStatus, Body<"repos/list-commit-statuses-for-ref", 200>[number]>
]

/** The official types have both ends of a comparison in one parameter. */
type Compare = (
  input: Omit<InputOf<typeof Commits.compare>, "base" | "head"> & { readonly basehead: `${string}...${string}` }
) => unknown

/** The comments after their encoding: without nulls. */
type CreateReview = (
  input: Omit<InputOf<typeof PullRequests.createReview>, "comments"> & {
    readonly comments?: ReadonlyArray<(typeof DraftReviewComment | typeof PositionedReviewComment)["Encoded"]>
  }
) => unknown

export type Requests = All<
  [
    Accepted<typeof PullRequests.list, "pulls/list">,
    Accepted<typeof PullRequests.get, "pulls/get">,
    Accepted<typeof PullRequests.create, "pulls/create">,
    Accepted<typeof PullRequests.update, "pulls/update">,
    Accepted<typeof PullRequests.merge, "pulls/merge">,
    Accepted<typeof PullRequests.listFiles, "pulls/list-files">,
    Accepted<typeof PullRequests.listCommits, "pulls/list-commits">,
    Accepted<typeof PullRequests.listReviews, "pulls/list-reviews">,
    Accepted<CreateReview, "pulls/create-review">,
    Accepted<typeof PullRequests.requestReviewers, "pulls/request-reviewers">,
    Accepted<typeof PullRequests.removeRequestedReviewers, "pulls/remove-requested-reviewers">,
    Accepted<typeof Commits.list, "repos/list-commits">,
    Accepted<typeof Commits.get, "repos/get-commit">,
    Accepted<Compare, "repos/compare-commits-with-basehead">,
    Accepted<typeof Commits.listPullRequests, "repos/list-pull-requests-associated-with-commit">,
    Accepted<typeof Checks.listRuns, "checks/list-for-ref">,
    Accepted<typeof Statuses.getCombined, "repos/get-combined-status-for-ref">,
    Accepted<typeof Statuses.list, "repos/list-commit-statuses-for-ref">,
    Accepted<typeof Checks.get, "checks/get">,
    Accepted<typeof Checks.listAnnotations, "checks/list-annotations">,
    Accepted<typeof Checks.rerequest, "checks/rerequest-run">,
    Accepted<typeof Checks.create, "checks/create">,
    Accepted<typeof Checks.update, "checks/update">,
    Accepted<typeof Statuses.create, "repos/create-commit-status">
  ]
>

/** Every field is supported. */
export type LeftOut = All<
  [
    Same<Left<typeof PullRequests.list, "pulls/list">, never>,
    Same<Left<typeof PullRequests.create, "pulls/create">, never>,
    Same<Left<typeof PullRequests.update, "pulls/update">, never>,
    Same<Left<typeof PullRequests.merge, "pulls/merge">, never>,
    Same<Left<typeof PullRequests.listFiles, "pulls/list-files">, never>,
    Same<Left<typeof PullRequests.listCommits, "pulls/list-commits">, never>,
    Same<Left<typeof PullRequests.listReviews, "pulls/list-reviews">, never>,
    Same<Left<typeof PullRequests.createReview, "pulls/create-review">, never>,
    Same<Left<typeof PullRequests.requestReviewers, "pulls/request-reviewers">, never>,
    Same<Left<typeof PullRequests.removeRequestedReviewers, "pulls/remove-requested-reviewers">, never>,
    Same<Left<typeof Commits.list, "repos/list-commits">, never>,
    Same<Left<typeof Commits.get, "repos/get-commit">, never>,
    Same<Left<Compare, "repos/compare-commits-with-basehead">, never>,
    Same<Left<typeof Commits.listPullRequests, "repos/list-pull-requests-associated-with-commit">, never>,
    Same<Left<typeof Checks.listRuns, "checks/list-for-ref">, never>,
    Same<Left<typeof Statuses.getCombined, "repos/get-combined-status-for-ref">, never>,
    Same<Left<typeof Statuses.list, "repos/list-commit-statuses-for-ref">, never>,
    Same<Left<typeof Checks.listAnnotations, "checks/list-annotations">, never>,
    Same<Left<typeof Checks.create, "checks/create">, never>,
    Same<Left<typeof Checks.update, "checks/update">, never>,
    Same<Left<typeof Statuses.create, "repos/create-commit-status">, never>
  ]
>
