/** How the operations of `PullRequests` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as PullRequests from "../../../src/forge/PullRequests.ts"
import { commit, file } from "../support/commits.ts"
import { updatedBranch } from "../support/conversations.ts"
import { mergeResult, mergedSha, pullRequest, review, reviewComment, sha, simplePullRequest } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

/** The pull request in a listing, and after its merge. */
const listed = { number: 9, state: "open", draft: true, merge_commit_sha: mergedSha }
const ninth = { ...repo, pull_number: 9 }
const pull = {
  id: 2_000_000_009,
  number: 9,
  state: "closed",
  merged: true,
  merged_at: DateTime.makeUnsafe("2026-05-24T13:33:48Z"),
  merged_by: { login: "octo" },
  mergeable: false,
  mergeable_state: "dirty",
  rebaseable: null,
  auto_merge: null,
  head: { label: "ghost:faster/start", ref: "faster/start", sha, repo: { full_name: "upstream/web" } },
  base: { label: "acme:main", user: { login: "octo" } },
  labels: [{ name: "bug" }],
  milestone: { number: 3 },
  requested_reviewers: [{ login: "octo" }],
  requested_teams: [{ slug: "front-end" }],
  comments: 3,
  review_comments: 1,
  commits: 2,
  additions: 100,
  deletions: 3,
  changed_files: 5,
  maintainer_can_modify: true
}
const onLine = { id: 10, path: "src/start.ts", line: 2, in_reply_to_id: 8 }
const line = { path: "numbers.txt", line: 2, side: "RIGHT" }
const readReview = {
  id: 80,
  state: "CHANGES_REQUESTED",
  body: "Nearly there",
  user: { login: "octo" },
  commit_id: sha,
  submitted_at: DateTime.makeUnsafe("2026-05-01T12:00:00Z"),
  author_association: "COLLABORATOR"
}
const ofReview = { ...ninth, review_id: 80 }
const asked = { reviewers: ["octo"], team_reviewers: ["front-end"] }

const drawn = { path: "src/start.ts", body: "Why?", line: 7 }
const notReviewers = [
  ["reviewers[0]", { reviewers: [""] }],
  ["team_reviewers[1]", { reviewers: ["octo"], team_reviewers: ["a", ""] }]
] as const

