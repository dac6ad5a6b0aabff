/** A runner of the fleet: `runner.ts PORT`. Says on standard output when it is ready. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerRunner } from "../../docs/examples/fleet/cluster.ts"
import { launch } from "../../docs/examples/fleet/ending.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { LandLive } from "./land.ts"
import { TriageLive } from "./triage.ts"

const runner = Layer.merge(TriageLive, LandLive).pipe(
  Layer.provide(layerRunner(Number(process.argv[2]))),
  Layer.provide(ForgeNode.layerGitHub),
  Layer.tap(() => Effect.sync(() => console.log("ready")))
)

launch(runner)
