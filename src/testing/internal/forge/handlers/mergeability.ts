/** Whether a pull request can be merged, and what the protection of its base demands. */
import { isAncestor } from "../../git/history.ts"
import type { Sha } from "../../git/objects.ts"
import { isLinear, isSignedBy, missingDeployment, unlinear, unsigned, verdictOf } from "../access/conditions.ts"
import { approvalRule, bindingRules, senderRefusal } from "../access/protection.ts"
import { codeOwners } from "../state/codeOwners.ts"
import { brokenBy, checksOf, type Parameters, requiredTeams, ruleRefusal } from "../access/rulesets.ts"
import type { Call } from "../http/call.ts"
import { contextsOf } from "../state/checks.ts"
import { teamOf } from "../state/environments.ts"
import { type Repository, same, type World } from "../state/model.ts"
import { testMerge } from "../state/pullRefs.ts"
import { baseSha, canRebase, diffOf, type Pull, trialMerge } from "../state/pulls.ts"
import { anyReview, noRules, type Protection, type RequiredCheck, type RequiredReviews } from "../state/protection.ts"
import type { MergeMethod } from "../state/mergeTypes.ts"
import type { PullRequest, Review, ReviewComment } from "../state/records.ts"
import { matches, rulesOn } from "../state/refRules.ts"
import { branchRef } from "../state/refs.ts"
import { includes, permissionOf } from "../state/roles.ts"
import type { Rule } from "../state/ruleTypes.ts"
import { isPending, type Standing } from "../wire/pulls.ts"

/** How the service calls what is still awaited, and what failed. */
const words = { pending: "pending", failure: "failing" } as const

/** Why required checks forbid a merge, in the service's words. */
const unmetChecks = (repository: Repository, checks: ReadonlyArray<RequiredCheck>, sha: Sha): string | undefined => {
  const unmet = checks.flatMap((check) => {
    const verdict = verdictOf(repository, sha, check)
    return verdict === "success" ? [] : [[check.context, verdict === undefined ? "expected" : words[verdict]] as const]
  })
  const [first, ...others] = unmet
  if (first === undefined) return undefined
  if (others.length === 0) return `Required status check "${first[0]}" is ${first[1]}.`
  const counts = (["expected", "pending", "failing"] as const).flatMap((kind) => {
    const count = unmet.filter(([, word]) => word === kind).length
    return count === 0 ? [] : [`${count} ${kind}`]
  })
  return counts.length === 1
    ? `${unmet.length} of ${checks.length} required status checks are ${unmet[0]?.[1]}.`
    : `${unmet.length} of ${checks.length} required status checks have not succeeded: ${counts.join(" and ")}.`
}

/** A review of somebody who is known. */
type Verdict = Review & { readonly user: string }

/** The last verdict of each reviewer with write access. Comments do not change a verdict. */
const verdicts = (
  world: World,
  repository: Repository,
  { pull_request: { reviews } }: Pull
): ReadonlyArray<Verdict> => {
  const last = new Map<string, Verdict>()
  for (const review of reviews) {
    const { state, user } = review
    if (user === null || state === "COMMENTED" || state === "PENDING") continue
    const role = permissionOf(world, repository, user)
    if (role !== undefined && includes(role, "write")) last.set(user.toLowerCase(), { ...review, user })
  }
  return [...last.values()]
}

const pathsOf = ({ world }: Call, repository: Repository, pull: Pull): ReadonlyArray<string> =>
  diffOf(world.objects, baseSha(repository, pull), pull.pull_request.head.sha).files.map(({ path }) => path)

/** The code owners of whom one has yet to approve, for each file that nobody of its owners has approved. */
const awaitedOwners = (call: Call, repository: Repository, pull: Pull, approvals: ReadonlyArray<Verdict>) => {
  const ownersOf = codeOwners(call.world, repository, pull.pull_request.base.ref)
  const names = pathsOf(call, repository, pull).flatMap((path) => {
    const owners = ownersOf(path)
    return owners.some(({ isIt }) => approvals.some(({ user }) => isIt(user))) ? [] : owners.map(({ name }) => name)
  })
  return [...new Set(names)]
}

const lastPush = "New changes require approval from someone other than the last pusher."

