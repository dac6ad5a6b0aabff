/** How the operations of `Commits` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Commits from "../../../src/forge/Commits.ts"
import { comment, commit, comparison, singleCommit } from "../support/commits.ts"
import { mergedSha, sha, simplePullRequest } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const api = "https://api.github.com/repos/acme/web"

/** As of other operations in a repository. */
const missing = { NotFound: "the repository does not exist, or the token may not see it" }

const readComment = { id: 1, body: "Great stuff", commit_id: sha, path: null, user: { login: "octo" } }

const readCommit = {
  sha,
  commit: {
    message: "Read the cache first\n\nIt is there for that.",
    author: { name: "Octo Cat", date: DateTime.makeUnsafe("2026-04-14T16:00:49Z") },
    committer: { name: "Ada" },
    comment_count: 2,
    verification: { verified: false, reason: "unsigned" }
  },
  author: { login: "octo" },
  committer: null,
  parents: [{ sha: mergedSha }],
  stats: null,
  files: null
}

const notEnds = ["main...next", "a..b", "next\n..main", ""]
const notShas = ["main", sha.slice(0, 7), `${sha}0`, `${sha}\n`, `g${sha.slice(1)}`, "0".repeat(63), ""]
const onCommit = { ...repo, ref: "release/1.x" }
const both = { ...repo, base: "release/1.x", head: "octo:größe" }

export const rows: Rows<typeof Commits> = {
  list: {
    whole: {
      ...repo,
      sha: "release/1.x",
      path: "src/größe.ts",
      author: "octo",
      committer: "ada@example.com",
      since: new Date("2026-04-22T13:33:48Z"),
      until: new Date("2026-05-22T00:00:00Z"),
      ...third
    },
    response: [commit],
    value: [readCommit],
    takes: [
      [
        {
          since: DateTime.makeUnsafe("2026-04-22T13:33:48.5Z"),
          path: "src/größe & more.ts",
          author: "ada+git@example.com"
        }
      ],
      [{ sha: undefined }]
    ],
    refuses: [
      ["since", { since: "the day before" }],
      ["until", { until: 1_777_000_000 }]
    ]
  },
  get: {
    whole: { ...repo, ref: "release/1.x", ...third },
    response: commit,
    value: readCommit,
    takes: [[{ ref: sha }], [{ ref: "heads/faster/start" }], [{ ref: "v1.0 (größe)?#%" }]],
    reads: [
      [
        singleCommit,
        {
          committer: null,
          stats: { additions: 103, deletions: 21, total: 124 },
          files: [{ filename: "src/start.ts", previous_filename: "start.ts", status: "renamed", changes: 124 }]
        }
      ]
    ]
  },
  getDiff: {
    whole: onCommit,
    media: "diff"
  },
  getPatch: {
    whole: onCommit,
    media: "patch"
  },
  compare: {
    whole: { ...repo, base: "main", head: "octo:faster/start", ...third },
    response: comparison,
    value: {
      status: "diverged",
      ahead_by: 4,
      behind_by: 1,
      total_commits: 4,
      base_commit: { sha },
      merge_base_commit: { sha },
      commits: [readCommit],
      files: [{ filename: "src/start.ts", status: "renamed", changes: 124 }]
    },
    takes: [[{ base: "upstream:main", head: "v1.0" }], [{ base: "a.b", head: "ü" }]],
    refuses: notEnds.flatMap((end) => [["base", { base: end }] as const, ["head", { head: end }] as const]),
    reads: [[{ ...comparison, files: undefined }, { files: [] }]]
  },
  compareDiff: {
    whole: both,
    media: "diff"
  },
  comparePatch: {
    whole: both,
    media: "patch"
  },
  listPullRequests: {
    whole: { ...repo, commit_sha: sha, ...third },
    response: [simplePullRequest],
    value: [{ number: 9, state: "open", draft: true, merge_commit_sha: mergedSha }],
    errors: { ValidationFailed: "there is no such commit" },
    octokit: { with: (made) => ({ commit_sha: made.better }) },
    takes: [[{ commit_sha: sha.toUpperCase() }], [{ commit_sha: "0".repeat(64) }]],
    refuses: notShas.map((commit_sha) => ["commit_sha", { commit_sha }, "a full sha"] as const)
  },
  getBranchesForHead: {
    whole: { ...repo, commit_sha: sha },
    response: [{ name: "faster/start", commit: { sha, url: `${api}/commits/${sha}` }, protected: true }],
    value: [{ name: "faster/start", commit: { sha }, protected: true, protection: null }],
    errors: missing,
    octokit: { with: ({ ahead }) => ({ commit_sha: ahead }) },
    refuses: [["commit_sha", { commit_sha: "main" }, "a full sha"]]
  },
  listComments: {
    whole: { ...repo, commit_sha: sha, ...third },
    response: [comment],
    value: [readComment],
    errors: missing,
    octokit: { with: ({ main }) => ({ commit_sha: main }) },
    refuses: [["commit_sha", { commit_sha: "main" }, "a full sha"]]
  },
  listCommentsForRepo: {
    whole: { ...repo, ...third },
    response: [comment],
    value: [readComment],
    errors: missing
  },
  getComment: {
    whole: { ...repo, comment_id: 1 },
    response: comment,
    value: readComment,
    octokit: { with: { comment_id: 905 } },
    reads: [
      [
        { ...comment, user: null, path: "src/größe.ts", position: 4 },
        { user: null, path: "src/größe.ts", position: 4 }
      ]
    ]
  },
  createComment: {
    whole: { ...repo, commit_sha: sha, body: "Great", path: "src/größe.ts", position: 4 },
    response: comment,
    value: readComment,
    octokit: { with: { body: "Great" } },
    refuses: [
      ["body", { body: "" }],
      ["position", { body: "Great", position: 4 }, "needs the path of a file"],
      ["position", { body: "Great", path: "a.txt", position: 0 }]
    ]
  },
  updateComment: {
    whole: { ...repo, comment_id: 1, body: "Better" },
    response: comment,
    value: readComment,
    errors: { ValidationFailed: "the text is blank" },
    octokit: { with: { comment_id: 905, body: "Better" } },
    refuses: [["body", { body: "" }]]
  },
  deleteComment: {
    whole: { ...repo, comment_id: 1 },
    octokit: { with: { comment_id: 905 } }
  }
}
