/**
 * Keeps all repositories in order in one process, without a server: `alone.ts FILE TIME`. What is under way is in the file:
 * after a crash, the same command continues.
 */
import { DurableNode, ForgeNode } from "forgecast/node"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { keepAll } from "./keep.ts"
import { type Done, report, reporting } from "./report.ts"
import { KeepInOrderLive } from "./workflow.ts"

const [, , file = "workflows.db", time = "1970-01-01"] = process.argv

const live = Layer.mergeAll(KeepInOrderLive, reporting).pipe(
  Layer.provideMerge(DurableNode.layerFile(file)),
  Layer.provideMerge(ForgeNode.layerGitHub)
)

process.once("disconnect", () => process.exit(1))

NodeRuntime.runMain(
  keepAll(DateTime.makeUnsafe(time), (repo, changes) => process.send?.({ repo, changes } satisfies Done)).pipe(
    Effect.andThen(report),
    Effect.andThen(Effect.sync(() => process.disconnect())),
    Effect.provide(live),
    Effect.provideService(References.MinimumLogLevel, "Error")
  )
)
