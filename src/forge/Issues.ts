/** Issues, and their comments, locks and assignees. Every pull request is also an issue. */
import * as Schema from "effect/Schema"
import { Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Assignees, IssuePath, RepoPath, State, Text } from "./internal/fields.ts"
import { ChosenAssignees, IssueFilters, Milestone } from "./internal/issueFields.ts"
import { Issue } from "./schema/Issue.ts"
import { ChosenFieldValue, ChosenLabel, ChosenType, FieldValue, GivenLabel } from "./schema/IssueInput.ts"

export {
  createComment,
  getComment,
  listComments,
  listForRepoComments,
  removeComment,
  updateComment
} from "./issues/Comments.ts"
export { listEvents, listTimeline } from "./issues/Events.ts"

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
  body: {
    /** The title, which is one line of text. */
    title: Schema.NonEmptyString,
    /** The text, as Markdown. */
    body: Text,
    /** Names of labels, or records with a name. Ignored without write access. */
    labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, GivenLabel]))),
    /** Logins, at most 10. Ignored without write access. */
    assignees: Schema.optional(Assignees),
    /** Number of a milestone. Ignored without write access. */
    milestone: Milestone,
    /** Name of one of the organization's issue types. Ignored without write access. */
    type: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
    /** Values of the organization's issue fields. Ignored without write access. */
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
  body: {
    /** The new title, which is one line of text. */
    title: Schema.optional(Schema.NullOr(Schema.NonEmptyString)),
    /** The new text, as Markdown; null empties it. */
    body: Schema.optional(Schema.NullOr(Schema.String)),
    /** Closes or reopens the issue. */
    state: State,
    /** Why it is closed or reopened. */
    state_reason: Schema.optional(
      Schema.NullOr(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"]))
    ),
    /** The `id` (not the number) of the issue that this one repeats, with the reason `duplicate`. */
    duplicate_issue_id: Schema.optional(Schema.Int),
    /** The whole new set: names, or records that say why they are chosen. `[]` removes all. */
    labels: Schema.optional(Schema.Array(Schema.Union([Schema.NonEmptyString, ChosenLabel]))),
    /** The whole new set, at most 10: logins, or records that say why they are chosen. `[]` removes all. */
    assignees: ChosenAssignees,
    /** Number of a milestone; null removes it. */
    milestone: Milestone,
    /** Name of one of the organization's issue types, or a record that says why; null removes it. */
    type: Schema.optional(Schema.NullOr(Schema.Union([Schema.NonEmptyString, ChosenType]))),
    /** Values of the organization's issue fields, with the reasons for them if you like. */
    issue_field_values: Schema.optional(Schema.Array(ChosenFieldValue))
  },
  success: Issue,
  errors: [NotFound, Gone, ValidationFailed],
  repeatable: true
})

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
