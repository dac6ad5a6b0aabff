/** How the operations of `Rulesets` are called in tests, and what the service responds. */
import type * as Rulesets from "../../../src/forge/Rulesets.ts"
import { repo } from "../support/records.ts"
import { ruleset, suite, version } from "../support/rulesets.ts"
import { type Rows, third } from "./row.ts"

const one = { ...repo, ruleset_id: 42 }
const org = { org: "acme" }
const ofOrg = { ...org, ruleset_id: 42 }

const readListed = { id: 42, name: "Main", target: "branch", source_type: "Repository", enforcement: "active" }
const readRuleset = {
  ...readListed,
  bypass_actors: [{ actor_type: "RepositoryRole", actor_id: 5, bypass_mode: "pull_request" }],
  conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] }, repository_name: null },
  rules: [
    { _tag: "DeletionRule", type: "deletion", ruleset_id: null },
    {
      _tag: "StatusChecksRule",
      parameters: { required_status_checks: [{ context: "ci/build", integration_id: null }] }
    },
    { _tag: "AuthorEmailRule", parameters: { operator: "contains", negate: false } }
  ]
}
const readVersion = { version_id: 3, actor: { id: 1, type: "User" } }
const readSuite = { id: 21, actor_name: "octo", ref: "refs/heads/main", result: "bypass", evaluation_result: "fail" }

const refs = { ref_name: { include: ["refs/heads/main"], exclude: ["refs/heads/dev*"] } }
const everywhere = { ...refs, repository_name: { include: ["~ALL"], exclude: [] } }
const said = {
  name: "Main",
  target: "branch",
  enforcement: "active",
  bypass_actors: [{ actor_type: "Team", actor_id: 234, bypass_mode: "always" }],
  conditions: refs,
  rules: [
    { type: "deletion" },
    { type: "commit_message_pattern", parameters: { operator: "starts_with", pattern: "fix" } }
  ]
} as const

const filters = {
  ref: "main",
  time_period: "week",
  actor_name: "octo",
  rule_suite_result: "bypass",
  evaluate_status: "active"
} as const

const actors = [
  ["bypass_actors", { bypass_actors: [{ actor_type: "Team" }] }, "needs an `actor_id`"],
  ["bypass_actors", { bypass_actors: [{ actor_type: "DeployKey", bypass_mode: "pull_request" }] }, "cannot let"]
] as const

const unselected = [
  ["conditions", { conditions: refs }, "one of repository_name"],
  ["conditions", { conditions: { ...everywhere, repository_id: { repository_ids: [1] } } }, "one of repository_name"]
] as const

// What was read, of a newer kind, too.
const takesRead = [
  [
    {
      rules: [
        { _tag: "DeletionRule", type: "deletion", ruleset_id: null, ruleset_source: null, ruleset_source_type: null },
        { _tag: "OtherRule", type: "newer", parameters: { level: 1 } }
      ]
    },
    { rules: [{ type: "deletion" }, { type: "newer", parameters: { level: 1 } }] }
  ]
] as never

export const rows: Rows<typeof Rulesets> = {
  list: {
    whole: { ...repo, includes_parents: false, targets: "branch,tag", ...third },
    response: [ruleset],
    value: [readListed]
  },
  get: {
    whole: { ...one, includes_parents: false },
    response: ruleset,
    value: readRuleset,
    reads: [
      [
        {
          ...ruleset,
          rules: [{ type: "newer", parameters: { level: 1 } }],
          conditions: null,
          bypass_actors: undefined
        },
        {
          rules: [{ _tag: "OtherRule", type: "newer", parameters: { level: 1 } }],
          conditions: null,
          bypass_actors: null
        }
      ]
    ]
  },
  create: {
    whole: { ...repo, ...said },
    response: ruleset,
    value: readRuleset,
    octokit: { as: "acme", with: { name: "New", enforcement: "active", rules: [{ type: "deletion" }] } },
    takes: takesRead,
    refuses: [...actors, ["name", { name: "" }]]
  },
  update: {
    whole: { ...one, ...said },
    response: ruleset,
    value: readRuleset,
    octokit: { as: "acme", with: { enforcement: "disabled" } },
    takes: takesRead,
    refuses: actors
  },
  delete: { whole: one, octokit: { as: "acme" } },
  listForBranch: {
    whole: { ...repo, branch: "next/1.x", ...third },
    response: [{ type: "deletion", ruleset_source_type: "Repository", ruleset_source: "acme/web", ruleset_id: 42 }],
    value: [{ _tag: "DeletionRule", ruleset_id: 42, ruleset_source: "acme/web" }],
    octokit: { with: { branch: "guarded" } }
  },
  listVersions: {
    whole: { ...one, ...third },
    response: [version],
    value: [readVersion],
    octokit: { as: "acme" }
  },
  getVersion: {
    whole: { ...one, version_id: 3 },
    response: { ...version, state: { name: "Before" } },
    value: { ...readVersion, state: { name: "Before" } },
    octokit: { as: "acme", with: { version_id: 931 } }
  },
  listSuites: {
    whole: { ...repo, ...filters, ...third },
    response: [suite],
    value: [readSuite]
  },
  getSuite: {
    whole: { ...repo, rule_suite_id: 21 },
    response: suite,
    value: { ...readSuite, rule_evaluations: [{ result: "fail", rule_source: { name: "Author email must be ours" } }] },
    octokit: { with: { rule_suite_id: 932 } }
  },
  listForOrg: {
    whole: { ...org, targets: "branch", ...third },
    response: [ruleset],
    value: [readListed]
  },
  getForOrg: { whole: ofOrg, response: ruleset, value: readRuleset, octokit: { with: { ruleset_id: 940 } } },
  createForOrg: {
    whole: { ...org, ...said, conditions: everywhere },
    response: ruleset,
    value: readRuleset,
    octokit: { with: { name: "New", enforcement: "active" } },
    refuses: [...actors, ...unselected]
  },
  updateForOrg: {
    whole: { ...ofOrg, ...said, conditions: everywhere },
    response: ruleset,
    value: readRuleset,
    octokit: { with: { ruleset_id: 940, enforcement: "disabled" } },
    refuses: [...actors, ...unselected]
  },
  deleteForOrg: { whole: ofOrg, octokit: { with: { ruleset_id: 940 } } },
  listVersionsForOrg: {
    whole: { ...ofOrg, ...third },
    response: [version],
    value: [readVersion],
    octokit: { with: { ruleset_id: 940 } }
  },
  getVersionForOrg: {
    whole: { ...ofOrg, version_id: 3 },
    response: { ...version, state: { name: "Before" } },
    value: { ...readVersion, state: { name: "Before" } },
    octokit: { with: { ruleset_id: 940, version_id: 941 } }
  },
  listSuitesForOrg: {
    whole: { ...org, ...filters, repository_name: "web", ...third },
    response: [suite],
    value: [readSuite]
  },
  getSuiteForOrg: {
    whole: { ...org, rule_suite_id: 21 },
    response: suite,
    value: { ...readSuite, rule_evaluations: [{ result: "fail", rule_source: { name: "Author email must be ours" } }] },
    octokit: { with: { rule_suite_id: 942 } }
  }
}
