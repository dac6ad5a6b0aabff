/** Git's objects and the rules of a branch, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { mergedSha, sha } from "./pulls.ts"
import { user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const page = "https://github.com/acme/web"

const verification = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null }
const octo = { name: "Octo Cat", email: "octo@example.com", date: "2026-04-14T16:00:49Z" }

export const gitCommit: Schemas["git-commit"] = {
  sha,
  node_id: "C_1",
  url: `${api}/git/commits/${sha}`,
  html_url: `${page}/commit/${sha}`,
  author: octo,
  committer: { ...octo, date: "2026-04-15T16:00:49Z" },
  message: "Read the cache first",
  tree: { sha: mergedSha, url: `${api}/git/trees/${mergedSha}` },
  parents: [{ sha: mergedSha, url: `${api}/git/commits/${mergedSha}`, html_url: `${page}/commit/${mergedSha}` }],
  verification
}

export const gitTree: Schemas["git-tree"] = {
  sha,
  url: `${api}/git/trees/${sha}`,
  tree: [
    { path: "README.md", mode: "100644", type: "blob", sha, size: 6, url: `${api}/git/blobs/${sha}` },
    { path: "src", mode: "040000", type: "tree", sha: mergedSha, url: `${api}/git/trees/${mergedSha}` },
    { path: "vendor/lib", mode: "160000", type: "commit", sha: mergedSha }
  ],
  truncated: false
}

export const blobText = "größe\n"

export const blob: Schemas["blob"] = {
  sha,
  node_id: "B_1",
  size: 8,
  url: `${api}/git/blobs/${sha}`,
  // The service breaks lines.
  content: "Z3LDtsOf\nZQo=\n",
  encoding: "base64"
}

export const createdBlob: Schemas["short-blob"] = { sha, url: `${api}/git/blobs/${sha}` }

export const gitTag: Schemas["git-tag"] = {
  node_id: "T_1",
  tag: "v1.0.0",
  sha: mergedSha,
  url: `${api}/git/tags/${mergedSha}`,
  message: "The first",
  tagger: octo,
  object: { sha, type: "commit", url: `${api}/git/commits/${sha}` },
  verification
}

export const protectionUrl = `${api}/branches/main/protection`
const on = { enabled: true }

export const team: Schemas["team"] = {
  id: 3,
  node_id: "T_3",
  name: "Core",
  slug: "core",
  description: null,
  permission: "push",
  url: "https://api.github.com/teams/3",
  html_url: "https://github.com/orgs/acme/teams/core",
  members_url: "https://api.github.com/teams/3/members{/member}",
  repositories_url: "https://api.github.com/teams/3/repos",
  parent: null,
  type: "organization"
}

export const statusChecks: Schemas["status-check-policy"] = {
  url: `${protectionUrl}/required_status_checks`,
  strict: true,
  contexts: ["ci/build"],
  checks: [{ context: "ci/build", app_id: null }],
  contexts_url: `${protectionUrl}/required_status_checks/contexts`
}

export const requiredReviews: Schemas["protected-branch-pull-request-review"] = {
  url: `${protectionUrl}/required_pull_request_reviews`,
  dismissal_restrictions: {
    url: `${protectionUrl}/dismissal_restrictions`,
    users_url: `${protectionUrl}/dismissal_restrictions/users`,
    teams_url: `${protectionUrl}/dismissal_restrictions/teams`,
    users: [user],
    teams: [team],
    apps: []
  },
  dismiss_stale_reviews: true,
  require_code_owner_reviews: false,
  required_approving_review_count: 2,
  require_last_push_approval: true
}

export const app: NonNullable<Schemas["integration"]> = {
  id: 1,
  slug: "builder",
  node_id: "A_1",
  owner: user,
  name: "Builder",
  description: null,
  html_url: "https://github.com/apps/builder",
  external_url: "https://builder.example",
  created_at: "2026-04-14T16:00:49Z",
  updated_at: "2026-04-14T16:00:49Z",
  permissions: { metadata: "read" },
  events: []
}

export const restrictions: Schemas["branch-restriction-policy"] = {
  url: `${protectionUrl}/restrictions`,
  users_url: `${protectionUrl}/restrictions/users`,
  teams_url: `${protectionUrl}/restrictions/teams`,
  apps_url: `${protectionUrl}/restrictions/apps`,
  users: [],
  teams: [team],
  apps: [
    {
      id: 1,
      slug: "builder",
      node_id: "A_1",
      name: "Builder",
      html_url: "https://github.com/apps/builder",
      external_url: "https://builder.example"
    }
  ]
}

export const rules: Schemas["branch-protection"] = {
  url: protectionUrl,
  required_status_checks: statusChecks,
  enforce_admins: { url: `${protectionUrl}/enforce_admins`, enabled: true },
  required_pull_request_reviews: requiredReviews,
  restrictions,
  required_signatures: { url: `${protectionUrl}/required_signatures`, enabled: false },
  required_linear_history: on,
  allow_force_pushes: { enabled: false },
  lock_branch: {}
}

export const annotation: Schemas["check-annotation"] = {
  path: "src/start.ts",
  start_line: 2,
  end_line: 2,
  start_column: 5,
  end_column: 10,
  annotation_level: "warning",
  title: "Spelling",
  message: "Check your spelling of banaas.",
  raw_details: null,
  blob_href: `${page}/blob/${sha}/src/start.ts`
}
