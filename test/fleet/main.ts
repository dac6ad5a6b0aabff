/**
 * The long chaos: `npm run soak:fleet -- --seed 7 --workflows 5000 --kills 200`. Workflows on three runners, begun by webhooks,
 * with a merge queue among them; a runner is killed after every 100 requests or so, or as often as `--kills` says. Fails with exit code 1 if a workflow does not complete, or a write is missing or there twice.
 */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { runChaos } from "./chaos.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    workflows: { type: "string", default: "300" },
    kills: { type: "string" }
  }
})
const workflows = Number(values.workflows)
/** Each workflow has at least four. */
const requestsAtLeast = workflows * 4
const kills = Number(values.kills ?? Math.floor(requestsAtLeast / 100))

const { failed, lost, millis, requests, wrong } = await Effect.runPromise(
  runChaos({
    workflows,
    seed: Number(values.seed),
    pulls: Math.ceil(workflows / 25),
    kills: Array.from({ length: kills }, (_, index) => Math.floor((requestsAtLeast / kills) * (index + 0.5))),
    lost: 0.05
  })
)

for (const reason of [...failed, ...wrong]) console.error(reason)
console.log(
  `${workflows} workflows and ${kills} kills in ${(millis / 1_000).toFixed(0)} s: ${requests} requests, ${lost} without an answer; ` +
    `${failed.length} did not complete, ${wrong.length} issues and pull requests are not as they should be`
)
process.exitCode = failed.length + wrong.length === 0 ? 0 : 1
