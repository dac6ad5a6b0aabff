/**
 * A runner of the fleet: `runner.ts PORT`. Its configuration is in the environment: `DATABASE_URL`,
 * `FORGECAST_REDIS_URL`, and `GITHUB_TOKEN`. Says to the process that has started it what it has sent so far.
 */
import { ForgeNode } from "forgecast/node"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { layerRunner } from "./cluster.ts"
import { launch } from "./ending.ts"
import { report, reporting } from "./report.ts"
import { KeepInOrderLive } from "./workflow.ts"

const runner = Layer.mergeAll(KeepInOrderLive, reporting).pipe(
  Layer.provide(layerRunner(Number(process.argv[2]))),
  Layer.provide(ForgeNode.layerGitHub),
  // Ready.
  Layer.tap(() => report),
  Layer.provide(Layer.succeed(References.MinimumLogLevel, "Error"))
)

// The process that started it was killed.
process.once("disconnect", () => process.exit(1))

launch(runner)
