/** The parameters with which Octokit calls each operation, on the seed of these tests. */

/** Ids and shas that the service made. */
export interface Made {
  readonly main: string
  readonly ahead: string
  readonly better: string
  readonly tree: string
  readonly readme: string
  readonly comment: number
  readonly approval: number
  readonly pending: number
  readonly reviewComment: number
  readonly release: number
  readonly asset: number
  readonly run: number
  readonly done: number
  readonly suite: number
  readonly tag: string
}

export interface CallOf {
  /** Who calls: a token, the app or its installation; `octo` by default. */
  readonly as?: "acme" | "rev" | "app" | "installation"
  readonly status: number
  readonly with?: Readonly<Record<string, unknown>> | ((made: Made) => Readonly<Record<string, unknown>>)
}

const issue = { issue_number: 1 }
const pull = { pull_number: 3 }
const me = { username: "octo" }
const message = { message: "Change" }
const readme = { path: "README.md" }

const apps: Readonly<Record<string, CallOf>> = {
  "RateLimits.get": { status: 200 },
  "Users.me": { status: 200 },
  "Meta.root": { status: 200 },
  "Meta.get": { status: 200 },
  "Meta.getZen": { status: 200 },
  "Apps.get": { as: "app", status: 200 },
  "Apps.listInstallations": { as: "app", status: 200 },
  "Apps.getInstallation": { as: "app", status: 200, with: { installation_id: 70 } },
  "Apps.createInstallationToken": { as: "app", status: 201, with: { installation_id: 70 } },
  "Apps.getRepositoryInstallation": { as: "app", status: 200 },
  "Apps.getOrganizationInstallation": { as: "app", status: 200, with: { org: "tools" } },
  "Apps.getUserInstallation": { as: "app", status: 200, with: { username: "acme" } },
  "Apps.listRepositories": { as: "installation", status: 200 },
  "Apps.revokeInstallationToken": { as: "installation", status: 204 }
}

const issues: Readonly<Record<string, CallOf>> = {
  "Issues.list": { status: 200, with: { state: "all" } },
  "Issues.listCommentsForRepository": { status: 200 },
  "Issues.get": { status: 200, with: issue },
  "Issues.create": { status: 201, with: { title: "New", labels: ["bug"], assignees: ["octo"], milestone: 1 } },
  "Issues.update": { status: 200, with: { ...issue, state: "closed", state_reason: "not_planned" } },
  "Issues.lock": { status: 204, with: { ...issue, lock_reason: "too heated" } },
  "Issues.unlock": { status: 204, with: { issue_number: 2 } },
  "Issues.addAssignees": { status: 201, with: { ...issue, assignees: ["rev"] } },
  "Issues.removeAssignees": { status: 200, with: { ...issue, assignees: ["octo"] } },
  "Issues.listAssignees": { status: 200 },
  "Issues.checkAssignee": { status: 204, with: { assignee: "octo" } },
  "Issues.checkAssigneeForIssue": { status: 204, with: { ...issue, assignee: "octo" } },
  "Issues.listForMe": { status: 200 },
  "Issues.listComments": { status: 200, with: issue },
  "Issues.createComment": { status: 201, with: { ...issue, body: "Indeed" } },
  "Issues.getComment": { status: 200, with: ({ comment }) => ({ comment_id: comment }) },
  "Issues.updateComment": { status: 200, with: ({ comment }) => ({ comment_id: comment, body: "No" }) },
  "Issues.removeComment": { status: 204, with: ({ comment }) => ({ comment_id: comment }) },
  "Labels.list": { status: 200 },
  "Labels.get": { status: 200, with: { name: "bug" } },
  "Labels.create": { status: 201, with: { name: "new label", color: "aabbcc" } },
  "Labels.update": { status: 200, with: { name: "bug", new_name: "defect" } },
  "Labels.remove": { status: 204, with: { name: "bug" } },
  "Labels.listForIssue": { status: 200, with: issue },
  "Labels.replaceOnIssue": { status: 200, with: { ...issue, labels: ["ui"] } },
  "Labels.removeAllFromIssue": { status: 204, with: issue },
  "Labels.addToIssue": { status: 200, with: { ...issue, labels: ["ui"] } },
  "Labels.removeFromIssue": { status: 200, with: { ...issue, name: "bug" } },
  "Milestones.list": { status: 200 },
  "Milestones.get": { status: 200, with: { milestone_number: 1 } },
  "Milestones.listLabels": { status: 200, with: { milestone_number: 1 } },
  "Milestones.create": { status: 201, with: { title: "v2", due_on: "2031-01-01T00:00:00Z" } },
  "Milestones.update": { status: 200, with: { milestone_number: 1, state: "closed" } },
  "Milestones.remove": { status: 204, with: { milestone_number: 1 } }
}

