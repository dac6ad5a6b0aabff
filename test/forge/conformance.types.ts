/**
 * Checks the code-hosting client against the service's official types (npm `@octokit/openapi-types`); the compiler is
 * the test.
 *
 * For each operation, our schemas must accept every response that the official types allow, and the operation must
 * return the record of its schema.
 */
import type * as Issues from "../../src/forge/Issues.ts"
import type * as Labels from "../../src/forge/Labels.ts"
import type * as Milestones from "../../src/forge/Milestones.ts"
import type { Issue } from "../../src/forge/schema/Issue.ts"
import type { IssueComment } from "../../src/forge/schema/IssueComment.ts"
import type { Label } from "../../src/forge/schema/Label.ts"
import type { Milestone } from "../../src/forge/schema/Milestone.ts"
import type { All, Body, Many, Nothing, One } from "./support/officialAnswers.ts"

export type Answers = [
  Many<typeof Issue, typeof Issues.list, Body<"issues/list-for-repo", 200>>,
  One<typeof Issue, typeof Issues.get, Body<"issues/get", 200>>,
  One<typeof Issue, typeof Issues.create, Body<"issues/create", 201>>,
  One<typeof Issue, typeof Issues.update, Body<"issues/update", 200>>,
  Many<typeof IssueComment, typeof Issues.listComments, Body<"issues/list-comments", 200>>,
  One<typeof IssueComment, typeof Issues.getComment, Body<"issues/get-comment", 200>>,
  One<typeof IssueComment, typeof Issues.createComment, Body<"issues/create-comment", 201>>,
  One<typeof IssueComment, typeof Issues.updateComment, Body<"issues/update-comment", 200>>,
  Nothing<typeof Issues.removeComment, Body<"issues/delete-comment", 204>>,
  Nothing<typeof Issues.lock, Body<"issues/lock", 204>>,
  Nothing<typeof Issues.unlock, Body<"issues/unlock", 204>>,
  One<typeof Issue, typeof Issues.addAssignees, Body<"issues/add-assignees", 201>>,
  One<typeof Issue, typeof Issues.removeAssignees, Body<"issues/remove-assignees", 200>>,
  Many<typeof Label, typeof Labels.list, Body<"issues/list-labels-for-repo", 200>>,
  One<typeof Label, typeof Labels.get, Body<"issues/get-label", 200>>,
  Many<typeof Label, typeof Labels.listForIssue, Body<"issues/list-labels-on-issue", 200>>,
  All<typeof Label, typeof Labels.replaceOnIssue, Body<"issues/set-labels", 200>>,
  All<typeof Label, typeof Labels.addToIssue, Body<"issues/add-labels", 200>>,
  All<typeof Label, typeof Labels.removeFromIssue, Body<"issues/remove-label", 200>>,
  One<typeof Label, typeof Labels.create, Body<"issues/create-label", 201>>,
  One<typeof Label, typeof Labels.update, Body<"issues/update-label", 200>>,
  Nothing<typeof Labels.remove, Body<"issues/delete-label", 204>>,
  Many<typeof Milestone, typeof Milestones.list, Body<"issues/list-milestones", 200>>,
  One<typeof Milestone, typeof Milestones.get, Body<"issues/get-milestone", 200>>,
  One<typeof Milestone, typeof Milestones.create, Body<"issues/create-milestone", 201>>,
  One<typeof Milestone, typeof Milestones.update, Body<"issues/update-milestone", 200>>,
  Nothing<typeof Milestones.remove, Body<"issues/delete-milestone", 204>>
]
