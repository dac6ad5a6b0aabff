/** Issues, labels and milestones: their kind, their errors, and whether a repeat is harmless. */
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import type { Row } from "./contractRow.ts"
import { comment, issue, label, milestone, repo } from "./records.ts"

const onIssue = { ...repo, issue_number: 7 }
const assignees = ["octo"]

export const issues: ReadonlyArray<Row> = [
  {
    name: "Issues.list",
    wire: "GET /repos/{owner}/{repo}/issues",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "issues.listForRepo",
    declaration: Issues.list.declaration,
    call: Issues.list.page(repo),
    body: [issue]
  },
  {
    name: "Issues.get",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}",
    kind: "one",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.get",
    declaration: Issues.get.declaration,
    call: Issues.get(onIssue),
    body: issue
  },
  {
    name: "Issues.create",
    wire: "POST /repos/{owner}/{repo}/issues",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: false,
    official: "issues.create",
    declaration: Issues.create.declaration,
    call: Issues.create({ ...repo, title: "t" }),
    body: issue
  },
  {
    name: "Issues.update",
    wire: "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.update",
    declaration: Issues.update.declaration,
    call: Issues.update(onIssue),
    body: issue
  },
  {
    name: "Issues.listComments",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    kind: "list",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.listComments",
    declaration: Issues.listComments.declaration,
    call: Issues.listComments.page(onIssue),
    body: [comment]
  },
  {
    name: "Issues.getComment",
    wire: "GET /repos/{owner}/{repo}/issues/comments/{comment_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "issues.getComment",
    declaration: Issues.getComment.declaration,
    call: Issues.getComment({ ...repo, comment_id: 1 }),
    body: comment
  },
  {
    name: "Issues.createComment",
    wire: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: false,
    official: "issues.createComment",
    declaration: Issues.createComment.declaration,
    call: Issues.createComment({ ...onIssue, body: "b" }),
    body: comment
  },
  {
    name: "Issues.updateComment",
    wire: "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "issues.updateComment",
    declaration: Issues.updateComment.declaration,
    call: Issues.updateComment({ ...repo, comment_id: 1, body: "b" }),
    body: comment
  },
  {
    name: "Issues.removeComment",
    wire: "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "issues.deleteComment",
    declaration: Issues.removeComment.declaration,
    call: Issues.removeComment({ ...repo, comment_id: 1 }),
    body: undefined
  },
  {
    name: "Issues.lock",
    wire: "PUT /repos/{owner}/{repo}/issues/{issue_number}/lock",
    kind: "nothing",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.lock",
    declaration: Issues.lock.declaration,
    call: Issues.lock(onIssue),
    body: undefined
  },
  {
    name: "Issues.unlock",
    wire: "DELETE /repos/{owner}/{repo}/issues/{issue_number}/lock",
    kind: "nothing",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.unlock",
    declaration: Issues.unlock.declaration,
    call: Issues.unlock(onIssue),
    body: undefined
  },
  {
    name: "Issues.addAssignees",
    wire: "POST /repos/{owner}/{repo}/issues/{issue_number}/assignees",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.addAssignees",
    declaration: Issues.addAssignees.declaration,
    call: Issues.addAssignees({ ...onIssue, assignees }),
    body: issue
  },
  {
    name: "Issues.removeAssignees",
    wire: "DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.removeAssignees",
    declaration: Issues.removeAssignees.declaration,
    call: Issues.removeAssignees({ ...onIssue, assignees }),
    body: issue
  },
  {
    name: "Labels.list",
    wire: "GET /repos/{owner}/{repo}/labels",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "issues.listLabelsForRepo",
    declaration: Labels.list.declaration,
    call: Labels.list.page(repo),
    body: [label]
  },
  {
    name: "Labels.get",
    wire: "GET /repos/{owner}/{repo}/labels/{name}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "issues.getLabel",
    declaration: Labels.get.declaration,
    call: Labels.get({ ...repo, name: "bug" }),
    body: label
  },
  {
    name: "Labels.listForIssue",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}/labels",
    kind: "list",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.listLabelsOnIssue",
    declaration: Labels.listForIssue.declaration,
    call: Labels.listForIssue.page(onIssue),
    body: [label]
  },
  {
    name: "Labels.replaceOnIssue",
    wire: "PUT /repos/{owner}/{repo}/issues/{issue_number}/labels",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.setLabels",
    declaration: Labels.replaceOnIssue.declaration,
    call: Labels.replaceOnIssue({ ...onIssue, labels: ["bug"] }),
    body: [label]
  },
  {
    name: "Labels.addToIssue",
    wire: "POST /repos/{owner}/{repo}/issues/{issue_number}/labels",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "issues.addLabels",
    declaration: Labels.addToIssue.declaration,
    call: Labels.addToIssue({ ...onIssue, labels: ["bug"] }),
    body: [label]
  },
  {
    name: "Labels.removeFromIssue",
    wire: "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}",
    kind: "one",
    errors: ["NotFound", "Gone"],
    repeatable: false,
    official: "issues.removeLabel",
    declaration: Labels.removeFromIssue.declaration,
    call: Labels.removeFromIssue({ ...onIssue, name: "bug" }),
    body: [label]
  },
  {
    name: "Labels.create",
    wire: "POST /repos/{owner}/{repo}/labels",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "issues.createLabel",
    declaration: Labels.create.declaration,
    call: Labels.create({ ...repo, name: "bug" }),
    body: label
  },
  {
    name: "Labels.update",
    wire: "PATCH /repos/{owner}/{repo}/labels/{name}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "issues.updateLabel",
    declaration: Labels.update.declaration,
    call: Labels.update({ ...repo, name: "bug" }),
    body: label
  },
  {
    name: "Labels.remove",
    wire: "DELETE /repos/{owner}/{repo}/labels/{name}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "issues.deleteLabel",
    declaration: Labels.remove.declaration,
    call: Labels.remove({ ...repo, name: "bug" }),
    body: undefined
  },
  {
    name: "Milestones.list",
    wire: "GET /repos/{owner}/{repo}/milestones",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "issues.listMilestones",
    declaration: Milestones.list.declaration,
    call: Milestones.list.page(repo),
    body: [milestone]
  },
  {
    name: "Milestones.get",
    wire: "GET /repos/{owner}/{repo}/milestones/{milestone_number}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "issues.getMilestone",
    declaration: Milestones.get.declaration,
    call: Milestones.get({ ...repo, milestone_number: 3 }),
    body: milestone
  },
  {
    name: "Milestones.create",
    wire: "POST /repos/{owner}/{repo}/milestones",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "issues.createMilestone",
    declaration: Milestones.create.declaration,
    call: Milestones.create({ ...repo, title: "t" }),
    body: milestone
  },
  {
    name: "Milestones.update",
    wire: "PATCH /repos/{owner}/{repo}/milestones/{milestone_number}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "issues.updateMilestone",
    declaration: Milestones.update.declaration,
    call: Milestones.update({ ...repo, milestone_number: 3 }),
    body: milestone
  },
  {
    name: "Milestones.remove",
    wire: "DELETE /repos/{owner}/{repo}/milestones/{milestone_number}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "issues.deleteMilestone",
    declaration: Milestones.remove.declaration,
    call: Milestones.remove({ ...repo, milestone_number: 3 }),
    body: undefined
  }
]
