/** Samples of what branches and tags require: the protection of a branch, and rulesets. */
import { App } from "../../forge/schema/App.ts"
import {
  BranchRules,
  EnforcedRule,
  PushPolicy,
  RequiredReviews,
  StatusCheckPolicy
} from "../../forge/schema/BranchRules.ts"
import { ListedRuleset, Ruleset } from "../../forge/schema/Ruleset.ts"
import { ListedRulesetVersion, RulesetVersion } from "../../forge/schema/RulesetVersion.ts"
import { ListedRuleSuite, RuleSuite } from "../../forge/schema/RuleSuite.ts"
import type { Sample } from "../SampleTypes.ts"
import * as Git from "../internal/samples/git.ts"
import * as Rules from "../internal/samples/rulesets.ts"
import { sample } from "../internal/samples/scene.ts"

/** The rules of a protected branch. */
export const branchRules: Sample<typeof BranchRules> = sample(BranchRules, Git.rules)

/** The checks that a branch requires, as `BranchProtection.getStatusChecks` returns them. */
export const statusCheckPolicy: Sample<typeof StatusCheckPolicy> = sample(StatusCheckPolicy, Git.statusCheckPolicy)

/** The reviews that a branch requires, as `BranchProtection.getReviews` returns them. */
export const requiredReviews: Sample<typeof RequiredReviews> = sample(RequiredReviews, Git.requiredReviews)

/** Whether a rule is on, as `BranchProtection.getAdminEnforcement` returns it. */
export const enforcedRule: Sample<typeof EnforcedRule> = sample(EnforcedRule, Git.enforcedRule)

/** Who can push to a branch, as `BranchRestrictions.get` returns it. */
export const pushPolicy: Sample<typeof PushPolicy> = sample(PushPolicy, Git.pushPolicy)

/** A GitHub App, as `BranchRestrictions.getApps` returns it. */
export const app: Sample<typeof App> = sample(App, Git.app)

/** A ruleset with its rules, as `Rulesets.get` returns it. */
export const ruleset: Sample<typeof Ruleset> = sample(Ruleset, Rules.ruleset)

/** A ruleset, as `Rulesets.list` returns it. */
export const listedRuleset: Sample<typeof ListedRuleset> = sample(ListedRuleset, Rules.listed)

/** A version of a ruleset, as `Rulesets.getVersion` returns it. */
export const rulesetVersion: Sample<typeof RulesetVersion> = sample(RulesetVersion, Rules.version)

/** A version of a ruleset, as `Rulesets.listVersions` returns it. */
export const listedRulesetVersion: Sample<typeof ListedRulesetVersion> = sample(
  ListedRulesetVersion,
  Rules.listedVersion
)

/** How a push was evaluated, as `Rulesets.getSuite` returns it. */
export const ruleSuite: Sample<typeof RuleSuite> = sample(RuleSuite, Rules.ruleSuite)

/** How a push was evaluated, as `Rulesets.listSuites` returns it. */
export const listedRuleSuite: Sample<typeof ListedRuleSuite> = sample(ListedRuleSuite, Rules.listedSuite)
