/** What the protection of a branch demands of a merge. */
import { approvalRule } from "../../access/protection.ts"
import { contextsOf, type Verdict } from "../../state/checks.ts"
import type { Repository, World } from "../../state/model.ts"
import type { Pull } from "../../state/pulls.ts"
import type { Review } from "../../state/records.ts"
import { includes, permissionOf } from "../../state/roles.ts"

/** How the service calls what is still awaited, and what failed. */
const words = { pending: "pending", failure: "failing" } as const

/** Why required checks forbid a merge, in the service's words. */
const unmetChecks = (names: ReadonlyArray<string>, verdicts: ReadonlyMap<string, Verdict>): string | undefined => {
  const unmet = names.flatMap((name) => {
    const verdict = verdicts.get(name)
    return verdict === "success" ? [] : [[name, verdict === undefined ? "expected" : words[verdict]] as const]
  })
  const [first, ...others] = unmet
  if (first === undefined) return undefined
  if (others.length === 0) return `Required status check "${first[0]}" is ${first[1]}.`
  const counts = (["expected", "pending", "failing"] as const).flatMap((kind) => {
    const count = unmet.filter(([, word]) => word === kind).length
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
  return given.filter((state) => state === "APPROVED").length >= required ? undefined : approvalRule(required)
}

/** Why the base's protection forbids a merge; undefined if it does not. */
export const unmetDemand = (world: World, repository: Repository, pull: Pull): string | undefined => {
  const protection = repository.protection.get(pull.pull_request.base.ref)
  if (protection === undefined) return undefined
  return (
    unmetChecks(protection.required_checks, contextsOf(repository, pull.pull_request.head.sha)) ??
    unmetReviews(protection.required_approvals, verdicts(world, repository, pull))
  )
}
