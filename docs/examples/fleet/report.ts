/** What a runner says to the process that has started it. */
import { Metrics } from "forgecast"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type { Changes } from "./workflow.ts"

/** What a runner has done so far. */
export interface Report {
  readonly requests: number
  readonly cached: number
  readonly waits: number
  readonly waitMillis: number
}

/** A repository that is in order. */
export interface Done {
  readonly repo: string
  readonly changes: Changes
}

export const report = Effect.gen(function* () {
  const read = (counter: Metric.Counter<number>) => Effect.map(Metric.value(counter), ({ count }) => count)
  const report: Report = {
    requests: yield* read(Metrics.requests),
    cached: yield* read(Metrics.cacheHits),
    waits: yield* read(Metrics.waits),
    waitMillis: yield* read(Metrics.waitMillis)
  }
  process.send?.(report)
})

/** Reports while it lives. */
export const reporting = Layer.effectDiscard(Effect.forkScoped(Effect.forever(Effect.delay(report, "250 millis"))))
