/** How the operations of `Environments` are called in tests, and what the service responds. */
import type * as Environments from "../../../src/forge/Environments.ts"
import { repo } from "../support/records.ts"
import { branchPolicy, environment, protectionApp, protectionRule } from "../support/settings.ts"
import { type Rows, third } from "./row.ts"

const inOne = { ...repo, environment_name: "eu/production" }
const read = {
  id: 56_780,
  name: "production",
  protection_rules: [
    { type: "wait_timer", wait_timer: 30, reviewers: [] },
    { type: "required_reviewers", reviewers: [{ reviewer: { login: "octo" } }, { type: "Team" }] },
    { type: "branch_policy" }
  ],
  deployment_branch_policy: { custom_branch_policies: true }
}
const policy = { id: 16, name: "release/*", type: "tag" }
const rule = { id: 3, enabled: true, app: { slug: "gatekeeper" } }
const reviewer = { type: "User", id: 1 } as const

export const rows: Rows<typeof Environments> = {
  list: {
    whole: { ...repo, ...third },
    response: { total_count: 1, environments: [environment] },
    value: [read]
  },
  get: {
    whole: inOne,
    response: environment,
    value: read,
    reads: [
      [
        { ...environment, protection_rules: undefined, deployment_branch_policy: null },
        { protection_rules: [], deployment_branch_policy: null }
      ]
    ]
  },
  createOrUpdate: {
    whole: {
      ...inOne,
      wait_timer: 30,
      prevent_self_review: true,
      reviewers: [{ type: "Team", id: 1 }],
      deployment_branch_policy: { protected_branches: false, custom_branch_policies: true }
    },
    response: environment,
    value: read,
    octokit: { as: "acme", with: { wait_timer: 5 } },
    takes: [[{ reviewers: null, deployment_branch_policy: null }]],
    refuses: [
      ["wait_timer", { wait_timer: 43_201 }],
      ["reviewers", { reviewers: Array.from({ length: 7 }, () => reviewer) }],
      [
        "deployment_branch_policy",
        { deployment_branch_policy: { protected_branches: true, custom_branch_policies: true } }
      ]
    ]
  },
  delete: { whole: inOne, octokit: { as: "acme" } },
  listBranchPolicies: {
    whole: { ...inOne, ...third },
    response: { total_count: 1, branch_policies: [branchPolicy] },
    value: [policy]
  },
  getBranchPolicy: {
    whole: { ...inOne, branch_policy_id: 16 },
    response: branchPolicy,
    value: policy,
    reads: [[{ ...branchPolicy, type: undefined }, { type: "branch" }]]
  },
  createBranchPolicy: {
    whole: { ...inOne, name: "release/*", type: "tag" },
    response: branchPolicy,
    value: policy,
    repeatable: { is: true, because: "the service returns the policy that is there" },
    octokit: { as: "acme", with: { name: "release/*" } }
  },
  updateBranchPolicy: {
    whole: { ...inOne, branch_policy_id: 16, name: "release/*" },
    response: branchPolicy,
    value: policy,
    octokit: { as: "acme", with: { name: "release/*" } }
  },
  deleteBranchPolicy: { whole: { ...inOne, branch_policy_id: 16 }, octokit: { as: "acme" } },
  getProtectionRules: {
    whole: inOne,
    response: { total_count: 1, custom_deployment_protection_rules: [protectionRule] },
    value: { total_count: 1, custom_deployment_protection_rules: [rule] }
  },
  listProtectionApps: {
    whole: { ...inOne, ...third },
    response: { total_count: 1, available_custom_deployment_protection_rule_integrations: [protectionApp] },
    value: [{ slug: "gatekeeper" }],
    octokit: { as: "acme" }
  },
  getProtectionRule: { whole: { ...inOne, protection_rule_id: 3 }, response: protectionRule, value: rule },
  createProtectionRule: {
    whole: { ...inOne, integration_id: 7 },
    smallest: { ...inOne, integration_id: 7 },
    response: protectionRule,
    value: rule,
    errors: { ValidationFailed: "the App is not available" },
    octokit: { as: "acme", with: { integration_id: 7 } }
  },
  disableProtectionRule: { whole: { ...inOne, protection_rule_id: 3 }, octokit: { as: "acme" } }
}
