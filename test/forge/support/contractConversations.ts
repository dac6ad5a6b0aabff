/** Comments, reactions, assets and teams: their kind, their errors, and whether a repeat is harmless. */
import * as Issues from "../../../src/forge/Issues.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Reactions from "../../../src/forge/Reactions.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import * as Teams from "../../../src/forge/Teams.ts"
import * as Users from "../../../src/forge/Users.ts"
import type { Row } from "./contractRow.ts"
import { commented, labeled, member, reaction, team, updatedBranch } from "./conversations.ts"
import { asset, release } from "./files.ts"
import { review, reviewComment, sha } from "./pulls.ts"
import { comment, repo } from "./records.ts"
import { user } from "./repositories.ts"

const onIssue = { ...repo, issue_number: 7 }
const onComment = { ...repo, comment_id: 5 }
const onPull = { ...repo, pull_number: 9 }
const onReview = { ...onPull, review_id: 80 }
const onAsset = { ...repo, asset_id: 71 }

export const conversations: ReadonlyArray<Row> = [
  {
    name: "Issues.listForRepoComments",
    wire: "GET /repos/{owner}/{repo}/issues/comments",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "issues.listCommentsForRepo",
    declaration: Issues.listForRepoComments.declaration,
    call: Issues.listForRepoComments.page(repo),
    body: [comment]
  },
  {
    name: "Issues.listEvents",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}/events",
    kind: "list",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.listEvents",
    declaration: Issues.listEvents.declaration,
    call: Issues.listEvents.page(onIssue),
    body: [labeled]
  },
  {
    name: "Issues.listTimeline",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline",
    kind: "list",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "issues.listEventsForTimeline",
    declaration: Issues.listTimeline.declaration,
    call: Issues.listTimeline.page(onIssue),
    body: [commented, labeled]
  },
  {
    name: "PullRequests.listComments",
    wire: "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "pulls.listReviewComments",
    declaration: PullRequests.listComments.declaration,
    call: PullRequests.listComments.page(onPull),
    body: [reviewComment]
  },
  {
    name: "PullRequests.createComment",
    wire: "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.createReviewComment",
    declaration: PullRequests.createComment.declaration,
    call: PullRequests.createComment({ ...onPull, body: "Why?", commit_id: sha, path: "a.ts", line: 1 }),
    body: reviewComment
  },
  {
    name: "PullRequests.replyToComment",
    wire: "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.createReplyForReviewComment",
    declaration: PullRequests.replyToComment.declaration,
    call: PullRequests.replyToComment({ ...onPull, comment_id: 10, body: "So" }),
    body: reviewComment
  },
  {
    name: "PullRequests.updateBranch",
    wire: "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.updateBranch",
    declaration: PullRequests.updateBranch.declaration,
    call: PullRequests.updateBranch(onPull),
    body: updatedBranch
  },
  {
    name: "PullRequests.submitReview",
    wire: "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.submitReview",
    declaration: PullRequests.submitReview.declaration,
    call: PullRequests.submitReview({ ...onReview, event: "APPROVE" }),
    body: review
  },
  {
    name: "PullRequests.dismissReview",
    wire: "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.dismissReview",
    declaration: PullRequests.dismissReview.declaration,
    call: PullRequests.dismissReview({ ...onReview, message: "Old" }),
    body: review
  },
  {
    name: "Releases.get",
    wire: "GET /repos/{owner}/{repo}/releases/{release_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getRelease",
    declaration: Releases.get.declaration,
    call: Releases.get({ ...repo, release_id: 1 }),
    body: release
  },
  {
    name: "Releases.listAssets",
    wire: "GET /repos/{owner}/{repo}/releases/{release_id}/assets",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listReleaseAssets",
    declaration: Releases.listAssets.declaration,
    call: Releases.listAssets.page({ ...repo, release_id: 1 }),
    body: [asset]
  },
  {
    name: "Releases.getAsset",
    wire: "GET /repos/{owner}/{repo}/releases/assets/{asset_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getReleaseAsset",
    declaration: Releases.getAsset.declaration,
    call: Releases.getAsset(onAsset),
    body: asset
  },
  {
    name: "Releases.updateAsset",
    wire: "PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "repos.updateReleaseAsset",
    declaration: Releases.updateAsset.declaration,
    call: Releases.updateAsset(onAsset),
    body: asset
  },
  {
    name: "Releases.removeAsset",
    wire: "DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "repos.deleteReleaseAsset",
    declaration: Releases.removeAsset.declaration,
    call: Releases.removeAsset(onAsset),
    body: undefined
  },
  {
    name: "Reactions.listForIssue",
    wire: "GET /repos/{owner}/{repo}/issues/{issue_number}/reactions",
    kind: "list",
    errors: ["NotFound", "Gone"],
    repeatable: true,
    official: "reactions.listForIssue",
    declaration: Reactions.listForIssue.declaration,
    call: Reactions.listForIssue.page(onIssue),
    body: [reaction]
  },
  {
    name: "Reactions.createForIssue",
    wire: "POST /repos/{owner}/{repo}/issues/{issue_number}/reactions",
    kind: "one",
    errors: ["NotFound", "Gone", "ValidationFailed"],
    repeatable: true,
    official: "reactions.createForIssue",
    declaration: Reactions.createForIssue.declaration,
    call: Reactions.createForIssue({ ...onIssue, content: "heart" }),
    body: reaction
  },
  {
    name: "Reactions.removeFromIssue",
    wire: "DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}",
    kind: "nothing",
    errors: ["NotFound", "Gone"],
    repeatable: false,
    official: "reactions.deleteForIssue",
    declaration: Reactions.removeFromIssue.declaration,
    call: Reactions.removeFromIssue({ ...onIssue, reaction_id: 42 }),
    body: undefined
  },
  {
    name: "Reactions.listForComment",
    wire: "GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "reactions.listForIssueComment",
    declaration: Reactions.listForComment.declaration,
    call: Reactions.listForComment.page(onComment),
    body: [reaction]
  },
  {
    name: "Reactions.createForComment",
    wire: "POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "reactions.createForIssueComment",
    declaration: Reactions.createForComment.declaration,
    call: Reactions.createForComment({ ...onComment, content: "+1" }),
    body: reaction
  },
  {
    name: "Reactions.removeFromComment",
    wire: "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}",
    kind: "nothing",
    errors: ["NotFound"],
    repeatable: false,
    official: "reactions.deleteForIssueComment",
    declaration: Reactions.removeFromComment.declaration,
    call: Reactions.removeFromComment({ ...onComment, reaction_id: 42 }),
    body: undefined
  },
  {
    name: "Users.list",
    wire: "GET /users",
    kind: "list",
    errors: [],
    repeatable: true,
    official: "users.list",
    declaration: Users.list.declaration,
    call: Users.list.page({}),
    body: [user]
  },
  {
    name: "Teams.list",
    wire: "GET /orgs/{org}/teams",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "teams.list",
    declaration: Teams.list.declaration,
    call: Teams.list.page({ org: "acme" }),
    body: [team]
  },
  {
    name: "Teams.listMembers",
    wire: "GET /orgs/{org}/teams/{team_slug}/members",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "teams.listMembersInOrg",
    declaration: Teams.listMembers.declaration,
    call: Teams.listMembers.page({ org: "acme", team_slug: "front-end" }),
    body: [member]
  }
]
