/** What the protection of a branch demands of a merge. */
import type { Repository, World } from "../../state/model.ts"
import type { Pull } from "../../state/pull/register.ts"
import type { Review } from "../../state/pulls.ts"
import { includes, permissionOf } from "../../state/roles.ts"

export type Outcome = "success" | "pending" | "failing"

const passed: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"])

/** The latest outcome of each status and check run of a head, by name. */
export const outcomesOf = (repository: Repository, { pull_request: { head } }: Pull): ReadonlyMap<string, Outcome> => {
  const outcomes = new Map<string, Outcome>()
  for (const { context, state } of repository.statuses.get(head.sha) ?? []) {
    outcomes.set(context, state === "success" || state === "pending" ? state : "failing")
  }
  for (const { conclusion, name, status } of repository.checks.get(head.sha) ?? []) {
    outcomes.set(name, status !== "completed" ? "pending" : passed.has(conclusion) ? "success" : "failing")
  }
  return outcomes
}

/** Why required checks forbid a merge, in the service's words. */
const unmetChecks = (names: ReadonlyArray<string>, outcomes: ReadonlyMap<string, Outcome>): string | undefined => {
  const unmet = names.flatMap((name) => {
    const outcome = outcomes.get(name)
    return outcome === "success" ? [] : [[name, outcome ?? "expected"] as const]
  })
  const [first, ...others] = unmet
  if (first === undefined) return undefined
  if (others.length === 0) return `Required status check "${first[0]}" is ${first[1]}.`
  const counts = (["expected", "pending", "failing"] as const).flatMap((kind) => {
    const count = unmet.filter(([, outcome]) => outcome === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return counts.length === 1
    ? `${unmet.length} of ${names.length} required status checks are ${unmet[0]?.[1]}.`
    : `${unmet.length} of ${names.length} required status checks have not succeeded: ${counts.join(" and ")}.`
}

/** The last verdict of each reviewer with write access. Comments do not change a verdict. */
const verdicts = (
  world: World,
  repository: Repository,
  { pull_request: { reviews } }: Pull
): ReadonlyArray<Review["state"]> => {
  const last = new Map<string, Review["state"]>()
  for (const { state, user } of reviews) {
    if (user === null || state === "COMMENTED" || state === "PENDING") continue
    const role = permissionOf(world, repository, user)
    if (role !== undefined && includes(role, "write")) last.set(user.toLowerCase(), state)
  }
  return [...last.values()]
}

const unmetReviews = (required: number, given: ReadonlyArray<Review["state"]>): string | undefined => {
  if (required === 0) return undefined
  if (given.includes("CHANGES_REQUESTED")) return "Changes have been requested by a reviewer with write access."
  const plural = required === 1 ? "review is" : "reviews are"
  return given.filter((state) => state === "APPROVED").length >= required
    ? undefined
    : `At least ${required} approving ${plural} required by reviewers with write access.`
}

/** Why the base's protection forbids a merge; undefined if it does not. */
export const unmetDemand = (world: World, repository: Repository, pull: Pull): string | undefined => {
  const protection = repository.protection.get(pull.pull_request.base.ref)
  if (protection === undefined) return undefined
  return (
    unmetChecks(protection.required_checks, outcomesOf(repository, pull)) ??
    unmetReviews(protection.required_approvals, verdicts(world, repository, pull))
  )
}
