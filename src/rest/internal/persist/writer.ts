/** Writes in the background, so that no request waits for the store. */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import type * as Scope from "effect/Scope"
import type { Entry } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"

/** How many entries are written at a time. */
const atOnce = 8

/** How many entries wait at most. More are not written. */
const longest = 1_000

/** How long the end of the program waits for entries to be written. */
const patience = "5 seconds"

export interface Writer {
  /** Writes an entry soon. Returns false if too many wait. */
  readonly write: (key: string, entry: Entry) => Effect.Effect<boolean>
  /** Does something else that no request waits for. */
  readonly inBackground: (effect: Effect.Effect<void>) => Effect.Effect<void>
}

/** Makes a writer. The scope's end waits for what has not been done yet. */
export const makeWriter = Effect.fnUntraced(function* (
  write: (key: string, entry: Entry) => Effect.Effect<unknown>
): Effect.fn.Return<Writer, never, Scope.Scope> {
  const fibers = yield* FiberSet.make()
  const run = yield* FiberSet.runtime(fibers)()
  yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(fibers), patience))
  const waiting = new Map<string, Entry>()
  let writers = 0
  const work = Effect.gen(function* () {
    // Nothing is added between the last look and the end.
    for (;;) {
      const [next] = waiting
      if (next === undefined) break
      const [key, entry] = next
      waiting.delete(key)
      yield* write(key, entry)
    }
    writers--
  })
  // It belongs to no request, nor to its trace.
  const start = (effect: Effect.Effect<void>) => run(Effect.provideService(effect, References.TracerEnabled, false))
  return {
    inBackground: (effect) => Effect.sync(() => void start(effect)),
    write: (key, entry) =>
      Effect.suspend(() => {
        if (waiting.size >= longest && !waiting.has(key)) {
          return Effect.as(Metric.update(Metrics.cacheStoreFailures("write", "dropped"), 1), false)
        }
        waiting.set(key, entry)
        if (writers < atOnce) {
          writers++
          start(work)
        }
        return Effect.succeed(true)
      })
  }
})
