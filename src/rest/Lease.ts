/**
 * Leases in Redis: when several processes lack the same thing, one fetches it, and the others wait for it.
 *
 * Stores that processes share use them: `PersistedCache.layerRedis` for cached responses, `AppTokenStore.layerRedis` of
 * `forgecast/forge` for tokens.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redis from "effect/persistence/Redis"

/** Who holds a lease: this process, another one, or nobody. */
export type Holder = "me" | "other" | "ended"

/** The leases of a store. */
export interface Leases {
  /** How long a lease lasts if its holder does not end it: it may have died. */
  readonly duration: Duration.Duration
  /** Takes the lease of an entry, if nobody has it. */
  readonly claim: (id: string) => Effect.Effect<Holder, Redis.RedisError>
  /** Ends a lease of this process: its entry is stored, or there is none. */
  readonly end: (id: string) => Effect.Effect<void, Redis.RedisError>
}

/** Returns the name of the holder, which is empty if the lease has ended. */
const claiming = Redis.script((key: string, name: string, millis: number) => [key, name, millis], {
  lua: `
local holder = redis.call('GET', KEYS[1])
if holder then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]`,
  numberOfKeys: 1
}).withReturnType<string>()

/** Leaves a mark, so those who wait look for the entry, and do not wait for each other if there is none. */
const ending = Redis.script((key: string, name: string, millis: number) => [key, name, millis], {
  lua: `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], '', 'PX', ARGV[2]) end
return 1`,
  numberOfKeys: 1
})

/** Makes the leases of a store. `prefix` is what their keys in Redis begin with. A lease lasts at least a millisecond. */
export const make = (redis: Redis.Redis["Service"], prefix: string, duration: Duration.Duration): Leases => {
  const name = globalThis.crypto.randomUUID()
  const millis = Math.max(1, Math.round(Duration.toMillis(duration)))
  const claim = redis.eval(claiming)
  const end = redis.eval(ending)
  return {
    duration,
    claim: (id) =>
      Effect.map(claim(prefix + id, name, millis), (holder) =>
        holder === name ? "me" : holder === "" ? "ended" : "other"
      ),
    end: (id) => end(prefix + id, name, millis)
  }
}

/** The turns of this process among those that share a store. */
export interface Turns {
  /**
   * Takes the turn of an entry that is missing. Returns true if another process has fetched it meanwhile, so that it may
   * be there now. Waits no longer than a lease lasts.
   */
  readonly take: (key: string) => Effect.Effect<boolean>
  /** Whether this process holds the turn. */
  readonly isMine: (key: string) => boolean
  /** Ends a turn of this process. Those who wait can continue. */
  readonly end: (key: string) => Effect.Effect<void>
}

/** What turns are made of. */
export interface TurnOptions {
  /** Takes a lease. Undefined if nobody can tell whose it is: then the entry is fetched. */
  readonly claim: (key: string) => Effect.Effect<Holder | undefined>
  /** Ends a lease of this process. */
  readonly end: (key: string) => Effect.Effect<unknown>
  /** The longest wait. */
  readonly longest: Duration.Duration
  /** Runs once for each turn that waits. Default: nothing. */
  readonly onWait?: Effect.Effect<void> | undefined
}

/** The first and the longest pause before another look, in milliseconds. */
const shortestPause = 5
const longestPause = 100

/** Makes turns of leases that cannot fail: a store that is away must not keep anybody waiting. */
export const turns = ({ claim, end, longest, onWait = Effect.void }: TurnOptions): Turns => {
  const mine = new Set<string>()
  const take = Effect.fnUntraced(function* (key: string) {
    let holder = yield* claim(key)
    if (holder === "other") yield* onWait
    for (let pause = shortestPause; holder === "other"; pause = Math.min(2 * pause, longestPause)) {
      yield* Effect.sleep(pause)
      holder = yield* claim(key)
    }
    if (holder === "me") mine.add(key)
    return holder === "ended"
  })
  return {
    take: (key) =>
      Effect.map(
        Effect.timeoutOption(take(key), longest),
        Option.getOrElse(() => false)
      ),
    isMine: (key) => mine.has(key),
    end: (key) => Effect.suspend(() => (mine.delete(key) ? Effect.asVoid(end(key)) : Effect.void))
  }
}
