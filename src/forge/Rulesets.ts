/**
 * Rulesets: rules for many branches, tags or pushes at once, of a repository or of an organization. `BranchProtection` is
 * the older way, for one branch.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Flag, inRepo, Ordinal, Removed, RepoPath, Text } from "./internal/fields.ts"
import {
  actorRules,
  changedOrgRuleset,
  changedRuleset,
  newOrgRuleset,
  newRuleset,
  OrgPath,
  OrgRulesetPath,
  rulesetNamed,
  RulesetPath,
  OrgSuiteFilters,
  SuiteFilters
} from "./internal/rulesets.ts"
import { Rule } from "./schema/Rule.ts"
import { ListedRuleset, Ruleset } from "./schema/Ruleset.ts"
import { ListedRulesetVersion, RulesetVersion } from "./schema/RulesetVersion.ts"
import { ListedRuleSuite, RuleSuite } from "./schema/RuleSuite.ts"

const BranchPath = inRepo({
  /** Name of the branch, without `refs/heads/`. It need not exist. */
  branch: Schema.NonEmptyString
})

const VersionPath = both(RulesetPath, {
  /** The `version_id` of the version. */
  version_id: Ordinal
})

const OrgVersionPath = both(OrgRulesetPath, {
  /** The `version_id` of the version. */
  version_id: Ordinal
})

const SuitePath = inRepo({
  /** The `id` of the rule suite. */
  rule_suite_id: Ordinal
})

const OrgSuitePath = both(OrgPath, {
  /** The `id` of the rule suite. */
  rule_suite_id: Ordinal
})

/**
 * Lists the rulesets of a repository, without their rules.
 *
 * GET /repos/{owner}/{repo}/rulesets
 */
export const list = Forge.listing("Rulesets.list", "GET /repos/{owner}/{repo}/rulesets", {
  path: RepoPath,
  query: {
    /** Whether to include those of the organization that are for this repository. Default: true. */
    includes_parents: Flag,
    /** Only those for some targets, separated by commas: `branch,tag`. Default: all. */
    targets: Text
  },
  item: ListedRuleset,
  errors: [NotFound]
})

/**
 * Gets a ruleset with its rules. Only those who may change it see who can bypass it.
 *
 * GET /repos/{owner}/{repo}/rulesets/{ruleset_id}
 */
export const get = Forge.operation("Rulesets.get", "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}", {
  path: RulesetPath,
  query: {
    /** Whether it may be a ruleset of the organization. Default: true. */
    includes_parents: Flag
  },
  success: Ruleset,
  errors: [NotFound]
})

/**
 * Creates a ruleset. If the name is taken, it fails with `ValidationFailed`.
 *
 * POST /repos/{owner}/{repo}/rulesets · needs admin access
 */
export const create = Forge.operation("Rulesets.create", "POST /repos/{owner}/{repo}/rulesets", {
  path: RepoPath,
  body: newRuleset,
  rules: actorRules,
  success: Ruleset,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) => rulesetNamed("/repos/{owner}/{repo}/rulesets", input, look)
  }
})

/**
 * Changes a ruleset. Only the given fields change, and the given lists replace those that it has. Rules that were read fit:
 * `rules: [...ruleset.rules, { type: "deletion" }]`.
 *
 * PUT /repos/{owner}/{repo}/rulesets/{ruleset_id} · needs admin access
 */
