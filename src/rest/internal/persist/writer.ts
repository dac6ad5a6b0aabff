/** Writes in the background, so that no request waits for the store. */
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import type { Entry } from "../../HttpCache.ts"
import * as Metrics from "../../Metrics.ts"

/** How many entries are written at a time. */
const atOnce = 8

/** How many entries wait at most. More are not written. */
const longest = 1_000

/** How long the end of the program waits for entries to be written. */
const patience = "5 seconds"

/** Returns a function that writes an entry soon. The scope's end waits for those that are not written yet. */
export const makeWriter = Effect.fnUntraced(function* (write: (key: string, entry: Entry) => Effect.Effect<unknown>) {
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
    // Writes belong to no request, nor to its trace.
  }).pipe(Effect.provideService(References.TracerEnabled, false))
  return (key: string, entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (waiting.size >= longest && !waiting.has(key)) {
        return Metric.update(Metrics.cacheStoreFailures("write", "dropped"), 1)
      }
      waiting.set(key, entry)
      if (writers < atOnce) {
        writers++
        run(work)
      }
      return Effect.void
    })
})
