/** The endpoints of reactions. */
import { endpoint, type Route } from "../../http/router.ts"
import * as Reactions from "./reactions.ts"

const issues = "/repos/{owner}/{repo}/issues"
const ofComment = `${issues}/comments/{comment_id}/reactions`
const ofIssue = `${issues}/{issue_number}/reactions`

const page = (name: string) => `reactions/reactions#${name}`

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Reactions.listForComment",
    `GET ${ofComment}`,
    page("list-reactions-for-an-issue-comment"),
    Reactions.listForComment
  ),
  endpoint(
    "Reactions.createForComment",
    `POST ${ofComment}`,
    page("create-reaction-for-an-issue-comment"),
    Reactions.createForComment
  ),
  endpoint(
    "Reactions.removeFromComment",
    `DELETE ${ofComment}/{reaction_id}`,
    page("delete-an-issue-comment-reaction"),
    Reactions.removeFromComment
  ),
  endpoint("Reactions.listForIssue", `GET ${ofIssue}`, page("list-reactions-for-an-issue"), Reactions.listForIssue),
  endpoint(
    "Reactions.createForIssue",
    `POST ${ofIssue}`,
    page("create-reaction-for-an-issue"),
    Reactions.createForIssue
  ),
  endpoint(
    "Reactions.removeFromIssue",
    `DELETE ${ofIssue}/{reaction_id}`,
    page("delete-an-issue-reaction"),
    Reactions.removeFromIssue
  )
]
