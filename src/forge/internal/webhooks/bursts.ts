/** Which delivery of a burst is the newest, for handlers of `latest`. It is known by process. */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** A delivery of a burst. Of two that came at the same time, the one that was counted later is newer. */
interface Arrival {
  readonly id: string
  /** When it came, in milliseconds. */
  readonly at: number
  /** 0: it came to another process. */
  readonly count: number
  /** A worker has it, so the queue does: it cannot be lost any more. */
  readonly taken: Deferred.Deferred<void>
}

interface Burst {
  /** Those that no worker has taken yet. */
  readonly waiting: Map<string, Arrival>
  newest: Arrival | undefined
}

/** The most bursts that are known. If one is forgotten, older deliveries are handled, too. */
const capacity = 10_000

/** How long the queue may take to hand over a delivery that is due. */
const slack = Duration.seconds(5)

const isNewer = (one: Arrival, other: Arrival) =>
  one.id !== other.id && (one.at > other.at || (one.at === other.at && one.count > other.count))

export const make = () => {
  const bursts = new Map<string, Burst>()
  let count = 0

  const burstOf = (key: string): Burst => {
    const burst = bursts.get(key) ?? { waiting: new Map(), newest: undefined }
    bursts.delete(key)
    bursts.set(key, burst)
    for (const oldest of bursts.keys()) {
      if (bursts.size <= capacity) break
      bursts.delete(oldest)
    }
    return burst
  }

  const arrivalOf = (id: string, at: number, own: number): Arrival => ({
    id,
    at,
    count: own,
    taken: Deferred.makeUnsafe()
  })

  return {
    /** The queue has it. */
    arrived: (key: string, id: string, at: number) =>
      Effect.sync(() => {
        const { waiting } = burstOf(key)
        if (!waiting.has(id)) waiting.set(id, arrivalOf(id, at, ++count))
      }),

    /**
     * Whether a newer one has come. It is safe to drop this one then: a worker has the newer one. One that came and that
     * no worker gets was sent twice, and is waited for only so long.
     */
    isOld: Effect.fnUntraced(function* (key: string, id: string, at: number, quiet: Duration.Duration) {
      const burst = burstOf(key)
      const own = burst.waiting.get(id) ?? arrivalOf(id, at, 0)
      burst.waiting.delete(id)
      if (burst.newest === undefined || isNewer(own, burst.newest)) burst.newest = own
      Deferred.doneUnsafe(own.taken, Effect.void)
      const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(Duration.sum(quiet, slack))
      for (;;) {
        if (isNewer(burst.newest, own)) return true
        const next = Array.from(burst.waiting.values()).find((one) => isNewer(one, own))
        if (next === undefined) return false
        const left = until - (yield* Clock.currentTimeMillis)
        const came = yield* Effect.timeoutOption(Deferred.await(next.taken), Math.max(0, left))
        if (came._tag === "None") burst.waiting.delete(next.id)
      }
    })
  }
}
