/** Four processes that read the same issues from the served simulator, with an empty cache in a real Redis. */
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../src/testing/Journal.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { redisServer } from "../services/redis.ts"
import { reports, startAll } from "./children.ts"
import type { ReaderReport } from "./reader.ts"

export interface Run {
  readonly requests: ReadonlyArray<Received>
  readonly reports: ReadonlyArray<ReaderReport>
  readonly millis: number
}

/** Each entry of `rounds` is a run of four new processes, and how often each of them reads every issue. */
export const runReaders = (issues: number, rounds: ReadonlyArray<number>): Effect.Effect<ReadonlyArray<Run>> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const server = yield* redisServer()
    let before = 0
    return yield* Effect.forEach(rounds, (number) =>
      Effect.gen(function* () {
        const begin = Date.now()
        const team = yield* startAll(4, "reader.ts", {
          GITHUB_API_URL: simulator.urls.api,
          GITHUB_TOKEN: ForgeSimulator.token,
          FORGECAST_REDIS_URL: server.url,
          ISSUES: String(issues),
          ROUNDS: String(number)
        })
        const said = yield* reports<ReaderReport>(team)
        const all = yield* simulator.requests
        const requests = all.slice(before)
        before = all.length
        return { requests, reports: said, millis: Date.now() - begin }
      }).pipe(Effect.scoped)
    )
  }).pipe(
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(issues) }],
        tokens: { [ForgeSimulator.token]: "acme" },
        limits: { secondary: "none" },
        latency: "20 millis"
      })
    ),
    Effect.scoped
  )
