/** Branches, refs and rate limits, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { commit } from "./commits.ts"
import { sha } from "./pulls.ts"
import { userProfile } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"

const protection: Schemas["branch-protection"] = {
  enabled: true,
  required_status_checks: {
    enforcement_level: "non_admins",
    contexts: ["ci/build", "lint"],
    checks: [
      { context: "ci/build", app_id: null },
      { context: "lint", app_id: 1 }
    ]
  }
}

export const listedBranch: Schemas["short-branch"] = {
  name: "main",
  commit: { sha, url: `${api}/commits/${sha}` },
  protected: true,
  protection,
  protection_url: `${api}/branches/main/protection`
}

export const branch: Schemas["branch-with-protection"] = {
  name: "main",
  commit,
  _links: { self: `${api}/branches/main`, html: "https://github.com/acme/web/tree/main" },
  protected: true,
  protection,
  protection_url: `${api}/branches/main/protection`
}

export const gitRef: Schemas["git-ref"] = {
  ref: "refs/heads/next",
  node_id: "REF_1",
  url: `${api}/git/refs/heads/next`,
  object: { type: "commit", sha, url: `${api}/git/commits/${sha}` }
}

const core = { limit: 5_000, used: 1, remaining: 4_999, reset: 1_800_000_000 }

export const rateLimits: Schemas["rate-limit-overview"] = {
  resources: {
    core,
    search: { limit: 30, used: 12, remaining: 18, reset: 1_799_996_460 },
    graphql: { limit: 5_000, used: 7, remaining: 4_993, reset: 1_799_999_999 }
  },
  rate: core
}

export const privateUser: Schemas["private-user"] = {
  ...userProfile,
  email: "octo@example.com",
  notification_email: null,
  private_gists: 81,
  total_private_repos: 100,
  owned_private_repos: 90,
  disk_usage: 10_000,
  collaborators: 8,
  two_factor_authentication: true,
  plan: { name: "pro", space: 400, private_repos: 20, collaborators: 0 }
}
