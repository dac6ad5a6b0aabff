/**
 * How much may still be asked.
 *
 * One gate for each origin, principal and resource. It learns from every answer, holds back requests that are bound to
 * fail, and when one request is limited it pauses all that wait for the same resource. A wait longer than `MaxWait`
 * fails at once with `RateLimited`, which says until when.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import * as Metrics from "./Metrics.ts"
import * as Buckets from "./internal/gate/bucket.ts"
import type * as Ledger from "./internal/gate/ledger.ts"
import type { Budget, LimitAnswer } from "./internal/answer/limits.ts"

export { counted, type CountedQuota, type Ledger, type Quota, type Window } from "./internal/gate/ledger.ts"
export type { Budget, LimitAnswer } from "./internal/answer/limits.ts"

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
  readonly quota?: Ledger.CountedQuota | undefined
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
    /**
     * Learns from an answer, while its request still holds its permit. An answer that is a limit pauses the bucket, and
     * is told until when.
     */
    readonly note: (bucket: Bucket, notice: Notice) => Effect.Effect<Limited | undefined>
  }
>()("forgecast/rest/RateLimit") {}

const defaultMaxWait = /* @__PURE__ */ Duration.minutes(2)

/** The longest that one request waits for limits before it fails with `RateLimited`. Default: 2 minutes. */
export const MaxWait = /* @__PURE__ */ Context.Reference<Duration.Input>("forgecast/rest/RateLimit/MaxWait", {
  defaultValue: () => defaultMaxWait
})

export interface Options {
  /** Requests under way at once, for each origin and principal. Default: 100, the service's own cap. */
  readonly concurrency?: number | undefined
  /**
   * Least time between two writes, which then go one at a time; it does not count towards `MaxWait`. Default: off. The
   * service recommends 1 second.
   */
  readonly writeInterval?: Duration.Input | undefined
  /** First pause after a limit that names no time; it doubles each time in a row, up to an hour. Default: 1 minute. */
  readonly pause?: Duration.Input | undefined
}

/** The limits of this process, kept in memory. */
export const layerMemory = (options?: Options): Layer.Layer<RateLimit> =>
  Layer.sync(RateLimit, () => makeMemory(options))

/** Hosts kept before those that nothing is known of are dropped. */
const hostsKept = 1_000

/** Resources of a host that are kept apart. */
const resourcesKept = 100

/** What an origin and a principal share, whatever the resource. */
interface Host {
  readonly slots: Semaphore.Semaphore
  readonly writes: Semaphore.Semaphore
  /** By resource. */
  readonly buckets: Map<string, Buckets.State>
  /** Requests under way or waiting. */
  requests: number
  lastWrite: number
}

const makeMemory = (options: Options = {}): RateLimit["Service"] => {
  const writeInterval = Duration.toMillis(options.writeInterval ?? 0)
  // Not one at a time would be never; a number that is none is no choice.
  const concurrency = Math.max(1, Math.floor(options.concurrency ?? 100) || 100)
  const firstPause = Duration.toMillis(options.pause ?? "1 minute")
  const hosts = new Map<string, Host>()
  let forgetFrom = hostsKept

  const hostOf = (bucket: Bucket, now: number): Host => {
    const key = `${bucket.origin} ${bucket.principal}`
    let host = hosts.get(key)
    if (host === undefined) {
      if (hosts.size >= forgetFrom) forgetIdle(now)
      host = {
        slots: Semaphore.makeUnsafe(concurrency),
        writes: Semaphore.makeUnsafe(1),
        buckets: new Map(),
        requests: 0,
        lastWrite: -Infinity
      }
      hosts.set(key, host)
    }
    return host
  }

  /** Principals come and go in a server that asks on behalf of its users. */
  const forgetIdle = (now: number) => {
    for (const [key, host] of hosts) {
      if (host.requests > 0 || host.lastWrite + writeInterval > now) continue
      if ([...host.buckets.values()].every((state) => Buckets.isIdle(state, now))) hosts.delete(key)
    }
    // To look at all of them for each new one would take ever longer.
    forgetFrom = Math.max(hostsKept, 2 * hosts.size)
  }

  const withPermit = <A, E, R>(
    bucket: Bucket,
    { maxWait, quota, weight = 1, write }: PermitOptions,
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Limited, R> =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const host = hostOf(bucket, clock.currentTimeMillisUnsafe())
      const state = stateOf(host, bucket.resource)
      if (quota !== undefined) state.ledger ??= quota.ledger()
      const { ledger } = state
      const open = Buckets.awaitOpen(state, weight, Duration.toMillis(maxWait))

      // The bucket may have closed while this request queued: then it gives its slot back and waits anew.
      const entering = Effect.acquireUseRelease(
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const entered = Buckets.enter(state, weight, now)
          if (entered && write) host.lastWrite = now
          return entered
        }),
        (entered) => (entered ? Effect.asSome(request) : Effect.succeedNone),
        (entered) => (entered ? Effect.sync(() => Buckets.leave(state, clock.currentTimeMillisUnsafe())) : Effect.void)
      )
      const inSlot = host.slots.withPermit(ledger === undefined ? entering : ledger.slots.withPermit(entering))
      const spacing = Effect.suspend(() =>
        Effect.sleep(host.lastWrite + writeInterval - clock.currentTimeMillisUnsafe())
      )
      const inTurn = write && writeInterval > 0 ? host.writes.withPermit(Effect.andThen(spacing, inSlot)) : inSlot
      const permitted: Effect.Effect<A, E | Limited, R> = Effect.flatMap(open, () =>
        Effect.flatMap(inTurn, (result) => (Option.isSome(result) ? Effect.succeed(result.value) : permitted))
      )
      host.requests++
      return permitted.pipe(Effect.ensuring(Effect.sync(() => host.requests--)))
    })

  const note: RateLimit["Service"]["note"] = (bucket, notice) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { budget } = notice
      const host = hostOf(bucket, now)
      const state = stateOf(host, bucket.resource)
      // The service names the resource: there are few, and no answer shall make them many.
      if (budget !== undefined && (host.buckets.has(budget.resource) || host.buckets.size < resourcesKept)) {
        Buckets.learn(stateOf(host, budget.resource), budget, now)
      }
      const limited = Buckets.pauseIfLimited(state, notice, firstPause, now)
      return budget === undefined
        ? Effect.succeed(limited)
        : Effect.as(Metrics.remaining(bucket.origin, budget.resource, budget.remaining), limited)
    })

  return { withPermit, note }
}

const stateOf = (host: Host, resource: string): Buckets.State => {
  let state = host.buckets.get(resource)
  if (state === undefined) host.buckets.set(resource, (state = Buckets.make(resource)))
  return state
}
