/** Comments in the conversations of issues and pull requests. */
import * as Schema from "effect/Schema"
import { Gone, NotFound, ValidationFailed } from "../../rest/RestError.ts"
import * as Forge from "../Forge.ts"
import { Direction, IssuePath, Removed, RepoPath, Since } from "../internal/fields.ts"
import { CommentPath } from "../internal/issueFields.ts"
import { IssueComment } from "../schema/IssueComment.ts"

/**
 * Lists the comments of an issue or a pull request, oldest first. With `since`, only those updated at or after it.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/comments
 */
export const listComments = Forge.listing(
  "Issues.listComments",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
  {
    path: IssuePath,
    query: {
      /** Only the comments updated at or after it, in whole seconds. */
      since: Since
    },
    item: IssueComment,
    errors: [NotFound, Gone]
  }
)

/**
 * Lists the comments of all issues and pull requests of a repository, oldest first.
 *
 * GET /repos/{owner}/{repo}/issues/comments
 */
export const listForRepoComments = Forge.listing(
  "Issues.listForRepoComments",
  "GET /repos/{owner}/{repo}/issues/comments",
  {
    path: RepoPath,
    query: {
      /** What to sort by. Default: created. */
      sort: Schema.optional(Schema.Literals(["created", "updated"])),
      /** The order, which needs `sort`. Default: asc. */
      direction: Direction,
      /** Only the comments updated at or after it, in whole seconds. */
      since: Since
    },
    item: IssueComment,
    errors: [NotFound, ValidationFailed]
  }
)

/**
 * Gets a comment of an issue or a pull request.
 *
 * GET /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const getComment = Forge.operation(
  "Issues.getComment",
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
  {
    path: CommentPath,
    success: IssueComment,
    errors: [NotFound]
  }
)

/**
 * Comments on an issue or a pull request.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/comments · not retried when the service may have acted
 */
export const createComment = Forge.operation(
  "Issues.createComment",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  {
    path: IssuePath,
    body: {
      /** The text, as Markdown. */
      body: Schema.NonEmptyString
    },
    success: IssueComment,
    errors: [NotFound, Gone, ValidationFailed],
    foundBy: {
      by: "mark",
      mark: "body",
      find: (input, look) =>
        look.first(
          "/repos/{owner}/{repo}/issues/{issue_number}/comments",
          IssueComment,
          ({ body }) => look.isMarked(body),
          { input, query: { since: look.since } }
        )
    }
  }
)

/**
 * Replaces the text of a comment.
 *
 * PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const updateComment = Forge.operation(
  "Issues.updateComment",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  {
    path: CommentPath,
    body: {
      /** The whole new text, as Markdown. */
      body: Schema.NonEmptyString
    },
    success: IssueComment,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes a comment permanently.
 *
 * DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const removeComment = Forge.operation(
  "Issues.removeComment",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
  { path: CommentPath, errors: [NotFound], foundBy: Removed }
)
