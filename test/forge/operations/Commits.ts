/** How the operations of `Commits` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Commits from "../../../src/forge/Commits.ts"
import { commit, comparison, singleCommit } from "../support/commits.ts"
import { mergedSha, sha, simplePullRequest } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

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
  }
}
