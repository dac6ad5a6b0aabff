/**
 * The units that this process has of what all share, for one resource of a principal. A unit allows one request under
 * way. Changes are plain code: only `Deferred`s tell those who wait.
 */
import type * as Clock from "effect/Clock"
import type * as Deferred from "effect/Deferred"
import type { Bucket, Budget, CountedQuota, Ledger, Limited } from "../../Limit.ts"
import type { Ask, Closed } from "./script.ts"
import { monotonic } from "./store.ts"

/** A request that waits for a unit. */
export interface Turn {
  /** Whether a unit is there for it. */
  isCalled: boolean
  /** How much of a quota it spends, until that is counted; else 0. */
  weight: number
  /** Whether it has waited for the end of a limit. */
  isLate: boolean
  /** Since when it waits, and until when, on the monotonic clock. */
  since: number
  deadline: number
}

/** What holds requests back, until a time on the monotonic clock. */
export interface Closure extends Closed {
  readonly until: number
}

export interface Pool {
  readonly bucket: Bucket
  readonly principal: string
  /** The time between two writes, for a pool of writes that may be spaced. */
  readonly interval: number | "learned" | undefined
  quota: SharedQuota | undefined
  /** Requests that wait or are under way. */
  requests: number
  /** Units that requests under way use. */
  using: number
  /** All units that this process has. */
  held: number
  /** Units that are there for requests that were called, and have not come yet. */
  called: number
  readonly queue: Map<Turn, Deferred.Deferred<void, Limited>>
  /** When a request was last called. */
  calledAt: number
  /** Until when spare units may be used without asking again, on the monotonic clock. */
  freshUntil: number
  /** Until when Redis keeps the units for this process. */
  heldUntil: number
  closed: Closure | undefined
  /** Whether each write has to ask. */
  isSpaced: boolean
  /** Since Redis was last asked: requests let in, units used up, those of them without a statement of the budget. */
  entered: number
  settled: number
  lost: number
  /** Statements of requests that have not ended yet. */
  stated: number
  /** What responses say of the budget. Times are those of the monotonic clock. */
  budget: { limit: number | null; remaining: number; resetAt: number; sentAt: number } | undefined
  isSilent: boolean
  /** When the latest request was sent that succeeded, on the monotonic clock. */
  goodAt: number | undefined
  /** Writes that have succeeded since Redis was last asked. */
  written: number
  /** When Redis is to be asked, on the monotonic clock. */
  askAt: number
  /** Set while a fiber asks Redis for this pool: done when `askAt` has become earlier. */
  sooner: Deferred.Deferred<void> | undefined
}

/** A quota that Redis counts. This process counts what it spends itself, for the time that Redis is away. */
export interface SharedQuota extends CountedQuota {
  readonly spend: Ledger["spend"]
}

export const shared = (quota: CountedQuota, isAway: () => boolean): SharedQuota => {
  const own = quota.ledger()
  const ledger: Ledger = {
    ...own,
    closedBy: (weight, now) => (isAway() ? own.closedBy(weight, now) : undefined),
    spend: () => {}
  }
  return { ...quota, ledger: () => ledger, spend: own.spend }
}

export const make = (principal: string, bucket: Bucket, interval: Pool["interval"]): Pool => ({
  bucket,
  principal,
  interval,
  quota: undefined,
  requests: 0,
  using: 0,
  held: 0,
  called: 0,
  queue: new Map(),
  calledAt: -Infinity,
  freshUntil: -Infinity,
  heldUntil: -Infinity,
  closed: undefined,
  isSpaced: false,
  entered: 0,
  settled: 0,
  lost: 0,
  stated: 0,
  budget: undefined,
  isSilent: false,
  goodAt: undefined,
  written: 0,
  askAt: Infinity,
  sooner: undefined
})

export const makeTurn = (weight: number): Turn => ({ isCalled: false, weight, isLate: false, since: 0, deadline: 0 })

/** Lets a request in, if there is a unit for it: one that was called, or in turn while what Redis said is fresh. */
export const enter = (pool: Pool, turn: Turn, clock: Clock.Clock): boolean => {
  const { isCalled } = turn
  dismiss(pool, turn)
  if (!isCalled && (pool.queue.size > 0 || turn.weight > 0)) return false
  if (spare(pool) <= 0 || monotonic(clock) >= (isCalled ? pool.heldUntil : pool.freshUntil)) return false
  pool.using++
  pool.entered++
  return true
}

