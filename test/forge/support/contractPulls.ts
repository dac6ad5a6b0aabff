/** Pull requests, commits, checks and statuses: their kind, their errors, and whether a repeat is harmless. */
import * as Checks from "../../../src/forge/Checks.ts"
import * as Commits from "../../../src/forge/Commits.ts"
import * as PullRequests from "../../../src/forge/PullRequests.ts"
import * as Statuses from "../../../src/forge/Statuses.ts"
import { checkRun, combinedStatus, commit, comparison, file, status } from "./commits.ts"
import type { Row } from "./contractRow.ts"
import { annotation } from "./git.ts"
import { mergeResult, pullRequest, review, sha, simplePullRequest } from "./pulls.ts"
import { repo } from "./records.ts"

const onPull = { ...repo, pull_number: 9 }

export const pulls: ReadonlyArray<Row> = [
  {
    name: "PullRequests.list",
    wire: "GET /repos/{owner}/{repo}/pulls",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "pulls.list",
    declaration: PullRequests.list.declaration,
    call: PullRequests.list.page(repo),
    body: [simplePullRequest]
  },
  {
    name: "PullRequests.get",
    wire: "GET /repos/{owner}/{repo}/pulls/{pull_number}",
    kind: "one",
    errors: ["NotFound", "NotAcceptable"],
    repeatable: true,
    official: "pulls.get",
    declaration: PullRequests.get.declaration,
    call: PullRequests.get(onPull),
    body: pullRequest
  },
  {
    name: "PullRequests.create",
    wire: "POST /repos/{owner}/{repo}/pulls",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.create",
    declaration: PullRequests.create.declaration,
    call: PullRequests.create({ ...repo, title: "t", head: "octo:b", base: "main" }),
    body: pullRequest
  },
  {
    name: "PullRequests.update",
    wire: "PATCH /repos/{owner}/{repo}/pulls/{pull_number}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "pulls.update",
    declaration: PullRequests.update.declaration,
    call: PullRequests.update(onPull),
    body: pullRequest
  },
  {
    name: "PullRequests.merge",
    wire: "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
    kind: "one",
    errors: ["NotFound", "ValidationFailed", "Unmergeable"],
    repeatable: false,
    official: "pulls.merge",
    declaration: PullRequests.merge.declaration,
    call: PullRequests.merge(onPull),
    body: mergeResult
  },
  {
    name: "PullRequests.listFiles",
    wire: "GET /repos/{owner}/{repo}/pulls/{pull_number}/files",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "pulls.listFiles",
    declaration: PullRequests.listFiles.declaration,
    call: PullRequests.listFiles.page(onPull),
    body: [file]
  },
  {
    name: "PullRequests.listCommits",
    wire: "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "pulls.listCommits",
    declaration: PullRequests.listCommits.declaration,
    call: PullRequests.listCommits.page(onPull),
    body: [commit]
  },
  {
    name: "PullRequests.listReviews",
    wire: "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "pulls.listReviews",
    declaration: PullRequests.listReviews.declaration,
    call: PullRequests.listReviews.page(onPull),
    body: [review]
  },
  {
    name: "PullRequests.createReview",
    wire: "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "pulls.createReview",
    declaration: PullRequests.createReview.declaration,
    call: PullRequests.createReview(onPull),
    body: review
  },
  {
    name: "PullRequests.requestReviewers",
    wire: "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "pulls.requestReviewers",
    declaration: PullRequests.requestReviewers.declaration,
    call: PullRequests.requestReviewers({ ...onPull, reviewers: ["octo"] }),
    body: simplePullRequest
  },
  {
    name: "PullRequests.removeRequestedReviewers",
    wire: "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "pulls.removeRequestedReviewers",
    declaration: PullRequests.removeRequestedReviewers.declaration,
    call: PullRequests.removeRequestedReviewers({ ...onPull, reviewers: ["octo"] }),
    body: simplePullRequest
  },
  {
    name: "Commits.list",
    wire: "GET /repos/{owner}/{repo}/commits",
    kind: "list",
    errors: ["NotFound", "Conflict"],
    repeatable: true,
    official: "repos.listCommits",
    declaration: Commits.list.declaration,
    call: Commits.list.page(repo),
    body: [commit]
  },
  {
    name: "Commits.get",
    wire: "GET /repos/{owner}/{repo}/commits/{ref}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed", "Conflict"],
    repeatable: true,
    official: "repos.getCommit",
    declaration: Commits.get.declaration,
    call: Commits.get({ ...repo, ref: "main" }),
    body: commit
  },
  {
    name: "Commits.compare",
    wire: "GET /repos/{owner}/{repo}/compare/{base}...{head}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.compareCommits",
    declaration: Commits.compare.declaration,
    call: Commits.compare({ ...repo, base: "main", head: "next" }),
    body: comparison
  },
  {
    name: "Commits.listPullRequests",
    wire: "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls",
    kind: "list",
    errors: ["NotFound", "ValidationFailed", "Conflict"],
    repeatable: true,
    official: "repos.listPullRequestsAssociatedWithCommit",
    declaration: Commits.listPullRequests.declaration,
    call: Commits.listPullRequests.page({ ...repo, commit_sha: sha }),
    body: [simplePullRequest]
  },
  {
    name: "Checks.listRuns",
    wire: "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
    kind: "list",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: true,
    official: "checks.listForRef",
    declaration: Checks.listRuns.declaration,
    call: Checks.listRuns.page({ ...repo, ref: "main" }),
    body: { total_count: 1, check_runs: [checkRun] }
  },
  {
    name: "Statuses.getCombined",
    wire: "GET /repos/{owner}/{repo}/commits/{ref}/status",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.getCombinedStatusForRef",
    declaration: Statuses.getCombined.declaration,
    call: Statuses.getCombined({ ...repo, ref: "main" }),
    body: combinedStatus
  },
  {
    name: "Statuses.list",
    wire: "GET /repos/{owner}/{repo}/commits/{ref}/statuses",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "repos.listCommitStatusesForRef",
    declaration: Statuses.list.declaration,
    call: Statuses.list.page({ ...repo, ref: "main" }),
    body: [status]
  },
  {
    name: "Statuses.create",
    wire: "POST /repos/{owner}/{repo}/statuses/{sha}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "repos.createCommitStatus",
    declaration: Statuses.create.declaration,
    call: Statuses.create({ ...repo, sha, state: "success" }),
    body: status
  },
  {
    name: "Checks.get",
    wire: "GET /repos/{owner}/{repo}/check-runs/{check_run_id}",
    kind: "one",
    errors: ["NotFound"],
    repeatable: true,
    official: "checks.get",
    declaration: Checks.get.declaration,
    call: Checks.get({ ...repo, check_run_id: 4 }),
    body: checkRun
  },
  {
    name: "Checks.listAnnotations",
    wire: "GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations",
    kind: "list",
    errors: ["NotFound"],
    repeatable: true,
    official: "checks.listAnnotations",
    declaration: Checks.listAnnotations.declaration,
    call: Checks.listAnnotations.page({ ...repo, check_run_id: 4 }),
    body: [annotation]
  },
  {
    name: "Checks.rerequest",
    wire: "POST /repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest",
    kind: "nothing",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "checks.rerequestRun",
    declaration: Checks.rerequest.declaration,
    call: Checks.rerequest({ ...repo, check_run_id: 4 }),
    body: undefined
  },
  {
    name: "Checks.create",
    wire: "POST /repos/{owner}/{repo}/check-runs",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "checks.create",
    declaration: Checks.create.declaration,
    call: Checks.create({ ...repo, name: "readme", head_sha: sha }),
    body: checkRun
  },
  {
    name: "Checks.update",
    wire: "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
    kind: "one",
    errors: ["NotFound", "ValidationFailed"],
    repeatable: false,
    official: "checks.update",
    declaration: Checks.update.declaration,
    call: Checks.update({ ...repo, check_run_id: 4 }),
    body: checkRun
  }
]