const unmetReviews = (
  call: Call,
  repository: Repository,
  pull: Pull,
  demanded: RequiredReviews
): string | undefined => {
  const given = verdicts(call.world, repository, pull)
  const required = demanded.required_approving_review_count
  if (required > 0 && given.some(({ state }) => state === "CHANGES_REQUESTED")) {
    return "Changes have been requested by a reviewer with write access."
  }
  const approvals = given.filter(({ state }) => state === "APPROVED")
  if (approvals.length < required) return approvalRule(required)
  const awaited = demanded.require_code_owner_reviews ? awaitedOwners(call, repository, pull, approvals) : []
  if (awaited.length > 0) return `Waiting on code owner review from ${awaited.join(" and/or ")}.`
  const { head, pusher } = pull.pull_request
  const isSeen = approvals.some(
    ({ commit_id, user }) => commit_id === head.sha && !same(user, pusher ?? pull.user ?? "")
  )
  return demanded.require_last_push_approval && !isSeen ? lastPush : undefined
}

/** Whether the base has commits that the head lacks. */
const isBehind = ({ world }: Call, repository: Repository, pull: Pull): boolean =>
  !isAncestor(world.objects, baseSha(repository, pull), pull.pull_request.head.sha)

const outOfDate = "Head branch is out of date. Review and try the merge again."

/** Whether a comment begins a thread that somebody has to resolve. */
const isUnresolved =
  ({ reviews }: PullRequest) =>
  (comment: ReviewComment): boolean =>
    comment.in_reply_to === null && comment.resolved_by === null && !isPending(reviews, comment)

/** Why the rules of the base forbid a merge, whoever merges, and in whatever way; undefined if they do not. */
const unmetDemand = (call: Call, repository: Repository, pull: Pull, rules: Protection): string | undefined => {
  const { required_pull_request_reviews: reviews, required_status_checks: required } = rules
  const { head, review_comments } = pull.pull_request
  const checks = required?.checks ?? []
  return (
    unmetChecks(repository, checks, head.sha) ??
    (required?.strict === true && checks.length > 0 && isBehind(call, repository, pull) ? outOfDate : undefined) ??
    (reviews === null ? undefined : unmetReviews(call, repository, pull, reviews)) ??
    missingDeployment(repository, head.sha, rules.required_deployments) ??
    (rules.required_conversation_resolution && review_comments.some(isUnresolved(pull.pull_request))
      ? "A conversation must be resolved before this pull request can be merged."
      : undefined)
  )
}

/** Why the protection of the base does not let the sender merge a pull request in some way. */
const protectionRefusal = (call: Call, repository: Repository, pull: Pull, method: MergeMethod): string | undefined => {
  const { base, head } = pull.pull_request
  const rules = bindingRules(call, repository, base.ref)
  if (rules === undefined) return undefined
  const { objects } = call.world
  const from = baseSha(repository, pull)
  const lacksSignature = rules.required_signatures && !isSignedBy(objects, method, from, head.sha)
  const isForked = method === "merge" || (method === "rebase" && !isLinear(objects, from, head.sha))
  return (
    senderRefusal(call, repository, rules) ??
    unmetDemand(call, repository, pull, rules) ??
    (lacksSignature ? unsigned : undefined) ??
    (rules.required_linear_history && isForked ? unlinear : undefined)
  )
}

/** Which team of a rule has yet to approve files that its patterns match. The wording is not from a recording. */
const unmetTeams = (call: Call, repository: Repository, pull: Pull, parameters: Parameters): string | undefined => {
  const demands = requiredTeams(parameters)
  if (demands.length === 0) return undefined
  const paths = pathsOf(call, repository, pull)
  const approvals = verdicts(call.world, repository, pull).filter(({ state }) => state === "APPROVED")
  for (const { file_patterns, minimum_approvals, reviewer } of demands) {
    const team = teamOf(call.world, repository, reviewer.id)?.team
    if (team === undefined || !paths.some((path) => file_patterns.some((each) => matches(each, path)))) continue
    if (approvals.filter(({ user }) => team.members.has(user.toLowerCase())).length >= minimum_approvals) continue
    return `At least ${minimum_approvals} approving ${minimum_approvals === 1 ? "review is" : "reviews are"} required by ${repository.owner}/${team.slug}.`
  }
  return undefined
}

/** The reviews that a rule demands. */
const reviewsOf = (parameters: Parameters): RequiredReviews => ({
  ...anyReview,
  required_approving_review_count: Number(parameters["required_approving_review_count"] ?? 0),
  require_code_owner_reviews: parameters["require_code_owner_review"] === true,
  require_last_push_approval: parameters["require_last_push_approval"] === true
})

