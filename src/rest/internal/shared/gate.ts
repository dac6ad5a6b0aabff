/**
 * The gate of many processes. Each has a gate in memory, which is all there is while Redis is away. Beyond it, a request
 * needs a unit of what all processes share.
 */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { Redis } from "effect/persistence/Redis"
import type * as Scope from "effect/Scope"
import type { Bucket, Gate, Limited, Notice, Patience, PermitOptions } from "../../Limit.ts"
import * as Measures from "../gate/measures.ts"
import { noteWait } from "../gate/patience.ts"
import * as Memory from "../gate/memory.ts"
import * as Drivers from "./driver.ts"
import * as Pools from "./pool.ts"
import * as Stores from "./store.ts"

export interface Options extends Memory.Options {
  readonly prefix?: string | undefined
  readonly timeout?: Duration.Input | undefined
  readonly lease?: Duration.Input | undefined
}

/** There is no unit for the request. It leaves its slot, and waits for one. */
interface NoUnit {
  readonly _tag: "NoUnit"
}

const noUnit: NoUnit = { _tag: "NoUnit" }

const hasNoUnit = (error: unknown): error is NoUnit => error === noUnit

export const make = Effect.fnUntraced(function* (options: Options): Effect.fn.Return<Gate, never, Redis | Scope.Scope> {
  const memory = Memory.make(options)
  const { concurrency, firstPause } = Memory.settingsOf(options)
  const name = globalThis.crypto.randomUUID()
  const store = Stores.make(yield* Redis, options.prefix ?? "forgecast:limits:", options.timeout ?? "1 second")
  const lease = Duration.toMillis(options.lease ?? "10 seconds")
  /** By principal and resource: one for reads, and one for writes of each interval. */
  const pools = new Map<string, Array<Pools.Pool>>()

  // Runs after the drivers have ended.
  yield* Effect.addFinalizer(() =>
    Effect.forEach(store.isAway() ? [] : [...pools.values()].flat(), (pool) => driver.release(pool), {
      concurrency: "unbounded",
      discard: true
    })
  )
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const driver: Drivers.Driver = Drivers.make(store, { name, concurrency, lease }, run, (pool) => tidy(pool))

  const ofResource = (bucket: Bucket): Array<Pools.Pool> => {
    const key = keyOf(bucket)
    let found = pools.get(key)
    if (found === undefined) pools.set(key, (found = []))
    return found
  }

  const poolOf = (bucket: Bucket, interval?: Pools.Pool["interval"]): Pools.Pool => {
    const all = ofResource(bucket)
    let pool = all.find((one) => one.interval === interval)
    if (pool === undefined) all.push((pool = Pools.make(principalOf(bucket), bucket, interval)))
    return pool
  }

  /** Drops a pool at rest. Those of quotas stay: they know what was spent, and they are few. */
  const tidy = (pool: Pools.Pool): void => {
    if (pool.requests > 0 || pool.sooner !== undefined || pool.quota !== undefined) return
    const others = ofResource(pool.bucket).filter((one) => one !== pool)
    if (others.length === 0) pools.delete(keyOf(pool.bucket))
    else pools.set(keyOf(pool.bucket), others)
  }

  /** Lets a request in, if there is a unit for it. */
  const take = (pool: Pools.Pool, turn: Pools.Turn, clock: Clock.Clock): boolean => {
    if (store.isAway()) {
      Pools.enterAlone(pool, turn)
      if (store.mayAsk(clock)) driver.schedule(pool, 0, clock)
      return true
    }
    if (!Pools.enter(pool, turn, clock)) return false
    driver.schedule(pool, Drivers.soon, clock)
    return true
  }

  /** Waits for a unit. */
  const awaitUnit = (pool: Pools.Pool, turn: Pools.Turn, patience: Patience): Effect.Effect<void, Limited> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const begin = Stores.monotonic(clock)
      const resume = Deferred.makeUnsafe<void, Limited>()
      turn.since = begin
      turn.deadline = begin + patience.left
      turn.isLate = false
      pool.queue.set(turn, resume)
      // The driver asks for all who wait.
      if (pool.queue.size === 1) driver.schedule(pool, 0, clock)
      return Effect.onExit(Deferred.await(resume), () => {
        pool.queue.delete(turn)
        const took = Stores.monotonic(clock) - begin
        // The time between two writes does not count.
        noteWait(patience, took, !pool.isSpaced || turn.isLate)
        return turn.isLate ? Measures.waited(pool.bucket.resource, Math.round(took), true) : Effect.void
      })
    })

  const withPermit = <A, E, R>(
    bucket: Bucket,
    permit: PermitOptions,
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Limited, R> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const { quota, weight = 1 } = permit
      const pool = poolOf(bucket, intervalOf(permit))
      if (quota !== undefined) pool.quota ??= Pools.shared(quota, store.isAway)
      const turn = Pools.makeTurn(quota === undefined ? 0 : weight)
      const { patience = { left: Duration.toMillis(permit.maxWait) } } = permit
      let isKnown = false
      let hasEntered = false

      const once = Effect.suspend(() => {
        const entered = Effect.suspend((): Effect.Effect<A, E | NoUnit, R> => {
          hasEntered = take(pool, turn, clock)
          if (!hasEntered) return Effect.fail(noUnit)
          pool.quota?.spend(weight, clock.currentTimeMillisUnsafe())
          return request
        })
        // Redis spaces the writes, while it is there.
        const writeInterval = store.isAway() ? permit.writeInterval : Duration.zero
        return memory.withPermit(bucket, { ...permit, writeInterval, patience, quota: pool.quota }, entered)
      })
      const permitted: Effect.Effect<A, E | Limited, R> = once.pipe(
        Effect.catch((error) =>
          hasNoUnit(error) ? Effect.andThen(awaitUnit(pool, turn, patience), permitted) : Effect.fail(error)
        )
      )

      return Effect.onExitPrimitive(
        Effect.suspend(() => {
          pool.requests++
          isKnown = true
          return permitted
        }),
        () => {
          Pools.dismiss(pool, turn)
          if (hasEntered) {
            Pools.leave(pool)
            driver.schedule(pool, Drivers.soon, clock)
          }
          if (isKnown) pool.requests--
          tidy(pool)
          return undefined
        }
      )
    })

  /** Takes in what a response says, in all pools that it is about. */
  const record = (bucket: Bucket, { budget, limit, replaces, sentAt, success }: Notice, clock: Clock.Clock): void => {
    if (replaces !== undefined) return
    const asked = ofResource(bucket)
    const [first] = asked
    if (success === "write" && first !== undefined) first.written++
    for (const pool of asked) {
      if (success !== undefined) pool.goodAt = Math.max(pool.goodAt ?? -Infinity, Pools.steady(sentAt, clock))
      if (success !== undefined && limit === undefined && budget === undefined) pool.isSilent = true
      if (budget?.resource === bucket.resource) pool.stated = Math.min(pool.stated + 1, pool.using)
    }
    if (budget === undefined) return
    // The service may count the request as one of another resource.
    const stated = budget.resource === bucket.resource ? asked : [poolOf({ ...bucket, resource: budget.resource })]
    for (const pool of stated) {
      Pools.learn(pool, budget, sentAt, clock)
      driver.schedule(pool, Drivers.soon, clock)
    }
  }

  const ids = new WeakMap<Notice, string>()
  let count = 0
  const idOf = (notice: Notice): string => {
    let id = ids.get(notice)
    if (id === undefined) ids.set(notice, (id = `${name} ${++count}`))
    return id
  }

  /** Pauses all processes, or lets them go on. */
  const report = (bucket: Bucket, notice: Notice, limited: Limited | undefined) =>
    Effect.flatMap(Clock.Clock, (clock) => {
      const now = clock.currentTimeMillisUnsafe()
      const { budget, limit, replaces, sentAt } = notice
      const question = {
        resource: bucket.resource,
        kind: limit?.kind,
        limited: limit?.resource ?? budget?.resource ?? bucket.resource,
        id: idOf(notice),
        replaces: replaces && idOf(replaces),
        retryIn: limit?.retryAt === undefined ? undefined : Math.max(0, limit.retryAt - now),
        first: firstPause,
        sentAgo: Math.max(0, now - sentAt)
      }
      return Effect.map(store.ask(principalOf(bucket), question), (reply) => {
        if (reply?.closed === undefined) return limited
        const begin = Stores.monotonic(clock)
        const shared = Drivers.limitedBy({ ...reply.closed, until: begin + reply.closed.for }, begin, clock)
        return limited === undefined || DateTime.isLessThan(limited.retryAt, shared.retryAt) ? shared : limited
      })
    })

  const note: Gate["note"] = (bucket, notice) =>
    Effect.flatMap(memory.note(bucket, notice), (limited) =>
      Effect.withFiber((fiber) => {
        record(bucket, notice, fiber.getRef(Clock.Clock))
        const isLimit = notice.limit !== undefined || notice.replaces?.limit !== undefined
        return isLimit && !store.isAway() ? report(bucket, notice, limited) : Effect.succeed(limited)
      })
    )

  return { withPermit, note }
})

const principalOf = ({ origin, principal }: Bucket): string => `${origin} ${principal}`

const keyOf = (bucket: Bucket): string => `${principalOf(bucket)} ${bucket.resource}`

/** The time between this write and the last one; undefined for reads, and for writes that are never spaced. */
const intervalOf = ({ write, writeInterval }: PermitOptions): Pools.Pool["interval"] => {
  if (!write) return undefined
  return writeInterval === undefined ? "learned" : Duration.toMillis(writeInterval) || undefined
}
