/**
 * Merge queues, which rulesets demand: pull requests enter, groups are checked in their turn, and what has passed is
 * merged. Each entry has a group, made on that of the entry in front of it. It is checked on a branch of its own.
 */
import { commitOf, type Sha } from "../../git/objects.ts"
import { verdictOf } from "../access/conditions.ts"
import { rulesOn } from "../state/refRules.ts"
import type { Call } from "../http/call.ts"
import { commitsOf, landPull } from "../state/merging.ts"
import { groupRef, type MergeMethod, queueBot, type QueueEntry, type RemovalReason } from "../state/mergeTypes.ts"
import { ensureUser, mergeLater, nextId, type Repository, type World } from "../state/model.ts"
import { isPull, type Pull } from "../state/pulls.ts"
import { branchRef, branchTip, moveRef } from "../state/refs.ts"
import { startRuns } from "../state/workflows.ts"
import { mergeGroup } from "../wire/events.ts"
import { awaitedInQueue, requiredChecks } from "./mergeability.ts"
import { changePull } from "./reviews.ts"

const minute = 60_000

/** What a rule says of a queue. Times are in milliseconds. */
export interface QueueRules {
  readonly method: MergeMethod
  readonly strategy: "ALLGREEN" | "HEADGREEN"
  readonly mostToBuild: number
  readonly mostToMerge: number
  readonly fewestToMerge: number
  /** How long the first entry waits for as many. */
  readonly patience: number
  /** How long checks may take. */
  readonly timeout: number
}

/** The rules of the queue of a branch; undefined if it has none. */
export const queueRules = (
  call: Pick<Call, "world">,
  repository: Repository,
  branch: string
): QueueRules | undefined => {
  const [rule] = rulesOn(call.world, repository, branchRef(branch), "merge_queue")
  if (rule === undefined) return undefined
  const { parameters = {} } = rule
  const count = (name: string, usual: number): number => {
    const value = parameters[name]
    return typeof value === "number" ? value : usual
  }
  const method = parameters["merge_method"]
  return {
    method: method === "SQUASH" ? "squash" : method === "REBASE" ? "rebase" : "merge",
    strategy: parameters["grouping_strategy"] === "HEADGREEN" ? "HEADGREEN" : "ALLGREEN",
    mostToBuild: Math.max(1, count("max_entries_to_build", 5)),
    mostToMerge: Math.max(1, count("max_entries_to_merge", 5)),
    fewestToMerge: Math.max(1, count("min_entries_to_merge", 1)),
    patience: count("min_entries_to_merge_wait_minutes", 5) * minute,
    timeout: count("check_response_timeout_minutes", 60) * minute
  }
}

/** A pull request in a queue. */
export type Queued = Pull & { readonly pull_request: { readonly queue: QueueEntry } }

const isQueued = (pull: Pull): pull is Queued => pull.pull_request.queue !== null

/** The pull requests of a repository that wait to be merged. */
export const waitingPulls = ({ waiting }: World, repository: Repository): ReadonlyArray<Pull> =>
  [...(waiting.get(repository.id) ?? [])].flatMap((number) => {
    const found = repository.issues.get(number)
    return found !== undefined && isPull(found) ? [found] : []
  })

/** The queue of a branch, in the order of merging. */
export const queueOf = (world: World, repository: Repository, branch: string): ReadonlyArray<Queued> =>
  waitingPulls(world, repository)
    .filter(isQueued)
    .filter(({ pull_request: { base } }) => base.ref === branch)
    .sort((a, b) => a.pull_request.queue.order - b.pull_request.queue.order)

/** Puts a pull request into the queue of its base. */
export const enqueue = (call: Call, repository: Repository, pull: Pull, by: string, jump = false): Pull => {
  const queue = queueOf(call.world, repository, pull.pull_request.base.ref)
  const place = (jump ? queue.at(0) : queue.at(-1))?.pull_request.queue.order ?? 0
  const entry: QueueEntry = {
    id: nextId(call.world, "merge queue entry"),
    enqueuer: by,
    enqueued_at: call.now,
    jump,
    order: jump ? place - 1 : place + 1,
    group: null
  }
  ensureUser(call.world, queueBot, { type: "Bot" })
  mergeLater(call.world, repository, pull.number)
  return changePull(call, repository, pull, { queue: entry, auto_merge: null })
}

/** Takes a pull request out of its queue. */
export const dequeue = (call: Call, repository: Repository, pull: Pull, reason: RemovalReason): Pull =>
  changePull(call, repository, pull, { queue: null }, [{ event: "removed_from_merge_queue", reason }])

/** Makes the group of an entry on what is in front of it. Returns false if they conflict. */
const build = (call: Call, repository: Repository, pull: Queued, base_sha: Sha, { method }: QueueRules): boolean => {
  const { now, world } = call
  const { base, queue } = pull.pull_request
  const head_sha = commitsOf(world, repository, base_sha, pull, { method, by: queue.enqueuer, now })
  if (head_sha === undefined) return false
  const group = { base_sha, head_sha, requested_at: now }
  repository.issues.set(pull.number, { ...pull, pull_request: { ...pull.pull_request, queue: { ...queue, group } } })
  const ref = groupRef(base.ref, pull.number, group)
  moveRef(world, repository, ref, head_sha, now, queueBot)
  const fields = () => ({ merge_group: mergeGroup(call, base.ref, ref, group) })
  world.said.push({ repository, event: "merge_group", action: "checks_requested", fields })
  const commit = commitOf(world.objects, head_sha)
  const started = { event: "merge_group", head_branch: ref.replace("refs/heads/", ""), commit, actor: queueBot }
  call.later("dispatch", (then) => startRuns(then.world, repository, started, then.now))
  return true
}

