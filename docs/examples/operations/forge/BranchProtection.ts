import { BranchProtection } from "forgecast/forge"
import * as Effect from "effect/Effect"

const branch = { owner: "acme", repo: "web", branch: "production" }

/** Requires a further check. */
export const addContexts = BranchProtection.addContexts({ ...branch, contexts: ["lint"] })

/** Requires signed commits. */
export const createSignatures = BranchProtection.createSignatures(branch).pipe(Effect.map(({ enabled }) => enabled))

/** Lets administrators bypass the rules. */
export const deleteAdminEnforcement = BranchProtection.deleteAdminEnforcement(branch)

/** Requires no reviews any longer. */
export const deleteReviews = BranchProtection.deleteReviews(branch)

/** Requires no signatures any longer. */
export const deleteSignatures = BranchProtection.deleteSignatures(branch)

/** Reads whether the rules hold for administrators. */
export const getAdminEnforcement = BranchProtection.getAdminEnforcement(branch).pipe(
  Effect.map(({ enabled }) => enabled)
)

/** Reads which checks a branch requires. None are required if it is not protected. */
export const getContexts = BranchProtection.getContexts(branch).pipe(
  Effect.catchTag("NotFound", () => Effect.succeed([]))
)

/** Reads how many approvals a pull request needs. */
export const getReviews = BranchProtection.getReviews(branch).pipe(
  Effect.map(({ required_approving_review_count }) => required_approving_review_count)
)

/** Reads whether commits must be signed. */
export const getSignatures = BranchProtection.getSignatures(branch).pipe(Effect.map(({ enabled }) => enabled))

/** Reads which checks a branch requires, and which App must report them. */
export const getStatusChecks = BranchProtection.getStatusChecks(branch).pipe(
  Effect.map(({ checks, strict }) => ({ strict, checks: checks.map(({ app_id, context }) => ({ context, app_id })) }))
)

/** No longer requires a check. */
export const removeContexts = BranchProtection.removeContexts({ ...branch, contexts: ["build"] })

/** Requires no checks any longer. */
export const removeStatusChecks = BranchProtection.removeStatusChecks(branch)

/** Lets the rules hold for administrators, too. */
export const setAdminEnforcement = BranchProtection.setAdminEnforcement(branch).pipe(
  Effect.map(({ enabled }) => enabled)
)

/** Replaces the required checks. */
export const setContexts = BranchProtection.setContexts({ ...branch, contexts: ["build", "test"] })

/** Protects a branch: one approval, two checks, and nobody bypasses them. */
export const update = BranchProtection.update({
  ...branch,
  branch: "main",
  required_status_checks: { strict: true, contexts: ["build", "test"] },
  enforce_admins: true,
  required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true },
  restrictions: null
}).pipe(Effect.map(({ required_status_checks }) => required_status_checks?.contexts ?? []))

/** Requires a second approval. */
export const updateReviews = BranchProtection.updateReviews({ ...branch, required_approving_review_count: 2 }).pipe(
  Effect.map(({ required_approving_review_count }) => required_approving_review_count)
)

/** Requires that branches are up to date before they are merged. */
export const updateStatusChecks = BranchProtection.updateStatusChecks({ ...branch, strict: true }).pipe(
  Effect.map(({ contexts, strict }) => ({ strict, contexts }))
)

/** Removes all rules from a branch. */
const delete_ = BranchProtection.delete(branch)

export { delete_ as delete }