/** What a rule of a ruleset demands of a pull request that is not met; of merging it in some way, if there is one. */
const unmetRule = (call: Call, repository: Repository, pull: Pull, method?: MergeMethod) => (rule: Rule) => {
  const { parameters = {}, type } = rule
  const methods = parameters["allowed_merge_methods"]
  if (method !== undefined && type === "pull_request" && Array.isArray(methods) && !methods.includes(method)) {
    return `${method === "merge" ? "Merge commits" : `${method[0]?.toUpperCase()}${method.slice(1)} merges`} are not allowed on this repository.`
  }
  const isOn = (name: string) => parameters[name] === true
  const unmet = unmetDemand(
    call,
    repository,
    pull,
    type === "pull_request"
      ? {
          ...noRules,
          required_pull_request_reviews: reviewsOf(parameters),
          required_conversation_resolution: isOn("required_review_thread_resolution")
        }
      : {
          ...noRules,
          required_status_checks: { strict: isOn("strict_required_status_checks_policy"), checks: checksOf(parameters) }
        }
  )
  return unmet ?? unmetTeams(call, repository, pull, parameters)
}

/** Why the sender may not merge a pull request in some way: by the protection of its base, or by rulesets. */
export const mergeRefusal = (
  call: Call,
  repository: Repository,
  pull: Pull,
  method: MergeMethod
): string | undefined => {
  const { base, head } = pull.pull_request
  const merge = { method, head: head.sha, unmet: unmetRule(call, repository, pull, method) }
  return (
    protectionRefusal(call, repository, pull, method) ??
    // What the merge will make is not known yet.
    ruleRefusal(call, repository, { ref: branchRef(base.ref), from: baseSha(repository, pull), to: head.sha, merge })
  )
}

const unknown: Standing = { mergeable: null, rebaseable: null, mergeable_state: "unknown" }

/** Why the base has no use for a pull request yet, whoever merges; undefined if nothing is awaited. */
const awaited = (call: Call, repository: Repository, pull: Pull, method: MergeMethod | undefined) => {
  const { base, head } = pull.pull_request
  const from = baseSha(repository, pull)
  const rules = repository.protection.get(base.ref)
  const lacksSignature =
    rules?.required_signatures === true && !isSignedBy(call.world.objects, method ?? "merge", from, head.sha)
  return (
    (rules === undefined ? undefined : unmetDemand(call, repository, pull, rules)) ??
    (lacksSignature ? unsigned : undefined) ??
    awaitedBy(call, repository, pull, awaitedRules, method)
  )
}

/** The rules that a pull request meets, or not, in whatever way it is merged. */
const awaitedRules = ["pull_request", "required_status_checks", "required_signatures", "required_deployments"]

/** What of some kinds of rules a pull request has yet to meet. */
const awaitedBy = (
  call: Call,
  repository: Repository,
  pull: Pull,
  kinds: ReadonlyArray<string>,
  method?: MergeMethod
): string | undefined => {
  const { base, head } = pull.pull_request
  const merge = { method: method ?? "merge", head: head.sha, unmet: unmetRule(call, repository, pull, method) }
  const push = { ref: branchRef(base.ref), from: baseSha(repository, pull), to: head.sha, merge }
  return rulesOn(call.world, repository, push.ref, ...kinds)
    .map((rule) => brokenBy(call, repository, rule, push))
    .find((each) => each !== undefined)
}

/** The same apart from checks and the place of the head, which a merge queue sees to. */
export const awaitedInQueue = (call: Call, repository: Repository, pull: Pull): string | undefined => {
  const { base } = pull.pull_request
  const rules = repository.protection.get(base.ref)
  return (
    (rules === undefined
      ? undefined
      : unmetDemand(call, repository, pull, { ...rules, required_status_checks: null })) ??
    awaitedBy(call, repository, pull, ["pull_request", "required_deployments"])
  )
}

/** The checks that a branch demands. */
export const requiredChecks = (call: Pick<Call, "world">, repository: Repository, branch: string) => [
  ...(repository.protection.get(branch)?.required_status_checks?.checks ?? []),
  ...rulesOn(call.world, repository, branchRef(branch), "required_status_checks").flatMap(({ parameters = {} }) =>
    checksOf(parameters)
  )
]