export type Verdict = "queued" | "pending" | "success" | "failure" | "timeout"

/** What the checks of an entry have come to. */
export const verdictOn = (
  { now, world }: Pick<Call, "now" | "world">,
  repository: Repository,
  { pull_request: { base, queue } }: Queued,
  { timeout }: QueueRules
): Verdict => {
  const { group } = queue
  if (group === null) return "queued"
  const verdicts = requiredChecks({ world }, repository, base.ref).map((check) =>
    verdictOf(repository, group.head_sha, check)
  )
  if (verdicts.includes("failure")) return "failure"
  if (verdicts.every((verdict) => verdict === "success")) return "success"
  return now >= group.requested_at + timeout ? "timeout" : "pending"
}

const hasFailed = (verdict: Verdict): boolean => verdict === "failure" || verdict === "timeout"

/**
 * The entry that cannot be merged any more; undefined if all still can. A failure behind which another entry passes, or
 * may, is not a reason where only the head of a group must pass.
 */
const failedIn = (verdicts: ReadonlyArray<Verdict>, { strategy }: QueueRules): number => {
  const first = verdicts.findIndex(hasFailed)
  if (strategy === "ALLGREEN") return first
  const last = verdicts.findLastIndex((verdict) => verdict === "success" || verdict === "pending")
  return verdicts.findIndex((verdict, at) => at > last && hasFailed(verdict))
}

/** How many entries from the front can be merged. */
const passedIn = (verdicts: ReadonlyArray<Verdict>, { mostToMerge, strategy }: QueueRules): number => {
  const front = verdicts.slice(0, mostToMerge)
  if (strategy === "HEADGREEN") return front.lastIndexOf("success") + 1
  const end = front.findIndex((verdict) => verdict !== "success")
  return end < 0 ? front.length : end
}

/** Makes one step in a queue: the first one that is due. Returns false if none is. */
const step = (call: Call, repository: Repository, branch: string): boolean => {
  const queue = queueOf(call.world, repository, branch)
  const [first] = queue
  if (first === undefined) return false
  const drop = (pull: Pull | undefined, reason: RemovalReason): true => {
    if (pull !== undefined) dequeue(call, repository, pull, reason)
    return true
  }
  const rules = queueRules(call, repository, branch)
  let parent = branchTip(repository, branch)
  if (rules === undefined || parent === undefined) return drop(first, "QUEUE_CLEARED")
  for (const pull of queue)
    if (awaitedInQueue(call, repository, pull) !== undefined) return drop(pull, "BRANCH_PROTECTIONS")
  for (const pull of queue.slice(0, rules.mostToBuild)) {
    const { group } = pull.pull_request.queue
    if (group?.base_sha !== parent) return build(call, repository, pull, parent, rules) || drop(pull, "MERGE_CONFLICT")
    parent = group.head_sha
  }
  const verdicts = queue.map((pull) => verdictOn(call, repository, pull, rules))
  const failed = failedIn(verdicts, rules)
  if (failed >= 0) return drop(queue[failed], verdicts[failed] === "timeout" ? "CI_TIMEOUT" : "CI_FAILURE")
  const passed = passedIn(verdicts, rules)
  const hasWaited = call.now >= first.pull_request.queue.enqueued_at + rules.patience
  if (passed === 0 || (passed < rules.fewestToMerge && !hasWaited)) return false
  for (const { number, pull_request } of queue.slice(0, passed)) {
    // Those in front have changed the others.
    const pull = repository.issues.get(number)
    const head = pull_request.queue.group?.head_sha
    if (pull === undefined || !isPull(pull) || head === undefined) continue
    landPull(call.world, repository, pull, head, { by: queueBot, now: call.now })
  }
  return true
}

/** Deletes the branches of groups that no entry has any more, and says why. */
const clean = (call: Call, repository: Repository): void => {
  const { now, world } = call
  for (const [ref, head_sha] of repository.refs) {
    const [, base = "", number = "", base_sha = ""] =
      /^refs\/heads\/gh-readonly-queue\/(.+)\/pr-(\d+)-([\da-f]{40})$/.exec(ref) ?? []
    const pull = repository.issues.get(Number(number))
    if (pull === undefined || !isPull(pull)) continue
    const { merged_at, queue } = pull.pull_request
    if (queue?.group?.base_sha === base_sha && queue.group.head_sha === head_sha) continue
    const reason = merged_at !== null ? "merged" : queue === null ? "dequeued" : "invalidated"
    const merge_group = mergeGroup(call, base, ref, { base_sha, head_sha })
    world.said.push({ repository, event: "merge_group", action: "destroyed", fields: () => ({ merge_group, reason }) })
    moveRef(world, repository, ref, null, now, queueBot)
  }
}

/** Lets the queues of a repository go on as far as they can. */
export const advanceQueues = (call: Call, repository: Repository): void => {
  const branches = new Set(
    waitingPulls(call.world, repository)
      .filter(isQueued)
      .map(({ pull_request }) => pull_request.base.ref)
  )
  for (const branch of branches) while (step(call, repository, branch)) continue
  clean(call, repository)
}

/** The instants at which time alone changes the queues of a repository. */
export const queueTimes = (call: Pick<Call, "world">, repository: Repository): ReadonlyArray<number> =>
  waitingPulls(call.world, repository)
    .filter(isQueued)
    .flatMap(({ pull_request: { base, queue } }) => {
      const rules = queueRules(call, repository, base.ref)
      if (rules === undefined) return []
      return [
        queue.enqueued_at + rules.patience,
        ...(queue.group === null ? [] : [queue.group.requested_at + rules.timeout])
      ]
    })
