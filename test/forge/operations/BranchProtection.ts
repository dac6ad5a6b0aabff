/** How the operations of `BranchProtection` are called in tests, and what the service responds. */
import type * as BranchProtection from "../../../src/forge/BranchProtection.ts"
import { protectionUrl, requiredReviews, rules, statusChecks } from "../support/git.ts"
import { repo } from "../support/records.ts"
import type { Rows } from "./row.ts"

const at = { ...repo, branch: "next/1.x" }
const octokit = { with: { owner: "tools", repo: "kit" } } as const
const withFields = (fields: object) => ({ with: { ...octokit.with, ...fields } })

const names = { users: ["octo"], teams: ["core"], apps: ["builder"] }
const demanded = {
  required_approving_review_count: 2,
  dismiss_stale_reviews: true,
  require_code_owner_reviews: false,
  require_last_push_approval: true,
  dismissal_restrictions: names,
  bypass_pull_request_allowances: { users: [], teams: [] }
}
const checks = [{ context: "ci/build" }, { context: "lint", app_id: 1 }]
const required = { strict: true, contexts: ["ci/build"], checks }
const none = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null
}

const readChecks = { strict: true, contexts: ["ci/build"], checks: [{ context: "ci/build", app_id: null }] }
const readReviews = {
  required_approving_review_count: 2,
  dismissal_restrictions: { users: [{ login: "octo" }], teams: [{ slug: "core" }], apps: [] },
  bypass_pull_request_allowances: null
}
const on = { url: `${protectionUrl}/enforce_admins`, enabled: true }

const wrongCount = [
  ["required_approving_review_count", { required_approving_review_count: 7 }],
  ["required_approving_review_count", { required_approving_review_count: -1 }]
] as const

const contexts = {
  whole: { ...at, contexts: ["ci/build", "lint"] },
  smallest: { ...at, contexts: ["ci/build", "lint"] },
  response: ["ci/build", "lint"],
  value: ["ci/build", "lint"],
  octokit: withFields({ contexts: ["ci"] }),
  refuses: [["contexts[0]", { contexts: [""] }]]
} as const

export const rows: Rows<typeof BranchProtection> = {
  update: {
    whole: {
      ...at,
      required_status_checks: required,
      enforce_admins: true,
      required_pull_request_reviews: demanded,
      restrictions: names,
      required_linear_history: true,
      allow_force_pushes: null,
      allow_deletions: false,
      block_creations: true,
      required_conversation_resolution: true,
      lock_branch: false,
      allow_fork_syncing: true
    },
    response: rules,
    value: {
      required_status_checks: readChecks,
      required_pull_request_reviews: readReviews,
      enforce_admins: { enabled: true }
    },
    octokit: withFields({ ...none, required_status_checks: { strict: true, contexts: ["ci"] } }),
    takes: [
      [none],
      // A check that was read.
      [
        { ...none, required_status_checks: { ...required, checks: [{ context: "lint", app_id: null }] } },
        { required_status_checks: { ...required, checks: [{ context: "lint" }] } }
      ]
    ],
    refuses: [
      ["required_status_checks.contexts", { required_status_checks: { strict: true } }],
      ["restrictions.teams", { restrictions: { users: [] } }],
      [
        "required_pull_request_reviews.required_approving_review_count",
        { required_pull_request_reviews: { required_approving_review_count: 7 } }
      ]
    ]
  },
  delete: { whole: at, octokit },
  getStatusChecks: { whole: at, response: statusChecks, value: readChecks, octokit },
  updateStatusChecks: {
    whole: { ...at, ...required },
    response: statusChecks,
    value: readChecks,
    octokit: withFields({ strict: true })
  },
  removeStatusChecks: { whole: at, octokit },
  getContexts: { whole: at, response: ["ci/build"], value: ["ci/build"], octokit },
  addContexts: { ...contexts, repeatable: { is: true, because: "what is required already stays so" } },
  setContexts: contexts,
  removeContexts: { ...contexts, repeatable: { is: true, because: "what is not required stays so" } },
  getReviews: { whole: at, response: requiredReviews, value: readReviews, octokit },
  updateReviews: {
    whole: { ...at, ...demanded },
    response: requiredReviews,
    value: readReviews,
    octokit: withFields({ required_approving_review_count: 2 }),
    refuses: wrongCount
  },
  deleteReviews: { whole: at, octokit },
  getAdminEnforcement: { whole: at, response: on, value: { enabled: true }, octokit },
  setAdminEnforcement: {
    whole: at,
    response: on,
    value: { enabled: true },
    repeatable: { is: true, because: "what is on stays on" },
    octokit
  },
  deleteAdminEnforcement: { whole: at, octokit },
  getSignatures: { whole: at, response: on, value: { enabled: true }, octokit },
  createSignatures: {
    whole: at,
    response: on,
    value: { enabled: true },
    repeatable: { is: true, because: "what is on stays on" },
    octokit
  },
  deleteSignatures: { whole: at, octokit }
}
