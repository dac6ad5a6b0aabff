/** The views that tools show by themselves. */
import type * as Schema from "effect/Schema"
import { ListedBranch } from "../../forge/schema/Branch.ts"
import { CheckRun } from "../../forge/schema/CheckRun.ts"
import { Commit } from "../../forge/schema/Commit.ts"
import { CommitFile } from "../../forge/schema/CommitFile.ts"
import { Comparison } from "../../forge/schema/Comparison.ts"
import { FoundCode } from "../../forge/schema/FoundCode.ts"
import { FoundIssue, Issue } from "../../forge/schema/Issue.ts"
import { IssueComment } from "../../forge/schema/IssueComment.ts"
import { IssueLabel, Label } from "../../forge/schema/Label.ts"
import { Milestone } from "../../forge/schema/Milestone.ts"
import { NotificationThread } from "../../forge/schema/NotificationThread.ts"
import { ListedPullRequest, PullRequest } from "../../forge/schema/PullRequest.ts"
import { Release } from "../../forge/schema/Release.ts"
import { FoundRepo, ListedRepo, Repo } from "../../forge/schema/Repo.ts"
import { Review } from "../../forge/schema/Review.ts"
import { ReviewComment } from "../../forge/schema/ReviewComment.ts"
import { SimpleUser } from "../../forge/schema/SimpleUser.ts"
import { Workflow } from "../../forge/schema/Workflow.ts"
import { WorkflowJob } from "../../forge/schema/WorkflowJob.ts"
import { WorkflowRun } from "../../forge/schema/WorkflowRun.ts"
import { make, type View } from "../View.ts"

const issueItem = [
  "number",
  "title",
  "state",
  "is_pull_request",
  "user",
  "labels",
  "assignees",
  "milestone",
  "comments",
  // A listing is sorted by `created_at` unless the model says otherwise, and it can ask for it.
  "updated_at"
] as const

const issue = [
  ...issueItem,
  "created_at",
  "state_reason",
  "author_association",
  "draft",
  "type",
  "locked",
  "closed_at",
  "closed_by",
  "body"
] as const

const pullItem = [
  "number",
  "title",
  "state",
  "draft",
  "merged",
  "user",
  "author_association",
  "head",
  "base",
  "labels",
  "assignees",
  "requested_reviewers",
  "requested_teams",
  "milestone",
  "created_at",
  "updated_at"
] as const

const repo = [
  "full_name",
  "description",
  "private",
  "visibility",
  "fork",
  "archived",
  "default_branch",
  "language",
  "topics",
  "license",
  "stargazers_count",
  "forks_count",
  "open_issues_count",
  "pushed_at"
] as const

const repoItem = ["full_name", "description", "private", "fork", "archived", "language", "stargazers_count"] as const

const views: ReadonlyArray<View> = [
  make(Issue, issue, { listed: issueItem, days: true }),
  make(FoundIssue, [...issue, "html_url"], { listed: [...issueItem, "html_url"], days: true }),
  make(IssueComment, ["id", "user", "author_association", "created_at", "updated_at", "body"]),
  make(
    PullRequest,
    [
      ...pullItem,
      "mergeable",
      "mergeable_state",
      "auto_merge",
      "merged_at",
      "merged_by",
      "merge_commit_sha",
      "commits",
      "additions",
      "deletions",
      "changed_files",
      "comments",
      "review_comments",
      "body"
    ],
    { listed: pullItem, days: true }
  ),
  make(ListedPullRequest, [...pullItem, "body"], { listed: pullItem, days: true }),
  make(Review, ["id", "user", "author_association", "state", "commit_id", "submitted_at", "body"]),
  make(
    ReviewComment,
    [
      "id",
      "in_reply_to_id",
      "user",
      "author_association",
      "path",
      "line",
      "side",
      "start_line",
      "created_at",
      "body",
      "diff_hunk"
    ],
    { listed: ["id", "in_reply_to_id", "user", "author_association", "path", "line", "side", "created_at", "body"] }
  ),
  make(Repo, [...repo, "parent", "permissions"], { listed: repoItem }),
  make(ListedRepo, repo, { listed: repoItem }),
  make(FoundRepo, repo, { listed: repoItem }),
  make(Commit, ["sha", "commit", "author", "parents", "stats", "files"], { listed: ["sha", "commit", "author"] }),
  make(CommitFile, ["filename", "previous_filename", "status", "additions", "deletions", "patch"]),
  make(Comparison, ["status", "ahead_by", "behind_by", "total_commits", "commits", "files"]),
  make(
    Release,
    ["id", "tag_name", "name", "draft", "prerelease", "author", "target_commitish", "published_at", "assets", "body"],
    { listed: ["id", "tag_name", "name", "draft", "prerelease", "author", "published_at"] }
  ),
  make(
    WorkflowRun,
    [
      "id",
      "name",
      "display_title",
      "workflow_id",
      "run_number",
      "run_attempt",
      "event",
      "status",
      "conclusion",
      "head_branch",
      "head_sha",
      "actor",
      "created_at",
      "updated_at"
    ],
    {
      listed: [
        "id",
        "name",
        "display_title",
        "event",
        "status",
        "conclusion",
        "head_branch",
        "head_sha",
        "actor",
        "created_at"
      ]
    }
  ),
  make(WorkflowJob, ["id", "run_id", "name", "status", "conclusion", "started_at", "completed_at", "steps"], {
    listed: ["id", "name", "status", "conclusion", "started_at", "completed_at", "steps"]
  }),
  make(CheckRun, ["id", "name", "status", "conclusion", "started_at", "completed_at", "head_sha", "app", "output"], {
    listed: ["id", "name", "status", "conclusion", "app"]
  }),
  make(FoundCode, ["path", "repository", "language", "line_numbers", "sha"]),
  make(NotificationThread, ["id", "subject", "repository", "reason", "unread", "updated_at"]),
  make(ListedBranch, ["name", "protected", "commit"]),
  make(Milestone, ["number", "title", "state", "description", "open_issues", "closed_issues", "due_on"]),
  make(Label, ["name", "description", "color"]),
  make(IssueLabel, ["name", "description", "color"]),
  make(SimpleUser, ["login", "type"]),
  make(Workflow, ["id", "name", "path", "state"])
]

/** The view of a record: of those given, else of ours; undefined for none. */
export const viewOf = (record: Schema.Constraint | undefined, given: ReadonlyArray<View>): View | undefined => {
  // A list that is not a listing is shown by its items.
  const item = record !== undefined && "schema" in record ? record.schema : undefined
  const isOf = (view: View) => view.record === record || view.record === item
  return given.find(isOf) ?? views.find(isOf)
}
