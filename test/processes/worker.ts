/** One of several processes that work off a list together. Its configuration is all that they share. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Redis from "effect/persistence/Redis"
import * as Issues from "../../src/forge/Issues.ts"
import { ForgeNode } from "../../src/node.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { count } from "./counts.ts"

/** What a process says at its end. */
export interface Report {
  readonly sent: number
  readonly cached: number
  readonly waits: number
  readonly waitedMillis: number
  readonly done: ReadonlyArray<string>
}

const done: Array<string> = []

const repo = { owner: "acme", repo: "web" }

/** Reads one of ten issues, and comments on one of ten others. */
const work = (item: string) =>
  Effect.gen(function* () {
    const issue_number = 1 + (Number(item) % 10)
    yield* Issues.get({ ...repo, issue_number })
    yield* Issues.createComment({ ...repo, issue_number: issue_number + 10, body: `item ${item}` })
    done.push(item)
  })

const next = Effect.flatMap(Redis.Redis, (redis) => redis.send<string | null>("LPOP", "work"))

const worker: Effect.Effect<void, unknown, Redis.Redis | Effect.Services<ReturnType<typeof work>>> = Effect.gen(
  function* () {
    for (let item = yield* next; item !== null; item = yield* next) yield* work(item)
  }
)

await Effect.gen(function* () {
  yield* Effect.replicateEffect(worker, 10, { concurrency: "unbounded", discard: true })
  const metrics = yield* Metric.snapshot
  const report: Report = {
    sent: count(metrics, "forgecast_requests_total"),
    cached: count(metrics, "forgecast_cache_hits_total"),
    waits: count(metrics, "forgecast_waits_total"),
    waitedMillis: count(metrics, "forgecast_wait_milliseconds_total"),
    done
  }
  console.log(JSON.stringify(report))
}).pipe(
  Effect.provideService(RateLimit.MaxWait, "10 minutes"),
  Effect.provide([ForgeNode.layerGitHub, NodeRedis.layer({ url: process.env["FORGECAST_REDIS_URL"] ?? "" })]),
  Effect.runPromise
)