const reviewOf = (id: "approval" | "pending") => (made: Made) => ({ ...pull, review_id: made[id] })
const reviewComment = ({ reviewComment: comment_id }: Made) => ({ comment_id })
const line = { path: "numbers.txt", line: 2, side: "RIGHT" }

const pulls: Readonly<Record<string, CallOf>> = {
  "PullRequests.list": { status: 200, with: { state: "all" } },
  "PullRequests.get": { status: 200, with: pull },
  "PullRequests.getDiff": { status: 200, with: { ...pull, mediaType: { format: "diff" } } },
  "PullRequests.getPatch": { status: 200, with: { ...pull, mediaType: { format: "patch" } } },
  "PullRequests.create": { status: 201, with: { title: "Ahead", head: "ahead", base: "main", draft: true } },
  "PullRequests.update": { status: 200, with: { ...pull, title: "Counts", state: "closed" } },
  "PullRequests.merge": { status: 200, with: { ...pull, merge_method: "squash" } },
  "PullRequests.isMerged": { status: 204, with: { pull_number: 5 } },
  "PullRequests.updateBranch": { status: 202, with: pull },
  "PullRequests.listFiles": { status: 200, with: pull },
  "PullRequests.listCommits": { status: 200, with: pull },
  "PullRequests.listReviews": { status: 200, with: pull },
  "PullRequests.createReview": {
    as: "rev",
    status: 200,
    with: { ...pull, event: "REQUEST_CHANGES", body: "Why?", comments: [{ ...line, body: "Here" }] }
  },
  "PullRequests.getReview": { status: 200, with: reviewOf("approval") },
  "PullRequests.updateReview": { status: 200, with: (made) => ({ ...reviewOf("pending")(made), body: "Still" }) },
  "PullRequests.removeReview": { status: 200, with: reviewOf("pending") },
  "PullRequests.submitReview": { status: 200, with: (made) => ({ ...reviewOf("pending")(made), event: "COMMENT" }) },
  "PullRequests.dismissReview": { status: 200, with: (made) => ({ ...reviewOf("approval")(made), message: "Old" }) },
  "PullRequests.listCommentsOfReview": { status: 200, with: reviewOf("approval") },
  "PullRequests.listReviewCommentsForRepository": { status: 200 },
  "PullRequests.getReviewComment": { status: 200, with: reviewComment },
  "PullRequests.updateReviewComment": {
    as: "rev",
    status: 200,
    with: (made) => ({ ...reviewComment(made), body: "?" })
  },
  "PullRequests.removeReviewComment": { as: "rev", status: 204, with: reviewComment },
  "PullRequests.listReviewComments": { status: 200, with: pull },
  "PullRequests.createReviewComment": {
    status: 201,
    with: ({ better }) => ({ ...pull, ...line, body: "Two?", commit_id: better })
  },
  "PullRequests.replyToReviewComment": {
    status: 201,
    with: (made) => ({ ...pull, ...reviewComment(made), body: "So" })
  },
  "PullRequests.listRequestedReviewers": { status: 200, with: pull },
  "PullRequests.requestReviewers": { status: 201, with: { ...pull, reviewers: ["acme"] } },
  "PullRequests.removeRequestedReviewers": { status: 200, with: { ...pull, reviewers: ["tri"] } }
}

