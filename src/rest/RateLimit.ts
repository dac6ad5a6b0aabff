/**
 * How much may still be asked.
 *
 * One gate for each origin, principal and resource. It learns from every answer, holds back requests that are bound to
 * fail, and when one request is limited it pauses all that wait for the same resource. A wait longer than `MaxWait`
 * fails at once with `RateLimited`, which says until when.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import * as Metrics from "./Metrics.ts"
import type { Budget, LimitAnswer } from "./internal/limits.ts"
import * as Ledger from "./internal/ledger.ts"

export type { Quota, Window } from "./internal/ledger.ts"
export type { Budget, LimitAnswer } from "./internal/limits.ts"

/** Whose budget a request draws on. */
export interface Bucket {
  /** Of the host; or the name of a quota that several hosts share. */
  readonly origin: string
  readonly principal: string
  /** `core`, `search`, … */
  readonly resource: string
}

/** A limit, with the time until which it holds. */
export interface Limited {
  readonly _tag: "Limited"
  readonly kind: "primary" | "secondary"
  readonly resource: string
  readonly limit: number | null
  readonly remaining: number | null
  readonly retryAt: DateTime.Utc
}

/** What one answer tells the gate. */
export interface Notice {
  /** When its request was sent, in milliseconds. */
  readonly sentAt: number
  readonly budget: Budget | undefined
  readonly limit: LimitAnswer | undefined
}

export interface PermitOptions {
  readonly write: boolean
  readonly maxWait: Duration.Duration
  /** What the service allows without telling it in its answers: the gate counts by itself. */
  readonly quota?: Ledger.Quota | undefined
  /** How much of the quota the request spends. Default: 1. */
  readonly weight?: number | undefined
}

