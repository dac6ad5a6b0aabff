/**
 * Checks the code-hosting client against the service's official types (npm `@octokit/openapi-types`); the compiler is
 * the test.
 *
 * For each operation, the official types must accept every request that our inputs allow. Tests such as
 * `Issues.test.ts` prove at run time where each field is sent, and that it is encoded as `Sent` describes.
 */
import type * as Issues from "../../src/forge/Issues.ts"
import type * as Labels from "../../src/forge/Labels.ts"
import type * as Milestones from "../../src/forge/Milestones.ts"
import type { GivenLabel } from "../../src/forge/schema/IssueInput.ts"
import type { Accepted, Left } from "./support/officialRequests.ts"
import type { All, InputOf, Same } from "./support/types.ts"

/** The labels after their encoding: without nulls. */
type Create = (
  input: Omit<InputOf<typeof Issues.create>, "labels"> & {
    readonly labels?: ReadonlyArray<string | typeof GivenLabel.Encoded>
  }
) => unknown

export type Requests = All<
  [
    Accepted<typeof Issues.list, "issues/list-for-repo">,
    Accepted<typeof Issues.get, "issues/get">,
    Accepted<Create, "issues/create">,
    Accepted<typeof Issues.update, "issues/update">,
    Accepted<typeof Issues.listComments, "issues/list-comments">,
    Accepted<typeof Issues.getComment, "issues/get-comment">,
    Accepted<typeof Issues.createComment, "issues/create-comment">,
    Accepted<typeof Issues.updateComment, "issues/update-comment">,
    Accepted<typeof Issues.removeComment, "issues/delete-comment">,
    Accepted<typeof Issues.lock, "issues/lock">,
    Accepted<typeof Issues.unlock, "issues/unlock">,
    Accepted<typeof Issues.addAssignees, "issues/add-assignees">,
    Accepted<typeof Issues.removeAssignees, "issues/remove-assignees">,
    Accepted<typeof Labels.list, "issues/list-labels-for-repo">,
    Accepted<typeof Labels.get, "issues/get-label">,
    Accepted<typeof Labels.listForIssue, "issues/list-labels-on-issue">,
    Accepted<typeof Labels.replaceOnIssue, "issues/set-labels">,
    Accepted<typeof Labels.addToIssue, "issues/add-labels">,
    Accepted<typeof Labels.removeFromIssue, "issues/remove-label">,
    Accepted<typeof Labels.create, "issues/create-label">,
    Accepted<typeof Labels.update, "issues/update-label">,
    Accepted<typeof Labels.remove, "issues/delete-label">,
    Accepted<typeof Milestones.list, "issues/list-milestones">,
    Accepted<typeof Milestones.get, "issues/get-milestone">,
    Accepted<typeof Milestones.create, "issues/create-milestone">,
    Accepted<typeof Milestones.update, "issues/update-milestone">,
    Accepted<typeof Milestones.remove, "issues/delete-milestone">
  ]
>

/** Not supported: the deprecated `assignee`. A new official version with more fields fails here, so that somebody decides. */
export type LeftOut = All<
  [
    Same<Left<typeof Issues.list, "issues/list-for-repo">, never>,
    Same<Left<typeof Issues.create, "issues/create">, "assignee">,
    Same<Left<typeof Issues.update, "issues/update">, "assignee">,
    Same<Left<typeof Issues.listComments, "issues/list-comments">, never>,
    Same<Left<typeof Issues.createComment, "issues/create-comment">, never>,
    Same<Left<typeof Issues.updateComment, "issues/update-comment">, never>,
    Same<Left<typeof Issues.lock, "issues/lock">, never>,
    Same<Left<typeof Issues.addAssignees, "issues/add-assignees">, never>,
    Same<Left<typeof Issues.removeAssignees, "issues/remove-assignees">, never>,
    Same<Left<typeof Labels.list, "issues/list-labels-for-repo">, never>,
    Same<Left<typeof Labels.listForIssue, "issues/list-labels-on-issue">, never>,
    Same<Left<typeof Labels.replaceOnIssue, "issues/set-labels">, never>,
    Same<Left<typeof Labels.addToIssue, "issues/add-labels">, never>,
    Same<Left<typeof Labels.create, "issues/create-label">, never>,
    Same<Left<typeof Labels.update, "issues/update-label">, never>,
    Same<Left<typeof Milestones.list, "issues/list-milestones">, never>,
    Same<Left<typeof Milestones.create, "issues/create-milestone">, never>,
    Same<Left<typeof Milestones.update, "issues/update-milestone">, never>
  ]
>
