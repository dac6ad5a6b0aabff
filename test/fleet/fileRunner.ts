/**
 * Runs workflows that are kept in a file: `fileRunner.ts FILE ISSUES [PORT]`. Ends when those of all issues have ended; with
 * exit code 3 if another process runs the file.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DurableNode from "../../src/node/DurableNode.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as Write from "../../src/rest/Write.ts"
import { Triage, TriageLive } from "./triage.ts"

const [, , file = "", issues = "1"] = process.argv

const all = Effect.forEach(
  Array.from({ length: Number(issues) }, (_, index) => index + 1),
  (issue) => Triage.execute({ issue }),
  { concurrency: 32, discard: true }
)

const live = TriageLive.pipe(
  Layer.provideMerge(DurableNode.layerFile(file)),
  Layer.provide(ForgeNode.layerGitHub),
  // The served simulator shows what it has at once.
  Layer.provide(Layer.succeed(Write.Settling, "100 millis"))
)

process.exitCode = await Effect.runPromise(
  all.pipe(
    Effect.provide(live),
    Effect.as(0),
    Effect.catchTag("FileInUse", () => Effect.succeed(3))
  )
)
