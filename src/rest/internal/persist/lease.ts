/**
 * Leases in Redis. Of processes that lack the same entry, one holds the lease and asks the service. The others look again
 * until it has ended.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"

/** Who holds a lease: this process, another one, or nobody any more. */
export type Holder = "me" | "other" | "ended"

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
