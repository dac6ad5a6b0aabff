/**
 * Rate limits.
 *
 * The gate has one budget for each origin, principal and resource. It learns from every response and holds back requests
 * that are bound to fail. A primary limit pauses all requests to the same resource, a secondary limit all requests of
 * the same principal. A request that would wait longer than `MaxWait` fails immediately with `RateLimited`, which states
 * when the limit ends.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redis from "effect/persistence/Redis"
import * as Counted from "./internal/gate/ledger.ts"
import * as Memory from "./internal/gate/memory.ts"
import type { CountedQuota, Gate, Quota } from "./Limit.ts"

export type {
  Bucket,
  Budget,
  CountedQuota,
  Gate,
  Ledger,
  Limited,
  LimitSignal,
  Notice,
  Patience,
  PermitOptions,
  Quota,
  Window
} from "./Limit.ts"

/** The gate that requests wait at. `layerMemory` is enough for one process. */
export class RateLimit extends Context.Service<RateLimit, Gate>()("forgecast/rest/RateLimit") {}

const defaultMaxWait = Duration.minutes(2)

/**
 * How long a call waits for limits, and for a slot among the concurrent requests, in all its attempts together. If a
 * limit lasts longer than what is left of this time, the call fails with `RateLimited` at once. Default: 2 minutes.
 */
export const MaxWait = Context.Reference<Duration.Input>("forgecast/rest/RateLimit/MaxWait", {
  defaultValue: () => defaultMaxWait
})

/** The longest pause that a `Retry-After` header may ask for. A longer one is cut to it. Default: 1 hour. */
export const MaxRetryAfter = Context.Reference<Duration.Input>("forgecast/rest/RateLimit/MaxRetryAfter", {
  defaultValue: () => "1 hour"
})

/**
 * The time between two writes of one principal. Default: `learned`.
 *
 * **Details**
 *
 * With `learned`, writes are sent at once until the service answers with a secondary limit. Then they are 1 second
 * apart, as services recommend. Successful writes shorten that to 770 milliseconds, a little under 80 writes a minute.
 * The time halves after every 10 minutes without a limit, and is 0 after an hour. It doubles, up to 8 seconds, if there
 * is another limit in spite of it.
 *
 * A duration is kept as it is: `"1 second"` always spaces writes, and 0 never does.
 *
 * **Gotchas**
 *
 * The time that a write waits for its turn does not count towards `MaxWait`.
 */
export const WriteInterval = Context.Reference<Duration.Input | "learned">("forgecast/rest/RateLimit/WriteInterval", {
  defaultValue: () => "learned"
})

/** Options of the gate. */
export interface Options {
  /** Maximum concurrent requests for each origin and principal. Default: 100, the service's own cap. */
  readonly concurrency?: number | undefined
  /**
   * First pause after a limit that states no time. It doubles with each such limit in a row, up to 1 hour. Default: 1
   * minute.
   */
  readonly pause?: Duration.Input | undefined
}

/** Keeps the limits of this process in memory. */
export const layerMemory = (options?: Options): Layer.Layer<RateLimit> =>
  Layer.sync(RateLimit, () => Memory.make(options))

/** Options of the gate that processes share. */
export interface SharedOptions extends Options {
  /**
   * What the keys in Redis begin with. Programs with the same prefix share their limits. A service that counts by IP
   * address has a budget for each: give processes behind another address another prefix. Default: `forgecast:limits:`.
   */
  readonly prefix?: string | undefined
  /** How long to wait for Redis. After that, it counts as away. Default: 1 second. */
  readonly timeout?: Duration.Input | undefined
  /** How long what a process held stays taken after it has died. Default: 10 seconds. */
  readonly lease?: Duration.Input | undefined
}

/**
 * Shares the limits between all processes that use the same Redis: budgets, pauses, concurrent requests, the time between
 * writes, and the windows of quotas.
 *
 * While Redis is away, each process observes the limits that it knows of itself. That is logged once. What a process held
 * when it died counts as spent, until a response states the budget again.
 */
export const layerRedis = (options: SharedOptions = {}): Layer.Layer<RateLimit, never, Redis.Redis> =>
  // Loaded when it is used: most programs are one process.
  Layer.effect(
    RateLimit,
    Effect.flatMap(
      Effect.promise(() => import("./internal/shared/gate.ts")),
      ({ make }) => make(options)
    )
  )

/**
 * The earlier name of `layerRedis`.
 *
 * @deprecated Use `layerRedis`: Layers are named after what they stand on.
 */
export const layerShared: typeof layerRedis = layerRedis

/** Makes a quota that the gate counts, for services that do not state it in their responses. */
export const counted: (quota: Quota) => CountedQuota = Counted.counted
