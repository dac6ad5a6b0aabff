/** The endpoints of issues, comments, labels and milestones. */
import * as Comments from "./comments.ts"
import * as Issues from "./issues.ts"
import * as Labels from "./labels.ts"
import * as IssueList from "./list.ts"
import * as Milestones from "./milestones.ts"
import { endpoint, type Route } from "../../http/router.ts"

const repo = "/repos/{owner}/{repo}"
const issues = `${repo}/issues`
const issue = `${issues}/{issue_number}`
const comment = `${issues}/comments/{comment_id}`
const milestone = `${repo}/milestones/{milestone_number}`

export const routes: ReadonlyArray<Route> = [
  endpoint("Issues.list", `GET ${issues}`, "issues/issues#list-repository-issues", IssueList.list),
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
  endpoint("Issues.listComments", `GET ${issue}/comments`, "issues/comments#list-issue-comments", Comments.list),
  endpoint(
    "Issues.createComment",
    `POST ${issue}/comments`,
    "issues/comments#create-an-issue-comment",
    Comments.create
  ),
  endpoint("Issues.updateComment", `PATCH ${comment}`, "issues/comments#update-an-issue-comment", Comments.update),
  endpoint("Issues.removeComment", `DELETE ${comment}`, "issues/comments#delete-an-issue-comment", Comments.remove),

  endpoint("Labels.list", `GET ${repo}/labels`, "issues/labels#list-labels-for-a-repository", Labels.list),
  endpoint("Labels.create", `POST ${repo}/labels`, "issues/labels#create-a-label", Labels.create),
  endpoint("Labels.update", `PATCH ${repo}/labels/{name}`, "issues/labels#update-a-label", Labels.update),
  endpoint("Labels.remove", `DELETE ${repo}/labels/{name}`, "issues/labels#delete-a-label", Labels.remove),
  endpoint("Labels.addToIssue", `POST ${issue}/labels`, "issues/labels#add-labels-to-an-issue", Labels.addToIssue),
  endpoint(
    "Labels.removeFromIssue",
    `DELETE ${issue}/labels/{name}`,
    "issues/labels#remove-a-label-from-an-issue",
    Labels.removeFromIssue
  ),

  endpoint("Milestones.list", `GET ${repo}/milestones`, "issues/milestones#list-milestones", Milestones.list),
  endpoint("Milestones.create", `POST ${repo}/milestones`, "issues/milestones#create-a-milestone", Milestones.create),
  endpoint("Milestones.update", `PATCH ${milestone}`, "issues/milestones#update-a-milestone", Milestones.update),
  endpoint("Milestones.remove", `DELETE ${milestone}`, "issues/milestones#delete-a-milestone", Milestones.remove)
]
