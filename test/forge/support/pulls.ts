/** Pull requests and their reviews, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { label, milestone } from "./records.ts"
import { upstream, user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const page = "https://github.com/acme/web"

export const sha = "c5b97d5ae6c19d5c5df71a34c7fbeeda2479ccbc"
export const mergedSha = "e5bd3914e2e596debea16f433f57875b5b90bcd6"

const link = (href: string) => ({ href })

const team: Schemas["team-simple"] = {
  id: 5,
  node_id: "T_5",
  url: "https://api.github.com/organizations/99/team/5",
  html_url: "https://github.com/orgs/acme/teams/front-end",
  members_url: "https://api.github.com/organizations/99/team/5/members{/member}",
  repositories_url: "https://api.github.com/organizations/99/team/5/repos",
  name: "Front end",
  slug: "front-end",
  description: "Those who make it look good",
  privacy: "closed",
  notification_setting: "notifications_enabled",
  permission: "pull",
  type: "organization"
}

/** A pull request in a listing: its fork is gone, with the owner. */
export const simplePullRequest = {
  id: 2_000_000_009,
  node_id: "PR_9",
  number: 9,
  title: "Start faster",
  body: "Read the cache first.",
  state: "open",
  user,
  author_association: "CONTRIBUTOR",
  labels: [
    { ...label, id: 1, node_id: "LA_1", url: `${api}/labels/bug`, name: "bug", description: "", color: "d73a4a" }
  ],
  assignee: user,
  assignees: [user],
  requested_reviewers: [user],
  requested_teams: [{ ...team, parent: null }],
  milestone,
  draft: true,
  locked: false,
  active_lock_reason: null,
  auto_merge: { enabled_by: user, merge_method: "squash", commit_title: "Start faster (#9)", commit_message: "" },
  merge_commit_sha: mergedSha,
  created_at: "2026-04-22T13:33:48Z",
  updated_at: "2026-05-23T13:33:48Z",
  closed_at: null,
  merged_at: null,
  head: { label: "ghost:faster/start", ref: "faster/start", sha, user: null, repo: upstream },
  base: { label: "acme:main", ref: "main", sha: mergedSha, user, repo: upstream },
  html_url: `${page}/pull/9`,
  diff_url: `${page}/pull/9.diff`,
  patch_url: `${page}/pull/9.patch`,
  url: `${api}/pulls/9`,
  issue_url: `${api}/issues/9`,
  commits_url: `${api}/pulls/9/commits`,
  comments_url: `${api}/issues/9/comments`,
  review_comments_url: `${api}/pulls/9/comments`,
  review_comment_url: `${api}/pulls/comments{/number}`,
  statuses_url: `${api}/statuses/${sha}`,
  _links: {
    self: link(`${api}/pulls/9`),
    html: link(`${page}/pull/9`),
    issue: link(`${api}/issues/9`),
    comments: link(`${api}/issues/9/comments`),
    review_comments: link(`${api}/pulls/9/comments`),
    review_comment: link(`${api}/pulls/comments{/number}`),
    commits: link(`${api}/pulls/9/commits`),
    statuses: link(`${api}/statuses/${sha}`)
  }
} satisfies Schemas["pull-request-simple"]

/** The same after its merge, as a single record. */
export const pullRequest = {
  ...simplePullRequest,
  requested_teams: [team],
  state: "closed",
  draft: false,
  auto_merge: null,
  head: { ...simplePullRequest.head, user },
  closed_at: "2026-05-24T13:33:48Z",
  merged_at: "2026-05-24T13:33:48Z",
  merged: true,
  mergeable: false,
  rebaseable: null,
  mergeable_state: "dirty",
  merged_by: user,
  comments: 3,
  review_comments: 1,
  maintainer_can_modify: true,
  commits: 2,
  additions: 100,
  deletions: 3,
  changed_files: 5
} satisfies Schemas["pull-request"]

export const mergeResult: Schemas["pull-request-merge-result"] = {
  sha: mergedSha,
  merged: true,
  message: "Pull Request successfully merged"
}

export const review: Schemas["pull-request-review"] = {
  id: 80,
  node_id: "PRR_80",
  user,
  body: "Nearly there",
  state: "CHANGES_REQUESTED",
  html_url: `${page}/pull/9#pullrequestreview-80`,
  pull_request_url: `${api}/pulls/9`,
  _links: { html: link(`${page}/pull/9#pullrequestreview-80`), pull_request: link(`${api}/pulls/9`) },
  submitted_at: "2026-05-01T12:00:00Z",
  commit_id: sha,
  author_association: "COLLABORATOR"
}

export const reviewComment: Schemas["review-comment"] = {
  id: 10,
  node_id: "PRRC_10",
  pull_request_review_id: 80,
  in_reply_to_id: 8,
  url: `${api}/pulls/comments/10`,
  html_url: `${page}/pull/9#discussion_r10`,
  pull_request_url: `${api}/pulls/9`,
  diff_hunk: "@@ -16,33 +16,40 @@ start",
  path: "src/start.ts",
  position: null,
  original_position: 4,
  subject_type: "line",
  start_line: 1,
  start_side: "RIGHT",
  original_start_line: 1,
  original_line: 2,
  line: 2,
  side: "RIGHT",
  commit_id: sha,
  original_commit_id: mergedSha,
  user,
  body: "Great",
  created_at: "2026-05-01T12:00:00Z",
  updated_at: "2026-05-01T12:00:00Z",
  author_association: "NONE",
  _links: {
    self: link(`${api}/pulls/comments/10`),
    html: link(`${page}/pull/9#discussion_r10`),
    pull_request: link(`${api}/pulls/9`)
  }
}
