/** The endpoints of issues, comments, labels and milestones. */
import * as Assignees from "./assignees.ts"
import * as Comments from "./comments.ts"
import * as Issues from "./issues.ts"
import * as Labels from "./labels.ts"
import * as IssueList from "./list.ts"
import * as Milestones from "./milestones.ts"
import * as Mine from "./mine.ts"
import { endpoint, type Route } from "../../http/router.ts"

const repo = "/repos/{owner}/{repo}"
const issues = `${repo}/issues`
const issue = `${issues}/{issue_number}`
const comment = `${issues}/comments/{comment_id}`
const milestone = `${repo}/milestones/{milestone_number}`

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.list", `GET ${issues}`, "issues/issues#list-repository-issues", IssueList.list),
  // Before Issues.get: "comments" is no number of an issue.
  endpoint(
    "Issues.listForRepoComments",
    `GET ${issues}/comments`,
    "issues/comments#list-issue-comments-for-a-repository",
    Comments.listForRepository
  ),
  endpoint("Issues.get", `GET ${issue}`, "issues/issues#get-an-issue", Issues.get),
  endpoint("Issues.create", `POST ${issues}`, "issues/issues#create-an-issue", Issues.create),
  endpoint("Issues.update", `PATCH ${issue}`, "issues/issues#update-an-issue", Issues.update),
  endpoint("Issues.lock", `PUT ${issue}/lock`, "issues/issues#lock-an-issue", Issues.lock),
  endpoint("Issues.unlock", `DELETE ${issue}/lock`, "issues/issues#unlock-an-issue", Issues.unlock),
  endpoint(
    "Issues.addAssignees",
    `POST ${issue}/assignees`,
    "issues/assignees#add-assignees-to-an-issue",
    Issues.addAssignees
  ),
  endpoint(
    "Issues.removeAssignees",
    `DELETE ${issue}/assignees`,
    "issues/assignees#remove-assignees-from-an-issue",
    Issues.removeAssignees
  ),
  endpoint("Issues.listAssignees", `GET ${repo}/assignees`, "issues/assignees#list-assignees", Assignees.list),
  endpoint(
    "Issues.checkAssignee",
    `GET ${repo}/assignees/{assignee}`,
    "issues/assignees#check-if-a-user-can-be-assigned",
    Assignees.check
  ),
  endpoint(
    "Issues.checkAssigneeForIssue",
    `GET ${issue}/assignees/{assignee}`,
    "issues/assignees#check-if-a-user-can-be-assigned-to-a-issue",
    Assignees.checkForIssue
  ),
  endpoint(
    "Issues.listForMe",
    "GET /issues",
    "issues/issues#list-issues-assigned-to-the-authenticated-user",
    Mine.list
  ),
  endpoint("Issues.listComments", `GET ${issue}/comments`, "issues/comments#list-issue-comments", Comments.list),
  endpoint(
    "Issues.createComment",
    `POST ${issue}/comments`,
    "issues/comments#create-an-issue-comment",
    Comments.create
  ),
  endpoint("Issues.getComment", `GET ${comment}`, "issues/comments#get-an-issue-comment", Comments.get),
  endpoint("Issues.updateComment", `PATCH ${comment}`, "issues/comments#update-an-issue-comment", Comments.update),
  endpoint("Issues.removeComment", `DELETE ${comment}`, "issues/comments#delete-an-issue-comment", Comments.remove),

  endpoint("Labels.list", `GET ${repo}/labels`, "issues/labels#list-labels-for-a-repository", Labels.list),
  endpoint("Labels.get", `GET ${repo}/labels/{name}`, "issues/labels#get-a-label", Labels.get),
  endpoint("Labels.create", `POST ${repo}/labels`, "issues/labels#create-a-label", Labels.create),
  endpoint("Labels.update", `PATCH ${repo}/labels/{name}`, "issues/labels#update-a-label", Labels.update),
  endpoint("Labels.remove", `DELETE ${repo}/labels/{name}`, "issues/labels#delete-a-label", Labels.remove),
  endpoint("Labels.listForIssue", `GET ${issue}/labels`, "issues/labels#list-labels-for-an-issue", Labels.listForIssue),
  endpoint(
    "Labels.replaceOnIssue",
    `PUT ${issue}/labels`,
    "issues/labels#set-labels-for-an-issue",
    Labels.replaceOnIssue
  ),
  endpoint(
    "Labels.removeAllFromIssue",
    `DELETE ${issue}/labels`,
    "issues/labels#remove-all-labels-from-an-issue",
    Labels.removeAllFromIssue
  ),
  endpoint("Labels.addToIssue", `POST ${issue}/labels`, "issues/labels#add-labels-to-an-issue", Labels.addToIssue),
  endpoint(
    "Labels.removeFromIssue",
    `DELETE ${issue}/labels/{name}`,
    "issues/labels#remove-a-label-from-an-issue",
    Labels.removeFromIssue
  ),

  endpoint("Milestones.list", `GET ${repo}/milestones`, "issues/milestones#list-milestones", Milestones.list),
  endpoint("Milestones.get", `GET ${milestone}`, "issues/milestones#get-a-milestone", Milestones.get),
  endpoint(
    "Milestones.listLabels",
    `GET ${milestone}/labels`,
    "issues/labels#list-labels-for-issues-in-a-milestone",
    Milestones.listLabels
  ),
  endpoint("Milestones.create", `POST ${repo}/milestones`, "issues/milestones#create-a-milestone", Milestones.create),
  endpoint("Milestones.update", `PATCH ${milestone}`, "issues/milestones#update-a-milestone", Milestones.update),
  endpoint("Milestones.remove", `DELETE ${milestone}`, "issues/milestones#delete-a-milestone", Milestones.remove)
]