const release = ({ release: release_id }: Made) => ({ release_id })
const asset = ({ asset: asset_id }: Made) => ({ asset_id })

const releases: Readonly<Record<string, CallOf>> = {
  "Releases.list": { status: 200 },
  "Releases.getLatest": { status: 200 },
  "Releases.getByTag": { status: 200, with: { tag: "v1.0.0" } },
  "Releases.get": { status: 200, with: release },
  "Releases.create": { status: 201, with: { tag_name: "v3.0.0", generate_release_notes: true } },
  "Releases.update": { status: 200, with: (made) => ({ ...release(made), prerelease: true }) },
  "Releases.remove": { status: 204, with: release },
  "Releases.generateNotes": { status: 200, with: { tag_name: "v3.0.0" } },
  "Releases.uploadAsset": {
    status: 201,
    with: (made) => ({
      ...release(made),
      name: "b.txt",
      label: "B",
      data: "b",
      headers: { "content-type": "text/plain" }
    })
  },
  "Releases.listAssets": { status: 200, with: release },
  "Releases.downloadAsset": { status: 200, with: asset },
  "Releases.updateAsset": { status: 200, with: (made) => ({ ...asset(made), name: "c.zip" }) },
  "Releases.removeAsset": { status: 204, with: asset }
}

const repositories: Readonly<Record<string, CallOf>> = {
  "Repositories.get": { status: 200 },
  "Repositories.update": { as: "acme", status: 200, with: { description: "Ours", has_wiki: false } },
  "Repositories.remove": { as: "acme", status: 204 },
  "Repositories.listForOrg": { status: 200, with: { org: "tools" } },
  "Repositories.listForUser": { status: 200, with: { username: "acme" } },
  "Repositories.listMine": { status: 200 },
  "Repositories.listForks": { status: 200 },
  "Repositories.create": { status: 201, with: { name: "mine", auto_init: true } },
  "Repositories.createForOrg": { status: 201, with: { org: "tools", name: "ours" } },
  "Repositories.fork": { as: "rev", status: 202 },
  "Repositories.transfer": { as: "acme", status: 202, with: { new_owner: "ada" } },
  "Repositories.listTags": { status: 200 },
  "Repositories.listContributors": { status: 200 },
  "Repositories.listLanguages": { status: 200 },
  "Repositories.getTopics": { status: 200 },
  "Repositories.replaceTopics": { as: "acme", status: 200, with: { names: ["a", "b-2"] } },
  "Repositories.listTeams": { status: 200, with: { owner: "tools", repo: "kit" } },
  "Users.get": { status: 200, with: { username: "ada" } },
  "Organizations.get": { status: 200, with: { org: "tools" } },
  "Organizations.listMine": { status: 200 },
  "Organizations.listMembers": { status: 200, with: { org: "tools" } },
  "Organizations.checkMember": { status: 204, with: { org: "tools", ...me } },
  "Organizations.listPublicMembers": { status: 200, with: { org: "tools" } },
  "Organizations.checkPublicMember": { status: 204, with: { org: "tools", ...me } },
  "Organizations.listTeams": { status: 200, with: { org: "tools" } },
  "Organizations.listIssueTypes": { status: 200, with: { org: "tools" } },
  "Organizations.listIssueFields": { status: 200, with: { org: "tools" } },
  "Search.issues": { status: 200, with: { q: "repo:acme/web rains" } },
  "Search.repositories": { status: 200, with: { q: "web in:name" } },
  "Search.users": { status: 200, with: { q: "ada" } }
}

const main = { ref: "main" }
const compared = { basehead: "main...ahead" }

