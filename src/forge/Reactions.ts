/** Reactions to issues, pull requests and their comments. The records of these have the number of each. */
import type { Deprecated } from "../rest/Operation.ts"
import * as Schema from "effect/Schema"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, IssuePath, Ordinal, Removed } from "./internal/fields.ts"
import { CommentPath } from "./internal/issueFields.ts"
import { Reaction } from "./schema/Reaction.ts"

const Content = Schema.Literals(["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"])

const Filter = {
  /** Only the reactions of this kind. Default: all. */
  content: Schema.optional(Content)
}

const New = {
  /** The kind of the reaction. */
  content: Content
}

const Own = {
  /** The `id` of the reaction. */
  reaction_id: Ordinal
}

/**
 * Lists the reactions to an issue or a pull request, oldest first.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/reactions
 */
export const listForIssue = Forge.listing(
  "Reactions.listForIssue",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/reactions",
  { path: IssuePath, query: Filter, item: Reaction, errors: [NotFound, Gone] }
)

/**
 * Reacts to an issue or a pull request. If you reacted to it in this way before, it returns that reaction.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/reactions
 */
export const createForIssue = Forge.operation(
  "Reactions.createForIssue",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/reactions",
  {
    path: IssuePath,
    body: New,
    success: Reaction,
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes a reaction of yours from an issue or a pull request.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}
 */
export const deleteForIssue = Forge.operation(
  "Reactions.deleteForIssue",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}",
  { path: both(IssuePath, Own), errors: [NotFound, Gone], foundBy: Removed }
)

/**
 * Lists the reactions to a comment in the conversation of an issue or a pull request, oldest first.
 *
 * GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions
 */
export const listForComment = Forge.listing(
  "Reactions.listForComment",
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  { path: CommentPath, query: Filter, item: Reaction, errors: [NotFound] }
)

/**
 * Reacts to a comment in the conversation of an issue or a pull request. If you reacted to it in this way before, it
 * returns that reaction.
 *
 * POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions
 */
export const createForComment = Forge.operation(
  "Reactions.createForComment",
  "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
  {
    path: CommentPath,
    body: New,
    success: Reaction,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes a reaction of yours from a comment in the conversation of an issue or a pull request.
 *
 * DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}
 */
export const deleteForComment = Forge.operation(
  "Reactions.deleteForComment",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}",
  { path: both(CommentPath, Own), errors: [NotFound], foundBy: Removed }
)

/**
 * The earlier name of `deleteForIssue`.
 *
 * @deprecated Use `deleteForIssue`.
 */
export const removeFromIssue: Deprecated<typeof deleteForIssue> = deleteForIssue

/**
 * The earlier name of `deleteForComment`.
 *
 * @deprecated Use `deleteForComment`.
 */
export const removeFromComment: Deprecated<typeof deleteForComment> = deleteForComment
