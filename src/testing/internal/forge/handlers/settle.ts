/** What the service does by itself once it can: it merges pull requests with auto-merge, and lets merge queues go on. */
import * as Result from "effect/Result"
import type { Call } from "../http/call.ts"
import { queueBot } from "../state/mergeTypes.ts"
import type { Repository, World } from "../state/model.ts"
import type { Pull } from "../state/pulls.ts"
import { advanceQueues, enqueue, queueRules, queueTimes, waitingPulls } from "./mergeQueue.ts"
import { awaitedInQueue, mergeStateOf, unmetChecksOf } from "./mergeability.ts"
import { merged } from "./mergePulls.ts"

/** What acts without a request. */
export interface Acts {
  readonly world: World
  /** A request of a login, at an instant. */
  readonly as: (login: string, now: number) => Call
  /** Delivers the events of what a login changes. */
  readonly witness: <A>(login: string, now: number, act: () => A) => A
}

/** Whether nothing is awaited any more. Where a queue is, it sees to the place of the head itself. */
export const isReady = (call: Call, repository: Repository, pull: Pull, hasQueue: boolean): boolean => {
  const state = mergeStateOf(call, repository, pull, pull.pull_request.auto_merge?.method)
  if (state === "clean" || state === "unstable") return true
  return (
    state === "behind" &&
    hasQueue &&
    awaitedInQueue(call, repository, pull) === undefined &&
    unmetChecksOf(call, repository, pull) === undefined
  )
}

/** Merges a pull request with auto-merge, or puts it into the queue of its base. Returns whether it has. */
const mergedLater = ({ as, witness }: Acts, repository: Repository, pull: Pull, now: number): boolean => {
  const { auto_merge, base } = pull.pull_request
  if (auto_merge === null || pull.state === "closed" || repository.archived) return false
  const by = auto_merge.enabled_by
  const call = as(by, now)
  const hasQueue = queueRules(call, repository, base.ref) !== undefined
  if (!isReady(call, repository, pull, hasQueue)) return false
  return witness(by, now, () => {
    if (hasQueue) {
      enqueue(call, repository, pull, by)
      return true
    }
    return Result.isSuccess(merged(call, repository, pull, by, auto_merge))
  })
}

const settleIn = (acts: Acts, id: number, now: number): void => {
  const { as, witness, world } = acts
  const mergedOne = (): boolean => {
    const repository = world.repositories.get(id)
    return (
      repository !== undefined &&
      waitingPulls(world, repository).some((pull) => mergedLater(acts, repository, pull, now))
    )
  }
  // What one merge changes may let another one in, or keep it out.
  while (mergedOne()) continue
  const repository = world.repositories.get(id)
  if (repository === undefined) return void world.waiting.delete(id)
  witness(queueBot, now, () => advanceQueues(as(queueBot, now), repository))
  const still = waitingPulls(world, repository).flatMap((pull) => (isWaiting(pull) ? [pull.number] : []))
  if (still.length === 0) world.waiting.delete(id)
  else world.waiting.set(id, new Set(still))
}

const isWaiting = ({ pull_request: { auto_merge, queue }, state }: Pull): boolean =>
  state === "open" && (auto_merge !== null || queue !== null)

/** Does what can be done now. */
export const settle = (acts: Acts, now: number): void => {
  for (const id of acts.world.waiting.keys()) settleIn(acts, id, now)
}

/** When the next change comes that time alone makes, after an instant; undefined if none does. */
export const nextTime = ({ world }: Pick<Acts, "world">, after: number): number | undefined => {
  const times = [...world.waiting.keys()]
    .flatMap((id) => world.repositories.get(id) ?? [])
    .flatMap((repository) => queueTimes({ world }, repository))
    .filter((time) => time > after)
  return times.length === 0 ? undefined : Math.min(...times)
}
