/**
 * The long chaos: `npm run soak:fleet -- --seed 7`. 300 workflows on three runners, a runner killed after every 100
 * requests or so. Fails with exit code 1 if a workflow does not complete, or a write is missing or there twice.
 */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { runChaos } from "./chaos.ts"

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, workflows: { type: "string", default: "300" } }
})
const workflows = Number(values.workflows)

const { failed, lost, millis, requests, wrong } = await Effect.runPromise(
  runChaos({
    workflows,
    seed: Number(values.seed),
    // Each workflow has at least four.
    kills: Array.from({ length: Math.floor((workflows * 4) / 100) }, (_, index) => 50 + 100 * index),
    lost: 0.05
  })
)

for (const reason of [...failed, ...wrong]) console.error(reason)
console.log(
  `${workflows} workflows in ${(millis / 1_000).toFixed(0)} s: ${requests} requests, ${lost} without an answer; ` +
    `${failed.length} did not complete, ${wrong.length} issues are not as they should be`
)
process.exitCode = failed.length + wrong.length === 0 ? 0 : 1