/** Keeps the limits. `layerMemory` is enough for one process. */
export class RateLimit extends Context.Service<
  RateLimit,
  {
    /** Runs the request when its bucket lets it through; fails with `Limited` when that is later than `maxWait`. */
    readonly withPermit: <A, E, R>(
      bucket: Bucket,
      options: PermitOptions,
      request: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Limited, R>
    /** Learns from an answer. For one that is a limit, pauses the bucket and answers until when. */
    readonly note: (bucket: Bucket, notice: Notice) => Effect.Effect<Limited | undefined>
  }
>()("forgecast/rest/RateLimit") {}

const usualMaxWait = /* @__PURE__ */ Duration.minutes(2)

/** The longest that one request waits for limits before it fails with `RateLimited`. Default: 2 minutes. */
export const MaxWait = /* @__PURE__ */ Context.Reference<Duration.Input>("forgecast/rest/RateLimit/MaxWait", {
  defaultValue: () => usualMaxWait
})

export interface Options {
  /** Requests under way at once, for each origin and principal. Default: 100, the service's own cap. */
  readonly concurrency?: number | undefined
  /** Least time between two writes, which then go one at a time. Default: off. The service recommends 1 second. */
  readonly writeInterval?: Duration.Input | undefined
  /** First pause after a limit that names no time; it doubles each time in a row, up to an hour. Default: 1 minute. */
  readonly pause?: Duration.Input | undefined
}

/** The limits of this process, kept in memory. */
export const layerMemory = (options?: Options): Layer.Layer<RateLimit> =>
  Layer.sync(RateLimit, () => makeMemory(options))

const longestPause = 3_600_000

/** Hosts kept before those that nothing is known of are dropped. */
const manyHosts = 1_000

/** Resources of a host that are kept apart. */
const manyResources = 100

/** What is known of a bucket. Times are in milliseconds. */
interface State {
  readonly resource: string
  limit: number | null
  /** Left in the window by the last answers; infinite while nothing is known. */
  remaining: number
  resetAt: number
  inFlight: number
  pausedUntil: number
  pauseKind: "primary" | "secondary"
  /** Which of the service's limits it was. */
  pausedBy: string
  /** What has been spent of a quota that the service does not tell of. */
  ledger: Ledger.Ledger | undefined
  /** Pauses in a row without a time of their own. */
  strikes: number
  /** Wakes those who wait for a request under way to tell what is left. */
  readonly waiting: Set<() => void>
}

/** What an origin and a principal share, whatever the resource. */
interface Host {
  readonly slots: Semaphore.Semaphore
  readonly writes: Semaphore.Semaphore
  readonly states: Map<string, State>
  /** Requests under way or waiting. */
  users: number
  lastWrite: number
}

const makeMemory = (options: Options = {}): RateLimit["Service"] => {
  const writeInterval = Duration.toMillis(options.writeInterval ?? 0)
  // Not one at a time would be never; a number that is none is no choice.
  const concurrency = Math.max(1, Math.floor(options.concurrency ?? 100) || 100)
  const firstPause = Duration.toMillis(options.pause ?? "1 minute")
  const hosts = new Map<string, Host>()

  const hostOf = (bucket: Bucket, now: number): Host => {
    const key = `${bucket.origin} ${bucket.principal}`
    let host = hosts.get(key)
    if (host === undefined) {
      if (hosts.size >= manyHosts) forgetIdle(now)
      host = {
        slots: Semaphore.makeUnsafe(concurrency),
        writes: Semaphore.makeUnsafe(1),
        states: new Map(),
        users: 0,
        lastWrite: -Infinity
      }
      hosts.set(key, host)
    }
    return host
  }

  /** Principals come and go in a server that asks on behalf of its users. */
  const forgetIdle = (now: number) => {
    for (const [key, host] of hosts) {
      if (host.users > 0 || host.lastWrite + writeInterval > now) continue
      const open = [...host.states.values()].every(
        (state) => state.pausedUntil <= now && state.resetAt <= now && !state.ledger?.hasSpent(now)
      )
      if (open) hosts.delete(key)
    }
  }

  const withPermit = <A, E, R>(
    bucket: Bucket,
    { maxWait, quota, weight = 1, write }: PermitOptions,
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Limited, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const host = hostOf(bucket, clock.currentTimeMillisUnsafe())
      const state = stateOf(host, bucket.resource)
      if (quota !== undefined) state.ledger ??= Ledger.make(quota)
      const { ledger } = state
      const spaced = write && writeInterval > 0
      const wait = waiting(state, weight, Duration.toMillis(maxWait))

      // The bucket may have closed while this request queued: then it gives its slot back and waits anew.
      const enter = Effect.sync(() => {
        const now = clock.currentTimeMillisUnsafe()
        if (closedUntil(state, weight, now) > now) return false
        ledger?.spend(weight, now)
        state.inFlight++
        if (write) host.lastWrite = now
        return true
      })
      const leave = Effect.sync(() => {
        state.inFlight--
        wake(state)
      })
      const entering = Effect.acquireUseRelease(
        enter,
        (entered) => (entered ? Effect.asSome(request) : Effect.succeedNone),
        (entered) => (entered ? leave : Effect.void)
      )
      const inSlot = host.slots.withPermit(ledger === undefined ? entering : ledger.slots.withPermit(entering))
      const spacing = Effect.suspend(() =>
        Effect.sleep(host.lastWrite + writeInterval - clock.currentTimeMillisUnsafe())
      )
      const inTurn = spaced ? host.writes.withPermit(Effect.andThen(spacing, inSlot)) : inSlot
      const through: Effect.Effect<A, E | Limited, R> = Effect.flatMap(wait, () =>
        Effect.flatMap(inTurn, (result) => (Option.isSome(result) ? Effect.succeed(result.value) : through))
      )
      host.users++
      return Effect.ensuring(
        through,
        Effect.sync(() => host.users--)
      )
    })

  const note: RateLimit["Service"]["note"] = (bucket, { budget, limit, sentAt }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const host = hostOf(bucket, now)
      const state = stateOf(host, bucket.resource)
      // The service names the resource: there are few, and no answer shall make them many.
      if (budget !== undefined && (host.states.has(budget.resource) || host.states.size < manyResources)) {
        learn(stateOf(host, budget.resource), budget)
      }
      if (limit === undefined) {
        if (sentAt >= state.pausedUntil) state.strikes = 0
      } else {
        pause(state, limit, budget?.resource, sentAt, now)
      }
      wake(state)
      const limited = limit === undefined ? undefined : limitedUntil(state, 0, now, state.pausedUntil)
      return budget === undefined
        ? Effect.succeed(limited)
        : Effect.as(Metrics.remaining(bucket.origin, budget.resource, budget.remaining), limited)
    })

  /** Requests that were under way together count as one strike. */
  const pause = (state: State, limit: LimitAnswer, named: string | undefined, sentAt: number, now: number) => {
    if (limit.retryAt === undefined && sentAt >= state.pausedUntil) state.strikes++
    const until = limit.retryAt ?? now + Math.min(firstPause * 2 ** Math.max(0, state.strikes - 1), longestPause)
    if (until >= state.pausedUntil) {
      state.pausedUntil = until
      state.pauseKind = limit.kind
      state.pausedBy = limit.resource ?? named ?? state.resource
    }
  }

  return { withPermit, note }
}

