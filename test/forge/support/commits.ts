/** Commits, their checks and statuses, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { mergedSha, sha } from "./pulls.ts"
import { minimalRepository, user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const page = "https://github.com/acme/web"

export const file: Schemas["diff-entry"] = {
  sha: "bbcd538c8e72b8c175046e27cc8f907076331401",
  filename: "src/start.ts",
  previous_filename: "start.ts",
  status: "renamed",
  additions: 103,
  deletions: 21,
  changes: 124,
  blob_url: `${page}/blob/${sha}/src/start.ts`,
  raw_url: `${page}/raw/${sha}/src/start.ts`,
  contents_url: `${api}/contents/src/start.ts?ref=${sha}`,
  patch: "@@ -132,7 +132,7 @@ export const start"
}

/** A commit by an author with an account, and a committer without one. */
export const commit: Schemas["commit"] = {
  sha,
  node_id: "C_1",
  url: `${api}/commits/${sha}`,
  html_url: `${page}/commit/${sha}`,
  comments_url: `${api}/commits/${sha}/comments`,
  commit: {
    url: `${api}/git/commits/${sha}`,
    author: { name: "Octo Cat", email: "octo@example.com", date: "2026-04-14T16:00:49Z" },
    committer: { name: "Ada", email: "ada@example.com", date: "2026-04-15T16:00:49Z" },
    message: "Read the cache first\n\nIt is there for that.",
    tree: { url: `${api}/git/trees/${mergedSha}`, sha: mergedSha },
    comment_count: 2,
    verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }
  },
  author: user,
  committer: {},
  parents: [{ url: `${api}/commits/${mergedSha}`, html_url: `${page}/commit/${mergedSha}`, sha: mergedSha }]
}

export const comment: Schemas["commit-comment"] = {
  id: 1,
  node_id: "CC_1",
  url: `${api}/comments/1`,
  html_url: `${page}/commit/${sha}#commitcomment-1`,
  body: "Great stuff",
  path: null,
  position: null,
  line: null,
  commit_id: sha,
  user,
  created_at: "2026-04-14T16:00:49Z",
  updated_at: "2026-04-14T16:00:49Z",
  author_association: "COLLABORATOR"
}

export const singleCommit: Schemas["commit"] = {
  ...commit,
  committer: null,
  stats: { additions: 103, deletions: 21, total: 124 },
  files: [file]
}

export const comparison: Schemas["commit-comparison"] = {
  url: `${api}/compare/main...octo:faster/start`,
  html_url: `${page}/compare/main...octo:faster/start`,
  permalink_url: `${page}/compare/acme:${mergedSha}...octo:${sha}`,
  diff_url: `${page}/compare/main...octo:faster/start.diff`,
  patch_url: `${page}/compare/main...octo:faster/start.patch`,
  base_commit: commit,
  merge_base_commit: commit,
  status: "diverged",
  ahead_by: 4,
  behind_by: 1,
  total_commits: 4,
  commits: [commit],
  files: [file]
}

const side = (ref: string, at: string) => ({ ref, sha: at, repo: { id: 1_296_269, url: api, name: "web" } })

export const checkRun: Schemas["check-run"] = {
  id: 4,
  head_sha: sha,
  node_id: "CR_4",
  external_id: "42",
  url: `${api}/check-runs/4`,
  html_url: `${page}/runs/4`,
  details_url: "https://ci.example/4",
  status: "completed",
  conclusion: "neutral",
  started_at: "2026-05-04T01:14:52Z",
  completed_at: "2026-05-04T01:20:52Z",
  output: {
    title: "Mighty readme report",
    summary: "There are 0 failures, 2 warnings, and 1 notice.",
    text: null,
    annotations_count: 3,
    annotations_url: `${api}/check-runs/4/annotations`
  },
  name: "readme",
  check_suite: { id: 50 },
  app: {
    id: 1,
    slug: "readme-app",
    node_id: "A_1",
    owner: user,
    name: "Readme App",
    description: "",
    external_url: "https://ci.example",
    html_url: "https://github.com/apps/readme-app",
    created_at: "2026-05-04T01:14:52Z",
    updated_at: "2026-05-04T01:14:52Z",
    permissions: { checks: "write", metadata: "read" },
    events: ["push"]
  },
  pull_requests: [
    { id: 1934, number: 9, url: `${api}/pulls/9`, head: side("faster/start", sha), base: side("main", mergedSha) }
  ]
}

export const checkSuite: Schemas["check-suite"] = {
  id: 50,
  node_id: "CS_50",
  head_branch: "faster/start",
  head_sha: sha,
  status: "completed",
  conclusion: "neutral",
  url: `${api}/check-suites/50`,
  before: mergedSha,
  after: sha,
  pull_requests: checkRun.pull_requests,
  app: checkRun.app,
  repository: minimalRepository,
  created_at: "2026-05-04T01:14:52Z",
  updated_at: "2026-05-04T01:20:52Z",
  head_commit: {
    id: sha,
    tree_id: mergedSha,
    message: "Start faster",
    timestamp: "2026-05-04T01:14:00Z",
    author: { name: "Octo Cat", email: "octo@example.com" },
    committer: { name: "Ada", email: "ada@example.com" }
  },
  latest_check_runs_count: 1,
  check_runs_url: `${api}/check-suites/50/check-runs`,
  rerequestable: true,
  runs_rerequestable: false
}

export const suitePreferences: Schemas["check-suite-preference"] = {
  preferences: { auto_trigger_checks: [{ app_id: 7, setting: false }] },
  repository: minimalRepository
}

const statusOf = (context: string, state: string): Schemas["simple-commit-status"] => ({
  id: 1,
  node_id: "SC_1",
  state,
  description: "Build has completed",
  target_url: "https://ci.example/1000/output",
  context,
  required: true,
  avatar_url: "https://avatars.example/1",
  url: `${api}/statuses/${sha}`,
  created_at: "2026-07-20T01:19:13Z",
  updated_at: "2026-07-20T01:19:13Z"
})

/** A status as it is created. */
export const status: Schemas["status"] = {
  url: `${api}/statuses/${sha}`,
  avatar_url: "https://avatars.example/1",
  id: 1,
  node_id: "SC_1",
  state: "success",
  description: "Build has completed",
  target_url: "https://ci.example/1000/output",
  context: "ci/build",
  created_at: "2026-07-20T01:19:13Z",
  updated_at: "2026-07-20T01:19:13Z",
  creator: user
}

export const combinedStatus: Schemas["combined-commit-status"] = {
  state: "failure",
  statuses: [statusOf("ci/build", "success"), statusOf("ci/deploy", "error")],
  sha,
  total_count: 2,
  repository: minimalRepository,
  commit_url: `${api}/commits/${sha}`,
  url: `${api}/commits/${sha}/status`
}
