/** The reviews of pull requests, the requests for them, and comments on lines. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../../rest/RestError.ts"
import * as Forge from "../Forge.ts"
import { Direction, Name, Ordinal, Since, Text } from "../internal/fields.ts"
import {
  PullPath,
  RemovedReviewers,
  RequestedReviewers,
  ReviewCommentPath,
  ReviewPath
} from "../internal/pullFields.ts"
import { findComment, findReview } from "../internal/pullFinders.ts"
import { DraftReviewComment, PositionedReviewComment } from "../schema/DraftReviewComment.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { Review } from "../schema/Review.ts"
import { ReviewComment } from "../schema/ReviewComment.ts"

const Event = Schema.Literals(["APPROVE", "REQUEST_CHANGES", "COMMENT"])

/**
 * Lists the reviews of a pull request in chronological order.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews
 */
export const listReviews = Forge.listing(
  "PullRequests.listReviews",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  { path: PullPath, item: Review, errors: [NotFound] }
)

/**
 * Reviews a pull request. With an `event` the review is submitted; without one it is a draft (`PENDING`).
 *
 * REQUEST_CHANGES and COMMENT need a `body`; without it the call fails with `InvalidInput`. `commit_id` defaults to the
 * head; the lines (or positions in the diff) of `comments` refer to that commit. You cannot approve your own pull request
 * (`ValidationFailed`).
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews · needs write access · not retried when the service may have
 * acted
 */
export const createReview = Forge.operation(
  "PullRequests.createReview",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
  {
    path: PullPath,
    body: {
      /** Submits the review. Without it, the review is a draft. */
      event: Schema.optional(Event),
      /** The text, as Markdown. Required to request changes and to comment. */
      body: Text,
      /** The commit that the review is about. Default: the head. */
      commit_id: Name,
      /** Comments on lines of the changed files, or on positions in the diff. */
      comments: Schema.optional(Schema.Array(Schema.Union([DraftReviewComment, PositionedReviewComment])))
    },
    rules: [
      {
        path: "body",
        reason: "is required to request changes or to comment",
        isBroken: ({ body, event }) => (event === "REQUEST_CHANGES" || event === "COMMENT") && !body
      }
    ],
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "mark",
      mark: "body",
      find: (input, look) =>
        look.first("/repos/{owner}/{repo}/pulls/{pull_number}/reviews", Review, ({ body }) => look.isMarked(body), {
          input
        })
    }
  }
)

/** The state of a review after its submission. */
const states = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const

/**
 * Submits a draft of a review (`PENDING`) with its comments. Only its author can.
 *
 * Without a `body`, the draft's stays. Fails with `ValidationFailed` if it was submitted already, and if it requests
 * changes without a text.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events · not retried when the service may have acted
 */
export const submitReview = Forge.operation(
  "PullRequests.submitReview",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events",
  {
    path: ReviewPath,
    body: {
      /** The verdict. */
      event: Event,
      /** The text, as Markdown. Default: that of the draft. */
      body: Text
    },
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "state",
      find: (input, look) => findReview(input, states[input.event], look)
    }
  }
)

/**
 * Dismisses a review that approves or requests changes: it stays, and no longer counts. Fails with `ValidationFailed`
 * for any other review.
 *
 * PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals · needs write access; on a protected
 * branch, admin access or the right to dismiss reviews · not retried when the service may have acted
 */
export const dismissReview = Forge.operation(
  "PullRequests.dismissReview",
  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals",
  {
    path: ReviewPath,
    body: {
      /** Why, as the timeline shows it. */
      message: Schema.NonEmptyString
    },
    success: Review,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "state",
      find: (input, look) => findReview(input, "DISMISSED", look)
    }
  }
)

const isEmpty = (names: unknown): boolean => !Array.isArray(names) || names.length === 0

/**
 * Requests reviews from users (logins) or teams (slugs, in repositories of organizations). At least one of the two is
 * required. Earlier requests stay. Fails with `ValidationFailed` for the author and for users who are not
 * collaborators.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers · needs write access
 */
export const requestReviewers = Forge.operation(
  "PullRequests.requestReviewers",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  {
    path: PullPath,
    body: RequestedReviewers,
    rules: [
      {
        path: "reviewers",
        reason: "is required without team_reviewers",
        isBroken: ({ reviewers, team_reviewers }) => isEmpty(reviewers) && isEmpty(team_reviewers)
      }
    ],
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes review requests. To remove teams only, pass `[]` as `reviewers`.
 *
 * DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers, with a JSON body · needs write access
 */
export const removeRequestedReviewers = Forge.operation(
  "PullRequests.removeRequestedReviewers",
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  {
    path: PullPath,
    body: RemovedReviewers,
    success: PullRequest,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

const Side = Schema.optional(Schema.Literals(["LEFT", "RIGHT"]))

/**
 * Lists the comments on lines and files of a pull request, oldest first. Does not include those of drafts of reviews.
 *
 * GET /repos/{owner}/{repo}/pulls/{pull_number}/comments
 */
export const listComments = Forge.listing(
  "PullRequests.listComments",
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  {
    path: PullPath,
    query: {
      /** What to sort by. Default: created. */
      sort: Schema.optional(Schema.Literals(["created", "updated"])),
      /** The order, which needs `sort`. Default: asc. */
      direction: Direction,
      /** Only the comments updated at or after it, in whole seconds. */
      since: Since
    },
    item: ReviewComment,
    errors: [NotFound]
  }
)

/**
 * Comments on lines of a pull request's diff, or with `subject_type: "file"` on a whole file.
 *
 * `line` and `side` say what the comment is about; `start_line` and `start_side` say where a comment on several lines
 * begins. A comment on a line needs a `line` (`InvalidInput` otherwise). Fails with `ValidationFailed` if the line is not
 * part of the diff of the commit.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/comments · not retried when the service may have acted
 */
export const createComment = Forge.operation(
  "PullRequests.createComment",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments",
  {
    path: PullPath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString,
      /** The sha of the commit that the lines refer to, mostly the head. */
      commit_id: Schema.NonEmptyString,
      /** The path of the file. */
      path: Schema.NonEmptyString,
      /** The line, or the last of several. Required unless the comment is about a file. */
      line: Schema.optional(Ordinal),
      /** `LEFT` is the old code, `RIGHT` the new. Default: RIGHT. */
      side: Side,
      /** The first of several lines. */
      start_line: Schema.optional(Ordinal),
      /** The side of the first line. Default: `side`. */
      start_side: Side,
      /** Whether it is about lines or a whole file. Default: line. */
      subject_type: Schema.optional(Schema.Literals(["line", "file"]))
    },
    rules: [
      {
        path: "line",
        reason: "is required unless subject_type is file",
        isBroken: ({ line, subject_type }) => line === undefined && subject_type !== "file"
      }
    ],
    success: ReviewComment,
    errors: [NotFound, ValidationFailed],
    foundBy: { by: "mark", mark: "body", find: findComment }
  }
)

/**
 * Replies to a comment on lines or a file. `comment_id` is the comment that begins the thread: a reply cannot be replied
 * to.
 *
 * POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies · not retried when the service may have
 * acted
 */
export const replyToComment = Forge.operation(
  "PullRequests.replyToComment",
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
  {
    path: ReviewCommentPath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString
    },
    success: ReviewComment,
    errors: [NotFound, ValidationFailed],
    foundBy: { by: "mark", mark: "body", find: findComment }
  }
)
