/** Issues, their comments, locks and assignees. Every pull request is an issue too. */
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
  RepoPath,
  Since,
  State,
  StateFilter,
  Text
} from "./internal/fields.ts"
import { Issue } from "./schema/Issue.ts"
import { IssueComment } from "./schema/IssueComment.ts"

const Labels = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.Array(Schema.NonEmptyString))

/** The number of a milestone; null assigns none. */
const Milestone = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.NullOr(Ordinal))

/** The wire joins the names with commas. */
const LabelFilter = /* @__PURE__ */ Schema.optional(
  /* @__PURE__ */ Schema.Array(
    /* @__PURE__ */ Schema.String.check(
      /* @__PURE__ */ Schema.isPattern(/^[^,]+$/, { expected: "a name without a comma" })
    )
  )
)

const MilestoneFilter = /* @__PURE__ */ Schema.optional(
  /* @__PURE__ */ Schema.Union([
    Ordinal,
    // Of a text that is neither, only this one is told of.
    /* @__PURE__ */ Schema.Literals(["*", "none"]).annotate({ expected: 'a number, "*" or "none"' })
  ])
)

/**
 * Lists the issues of a repository, pull requests included (`is_pull_request`).
 *
 * Filters: `state` (default open), `labels` (all of them), `milestone` (its number, `*` any, `none`), `assignee` and
 * `creator` and `mentioned` (logins; `assignee` also `*` and `none`), `since` (updated at or after; whole seconds). Sorted by `created`
 * (default), `updated` or `comments`; `direction` defaults to desc.
 *
 * GET /repos/{owner}/{repo}/issues
 */
export const list = /* @__PURE__ */ Forge.listing("Issues.list", "GET /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  query: {
    state: StateFilter,
    labels: LabelFilter,
    milestone: MilestoneFilter,
    assignee: Name,
    creator: Name,
    mentioned: Name,
    sort: Schema.optional(Schema.Literals(["created", "updated", "comments"])),
    direction: Direction,
    since: Since
  },
  item: Issue,
  errors: [NotFound, ValidationFailed]
})

/**
 * Gets an issue. `Gone` when it was deleted.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}
 */
export const get = /* @__PURE__ */ Forge.operation("Issues.get", "GET /repos/{owner}/{repo}/issues/{issue_number}", {
  path: IssuePath,
  success: Issue,
  errors: [NotFound, Gone]
})

/**
 * Opens an issue. `Gone` when the repository has issues switched off.
 *
 * Labels, assignees (at most 10) and milestone need write access: without it the service drops them silently.
 *
 * POST /repos/{owner}/{repo}/issues · never repeated when it is uncertain whether the service acted
 */
export const create = /* @__PURE__ */ Forge.operation("Issues.create", "POST /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  body: {
    title: Schema.NonEmptyString,
    body: Text,
    labels: Labels,
    assignees: Schema.optional(Assignees),
    milestone: Milestone
  },
  success: Issue,
  errors: [NotFound, Gone, ValidationFailed]
})

/**
 * Changes an issue: only the fields that are given.
 *
 * `labels` and `assignees` replace the whole set, `[]` clears it; `milestone: null` unassigns, `body: null` empties.
 * `state` closes or reopens, `state_reason` says why: `completed`, `not_planned`, `duplicate`, or `reopened`. What was
 * read as null can be written as null.
 *
 * PATCH /repos/{owner}/{repo}/issues/{issue_number} · needs write access
 */
export const update = /* @__PURE__ */ Forge.operation(
  "Issues.update",
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
  {
    path: IssuePath,
    body: {
      title: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
      body: Schema.optional(Schema.NullOr(Schema.String)),
      state: State,
      state_reason: Schema.optional(
        Schema.NullOr(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"]))
      ),
      labels: Labels,
      assignees: Schema.optional(Assignees),
      milestone: Milestone
    },
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

/**
 * Lists the comments of an issue or a pull request, oldest first; with `since`, those updated at or after.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/comments
 */
export const listComments = /* @__PURE__ */ Forge.listing(
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
 * Comments on an issue or a pull request.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/comments · never repeated when it is uncertain whether the service
 * acted
 */
export const createComment = /* @__PURE__ */ Forge.operation(
  "Issues.createComment",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
  {
    path: IssuePath,
    body: { body: Schema.NonEmptyString },
    success: IssueComment,
    errors: [NotFound, Gone, ValidationFailed]
  }
)

/**
 * Replaces the text of a comment. `comment_id` is unique across the repository.
 *
 * PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const updateComment = /* @__PURE__ */ Forge.operation(
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
 * Deletes a comment for good.
 *
 * DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}
 */
export const removeComment = /* @__PURE__ */ Forge.operation(
  "Issues.removeComment",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
  { path: inRepo({ comment_id: Ordinal }), errors: [NotFound] }
)

/**
 * Locks the conversation: only collaborators may comment. The reason is shown in the timeline.
 *
 * PUT /repos/{owner}/{repo}/issues/{issue_number}/lock · needs write access
 */
export const lock = /* @__PURE__ */ Forge.operation(
  "Issues.lock",
  "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock",
  {
    path: IssuePath,
    body: { lock_reason: Schema.optional(Schema.Literals(["off-topic", "too heated", "resolved", "spam"])) },
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

/**
 * Unlocks the conversation.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock
 */
export const unlock = /* @__PURE__ */ Forge.operation(
  "Issues.unlock",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock",
  { path: IssuePath, errors: [NotFound], repeatable: true }
)

/**
 * Adds assignees to those that the issue has, 10 at most in all. Logins that can't be assigned are silently ignored:
 * look at the answer.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/assignees · needs write access
 */
export const addAssignees = /* @__PURE__ */ Forge.operation(
  "Issues.addAssignees",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
  {
    path: IssuePath,
    body: { assignees: Assignees },
    success: Issue,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Takes assignees off an issue; the others stay.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees, with a JSON body · needs write access
 */
export const removeAssignees = /* @__PURE__ */ Forge.operation(
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
