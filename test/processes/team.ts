/** Four processes with one credential, on the served simulator and a real Redis. Two of them are killed. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redis from "effect/persistence/Redis"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../src/testing/Journal.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { redisServer } from "../services/redis.ts"
import { reports, startAll } from "./children.ts"
import type { Report } from "./worker.ts"

export interface Options {
  /** Requests that the service allows in a window. */
  readonly budget: number
  readonly window: Duration.Input
  readonly items: number
  /** After how many comments the first and the second process are killed. */
  readonly kills: readonly [first: number, second: number]
}

export interface Outcome {
  readonly requests: ReadonlyArray<Received>
  /** Of the processes that were not killed. */
  readonly reports: ReadonlyArray<Report>
  /** Comments on the service, by item. */
  readonly comments: ReadonlyMap<string, number>
  readonly millis: number
}

const itemsOf = (requests: ReadonlyArray<Received>): Map<string, number> => {
  const found = new Map<string, number>()
  for (const { acted, body, method } of requests) {
    if (method !== "POST" || !acted || typeof body !== "object" || body === null || !("body" in body)) continue
    const item = String(body.body).replace("item ", "")
    found.set(item, (found.get(item) ?? 0) + 1)
  }
  return found
}

export const runTeam = ({ budget, items, kills, window }: Options): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const server = yield* redisServer()
    yield* Effect.flatMap(Redis.Redis, (redis) =>
      redis.send("RPUSH", "work", ...Array.from({ length: items }, (_, item) => String(item)))
    ).pipe(Effect.provide(NodeRedis.layer({ url: server.url })), Effect.orDie)
    const env = {
      GITHUB_API_URL: simulator.urls.api,
      GITHUB_TOKEN: ForgeSimulator.token,
      FORGECAST_REDIS_URL: server.url
    }
    const begin = Date.now()
    const team = yield* startAll(4, "worker.ts", env)
    for (const [index, after] of kills.entries()) {
      while (itemsOf(yield* simulator.requests).size < after) yield* Effect.sleep(5)
      team[index]?.child.kill("SIGKILL")
    }
    const survivors = team.slice(kills.length)
    const said = yield* reports<Report>(survivors)
    const requests = yield* simulator.requests
    return {
      requests,
      reports: said,
      comments: itemsOf(requests),
      millis: Date.now() - begin
    }
  }).pipe(
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(20) }],
        tokens: { [ForgeSimulator.token]: "acme" },
        limits: { core: { authenticated: budget, window }, secondary: "none" },
        latency: "5 millis"
      })
    ),
    Effect.scoped
  )
