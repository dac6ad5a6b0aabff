/** Secrets, variables, environments and caches, as the service sends them, in full: typed by its official description. */
import type { components } from "@octokit/openapi-types"
import { keyIdOf } from "../../../src/testing/internal/forge/state/settings.ts"
import { deployment } from "./actions.ts"
import { team } from "./conversations.ts"
import { user } from "./repositories.ts"

type Schemas = components["schemas"]

const api = "https://api.github.com/repos/acme/web"
const times = { created_at: "2027-01-15T08:00:00Z", updated_at: "2027-01-16T08:00:00Z" }
const shared = { visibility: "selected" as const, selected_repositories_url: "https://api.github.com/orgs/acme/repos" }

export const secret: Schemas["actions-secret"] = { name: "TOKEN", ...times }
export const orgSecret: Schemas["organization-actions-secret"] = { ...secret, ...shared }
export const variable: Schemas["actions-variable"] = { name: "REGION", value: "eu-west", ...times }
export const orgVariable: Schemas["organization-actions-variable"] = { ...variable, ...shared }

/** "s3cret", sealed for the key of the simulator by libsodium. */
export const box = "l1bnVvcHzcuKZA1NcwQEuoeADeRALHsoiHdRBRwJU0UkVSs6OvVyMCKj0p0dHQt5N8fPZGaN"

export const publicKey: Schemas["actions-public-key"] = {
  key_id: "568250167242549743",
  key: "wjdj+kD0WhuSDVqvb6hQyT5rSbrttkid0/wQ0vmTFm8="
}

/** What sets a secret at a place of the simulator. */
export const sealedFor = (place: string) => ({ encrypted_value: box, key_id: keyIdOf(place) })

const link = {
  id: 56_780,
  node_id: "EN_1",
  name: "production",
  url: `${api}/environments/production`,
  html_url: "https://github.com/acme/web/deployments/activity_log?environments_filter=production"
}

const reviewers = [
  { type: "User" as const, reviewer: user },
  { type: "Team" as const, reviewer: team }
]

export const environment: Schemas["environment"] = {
  ...link,
  ...times,
  protection_rules: [
    { id: 3_736, node_id: "GA_1", type: "wait_timer", wait_timer: 30 },
    { id: 3_755, node_id: "GA_2", type: "required_reviewers", prevent_self_review: false, reviewers },
    { id: 3_756, node_id: "GA_3", type: "branch_policy" }
  ],
  deployment_branch_policy: { protected_branches: false, custom_branch_policies: true }
}

export const branchPolicy = {
  id: 16,
  node_id: "DBP_1",
  name: "release/*",
  type: "tag"
} satisfies Schemas["deployment-branch-policy"]

const app: Schemas["custom-deployment-rule-app"] = {
  id: 7,
  node_id: "A_7",
  slug: "gatekeeper",
  integration_url: "https://api.github.com/apps/gatekeeper"
}

export const protectionRule: Schemas["deployment-protection-rule"] = { id: 3, node_id: "DPR_3", enabled: true, app }

export const protectionApp = app

export const pending: Schemas["pending-deployment"] = {
  environment: link,
  wait_timer: 30,
  wait_timer_started_at: "2027-01-15T08:00:00Z",
  current_user_can_approve: true,
  reviewers
}

export const approval: Schemas["environment-approvals"] = {
  environments: [{ ...link, ...times }],
  state: "approved",
  user,
  comment: "Ship it!"
}

export const reviewed = [deployment]

export const cache = {
  id: 505,
  ref: "refs/heads/main",
  key: "npm-1",
  version: "73885106f58cc52a7df9ec4d4a5622a5614813162cb516c759a30af6bf56e6f0",
  size_in_bytes: 1_024,
  created_at: "2027-01-15T08:00:00Z",
  last_accessed_at: "2027-01-16T08:00:00Z"
} satisfies Schemas["actions-cache-list"]["actions_caches"][number]

export const cacheUsage: Schemas["actions-cache-usage-by-repository"] = {
  full_name: "acme/web",
  active_caches_size_in_bytes: 2_048,
  active_caches_count: 2
}

export const workflowUsage: Schemas["workflow-usage"] = { billable: { UBUNTU: { total_ms: 180_000 } } }

export const runUsage: Schemas["workflow-run-usage"] = {
  billable: {
    UBUNTU: { total_ms: 180_000, jobs: 1, job_runs: [{ job_id: 31, duration_ms: 180_000 }] },
    MACOS: { total_ms: 0, jobs: 4 }
  },
  run_duration_ms: 500_000
}
