/**
 * Branch protection: the rules of a branch, as a whole and by their parts. `Branches.getProtection` reads all of them.
 *
 * A part that the branch does not have is not found. So is every part of a branch that is not protected. `Rulesets` are the
 * newer way, for many branches at once. `BranchRestrictions` has the part about who can push.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Flag, inRepo, Removed } from "./internal/fields.ts"
import { BranchRules, CheckContexts, EnforcedRule, RequiredReviews, StatusCheckPolicy } from "./schema/BranchRules.ts"
import {
  CheckRequirement,
  CheckRequirements,
  PushRestrictions,
  reviewRequirements,
  ReviewRequirements
} from "./schema/BranchRulesInput.ts"

const BranchPath = inRepo({
  /** Name of the branch, without `refs/heads/`. */
  branch: Schema.NonEmptyString
})

const Names = Schema.Array(Schema.NonEmptyString)

const Contexts = {
  /** The contexts of statuses, or the names of check runs. */
  contexts: Names
}

/**
 * Protects a branch, or replaces all rules of a protected one: what is left out is off. The branch need not be protected
 * before, but it must exist.
 *
 * PUT /repos/{owner}/{repo}/branches/{branch}/protection · needs admin access
 */
export const update = Forge.operation(
  "BranchProtection.update",
  "PUT /repos/{owner}/{repo}/branches/{branch}/protection",
  {
    path: BranchPath,
    body: {
      /** The checks that must succeed before a merge; null for none. */
      required_status_checks: Schema.NullOr(CheckRequirements),
      /** Whether the rules also hold for administrators; null is false. */
      enforce_admins: Schema.NullOr(Schema.Boolean),
      /** The reviews that a pull request needs; null if no pull request is needed. */
      required_pull_request_reviews: Schema.NullOr(ReviewRequirements),
      /** Who can push; null for everyone with write access. Only repositories of organizations can name somebody. */
      restrictions: Schema.NullOr(PushRestrictions),
      /** Whether merge commits are refused. Default: false. */
      required_linear_history: Flag,
      /** Whether the branch can move to a commit that does not follow its current one. Default: false. */
      allow_force_pushes: Schema.optional(Schema.NullOr(Schema.Boolean)),
      /** Whether the branch can be deleted. Default: false. */
      allow_deletions: Flag,
      /** Whether a branch that the rules match can only be created by those who can push. Default: false. */
      block_creations: Flag,
      /** Whether all conversations must be resolved before a merge. Default: false. */
      required_conversation_resolution: Flag,
      /** Whether nobody can push. Default: false. */
      lock_branch: Flag,
      /** Whether a locked branch of a fork can be synchronised with its origin. Default: false. */
      allow_fork_syncing: Flag
    },
    success: BranchRules,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Removes all rules from a branch.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection · needs admin access
 */
const delete_ = Forge.operation(
  "BranchProtection.delete",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

export { delete_ as delete }

/**
 * Gets the checks that must succeed before a merge.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks · needs admin access
 */
export const getStatusChecks = Forge.operation(
  "BranchProtection.getStatusChecks",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks",
  {
    path: BranchPath,
    success: StatusCheckPolicy,
    errors: [NotFound]
  }
)

/**
 * Changes the checks that must succeed before a merge. Only the given fields change. The branch must require checks
 * already.
 *
 * PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks · needs admin access
 */
export const updateStatusChecks = Forge.operation(
  "BranchProtection.updateStatusChecks",
  "PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks",
  {
    path: BranchPath,
    body: {
      /** Whether a branch must be up to date before it is merged. */
      strict: Flag,
      /** Names of the required checks, whichever App reports them. */
      contexts: Schema.optional(Names),
      /** The required checks, with the App that must report each. */
      checks: Schema.optional(Schema.Array(CheckRequirement))
    },
    success: StatusCheckPolicy,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Requires no checks any longer.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks · needs admin access
 */
export const removeStatusChecks = Forge.operation(
  "BranchProtection.removeStatusChecks",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Gets the names of the checks that must succeed before a merge.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts · needs admin access
 */
export const getContexts = Forge.operation(
  "BranchProtection.getContexts",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
  {
    path: BranchPath,
    success: CheckContexts,
    errors: [NotFound]
  }
)

const changingContexts = {
  path: BranchPath,
  body: Contexts,
  success: CheckContexts,
  errors: [NotFound, ValidationFailed],
  repeatable: true
} as const

/**
 * Requires further checks. Returns the names of all.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts · needs admin access
 */
export const addContexts = Forge.operation(
  "BranchProtection.addContexts",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
  changingContexts
)

/**
 * Replaces the names of the required checks. Returns them.
 *
 * PUT /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts · needs admin access
 */
export const setContexts = Forge.operation(
  "BranchProtection.setContexts",
  "PUT /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
  changingContexts
)

/**
 * No longer requires some checks. Returns the names of those that are still required.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts · needs admin access
 */
export const removeContexts = Forge.operation(
  "BranchProtection.removeContexts",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_status_checks/contexts",
  changingContexts
)

/**
 * Gets the reviews that a pull request needs.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews · needs admin access
 */
export const getReviews = Forge.operation(
  "BranchProtection.getReviews",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews",
  {
    path: BranchPath,
    success: RequiredReviews,
    errors: [NotFound]
  }
)

/**
 * Changes the reviews that a pull request needs. Only the given fields change.
 *
 * PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews · needs admin access
 */
export const updateReviews = Forge.operation(
  "BranchProtection.updateReviews",
  "PATCH /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews",
  {
    path: BranchPath,
    body: reviewRequirements,
    success: RequiredReviews,
    errors: [NotFound, ValidationFailed],
    repeatable: true
  }
)

/**
 * Requires no pull requests and no reviews any longer.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews · needs admin access
 */
export const deleteReviews = Forge.operation(
  "BranchProtection.deleteReviews",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_pull_request_reviews",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Gets whether the rules also hold for administrators.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins · needs admin access
 */
export const getAdminEnforcement = Forge.operation(
  "BranchProtection.getAdminEnforcement",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins",
  {
    path: BranchPath,
    success: EnforcedRule,
    errors: [NotFound]
  }
)

/**
 * Lets the rules hold for administrators, too.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins · needs admin access
 */
export const setAdminEnforcement = Forge.operation(
  "BranchProtection.setAdminEnforcement",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins",
  {
    path: BranchPath,
    success: EnforcedRule,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Lets administrators bypass the rules.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins · needs admin access
 */
export const deleteAdminEnforcement = Forge.operation(
  "BranchProtection.deleteAdminEnforcement",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/enforce_admins",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)

/**
 * Gets whether commits must be signed.
 *
 * GET /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures · needs admin access
 */
export const getSignatures = Forge.operation(
  "BranchProtection.getSignatures",
  "GET /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures",
  {
    path: BranchPath,
    success: EnforcedRule,
    errors: [NotFound]
  }
)

/**
 * Requires signed commits.
 *
 * POST /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures · needs admin access
 */
export const createSignatures = Forge.operation(
  "BranchProtection.createSignatures",
  "POST /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures",
  {
    path: BranchPath,
    success: EnforcedRule,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Requires no signatures any longer.
 *
 * DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures · needs admin access
 */
export const deleteSignatures = Forge.operation(
  "BranchProtection.deleteSignatures",
  "DELETE /repos/{owner}/{repo}/branches/{branch}/protection/required_signatures",
  {
    path: BranchPath,
    errors: [NotFound],
    foundBy: Removed
  }
)
