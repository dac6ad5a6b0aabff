/** Issues, and their comments, locks and assignees. Every pull request is also an issue. */
import * as Schema from "effect/Schema"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import {
  Assignees,
  Direction,
  inRepo,
  IssuePath,
  Name,
  Ordinal,
  Removed,
  RepoPath,
  Since,
  State,
  StateFilter,
  Text
} from "./internal/fields.ts"
import { ChosenAssignees, FieldFilter, LabelFilter, Milestone, MilestoneFilter } from "./internal/issueFields.ts"
import { Issue } from "./schema/Issue.ts"
import { IssueComment } from "./schema/IssueComment.ts"
import { ChosenFieldValue, ChosenLabel, ChosenType, FieldValue, GivenLabel } from "./schema/IssueInput.ts"

/**
 * Lists the issues of a repository, pull requests included (`is_pull_request`).
 *
 * Filters: `state` (default open), `labels` (issues that have all of them), `milestone` (a number, `*` for any, or
 * `none`), `assignee`, `creator` and `mentioned` (logins; `assignee` also accepts `*` and `none`), `type` (the name of an
 * issue type, `*` or `none`), `issue_field_values` (`field:value`, all of which an issue must have), `since` (updated at
 * or after; whole seconds). Sorted by `created` (default), `updated` or `comments`; `direction` defaults to desc.
 *
 * GET /repos/{owner}/{repo}/issues
 */
export const list = Forge.listing("Issues.list", "GET /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  query: {
    state: StateFilter,
    labels: LabelFilter,
    milestone: MilestoneFilter,
    assignee: Name,
    creator: Name,
    mentioned: Name,
    type: Name,
    issue_field_values: FieldFilter,
    sort: Schema.optional(Schema.Literals(["created", "updated", "comments"])),
    direction: Direction,
    since: Since
  },
  item: Issue,
  errors: [NotFound, ValidationFailed]
})

/**
 * Gets an issue. Fails with `Gone` if it was deleted.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}
 */
export const get = Forge.operation("Issues.get", "GET /repos/{owner}/{repo}/issues/{issue_number}", {
  path: IssuePath,
  success: Issue,
  errors: [NotFound, Gone]
})

/**
 * Opens an issue. Fails with `Gone` if issues are disabled in the repository.
 *
 * Labels, assignees (at most 10), milestone, `type` (the name of an issue type) and `issue_field_values` need write
 * access. Without it, the service ignores them silently. Types and fields are defined by the organization.
 *
 * POST /repos/{owner}/{repo}/issues · not retried when the service may have acted
 */
export const create = Forge.operation("Issues.create", "POST /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  body: {
    title: Schema.NonEmptyString,
    body: Text,
    labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, GivenLabel]))),
    assignees: Schema.optional(Assignees),
    milestone: Milestone,
    type: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
    issue_field_values: Schema.optional(Schema.Array(FieldValue))
  },
  success: Issue,
  errors: [NotFound, Gone, ValidationFailed],
  foundBy: {
    by: "mark",
    mark: "body",
    find: (input, look) =>
      look.first(
        "/repos/{owner}/{repo}/issues",
        Issue,
        ({ body, is_pull_request }) => !is_pull_request && look.isMarked(body),
        {
          input,
          query: { state: "all", sort: "created", direction: "desc" },
          until: ({ created_at }) => look.isEarlier(created_at)
        }
      )
  }
})

/**
 * Changes an issue. Only the given fields change.
 *
 * `labels` and `assignees` replace the whole set; `[]` clears it. `milestone: null` removes the milestone, and
 * `body: null` empties the body. `state` closes or reopens the issue; `state_reason` states why: `completed`,
 * `not_planned`, `duplicate` or `reopened`. `duplicate_issue_id` is the id (not the number) of the issue that a
 * `duplicate` repeats. `type` is the name of an issue type; null removes it. Fields that were read as null can be written
 * as null.
 *
 * Labels, assignees, type and field values can also be records that say why they are chosen (`rationale`, `confidence`);
 * with `suggest`, people review the choice first. Records that were read fit too.
 *
 * PATCH /repos/{owner}/{repo}/issues/{issue_number} · needs write access
 */
export const update = Forge.operation("Issues.update", "PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
  path: IssuePath,
  body: {
    title: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
    body: Schema.optional(Schema.NullOr(Schema.String)),
    state: State,
    state_reason: Schema.optional(
      Schema.NullOr(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"]))
    ),
    duplicate_issue_id: Schema.optional(Schema.Int),
    labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenLabel]))),
    assignees: ChosenAssignees,
    milestone: Milestone,
    type: Schema.optional(Schema.NullOr(Schema.Union([Schema.NonEmptyString, ChosenType]))),
    issue_field_values: Schema.optional(Schema.Array(ChosenFieldValue))
  },
  success: Issue,
  errors: [NotFound, Gone, ValidationFailed],
  repeatable: true
})

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
    query: { since: Since },
    item: IssueComment,
    errors: [NotFound, Gone]
  }
)

/**
 * Gets a comment of an issue or a pull request. `comment_id` is unique across the repository.
 *
 * GET /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const getComment = Forge.operation(
  "Issues.getComment",
  "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
  {
    path: inRepo({ comment_id: Ordinal }),
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
    body: { body: Schema.NonEmptyString },
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
 * Replaces the text of a comment. `comment_id` is unique across the repository.
 *
 * PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const updateComment = Forge.operation(
  "Issues.updateComment",
  "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
  {
    path: inRepo({ comment_id: Ordinal }),
    body: { body: Schema.NonEmptyString },
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
  { path: inRepo({ comment_id: Ordinal }), errors: [NotFound], foundBy: Removed }
)

/**
 * Locks the conversation, so that only collaborators can comment. The timeline shows the reason.
 *
 * PUT /repos/{owner}/{repo}/issues/{issue_number}/lock · needs write access
 */
export const lock = Forge.operation("Issues.lock", "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock", {
  path: IssuePath,
  body: { lock_reason: Schema.optional(Schema.Literals(["off-topic", "too heated", "resolved", "spam"])) },
  errors: [NotFound, Gone, ValidationFailed],
  repeatable: true
})

/**
 * Unlocks the conversation.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock
 */
export const unlock = Forge.operation("Issues.unlock", "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock", {
  path: IssuePath,
  errors: [NotFound],
  repeatable: true
})

/**
 * Adds assignees to an issue, which can have at most 10. The service silently ignores logins that cannot be assigned:
 * check the assignees of the returned issue. An assignee is a login, or a record that says why it is chosen.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/assignees · needs write access
 */
export const addAssignees = Forge.operation(
  "Issues.addAssignees",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
  {
    path: IssuePath,
    body: { assignees: ChosenAssignees },
    success: Issue,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes assignees from an issue. The others stay.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees, with a JSON body · needs write access
 */
export const removeAssignees = Forge.operation(
  "Issues.removeAssignees",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees",
  {
    path: IssuePath,
    body: { assignees: Assignees },
    success: Issue,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)