const stateOf = (host: Host, resource: string): State => {
  let state = host.states.get(resource)
  if (state === undefined) host.states.set(resource, (state = fresh(resource)))
  return state
}

const fresh = (resource: string): State => ({
  resource,
  limit: null,
  remaining: Infinity,
  resetAt: 0,
  inFlight: 0,
  pausedUntil: 0,
  pauseKind: "primary",
  pausedBy: resource,
  ledger: undefined,
  strikes: 0,
  waiting: new Set()
})

/** Waits while the bucket is closed; the waits of a request take no longer than `maxWait` together. */
const waiting = (state: State, weight: number, maxWait: number): Effect.Effect<void, Limited> => {
  let left = maxWait
  const wait: Effect.Effect<void, Limited> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const until = closedUntil(state, weight, now)
    if (until <= now) return Effect.void
    const known = until !== Infinity
    if (known ? until - now > left : left <= 0) {
      return Effect.fail(limitedUntil(state, weight, now, known ? until : state.resetAt))
    }
    const opened = known ? sleep(state.resource, until - now) : Effect.raceFirst(nextAnswer(state), Effect.sleep(left))
    return Effect.flatMap(Effect.andThen(opened, Clock.currentTimeMillis), (then) => {
      left -= then - now
      return wait
    })
  })
  return wait
}

const sleep = (resource: string, milliseconds: number): Effect.Effect<void> =>
  Effect.logDebug("Waiting for a rate limit", { resource, milliseconds }).pipe(
    Effect.andThen(Metrics.waited(milliseconds)),
    Effect.andThen(Effect.sleep(milliseconds))
  )

/** When the bucket opens: not later than now when it is open, `Infinity` when only a request under way can tell. */
const closedUntil = (state: State, weight: number, now: number): number =>
  Math.max(closedByAnswers(state, now), state.ledger?.closedBy(weight, now)?.until ?? 0)

const closedByAnswers = (state: State, now: number): number => {
  if (state.pausedUntil > now) return state.pausedUntil
  if (state.resetAt <= now) {
    state.remaining = Infinity
    return 0
  }
  if (state.remaining > state.inFlight) return 0
  return state.remaining <= 0 || state.inFlight === 0 ? state.resetAt : Infinity
}

/** Clocks of whole seconds make the same reset wander by as much. */
const wander = 2_000

/** Answers arrive out of order: within a window the lowest count holds, and a later reset is a new window. */
const learn = (state: State, budget: Budget): void => {
  if (budget.resetAt < state.resetAt - wander) return
  const sameWindow = budget.resetAt <= state.resetAt + wander
  state.remaining = sameWindow ? Math.min(state.remaining, budget.remaining) : budget.remaining
  state.resetAt = Math.max(state.resetAt, budget.resetAt)
  state.limit = budget.limit
}

const limitedUntil = (state: State, weight: number, now: number, until: number): Limited => {
  const paused = state.pausedUntil >= until
  const spent = paused ? undefined : state.ledger?.closedBy(weight, now)
  return {
    _tag: "Limited",
    kind: paused ? state.pauseKind : "primary",
    resource: spent?.name ?? (paused ? state.pausedBy : state.resource),
    limit: spent?.limit ?? state.limit,
    remaining: spent?.remaining ?? (Number.isFinite(state.remaining) ? state.remaining : null),
    retryAt: DateTime.makeUnsafe(until)
  }
}

const nextAnswer = (state: State): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const waiter = () => resume(Effect.void)
    state.waiting.add(waiter)
    return Effect.sync(() => {
      state.waiting.delete(waiter)
    })
  })

const wake = (state: State): void => {
  if (state.waiting.size === 0) return
  const waiting = [...state.waiting]
  state.waiting.clear()
  for (const waiter of waiting) waiter()
}