/** Whether the checks of a head that its base demands have succeeded; why not, otherwise. */
export const unmetChecksOf = (call: Call, repository: Repository, { pull_request: { base, head } }: Pull) =>
  unmetChecks(repository, requiredChecks(call, repository, base.ref), head.sha)

/** Whether the base of a pull request demands a check of an app. */
export const isRequiredCheck = (
  call: Pick<Call, "world">,
  repository: Repository,
  { pull_request: { base } }: Pull,
  { app, name }: { readonly name: string; readonly app: number | null }
): boolean =>
  requiredChecks(call, repository, base.ref).some(
    ({ app_id, context }) => context === name && (app_id === null || app_id === app)
  )

export type ReviewDecision = "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED"

/** What the reviews come to, by protection and rulesets; null if no review is demanded, and nobody has approved. */
export const reviewDecision = (call: Call, repository: Repository, pull: Pull): ReviewDecision | null => {
  const { base } = pull.pull_request
  const given = verdicts(call.world, repository, pull).map(({ state }) => state)
  if (given.includes("CHANGES_REQUESTED")) return "CHANGES_REQUESTED"
  const own = repository.protection.get(base.ref)?.required_pull_request_reviews ?? null
  const rules = rulesOn(call.world, repository, branchRef(base.ref), "pull_request")
  const lacks =
    (own !== null && unmetReviews(call, repository, pull, own) !== undefined) ||
    rules.some(
      ({ parameters = {} }) =>
        unmetReviews(call, repository, pull, reviewsOf(parameters)) !== undefined ||
        unmetTeams(call, repository, pull, parameters) !== undefined
    )
  if (lacks) return "REVIEW_REQUIRED"
  return given.includes("APPROVED") ? "APPROVED" : null
}

/** How far a pull request is, without a look at what was worked out before; in some way of merging, if there is one. */
export const mergeStateOf = (
  call: Call,
  repository: Repository,
  pull: Pull,
  method?: MergeMethod
): Standing["mergeable_state"] => {
  const { base, draft, head } = pull.pull_request
  if (trialMerge(call.world.objects, baseSha(repository, pull), head.sha) === undefined) return "dirty"
  if (draft) return "draft"
  const unmet = repository.refs.has(branchRef(base.ref)) ? awaited(call, repository, pull, method) : "no base"
  if (unmet !== undefined) return unmet === outOfDate ? "behind" : "blocked"
  const verdicts = [...contextsOf(repository, head.sha).values()]
  return verdicts.every((verdict) => verdict === "success") ? "clean" : "unstable"
}

const pairOf = (repository: Repository, pull: Pull): string =>
  `${baseSha(repository, pull)} ${pull.pull_request.head.sha}`

/** Whether a pull request can be merged, as far as that was worked out already. */
export const standingOf = (call: Call, repository: Repository, pull: Pull): Standing => {
  const { objects } = call.world
  const base = baseSha(repository, pull)
  const { head, mergeable_at, mergeable_for } = pull.pull_request
  const isKnown = mergeable_for === pairOf(repository, pull) && mergeable_at <= call.instant
  if (pull.state === "closed" || !isKnown) return unknown
  const mergeable = trialMerge(objects, base, head.sha) !== undefined
  return {
    mergeable,
    rebaseable: mergeable && canRebase(objects, base, head.sha),
    mergeable_state: mergeStateOf(call, repository, pull)
  }
}

/**
 * Looks at a pull request, as fetching it does. The first look at a pair of base and head only lets the service work out
 * whether they can be merged: from the second one on it is known.
 */
export const lookAt = (call: Call, repository: Repository, pull: Pull): Pull => {
  if (pull.state === "closed") return pull
  const mergeable_for = pairOf(repository, pull)
  const before = pull.pull_request
  const wasSeen = before.mergeable_for === mergeable_for
  const mergeable_at = wasSeen ? before.mergeable_at : call.instant + call.delays.mergeability
  const isKnown = wasSeen && mergeable_at <= call.instant
  const merge_commit_sha = isKnown ? testMerge(call.world, repository, pull) : before.merge_commit_sha
  if (wasSeen && merge_commit_sha === before.merge_commit_sha) return pull
  const seen: Pull = { ...pull, pull_request: { ...before, mergeable_for, mergeable_at, merge_commit_sha } }
  repository.issues.set(pull.number, seen)
  return seen
}
