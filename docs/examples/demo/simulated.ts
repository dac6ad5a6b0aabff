/** The demo's simulated GitHub, on a free local port, and its scripted failures. */
import { Credentials, HttpCache, RateLimit } from "forgecast"
import { Forge } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as SimulatorServer from "forgecast/testing/node"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const repo = { owner: "acme", repo: "weather-map" }

const seed: ForgeSimulator.Seed = {
  latency: "25 millis",
  // The service takes 180 writes a minute. The demo shows one such limit, not the wait for every one.
  limits: { secondary: "none" },
  repositories: [
    {
      owner: repo.owner,
      name: repo.repo,
      labels: ["bug", "enhancement", "needs triage"],
      issues: ForgeSimulator.issues(360)
    }
  ]
}

/** The failures, which always hit the same requests. */
const trouble = [
  Faults.unavailable({ operation: "Issues.update", nth: 5, status: 502 }),
  Faults.secondaryLimit({ matching: ({ method }) => method !== "GET", nth: 100, retryAfter: "2 seconds" }),
  Faults.answerLost({ operation: "Issues.createComment", nth: 3 }),
  Faults.answered({ operation: "Labels.addToIssue", nth: 15, status: 410, body: { message: "This issue was deleted" } })
]

/** The client is the one for the real service, with the simulator's addresses and token. */
const client = (faults: ReadonlyArray<Faults.Fault>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(...faults)
      return Forge.layer({ baseUrl: simulator.baseUrl }).pipe(
        Layer.provide([
          NodeHttpClient.layerUndici,
          simulator.token === null ? Credentials.layerAnonymous : Credentials.layerToken(simulator.token),
          HttpCache.layerMemory(),
          RateLimit.layerMemory(),
          // For the same reason, writes do not slow down after that limit.
          Layer.succeed(RateLimit.WriteInterval, 0)
        ])
      )
    })
  )

/** `Forge` over real HTTP, and the handle of the simulator behind it. */
export const layerOf = (content: ForgeSimulator.Seed, faults: ReadonlyArray<Faults.Fault>) =>
  Layer.provideMerge(client(faults), SimulatorServer.layerForge(content))

/** The service whose issues are triaged. */
export const layer = layerOf(seed, trouble)
