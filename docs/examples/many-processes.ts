/**
 * Three processes, one token, one budget: 40 requests in 3 seconds, on the simulated service. Needs a Redis:
 *
 *     FORGECAST_REDIS_URL=redis://127.0.0.1:6379 npx tsx docs/examples/many-processes.ts
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import { Issues } from "forgecast/forge"
import { ForgeNode } from "forgecast/node"
import { ForgeSimulator } from "forgecast/testing"
import * as SimulatorServer from "forgecast/testing/node"
import * as Effect from "effect/Effect"

const token = "shared-token"

/** What each process does. It does not know of the others: they share what the environment says. */
const worker = Effect.forEach(
  Array.from({ length: 30 }, (_, i) => `comment ${i + 1} of process ${process.pid}`),
  (body) => Issues.createComment({ owner: "acme", repo: "web", issue_number: 1, body }),
  { concurrency: 10, discard: true }
).pipe(Effect.provide(ForgeNode.layerGitHub))

/** Starts the service and the processes, and says what the service received. */
const main = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const env = { ...process.env, GITHUB_API_URL: simulator.urls.api, GITHUB_TOKEN: token }
  yield* Effect.promise(() =>
    Promise.all([1, 2, 3].map(() => once(fork(import.meta.filename, ["worker"], { env }), "exit")))
  )
  const requests = yield* simulator.requests
  const refused = requests.filter(({ status }) => status !== 201)
  console.log(`${requests.length} requests, ${refused.length} of them refused`)
}).pipe(
  Effect.provide(
    SimulatorServer.layerForge({
      repositories: [{ owner: "acme", name: "web", issues: [{ title: "Hello" }] }],
      tokens: { [token]: "acme" },
      limits: { core: { authenticated: 40, window: "3 seconds" }, secondary: "none" }
    })
  )
)

await Effect.runPromise(process.argv[2] === "worker" ? worker : main)
