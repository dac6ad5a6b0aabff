/**
 * What the protection of a branch demands of those who move it: by a push, which here is every move without a pull
 * request, or by a merge.
 */
import * as Result from "effect/Result"
import { isAncestor } from "../../git/history.ts"
import type { Sha } from "../../git/objects.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { unprocessable } from "../http/refusals.ts"
import { type Repository, same } from "../state/model.ts"
import type { Named, Protection } from "../state/protection.ts"
import { branchRef } from "../state/refs.ts"
import { areSigned, awaitedChecks, isLinear, missingDeployment, unlinear, unsigned, viaPull } from "./conditions.ts"
import { may } from "./permissions.ts"
import { ruleRefusal } from "./rulesets.ts"
import { mayBring } from "./workflowFiles.ts"

export const approvalRule = (required: number): string =>
  `At least ${required} approving ${required === 1 ? "review is" : "reviews are"} required by reviewers with write access.`

const unauthorized =
  "You're not authorized to push to this branch. Visit https://docs.github.com/articles/about-protected-branches/ for more information."

/** Whether the sender is one of those whom a rule names. */
const isNamed = ({ viewer, world }: Call, repository: Repository, { apps, teams, users }: Named): boolean => {
  if (viewer === null) return false
  const known = world.organizations.get(repository.owner.toLowerCase())?.teams
  return (
    users.some((login) => same(login, viewer)) ||
    teams.some((slug) => known?.get(slug)?.members.has(viewer.toLowerCase()) === true) ||
    apps.some((slug) => same(`${slug}[bot]`, viewer))
  )
}

/** Whether the rules do not bind the sender: they bind administrators only if they say so. */
const isExempt = (call: Call, repository: Repository, { enforce_admins }: Protection): boolean =>
  !enforce_admins && may(call, repository, "admin")

/** Why a push is refused that moves a protected branch; undefined if it is not. `sync` is a fork that follows its origin. */
const pushRefusal = (
  call: Call,
  repository: Repository,
  rules: Protection,
  { from, sync, to }: { readonly from: Sha; readonly to: Sha; readonly sync: boolean }
): string | undefined => {
  const { objects } = call.world
  if (!rules.allow_force_pushes && !isAncestor(objects, from, to)) return "Cannot force-push to this branch"
  if (isExempt(call, repository, rules)) return undefined
  const { required_pull_request_reviews: reviews, required_status_checks: required, restrictions } = rules
  if (rules.lock_branch && !(sync && rules.allow_fork_syncing)) return "Cannot change this locked branch"
  if (restrictions !== null && !isNamed(call, repository, restrictions)) return unauthorized
  const bypass = reviews?.bypass_pull_request_allowances ?? null
  if (reviews !== null && (bypass === null || !isNamed(call, repository, bypass))) {
    return reviews.required_approving_review_count > 0 ? approvalRule(reviews.required_approving_review_count) : viaPull
  }
  if (rules.required_signatures && !areSigned(objects, from, to)) return unsigned
  if (rules.required_linear_history && !isLinear(objects, from, to)) return unlinear
  return (
    awaitedChecks(repository, to, required?.checks ?? []) ??
    missingDeployment(repository, to, rules.required_deployments)
  )
}

/** Why the protection of a base forbids a merge to its sender, whatever the pull request is; undefined if it does not. */
export const senderRefusal = (call: Call, repository: Repository, rules: Protection): string | undefined => {
  if (rules.lock_branch) return "Cannot change this locked branch"
  return rules.restrictions !== null && !isNamed(call, repository, rules.restrictions) ? unauthorized : undefined
}

/** The rules of a branch that bind the sender; undefined if there are none. */
export const bindingRules = (call: Call, repository: Repository, branch: string): Protection | undefined => {
  const rules = repository.protection.get(branch)
  return rules === undefined || isExempt(call, repository, rules) ? undefined : rules
}

/** Where a ref goes: null if it is deleted. */
export interface Move {
  readonly ref: string
  readonly to: Sha | null
  /** Whether a fork follows its origin. */
  readonly sync?: boolean
}

/** Why a ref may not be moved without a pull request: by its protection, or by rulesets. */
export const moveRefusal = (
  call: Call,
  repository: Repository,
  { ref, sync = false, to }: Move
): Refused | undefined => {
  const from = repository.refs.get(ref)
  const prefix = branchRef("")
  const rules = ref.startsWith(prefix) ? repository.protection.get(ref.slice(prefix.length)) : undefined
  const own =
    rules === undefined || from === undefined
      ? undefined
      : to !== null
        ? pushRefusal(call, repository, rules, { from, to, sync })
        : rules.allow_deletions
          ? undefined
          : "Cannot delete a protected branch"
  if (own !== undefined) return { message: own, by: "protection" }
  const message = ruleRefusal(call, repository, { ref, from, to: to ?? undefined })
  return message === undefined ? undefined : { message, by: "rulesets" }
}

/** Why a move is refused, and by which rules. */
interface Refused {
  readonly message: string
  readonly by: "protection" | "rulesets"
}

/** Refuses to move a ref against the rules, or to files that the sender may not write. */
export const mayMove = (call: Call, repository: Repository, move: Move): OrRefusal<void> => {
  const refusal = moveRefusal(call, repository, move)
  if (refusal !== undefined) return Result.fail(unprocessable(call, refusal.message))
  return move.to === null ? Result.void : mayBring(call, repository, move.to, move.sync === true)
}
