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

export type { Budget, LimitAnswer } from "./internal/limits.ts"

/** Whose budget a request draws on. */
export interface Bucket {
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

/** Keeps the limits. `layerMemory` is enough for one process. */
export class RateLimit extends Context.Service<
  RateLimit,
  {
    /** Runs the request when its bucket lets it through; fails with `Limited` when that is later than `maxWait`. */
    readonly withPermit: <A, E, R>(
      bucket: Bucket,
      options: { readonly write: boolean; readonly maxWait: Duration.Duration },
      request: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Limited, R>
    /** Learns from an answer. For one that is a limit, pauses the bucket and answers until when. */
    readonly note: (bucket: Bucket, notice: Notice) => Effect.Effect<Limited | undefined>
  }
>()("forgecast/rest/RateLimit") {}

/** The longest that one request waits for a limit before it fails with `RateLimited`. Default: 2 minutes. */
export const MaxWait = /* @__PURE__ */ Context.Reference<Duration.Input>("forgecast/rest/RateLimit/MaxWait", {
  defaultValue: () => "2 minutes"
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

/** Buckets kept before those that nothing is known of are dropped. */
const manyBuckets = 1_000

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
  /** Pauses in a row without a time of their own. */
  strikes: number
  /** Wakes those who wait for a request under way to tell what is left. */
  readonly waiting: Set<() => void>
}

/** What an origin and a principal share, whatever the resource. */
interface Host {
  readonly slots: Semaphore.Semaphore
  readonly writes: Semaphore.Semaphore
  lastWrite: number
}

const makeMemory = (options: Options = {}): RateLimit["Service"] => {
  const writeInterval = Duration.toMillis(options.writeInterval ?? 0)
  const firstPause = Duration.toMillis(options.pause ?? "1 minute")
  const states = new Map<string, State>()
  const hosts = new Map<string, Host>()

  const stateOf = (bucket: Bucket, now: number): State => {
    const key = `${bucket.origin} ${bucket.principal} ${bucket.resource}`
    let state = states.get(key)
    if (state === undefined) {
      if (states.size >= manyBuckets) forgetIdle(now)
      state = fresh(bucket.resource)
      states.set(key, state)
    }
    return state
  }

  const hostOf = (bucket: Bucket): Host => {
    const key = `${bucket.origin} ${bucket.principal}`
    let host = hosts.get(key)
    if (host === undefined) {
      host = {
        slots: Semaphore.makeUnsafe(options.concurrency ?? 100),
        writes: Semaphore.makeUnsafe(1),
        lastWrite: -Infinity
      }
      hosts.set(key, host)
    }
    return host
  }

  /** Principals come and go in a server that asks on behalf of its users. */
  const forgetIdle = (now: number) => {
    for (const [key, state] of states) {
      if (state.inFlight === 0 && state.waiting.size === 0 && state.pausedUntil <= now && state.resetAt <= now) {
        states.delete(key)
        hosts.delete(key.slice(0, key.lastIndexOf(" ")))
      }
    }
  }

  /** Waits while the bucket is closed, and says how long at most. */
  const waitForTurn = (state: State, deadline: number): Effect.Effect<void, Limited> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const until = closedUntil(state, now)
      if (until <= now) return Effect.void
      if (until === Infinity) return Effect.flatMap(nextAnswer(state), () => waitForTurn(state, deadline))
      if (until > deadline) return Effect.fail(limitedUntil(state, until))
      return Effect.logDebug("Waiting for a rate limit", { resource: state.resource, milliseconds: until - now }).pipe(
        Effect.andThen(Metrics.waited(state.resource, until - now)),
        Effect.andThen(Effect.sleep(until - now)),
        Effect.flatMap(() => waitForTurn(state, deadline))
      )
    })

  const withPermit = <A, E, R>(
    bucket: Bucket,
    { maxWait, write }: { readonly write: boolean; readonly maxWait: Duration.Duration },
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Limited, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const state = stateOf(bucket, now)
      const host = hostOf(bucket)
      const deadline = now + Duration.toMillis(maxWait)
      const counted = Effect.suspend(() => {
        state.inFlight++
        return Effect.ensuring(
          request,
          Effect.sync(() => {
            state.inFlight--
            wake(state)
          })
        )
      })
      // The bucket may have closed while this request queued for its slot: then it gives the slot back and waits anew.
      const inSlot: Effect.Effect<Option.Option<A>, E, R> = host.slots.withPermit(
        Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<Option.Option<A>, E, R> =>
          closedUntil(state, now) > now ? Effect.succeedNone : Effect.asSome(counted)
        )
      )
      const through: Effect.Effect<A, E | Limited, R> = Effect.flatMap(waitForTurn(state, deadline), () =>
        Effect.flatMap(inSlot, (result) => (Option.isSome(result) ? Effect.succeed(result.value) : through))
      )
      return write && writeInterval > 0 ? spaced(host, through) : through
    })

  const spaced = <A, E, R>(host: Host, request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    host.writes.withPermit(
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const delay = host.lastWrite + writeInterval - now
        const send = Effect.flatMap(Clock.currentTimeMillis, (sentAt) => {
          host.lastWrite = sentAt
          return request
        })
        return delay > 0 ? Effect.andThen(Effect.sleep(delay), send) : send
      })
    )

  const note: RateLimit["Service"]["note"] = (bucket, { budget, limit, sentAt }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const state = stateOf(bucket, now)
      if (budget !== undefined) {
        learn(
          budget.resource === bucket.resource ? state : stateOf({ ...bucket, resource: budget.resource }, now),
          budget
        )
      }
      if (limit === undefined) {
        if (sentAt >= state.pausedUntil) state.strikes = 0
      } else {
        pause(state, limit, sentAt, now)
      }
      wake(state)
      const limited = limit === undefined ? undefined : limitedUntil(state, state.pausedUntil)
      return budget === undefined
        ? Effect.succeed(limited)
        : Effect.as(Metrics.remaining(budget.resource, budget.remaining), limited)
    })

  /** Requests that were under way together count as one strike. */
  const pause = (state: State, limit: LimitAnswer, sentAt: number, now: number) => {
    let until = limit.retryAt
    if (until === undefined) {
      if (sentAt >= state.pausedUntil) state.strikes++
      until = now + Math.min(firstPause * 2 ** Math.max(0, state.strikes - 1), longestPause)
      if (sentAt < state.pausedUntil) until = state.pausedUntil
    }
    if (until >= state.pausedUntil) {
      state.pausedUntil = until
      state.pauseKind = limit.kind
    }
  }

  return { withPermit, note }
}

const fresh = (resource: string): State => ({
  resource,
  limit: null,
  remaining: Infinity,
  resetAt: 0,
  inFlight: 0,
  pausedUntil: 0,
  pauseKind: "primary",
  strikes: 0,
  waiting: new Set()
})

/** When the bucket opens: not later than now when it is open, `Infinity` when only a request under way can tell. */
const closedUntil = (state: State, now: number): number => {
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

const limitedUntil = (state: State, until: number): Limited => ({
  _tag: "Limited",
  kind: state.pausedUntil >= until ? state.pauseKind : "primary",
  resource: state.resource,
  limit: state.limit,
  remaining: Number.isFinite(state.remaining) ? state.remaining : null,
  retryAt: DateTime.makeUnsafe(until)
})

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