export const rows: Rows<typeof PullRequests> = {
  list: {
    whole: {
      ...repo,
      state: "all",
      head: "octo:faster/start",
      base: "release/1.x",
      sort: "long-running",
      direction: "asc",
      ...third
    },
    response: [simplePullRequest],
    value: [listed],
    octokit: { with: { state: "all" } },
    takes: [[{ head: undefined }], [{ sort: "popularity" }], [{ sort: "created" }]],
    // The service would list all for a head without an owner.
    refuses: [...["faster", "octo:", ""].map((head) => ["head", { head }] as const), ["base", { base: "" }]]
  },
  get: {
    whole: ninth,
    response: pullRequest,
    value: pull
  },
  getDiff: {
    whole: ninth,
    media: "diff"
  },
  getPatch: {
    whole: ninth,
    media: "patch"
  },
  create: {
    smallest: { ...repo, title: "t", head: "octo:b", base: "main" },
    whole: {
      ...repo,
      title: "Start faster",
      issue: 7,
      head: "octo:faster/start",
      head_repo: "web-2",
      base: "main",
      body: "Read the cache first.",
      draft: true,
      maintainer_can_modify: false
    },
    response: pullRequest,
    value: pull,
    octokit: { with: { title: "Ahead", head: "ahead", base: "main", draft: true } },
    takes: [[{ body: undefined, draft: undefined }], [{ title: undefined, issue: 7 }]],
    refuses: [
      ["title", { title: "" }],
      ["title", { title: undefined }, "without an issue"],
      ["head", { head: "" }],
      ["base", { base: "" }],
      ["head_repo", { head_repo: "" }]
    ]
  },
  update: {
    whole: { ...ninth, title: "Start", body: "", state: "closed", base: "next", maintainer_can_modify: true },
    response: pullRequest,
    value: pull,
    octokit: { with: { title: "Counts", state: "closed" } },
    takes: [[{ state: "open" }]],
    refuses: [
      ["title", { title: "" }],
      ["base", { base: "" }]
    ]
  },
  merge: {
    whole: { ...ninth, merge_method: "squash", commit_title: "Start faster (#9)", commit_message: "", sha },
    response: mergeResult,
    value: { sha: mergedSha, merged: true },
    repeatable: { is: false, because: "a merged pull request cannot be merged" },
    octokit: { with: { merge_method: "squash" } },
    takes: [[{ merge_method: "merge" }], [{ merge_method: "rebase" }]],
    refuses: [
      ["merge_method", { merge_method: null }],
      ["sha", { sha: "" }]
    ]
  },
  updateBranch: {
    whole: { ...ninth, expected_head_sha: sha },
    response: updatedBranch,
    value: updatedBranch,
    repeatable: { is: false, because: "the head has moved after the first time" }
  },
  listFiles: {
    whole: { ...ninth, ...third },
    response: [file],
    value: [{ filename: "src/start.ts", status: "renamed", changes: 124 }]
  },
  listCommits: {
    whole: { ...ninth, ...third },
    response: [commit],
    value: [{ sha, author: { login: "octo" }, parents: [{ sha: mergedSha }] }]
  },
  createComment: {
    smallest: { ...repo, pull_number: 9, body: "Why?", commit_id: sha, path: "a.ts", line: 1 },
    whole: {
      ...ninth,
      body: "Why?",
      commit_id: sha,
      path: "src/größe.ts",
      line: 7,
      side: "RIGHT",
      start_line: 3,
      start_side: "LEFT",
      subject_type: "line"
    },
    response: reviewComment,
    value: onLine,
    octokit: { with: ({ better }) => ({ ...line, body: "Two?", commit_id: better }) }
  },
  createReview: {
    whole: {
      ...ninth,
      event: "COMMENT",
      body: "Nearly there",
      commit_id: sha,
      comments: [{ path: "src/start.ts", body: "Why?", line: 7, side: "RIGHT", start_line: 3, start_side: "LEFT" }]
    },
    response: review,
    value: readReview,
    octokit: { as: "rev", with: { event: "REQUEST_CHANGES", body: "Why?", comments: [{ ...line, body: "Here" }] } },
    takes: [
      [{ event: "APPROVE", body: "" }],
      [{ event: "REQUEST_CHANGES", body: "Nearly" }],
      [{ comments: [{ path: "src/a.ts", body: "Why?", position: 4 }, drawn] }],
      [{ comments: [{ ...drawn, side: null, start_line: null, start_side: null }] }, { comments: [drawn] }],
      [{ comments: [{ ...drawn, side: undefined, start_line: undefined }] }, { comments: [drawn] }]
    ],
    refuses: [
      ["body", { event: "REQUEST_CHANGES" }],
      ["body", { event: "COMMENT" }],
      ["body", { event: "COMMENT", body: "" }],
      ["body", { event: "REQUEST_CHANGES", body: undefined, comments: [drawn] }],
      ["event", { event: "PENDING" }],
      ["commit_id", { commit_id: "" }],
      ["comments[0].line", { comments: [{ path: "a", body: "b" }] }],
      ["comments[0].line", { comments: [{ ...drawn, line: null }] }],
      ["comments[0].line", { comments: [{ ...drawn, line: 0 }] }],
      ["comments[1].path", { comments: [drawn, { ...drawn, path: "" }] }],
      ["comments[0].body", { comments: [{ ...drawn, body: undefined }] }],
      ["comments[0].side", { comments: [{ ...drawn, side: "right" }] }],
      ["comments[0].start_line", { comments: [{ ...drawn, start_line: 0.5 }] }],
      ["comments[0].start_side", { comments: [{ ...drawn, start_side: "NEW" }] }]
    ]
  },
  dismissReview: {
    whole: { ...ofReview, message: "Old" },
    response: review,
    value: readReview,
    repeatable: { is: false, because: "a dismissed review cannot be dismissed" },
    octokit: { with: { message: "Old" } }
  },
  listComments: {
    whole: { ...ninth, sort: "updated", direction: "desc", since: new Date("2026-04-22T13:33:48Z"), ...third },
    response: [reviewComment],
    value: [onLine]
  },
  listReviews: {
    whole: { ...ninth, ...third },
    response: [review],
    value: [readReview],
    reads: [
      [
        [{ ...review, state: "PENDING", user: null, body: undefined, submitted_at: undefined }],
        [{ state: "PENDING", body: "", submitted_at: null, user: null }]
      ]
    ]
  },
  removeRequestedReviewers: {
    whole: { ...ninth, ...asked },
    response: simplePullRequest,
    value: listed,
    repeatable: { is: true, because: "who is not there stays away" },
    octokit: { with: { reviewers: ["tri"] } },
    takes: [[{ reviewers: [], team_reviewers: ["front-end"] }]],
    refuses: [["reviewers", { reviewers: undefined, team_reviewers: ["front-end"] }], ...notReviewers]
  },
  replyToComment: {
    whole: { ...ninth, comment_id: 8, body: "So" },
    response: reviewComment,
    value: onLine,
    errors: { ValidationFailed: "the text is invalid" },
    octokit: { with: { body: "So" } }
  },
  requestReviewers: {
    smallest: { ...repo, pull_number: 9, reviewers: ["octo"] },
    whole: { ...ninth, ...asked },
    response: simplePullRequest,
    value: listed,
    repeatable: { is: true, because: "who is there already stays there" },
    octokit: { with: { reviewers: ["acme"] } },
    takes: [
      [{ reviewers: ["octo", "hubot"] }],
      [{ reviewers: undefined, team_reviewers: ["front-end"] }],
      [{ reviewers: [], team_reviewers: ["front-end"] }]
    ],
    refuses: [
      ["reviewers", { reviewers: undefined }],
      ["reviewers", { reviewers: [] }],
      ["reviewers", { reviewers: [], team_reviewers: [] }],
      ...notReviewers
    ]
  },
  submitReview: {
    whole: { ...ofReview, event: "REQUEST_CHANGES", body: "Nearly" },
    response: review,
    value: readReview,
    octokit: { with: (made) => ({ review_id: made.pending, event: "COMMENT" }) }
  }
}
