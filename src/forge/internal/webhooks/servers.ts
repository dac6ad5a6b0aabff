/** What the queues of Effect lack to be an inbox: a bound, and patience with a server that is away. */
import * as Effect from "effect/Effect"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import type * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"

type Store = PersistedQueue.PersistedQueueStore["Service"]

/** How long a delivery may take to be kept. The service waits 10 seconds for all of it. */
const patience = "5 seconds"

/** Refuses what is more than `capacity`. What waits is counted once a second. */
export const bounded = <E>(
  store: Effect.Effect<Store, E, Scope.Scope>,
  capacity: number,
  count: (queue: string) => Effect.Effect<number, unknown>
): Effect.Effect<Store, E, Scope.Scope> =>
  Effect.gen(function* () {
    // Of processes that create a table at the same time, all but one may die once.
    const built = yield* store.pipe(
      Effect.sandbox,
      Effect.retry({ times: 3, schedule: Schedule.spaced("200 millis") }),
      Effect.catch((cause) => Effect.failCause(cause))
    )
    const counted = new Map<string, Effect.Effect<number, unknown>>()
    const countOf = Effect.fnUntraced(function* (queue: string) {
      const known = counted.get(queue) ?? (yield* Effect.cachedWithTTL(count(queue), "1 second"))
      counted.set(queue, known)
      return yield* known
    })
    return {
      ...built,
      offer: (options) =>
        countOf(options.name).pipe(
          Effect.mapError((cause) => new PersistedQueue.PersistedQueueError({ message: "The inbox is away", cause })),
          Effect.flatMap((waiting) =>
            waiting < capacity
              ? built.offer(options)
              : Effect.fail(new PersistedQueue.PersistedQueueError({ message: "The inbox is full" }))
          ),
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => Effect.fail(new PersistedQueue.PersistedQueueError({ message: "The inbox does not respond" }))
          })
        )
    }
  })

/**
 * Tries scripts again until Redis is there: the queue gives up for good after one failure where it looks for the deliveries
 * of processes that have died. All of its scripts may run twice.
 */
export const persevering = (redis: Redis.Redis["Service"]): Redis.Redis["Service"] => ({
  ...redis,
  eval:
    (script) =>
    (...params) =>
      Effect.retry(redis.eval(script)(...params), Schedule.spaced("500 millis"))
})
