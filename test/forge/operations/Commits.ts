/** How the operations of `Commits` are called in tests, and what the service responds. */
import type * as Commits from "../../../src/forge/Commits.ts"
import { commit, comparison } from "../support/commits.ts"
import { mergedSha, sha, simplePullRequest } from "../support/pulls.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const readCommit = { sha, author: { login: "octo" }, parents: [{ sha: mergedSha }] }
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
    value: [readCommit]
  },
  get: {
    whole: { ...repo, ref: "release/1.x", ...third },
    response: commit,
    value: readCommit
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
      commits: [readCommit],
      files: [{ filename: "src/start.ts", status: "renamed", changes: 124 }]
    }
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
    octokit: { with: (made) => ({ commit_sha: made.better }) }
  }
}
