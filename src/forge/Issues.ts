/** Issues, their comments, locks, assignees, sub-issues and dependencies, and what happened to them. Every pull request is also an issue. */
import type { Deprecated } from "../rest/Operation.ts"
import * as Schema from "effect/Schema"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Assignees, both, Direction, Flag, IssuePath, Ordinal, Removed, RepoPath, Since } from "./internal/fields.ts"
import {
  ChangedIssue,
  ChosenAssignees,
  CommentPath,
  IssueFilters,
  linked,
  NewIssue,
  SubIssueId
} from "./internal/issueFields.ts"
import { newIssue } from "./internal/foreseen.ts"
import { Issue } from "./schema/Issue.ts"
import { IssueComment } from "./schema/IssueComment.ts"
import { IssueEvent } from "./schema/IssueEvent.ts"
import { SimpleUser } from "./schema/SimpleUser.ts"
import { TimelineEvent } from "./schema/TimelineEvent.ts"

/**
 * Lists the issues of a repository, pull requests included (`is_pull_request`).
 *
 * By default, it lists the open issues, newest first. The fields of the input filter and sort.
 *
 * GET /repos/{owner}/{repo}/issues
 */
export const list = Forge.listing("Issues.list", "GET /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  query: IssueFilters,
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
 * Without write access, the service silently ignores labels, assignees, the milestone, the type and the field values.
 *
 * POST /repos/{owner}/{repo}/issues · not retried when the service may have acted
 */
export const create = Forge.operation("Issues.create", "POST /repos/{owner}/{repo}/issues", {
  path: RepoPath,
  body: NewIssue,
  success: Issue,
  errors: [NotFound, Gone, ValidationFailed],
  foreseen: newIssue,
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
 * `labels` and `assignees` replace the whole set; `[]` clears it. Null removes the milestone and the type, and empties the
 * body. Fields that were read as null can be written as null.
 *
 * Labels, assignees, type and field values can also be records that say why they are chosen (`rationale`, `confidence`);
 * with `suggest`, people review the choice first. Records that were read fit too.
 *
 * PATCH /repos/{owner}/{repo}/issues/{issue_number} · needs write access
 */
export const update = Forge.operation("Issues.update", "PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
  path: IssuePath,
  body: ChangedIssue,
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
export const listCommentsForRepo = Forge.listing(
  "Issues.listCommentsForRepo",
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
export const deleteComment = Forge.operation(
  "Issues.deleteComment",
  "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
  { path: CommentPath, errors: [NotFound], foundBy: Removed }
)

/**
 * Lists what happened to an issue or a pull request, oldest first: labels, assignees, renames, its closing … The `_tag`
 * of an event tells the kinds apart; the kinds that have no record of their own are an `OtherEvent`.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/events
 */
export const listEvents = Forge.listing("Issues.listEvents", "GET /repos/{owner}/{repo}/issues/{issue_number}/events", {
  path: IssuePath,
  item: IssueEvent,
  errors: [NotFound, Gone]
})

/**
 * Lists the timeline of an issue or a pull request, oldest first: its events, and its comments, commits, reviews and the
 * mentions of it. The `_tag` of an entry tells the kinds apart.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/timeline
 */
export const listTimeline = Forge.listing(
  "Issues.listTimeline",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline",
  { path: IssuePath, item: TimelineEvent, errors: [NotFound, Gone] }
)

/**
 * Locks the conversation, so that only collaborators can comment. The timeline shows the reason.
 *
 * PUT /repos/{owner}/{repo}/issues/{issue_number}/lock · needs write access
 */
export const lock = Forge.operation("Issues.lock", "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock", {
  path: IssuePath,
  body: {
    /** Why it is locked, as the timeline shows it. */
    lock_reason: Schema.optional(Schema.Literals(["off-topic", "too heated", "resolved", "spam"]))
  },
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
  errors: [NotFound, Gone],
  repeatable: true
})

/**
 * Lists the users who can be assigned to the issues and pull requests of a repository.
 *
 * GET /repos/{owner}/{repo}/assignees
 */
export const listAssignees = Forge.listing("Issues.listAssignees", "GET /repos/{owner}/{repo}/assignees", {
  path: RepoPath,
  item: SimpleUser,
  errors: [NotFound]
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
    body: {
      /** Logins, or records that say why they are chosen. */
      assignees: ChosenAssignees
    },
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
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
    body: {
      /** Logins. */
      assignees: Assignees
    },
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

const subIssues = "/repos/{owner}/{repo}/issues/{issue_number}/sub_issues"

/**
 * Lists the sub-issues of an issue, in their order.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues
 */
export const listSubIssues = Forge.listing(
  "Issues.listSubIssues",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/sub_issues",
  { path: IssuePath, item: Issue, errors: [NotFound, Gone] }
)

/**
 * Gets the issue that an issue is a sub-issue of. Fails with `NotFound` if it is not a sub-issue.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/parent
 */
export const getParent = Forge.operation("Issues.getParent", "GET /repos/{owner}/{repo}/issues/{issue_number}/parent", {
  path: IssuePath,
  success: Issue,
  errors: [NotFound, Gone]
})

/**
 * Makes an issue a sub-issue of this one, and returns this one. It must be in a repository of the same owner. If it has
 * another parent, `replace_parent` moves it; otherwise it fails with `ValidationFailed`.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues · needs triage access
 */
export const addSubIssue = Forge.operation(
  "Issues.addSubIssue",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/sub_issues",
  {
    path: IssuePath,
    body: both(SubIssueId, {
      /** Whether to take it away from another parent. Default: false. */
      replace_parent: Flag
    }),
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    foundBy: { by: "content", find: (input, look) => linked(subIssues, input.sub_issue_id, true, input, look) }
  }
)

/**
 * Removes a sub-issue from an issue, and returns the issue. Both stay.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue, with a JSON body · needs triage access
 */
export const removeSubIssue = Forge.operation(
  "Issues.removeSubIssue",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/sub_issue",
  {
    path: IssuePath,
    body: SubIssueId,
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    foundBy: { by: "absence", find: (input, look) => linked(subIssues, input.sub_issue_id, false, input, look) }
  }
)

/**
 * Moves a sub-issue to another place among those of its parent, and returns the parent. Takes either `after_id` or
 * `before_id`.
 *
 * PATCH /repos/{owner}/{repo}/issues/{issue_number}/sub_issues/priority · needs triage access
 */
export const reprioritizeSubIssue = Forge.operation(
  "Issues.reprioritizeSubIssue",
  "PATCH /repos/{owner}/{repo}/issues/{issue_number}/sub_issues/priority",
  {
    path: IssuePath,
    body: both(SubIssueId, {
      /** The `id` of the sub-issue that it comes after. */
      after_id: Schema.optional(Ordinal),
      /** The `id` of the sub-issue that it comes before. */
      before_id: Schema.optional(Ordinal)
    }),
    rules: [
      {
        path: "after_id",
        reason: "or before_id is required",
        isBroken: ({ after_id, before_id }) => after_id === undefined && before_id === undefined
      }
    ],
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    repeatable: true
  }
)

const blockers = "/repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by"

/**
 * Lists the issues that block an issue.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by
 */
export const listBlockedBy = Forge.listing(
  "Issues.listBlockedBy",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
  { path: IssuePath, item: Issue, errors: [NotFound, Gone] }
)

/**
 * Lists the issues that an issue blocks.
 *
 * GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocking
 */
export const listBlocking = Forge.listing(
  "Issues.listBlocking",
  "GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocking",
  { path: IssuePath, item: Issue, errors: [NotFound, Gone] }
)

/**
 * Says that an issue is blocked by another one. If it is already, it fails with `ValidationFailed`.
 *
 * POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by · needs triage access
 */
export const addBlockedBy = Forge.operation(
  "Issues.addBlockedBy",
  "POST /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by",
  {
    path: IssuePath,
    body: {
      /** The `id` (not the number) of the issue that blocks this one. */
      issue_id: Ordinal
    },
    success: Issue,
    errors: [NotFound, Gone, ValidationFailed],
    foundBy: { by: "content", find: (input, look) => linked(blockers, input.issue_id, true, input, look) }
  }
)

/**
 * Says that an issue is no longer blocked by another one.
 *
 * DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id} · needs triage access
 */
export const removeBlockedBy = Forge.operation(
  "Issues.removeBlockedBy",
  "DELETE /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by/{issue_id}",
  {
    path: both(IssuePath, {
      /** The `id` (not the number) of the issue that blocks this one. */
      issue_id: Ordinal
    }),
    success: Issue,
    errors: [NotFound, Gone],
    foundBy: { by: "absence", find: (input, look) => linked(blockers, input.issue_id, false, input, look) }
  }
)

/**
 * The earlier name of `deleteComment`.
 *
 * @deprecated Use `deleteComment`.
 */
export const removeComment: Deprecated<typeof deleteComment> = deleteComment

/**
 * The earlier name of `listCommentsForRepo`.
 *
 * @deprecated Use `listCommentsForRepo`.
 */
export const listForRepoComments: Deprecated<typeof listCommentsForRepo> = listCommentsForRepo
