/** Comments on lines and files of pull requests. The comments of their conversation are in `Issues`. */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../../rest/RestError.ts"
import * as Forge from "../Forge.ts"
import { Direction, Ordinal, Since } from "../internal/fields.ts"
import { PullPath, ReviewCommentPath } from "../internal/pullFields.ts"
import { findComment } from "../internal/pullFinders.ts"
import { ReviewComment } from "../schema/ReviewComment.ts"

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