export const update = Forge.operation("Rulesets.update", "PUT /repos/{owner}/{repo}/rulesets/{ruleset_id}", {
  path: RulesetPath,
  body: changedRuleset,
  rules: actorRules,
  success: Ruleset,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a ruleset.
 *
 * DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id} · needs admin access
 */
const delete_ = Forge.operation("Rulesets.delete", "DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}", {
  path: RulesetPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

/**
 * Lists the rules that apply to a branch: those of all active rulesets that match it. Each says which ruleset it
 * belongs to.
 *
 * GET /repos/{owner}/{repo}/rules/branches/{branch}
 */
export const listForBranch = Forge.listing(
  "Rulesets.listForBranch",
  "GET /repos/{owner}/{repo}/rules/branches/{branch}",
  {
    path: BranchPath,
    item: Rule,
    errors: [NotFound]
  }
)

/**
 * Lists the versions of a ruleset, newest first.
 *
 * GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history · needs admin access
 */
export const listVersions = Forge.listing(
  "Rulesets.listVersions",
  "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history",
  {
    path: RulesetPath,
    item: ListedRulesetVersion,
    errors: [NotFound]
  }
)

/**
 * Gets a version of a ruleset, with the ruleset as it was.
 *
 * GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id} · needs admin access
 */
export const getVersion = Forge.operation(
  "Rulesets.getVersion",
  "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history/{version_id}",
  {
    path: VersionPath,
    success: RulesetVersion,
    errors: [NotFound]
  }
)

/**
 * Lists how pushes were evaluated by rules, newest first. By default: those of the last day.
 *
 * GET /repos/{owner}/{repo}/rulesets/rule-suites · needs write access
 */
export const listSuites = Forge.listing("Rulesets.listSuites", "GET /repos/{owner}/{repo}/rulesets/rule-suites", {
  path: RepoPath,
  query: SuiteFilters,
  item: ListedRuleSuite,
  errors: [NotFound]
})

/**
 * Gets how a push was evaluated, rule by rule.
 *
 * GET /repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id} · needs write access
 */
export const getSuite = Forge.operation(
  "Rulesets.getSuite",
  "GET /repos/{owner}/{repo}/rulesets/rule-suites/{rule_suite_id}",
  {
    path: SuitePath,
    success: RuleSuite,
    errors: [NotFound]
  }
)

/**
 * Lists the rulesets of an organization, without their rules.
 *
 * GET /orgs/{org}/rulesets · needs to be an owner of the organization
 */
export const listForOrg = Forge.listing("Rulesets.listForOrg", "GET /orgs/{org}/rulesets", {
  path: OrgPath,
  query: {
    /** Only those for some targets, separated by commas: `branch,tag`. Default: all. */
    targets: Text
  },
  item: ListedRuleset,
  errors: [NotFound]
})

/**
 * Gets a ruleset of an organization.
 *
 * GET /orgs/{org}/rulesets/{ruleset_id} · needs to be an owner of the organization
 */
export const getForOrg = Forge.operation("Rulesets.getForOrg", "GET /orgs/{org}/rulesets/{ruleset_id}", {
  path: OrgRulesetPath,
  success: Ruleset,
  errors: [NotFound]
})

/**
 * Creates a ruleset of an organization. If the name is taken, it fails with `ValidationFailed`.
 *
 * POST /orgs/{org}/rulesets · needs to be an owner of the organization
 */
export const createForOrg = Forge.operation("Rulesets.createForOrg", "POST /orgs/{org}/rulesets", {
  path: OrgPath,
  body: newOrgRuleset,
  rules: actorRules,
  success: Ruleset,
  errors: [NotFound, ValidationFailed],
  foundBy: {
    by: "name",
    find: (input, look) => rulesetNamed("/orgs/{org}/rulesets", input, look)
  }
})

/**
 * Changes a ruleset of an organization. Only the given fields change, and the given lists replace those that it has.
 *
 * PUT /orgs/{org}/rulesets/{ruleset_id} · needs to be an owner of the organization
 */
export const updateForOrg = Forge.operation("Rulesets.updateForOrg", "PUT /orgs/{org}/rulesets/{ruleset_id}", {
  path: OrgRulesetPath,
  body: changedOrgRuleset,
  rules: actorRules,
  success: Ruleset,
  errors: [NotFound, ValidationFailed],
  repeatable: true
})

/**
 * Deletes a ruleset of an organization.
 *
 * DELETE /orgs/{org}/rulesets/{ruleset_id} · needs to be an owner of the organization
 */
export const deleteForOrg = Forge.operation("Rulesets.deleteForOrg", "DELETE /orgs/{org}/rulesets/{ruleset_id}", {
  path: OrgRulesetPath,
  errors: [NotFound],
  foundBy: Removed
})

/**
 * Lists the versions of a ruleset of an organization, newest first.
 *
 * GET /orgs/{org}/rulesets/{ruleset_id}/history · needs to be an owner of the organization
 */
export const listVersionsForOrg = Forge.listing(
  "Rulesets.listVersionsForOrg",
  "GET /orgs/{org}/rulesets/{ruleset_id}/history",
  {
    path: OrgRulesetPath,
    item: ListedRulesetVersion,
    errors: [NotFound]
  }
)

/**
 * Gets a version of a ruleset of an organization, with the ruleset as it was.
 *
 * GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id} · needs to be an owner of the organization
 */
export const getVersionForOrg = Forge.operation(
  "Rulesets.getVersionForOrg",
  "GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}",
  {
    path: OrgVersionPath,
    success: RulesetVersion,
    errors: [NotFound]
  }
)

/**
 * Lists how pushes to the repositories of an organization were evaluated by rules, newest first. By default: those of the
 * last day.
 *
 * GET /orgs/{org}/rulesets/rule-suites · needs to be an owner of the organization
 */
export const listSuitesForOrg = Forge.listing("Rulesets.listSuitesForOrg", "GET /orgs/{org}/rulesets/rule-suites", {
  path: OrgPath,
  query: OrgSuiteFilters,
  item: ListedRuleSuite,
  errors: [NotFound]
})

/**
 * Gets how a push to a repository of an organization was evaluated, rule by rule.
 *
 * GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id} · needs to be an owner of the organization
 */
export const getSuiteForOrg = Forge.operation(
  "Rulesets.getSuiteForOrg",
  "GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id}",
  {
    path: OrgSuitePath,
    success: RuleSuite,
    errors: [NotFound]
  }
)
