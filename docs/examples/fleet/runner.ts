/**
 * A runner of the fleet: `runner.ts PORT`. Its configuration is in the environment: `DATABASE_URL`,
 * `FORGECAST_REDIS_URL`, and `GITHUB_TOKEN`. Says to the process that has started it what it has sent so far.
 */
import { Metrics } from "forgecast"
import { ForgeNode } from "forgecast/node"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import { layerRunner } from "./cluster.ts"
import { launch } from "./ending.ts"
import { KeepInOrderLive } from "./workflow.ts"

/** What a runner has done so far. */
export interface Report {
  readonly requests: number
  readonly cached: number
  readonly waits: number
  readonly waitMillis: number
}

const report = Effect.gen(function* () {
  const read = (counter: Metric.Counter<number>) => Effect.map(Metric.value(counter), ({ count }) => count)
  const report: Report = {
    requests: yield* read(Metrics.requests),
    cached: yield* read(Metrics.cacheHits),
    waits: yield* read(Metrics.waits),
    waitMillis: yield* read(Metrics.waitMillis)
  }
  process.send?.(report)
})

const reporting = Layer.effectDiscard(Effect.forkScoped(Effect.forever(Effect.delay(report, "250 millis"))))

const runner = Layer.mergeAll(KeepInOrderLive, reporting).pipe(
  Layer.provide(layerRunner(Number(process.argv[2]))),
  Layer.provide(ForgeNode.layerGitHub),
  // Ready.
  Layer.tap(() => report),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
)

// Whoever has started it was killed.
process.once("disconnect", () => process.exit(1))

launch(runner)
