/** One of several processes that read the same issues, each several times. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { ForgeNode } from "../../src/node.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as PersistedCache from "../../src/rest/PersistedCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { count } from "./counts.ts"

/** What a reader says at its end. */
export interface ReaderReport {
  readonly sent: number
  readonly cached: number
  /** Reads that waited for another process. */
  readonly waited: number
  /** How many different issues it has got. */
  readonly issues: number
}

/** As with `FORGECAST_REDIS_URL`, but more patient: the machine may have much to do. */
const ForgeLive = Forge.layer({ baseUrl: process.env["GITHUB_API_URL"] }).pipe(
  Layer.provide([
    ForgeNode.layerHttpClient(),
    Credentials.layerConfig("GITHUB_TOKEN"),
    PersistedCache.layerRedis({ timeout: "30 seconds", wait: "2 minutes" }),
    RateLimit.layerRedis({ timeout: "30 seconds" })
  ]),
  Layer.provideMerge(NodeRedis.layer({ url: process.env["FORGECAST_REDIS_URL"] ?? "" }))
)

const issues = Number(process.env["ISSUES"])
const rounds = Number(process.env["ROUNDS"])

/** Waits for all four, however long each takes to start: otherwise the first could read all issues alone. */
const together = Effect.gen(function* () {
  const { send } = yield* Redis.Redis
  const key = `started/${rounds}`
  yield* send("INCR", key)
  yield* Effect.repeat(send<string>("GET", key), {
    schedule: Schedule.spaced(10),
    until: (started) => Number(started) >= 4
  })
})

const read = (issue_number: number) => Issues.get({ owner: "acme", repo: "web", issue_number })

await Effect.gen(function* () {
  const numbers = Array.from({ length: issues }, (_, index) => index + 1)
  const got = new Set<number>()
  yield* together
  for (let round = 0; round < rounds; round++) {
    for (const { number } of yield* Effect.forEach(numbers, read, { concurrency: 25 })) got.add(number)
  }
  const metrics = yield* Metric.snapshot
  const report: ReaderReport = {
    sent: count(metrics, "forgecast_requests_total"),
    cached: count(metrics, "forgecast_cache_hits_total"),
    waited: count(metrics, "forgecast_cache_store_waits_total"),
    issues: got.size
  }
  console.log(JSON.stringify(report))
}).pipe(Effect.provide(ForgeLive), Effect.runPromise)
