/**
 * What the protection of a branch demands of those who move it: by a push, which here is every move without a pull
 * request, or by a merge.
 */
import * as Result from "effect/Result"
import { isAncestor } from "../../git/history.ts"
import type { Commit, Objects, Sha } from "../../git/objects.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { unprocessable } from "../http/refusals.ts"
import { contextsOf, latestRuns, verdictOfRun, type Verdict } from "../state/checks.ts"
import { type Repository, same } from "../state/model.ts"
import type { Named, Protection, RequiredCheck } from "../state/protection.ts"
import { rangeOf } from "../state/pulls.ts"
import { branchRef } from "../state/refs.ts"
import { may } from "./permissions.ts"

export const approvalRule = (required: number): string =>
  `At least ${required} approving ${required === 1 ? "review is" : "reviews are"} required by reviewers with write access.`

const viaPull = "Changes must be made through a pull request."
export const unsigned = "Commits must have verified signatures."
export const unlinear = "This branch must not contain merge commits."
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

/** The verdict of a required check, which may have to come from one app. */
export const verdictOf = (
  repository: Repository,
  sha: Sha,
  { app_id, context }: RequiredCheck
): Verdict | undefined => {
  if (app_id === null) return contextsOf(repository, sha).get(context)
  const run = latestRuns(repository.checks.get(sha) ?? []).find(({ app, name }) => app === app_id && name === context)
  return run && verdictOfRun(run)
}

/** A commit counts as signed if it has a signature, which nobody verifies, or if the service itself has made it. */
const isSigned = ({ committer, extra }: Commit): boolean =>
  committer.email === "noreply@github.com" || (extra ?? "").includes("gpgsig ")

/** Whether all commits are signed that lead from one commit to another. */
export const areSigned = (objects: Objects, from: Sha, to: Sha): boolean =>
  rangeOf(objects, from, to).ahead.every(isSigned)

/** Whether no merge leads from one commit to another. */
export const isLinear = (objects: Objects, from: Sha, to: Sha): boolean =>
  rangeOf(objects, from, to).ahead.every(({ parents }) => parents.length < 2)

/** Why required checks forbid a push. */
const awaitedChecks = (repository: Repository, sha: Sha, checks: ReadonlyArray<RequiredCheck>): string | undefined => {
  const awaited = checks.filter((check) => verdictOf(repository, sha, check) !== "success")
  const [first] = awaited
  if (first === undefined) return undefined
  return awaited.length === 1
    ? `Required status check "${first.context}" is expected.`
    : `${awaited.length} of ${checks.length} required status checks are expected.`
}

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
  return awaitedChecks(repository, to, required?.checks ?? [])
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

/** Why a ref may not be moved without a pull request; undefined if it may. */
export const moveRefusal = (
  call: Call,
  repository: Repository,
  { ref, sync = false, to }: Move
): string | undefined => {
  const from = repository.refs.get(ref)
  const prefix = branchRef("")
  const rules = ref.startsWith(prefix) ? repository.protection.get(ref.slice(prefix.length)) : undefined
  if (rules === undefined || from === undefined) return undefined
  if (to !== null) return pushRefusal(call, repository, rules, { from, to, sync })
  return rules.allow_deletions ? undefined : "Cannot delete a protected branch"
}

/** Refuses to move a ref against the rules. */
export const mayMove = (call: Call, repository: Repository, move: Move): OrRefusal<void> => {
  const refusal = moveRefusal(call, repository, move)
  return refusal === undefined ? Result.void : Result.fail(unprocessable(call, refusal))
}