/** Lets a request in without a unit, while Redis is away. */
export const enterAlone = (pool: Pool, turn: Turn): void => {
  dismiss(pool, turn)
  pool.using++
  pool.held++
  pool.entered++
}

/** Ends a request. Its unit is used up. */
export const leave = (pool: Pool): void => {
  pool.using--
  pool.held--
  pool.settled++
  if (pool.stated > 0) pool.stated--
  // Without any statement, there is no budget.
  else if (pool.budget !== undefined) pool.lost++
}

/** Calls a request for which there is a unit. */
export const call = (pool: Pool, turn: Turn, now: number): void => {
  pool.called++
  pool.calledAt = now
  turn.isCalled = true
  turn.weight = 0
}

/** Forgets that a request was called. */
export const dismiss = (pool: Pool, turn: Turn): void => {
  if (!turn.isCalled) return
  turn.isCalled = false
  pool.called--
}

/** Units that nobody uses or was called for. */
export const spare = ({ called, held, using }: Pool): number => held - using - called

/** Servers round resets to whole seconds. */
const slack = 2_000

/**
 * Takes in what a response says, for the next question. Times become monotonic at once: the clock may be set before the
 * question is asked. Within a window the lowest count holds.
 */
export const learn = (pool: Pool, budget: Budget, sentAt: number, clock: Clock.Clock): void => {
  const known = pool.budget
  const { limit, remaining } = budget
  const resetAt = monotonic(clock) + budget.resetAt - clock.currentTimeMillisUnsafe()
  const sent = steady(sentAt, clock)
  if (known !== undefined && Math.abs(known.resetAt - resetAt) <= slack) {
    known.remaining = Math.min(known.remaining, remaining)
    known.resetAt = Math.max(known.resetAt, resetAt)
    known.sentAt = Math.max(known.sentAt, sent)
  } else if (known === undefined || sent >= known.sentAt) {
    pool.budget = { limit, remaining, resetAt, sentAt: sent }
  }
}

/** Converts a time that has passed to the monotonic clock. If the clock was set back since, it has not: now is close. */
export const steady = (time: number, clock: Clock.Clock): number =>
  monotonic(clock) - Math.max(0, clock.currentTimeMillisUnsafe() - time)

/** How many units to have at hand at most. */
const most = 32

/** How long a unit is kept for a request that was called, in milliseconds: others of its process may hold it up. */
const patience = 1_000

/** The question for Redis. Spare units go back if nothing has happened since the last one. */
export const question = (pool: Pool, lease: string, keep: number, concurrency: number, now: number): Ask => {
  const { budget, entered, queue, quota } = pool
  const kept = now - pool.calledAt < patience ? pool.called : 0
  if (queue.size === 0 && entered === 0) pool.held = Math.min(pool.held, pool.using + kept)
  const ask: Ask = {
    lease,
    resource: pool.bucket.resource,
    keep,
    using: pool.using,
    spare: pool.held - pool.using,
    wanted: Math.max(0, queue.size - Math.max(0, spare(pool))),
    extra: quota === undefined && !pool.isSpaced ? Math.min(most, 2 * entered) : 0,
    concurrency: quota?.concurrency ?? concurrency,
    budget: budget && {
      limit: budget.limit ?? undefined,
      remaining: budget.remaining,
      resetIn: Math.ceil(budget.resetAt - now),
      sentAgo: Math.ceil(now - budget.sentAt)
    },
    lost: pool.lost,
    silent: pool.isSilent,
    goodAgo: pool.goodAt === undefined ? undefined : Math.ceil(now - pool.goodAt),
    written: pool.written,
    interval: pool.interval,
    quota: quota && { windows: quota.windows, weights: first(pool, quota.concurrency).map(({ weight }) => weight) }
  }
  pool.entered = 0
  pool.settled = 0
  pool.lost = 0
  pool.written = 0
  return ask
}

/** The first of those who wait. */
export const first = ({ queue }: Pool, count: number): ReadonlyArray<Turn> => {
  const turns: Array<Turn> = []
  for (const turn of queue.keys()) {
    if (turns.length >= count) break
    turns.push(turn)
  }
  return turns
}
