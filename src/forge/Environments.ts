/**
 * The environments that jobs deploy to: what deployments wait for, and which branches may deploy. Their secrets and
 * variables are in `Secrets` and `ActionsVariables`.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Flag, Ordinal, Removed, RepoPath } from "./internal/fields.ts"
import { EnvironmentPath } from "./internal/secretFields.ts"
import {
  BranchPolicy,
  BranchPolicySettings,
  CustomProtectionRule,
  CustomProtectionRules,
  Environment,
  ProtectionApp
} from "./schema/Environment.ts"

/**
 * Lists the environments of a repository. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/environments
 */
export const list = Forge.listing("Environments.list", "GET /repos/{owner}/{repo}/environments", {
  path: RepoPath,
  item: Environment,
  envelope: "environments",
  errors: [NotFound]
})

/**
 * Gets an environment.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}
 */
export const get = Forge.operation("Environments.get", "GET /repos/{owner}/{repo}/environments/{environment_name}", {
  path: EnvironmentPath,
  success: Environment,
  errors: [NotFound]
})

/** A user or a team by its id. */
const Reviewer = Schema.Struct({
  type: Schema.Literals(["User", "Team"]),
  id: Ordinal
})

const OneOfBoth = Schema.Struct(BranchPolicySettings.fields).check(
  Schema.makeFilter(({ custom_branch_policies, protected_branches }) => custom_branch_policies !== protected_branches, {
    expected: "either protected_branches or custom_branch_policies"
  })
)

/**
 * Creates an environment, or replaces the rules of an existing one: rules that the input leaves out are switched off.
 *
 * Fails with `ValidationFailed` for a reviewer who has no access to the repository.
 *
 * PUT /repos/{owner}/{repo}/environments/{environment_name} · needs admin access
 */
export const createOrUpdate = Forge.operation(
  "Environments.createOrUpdate",
  "PUT /repos/{owner}/{repo}/environments/{environment_name}",
  {
    path: EnvironmentPath,
    body: {
      /** How long a deployment waits, in minutes: at most 43,200, which are 30 days. Default: 0. */
      wait_timer: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 43_200 }))),
      /** Whether people are prevented from approving deployments that they started. Default: false. */
      prevent_self_review: Flag,
      /** One of these has to approve a deployment: at most 6 users and teams. Default: nobody. */
      reviewers: Schema.optional(
        Schema.NullOr(Schema.Array(Reviewer).check(Schema.isMaxLength(6, { expected: "at most 6 reviewers" })))
      ),
      /** Which branches may deploy: those with protection, or those of policies. Default: all, as with null. */
      deployment_branch_policy: Schema.optional(Schema.NullOr(OneOfBoth))
    },
    success: Environment,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Deletes an environment with its secrets and variables. Runs that wait for it fail.
 *
 * DELETE /repos/{owner}/{repo}/environments/{environment_name} · needs admin access
 */
const delete_ = Forge.operation("Environments.delete", "DELETE /repos/{owner}/{repo}/environments/{environment_name}", {
  path: EnvironmentPath,
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }

const PolicyPath = both(EnvironmentPath, {
  /** The `id` of the branch policy. */
  branch_policy_id: Ordinal
})

const Pattern = {
  /** The pattern of names, such as `release/*`. A `*` does not match slashes. */
  name: Schema.NonEmptyString
}

/**
 * Lists the patterns of branches and tags that may deploy to an environment. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies
 */
export const listBranchPolicies = Forge.listing(
  "Environments.listBranchPolicies",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies",
  {
    path: EnvironmentPath,
    item: BranchPolicy,
    envelope: "branch_policies",
    errors: [NotFound]
  }
)

/**
 * Gets a pattern of branches or tags that may deploy to an environment.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}
 */
export const getBranchPolicy = Forge.operation(
  "Environments.getBranchPolicy",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}",
  {
    path: PolicyPath,
    success: BranchPolicy,
    errors: [NotFound]
  }
)

/**
 * Adds a pattern of branches or tags that may deploy to an environment, or returns the one that is there. Fails with
 * `NotFound` unless the environment has `custom_branch_policies`.
 *
 * POST /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies · needs admin access
 */
export const createBranchPolicy = Forge.operation(
  "Environments.createBranchPolicy",
  "POST /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies",
  {
    path: EnvironmentPath,
    body: both(Pattern, {
      /** What it matches. Default: branch. */
      type: Schema.optional(Schema.Literals(["branch", "tag"]))
    }),
    success: BranchPolicy,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Changes a pattern of branches or tags that may deploy to an environment.
 *
 * PUT /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id} · needs admin
 * access
 */
export const updateBranchPolicy = Forge.operation(
  "Environments.updateBranchPolicy",
  "PUT /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}",
  {
    path: PolicyPath,
    body: Pattern,
    success: BranchPolicy,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Deletes a pattern of branches or tags that may deploy to an environment.
 *
 * DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id} · needs admin
 * access
 */
export const deleteBranchPolicy = Forge.operation(
  "Environments.deleteBranchPolicy",
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies/{branch_policy_id}",
  {
    path: PolicyPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

const RulePath = both(EnvironmentPath, {
  /** The `id` of the rule. */
  protection_rule_id: Ordinal
})

/**
 * Gets the rules of an environment by which GitHub Apps decide about deployments, all at once. The other rules are in
 * `protection_rules` of the environment.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules
 */
export const getProtectionRules = Forge.operation(
  "Environments.getProtectionRules",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules",
  {
    path: EnvironmentPath,
    success: CustomProtectionRules,
    errors: [NotFound]
  }
)

/**
 * Lists the GitHub Apps that an environment can be protected by. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/apps · needs admin access
 */
export const listProtectionApps = Forge.listing(
  "Environments.listProtectionApps",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/apps",
  {
    path: EnvironmentPath,
    item: ProtectionApp,
    envelope: "available_custom_deployment_protection_rule_integrations",
    errors: [NotFound]
  }
)

/**
 * Gets a rule of an environment by which a GitHub App decides about deployments.
 *
 * GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}
 */
export const getProtectionRule = Forge.operation(
  "Environments.getProtectionRule",
  "GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}",
  {
    path: RulePath,
    success: CustomProtectionRule,
    errors: [NotFound]
  }
)

/**
 * Lets a GitHub App decide about the deployments to an environment. `listProtectionApps` has those that can.
 *
 * POST /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules · needs admin access · not
 * retried when the service may have acted
 */
export const createProtectionRule = Forge.operation(
  "Environments.createProtectionRule",
  "POST /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules",
  {
    path: EnvironmentPath,
    body: {
      /** The `id` of the App. */
      integration_id: Ordinal
    },
    success: CustomProtectionRule,
    errors: [NotFound, ValidationFailed],
    foundBy: {
      by: "App",
      find: (input, look) =>
        Effect.map(
          look.get(
            "/repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules",
            CustomProtectionRules,
            { input }
          ),
          Option.flatMap(({ custom_deployment_protection_rules: rules }) =>
            Option.fromUndefinedOr(rules.find(({ app }) => app.id === input.integration_id))
          )
        )
    }
  }
)

/**
 * Lets a GitHub App no longer decide about the deployments to an environment.
 *
 * DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id} · needs
 * admin access
 */
export const disableProtectionRule = Forge.operation(
  "Environments.disableProtectionRule",
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules/{protection_rule_id}",
  {
    path: RulePath,
    errors: [NotFound],
    foundBy: Removed
  }
)