const contents: Readonly<Record<string, CallOf>> = {
  "Contents.get": { status: 200, with: readme },
  "Contents.download": { status: 200, with: { ...readme, mediaType: { format: "raw" } } },
  "Contents.getHtml": { status: 200, with: { ...readme, mediaType: { format: "html" } } },
  "Contents.getReadme": { status: 200 },
  "Contents.downloadReadme": { status: 200, with: { mediaType: { format: "raw" } } },
  "Contents.getReadmeHtml": { status: 200, with: { mediaType: { format: "html" } } },
  "Contents.put": { status: 201, with: { path: "new.txt", content: "bmV3Cg==", ...message } },
  "Contents.remove": { status: 200, with: (made) => ({ ...readme, sha: made.readme, ...message }) },
  "Commits.list": { status: 200 },
  "Commits.listPullRequests": { status: 200, with: (made) => ({ commit_sha: made.better }) },
  "Commits.listBranches": { status: 200, with: (made) => ({ commit_sha: made.ahead }) },
  "Commits.get": { status: 200, with: main },
  "Commits.getDiff": { status: 200, with: { ...main, mediaType: { format: "diff" } } },
  "Commits.getPatch": { status: 200, with: { ...main, mediaType: { format: "patch" } } },
  "Commits.compare": { status: 200, with: compared },
  "Commits.compareDiff": { status: 200, with: { ...compared, mediaType: { format: "diff" } } },
  "Commits.comparePatch": { status: 200, with: { ...compared, mediaType: { format: "patch" } } },
  "Branches.list": { status: 200 },
  "Branches.get": { status: 200, with: { branch: "main" } },
  "Branches.getProtection": { as: "acme", status: 200, with: { branch: "ahead" } },
  "Refs.get": { status: 200, with: { ref: "heads/main" } },
  "Refs.listMatching": { status: 200, with: { ref: "tags/v" } },
  "Refs.create": { status: 201, with: (made) => ({ ref: "refs/heads/fresh", sha: made.main }) },
  "Refs.update": { status: 200, with: (made) => ({ ref: "heads/free", sha: made.ahead }) },
  "Refs.remove": { status: 204, with: { ref: "heads/free" } },
  "Git.getBlob": { status: 200, with: (made) => ({ file_sha: made.readme }) },
  "Git.createBlob": { status: 201, with: { content: "aGk=", encoding: "base64" } },
  "Git.getTree": { status: 200, with: (made) => ({ tree_sha: made.tree, recursive: "1" }) },
  "Git.createTree": {
    status: 201,
    with: (made) => ({ base_tree: made.tree, tree: [{ path: "x", mode: "100644", content: "x\n" }] })
  },
  "Git.getCommit": { status: 200, with: (made) => ({ commit_sha: made.main }) },
  "Git.createCommit": { status: 201, with: (made) => ({ ...message, tree: made.tree, parents: [made.main] }) },
  "Git.getTag": { status: 200, with: ({ tag }) => ({ tag_sha: tag }) },
  "Git.createTag": {
    status: 201,
    with: (made) => ({ tag: "v3.0.0", message: "Three", object: made.main, type: "commit" })
  },
  "Statuses.getCombined": { status: 200, with: main },
  "Statuses.list": { status: 200, with: main },
  "Statuses.create": { status: 201, with: (made) => ({ sha: made.main, state: "failure", context: "ci" }) },
  "Checks.listRuns": { status: 200, with: main },
  "Checks.get": { status: 200, with: ({ run }) => ({ check_run_id: run }) },
  "Checks.create": { as: "installation", status: 201, with: (made) => ({ name: "unit", head_sha: made.main }) },
  "Checks.listAnnotations": { status: 200, with: ({ run }) => ({ check_run_id: run }) },
  "Checks.getSuite": { status: 200, with: ({ suite }) => ({ check_suite_id: suite }) },
  "Checks.rerequest": { as: "installation", status: 201, with: ({ done }) => ({ check_run_id: done }) },
  "Checks.update": {
    as: "installation",
    status: 200,
    with: ({ run }) => ({ check_run_id: run, conclusion: "neutral", output: { title: "T", summary: "S" } })
  }
}

/** By the name of the operation. */
export const calls: Readonly<Record<string, CallOf>> = {
  ...apps,
  ...issues,
  ...pulls,
  ...releases,
  ...repositories,
  ...contents
}
