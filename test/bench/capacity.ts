/**
 * What a fleet costs, and what follows from it: `node --expose-gc --import ./.build/docs/byName.ts test/bench/capacity.ts` measures a workflow of four writes,
 * an installation and its requests through Redis, and computes from that what bots of several sizes need. The page of
 * capacity (docs/guides/capacity.md) has what it prints.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { layerRunner } from "../../docs/examples/fleet/cluster.ts"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { DurableNode } from "../../src/node.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { Samples } from "../../src/testing/index.ts"
import { repo, Triage, TriageLive } from "../fleet/triage.ts"
import { temporary } from "../services/daemon.ts"
import { freePorts } from "../services/ports.ts"
import { lacksPostgres, postgresServer } from "../services/postgres.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"

const workflows = 200

const issues = Array.from({ length: workflows }, (_, index) => index + 1)

const service = ForgeSimulator.layer({
  repositories: [
    {
      owner: repo.owner,
      name: repo.repo,
      labels: [{ name: "triaged" }],
      issues: issues.map((n) => ({ title: `${n}` }))
    }
  ],
  limits: "none"
})

/** Runs all workflows, and returns what one of them has taken. `bytes` tells the size of the tables. */
const costs = (bytes: Effect.Effect<number, unknown, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    const empty = yield* bytes
    const cpu = process.cpuUsage()
    const [took] = yield* Effect.timed(
      Effect.forEach(issues, (issue) => Triage.execute({ issue }), { concurrency: 32, discard: true })
    )
    const { system, user } = process.cpuUsage(cpu)
    const count = (table: string) =>
      Effect.map(sql<{ n: number | string }>`SELECT count(*) AS n FROM ${sql(table)}`, ([row]) => Number(row?.n))
    const rows = (yield* count("cluster_messages")) + (yield* count("cluster_replies"))
    const each = (value: number) => Math.round((10 * value) / workflows) / 10
    return {
      requests: each((yield* requests).length),
      rows: each(rows),
      bytes: Math.round(((yield* bytes) - empty) / workflows),
      "ms of processor": each((system + user) / 1_000),
      "a second": Math.round(workflows / Duration.toSeconds(took))
    }
  })

const inFile = Effect.gen(function* () {
  const file = Path.join(yield* temporary("forgecast-capacity-"), "workflows.db")
  const size = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`PRAGMA wal_checkpoint(TRUNCATE)`, () => Fs.statSync(file).size)
  )
  const live = TriageLive.pipe(Layer.provideMerge(DurableNode.layerFile(file)), Layer.provideMerge(service))
  return yield* Effect.provide(costs(size), live)
}).pipe(Effect.scoped)

const onPostgres = Effect.gen(function* () {
  const { url } = yield* postgresServer
  const size = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        n: string
      }>`SELECT pg_total_relation_size('cluster_messages') + pg_total_relation_size('cluster_replies') AS n`,
      ([row]) => Number(row?.n)
    )
  )
  const environment = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url }))
  const live = TriageLive.pipe(
    Layer.provideMerge(layerRunner(yield* Effect.promise(freePorts)).pipe(Layer.provide(environment))),
    Layer.provideMerge(Layer.mergeAll(service, PgClient.layer({ url: Redacted.make(url) })))
  )
  return yield* Effect.provide(costs(size), live)
}).pipe(Effect.scoped)

const body = JSON.stringify(Samples.issue())

/** A service that answers each request in the same way, with a budget. */
const answering = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) => {
    const headers = {
      "content-type": "application/json",
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "4999",
      "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
      "x-ratelimit-resource": "core"
    }
    return Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(body, { headers })))
  })
)

const look = Issues.get({ ...repo, issue_number: 1 })

/** Sends requests for one installation after another, each with a token of its own, and keeps their Layers. */
const installations = (count: number, each: number) =>
  Effect.gen(function* () {
    for (let index = 0; index < count; index++) {
      const token = Credentials.layerToken(Redacted.make(`token-${index}`))
      const context = yield* Layer.build(Forge.layer().pipe(Layer.provide(token)))
      yield* Effect.replicateEffect(Effect.provideContext(look, context), each)
    }
  })

const memory = Effect.gen(function* () {
  const heap = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  yield* installations(50, 1)
  const before = heap()
  yield* installations(1_000, 1)
  return Math.round((heap() - before) / 1_000)
}).pipe(Effect.provide(Layer.mergeAll(answering, RateLimit.layerMemory(), HttpCache.layerNone)), Effect.scoped)

/** What 100 installations with 10 requests each leave in Redis, and send to it. */
const throughRedis = Effect.gen(function* () {
  const { url } = yield* redisServer()
  const store = NodeRedis.layer({ url })
  const measured = Effect.gen(function* () {
    const redis = yield* Redis.Redis
    const stat = (name: string) =>
      Effect.map(redis.send<string>("INFO", "stats"), (text) => Number(new RegExp(`${name}:(\\d+)`).exec(text)?.[1]))
    const [commands, bytes] = [yield* stat("total_commands_processed"), yield* stat("total_net_input_bytes")]
    yield* installations(100, 10).pipe(
      Effect.provide(Layer.mergeAll(answering, RateLimit.layerRedis(), HttpCache.layerNone))
    )
    // Responses are noted in the background.
    yield* Effect.sleep("2 seconds")
    return {
      "keys an installation": Number(yield* redis.send("DBSIZE")) / 100,
      "commands a request": ((yield* stat("total_commands_processed")) - commands) / 1_000,
      "bytes a request": Math.round(((yield* stat("total_net_input_bytes")) - bytes) / 1_000)
    }
  })
  return yield* Effect.provide(measured, store)
}).pipe(Effect.scoped)

/** A bot, by what it gets. */
interface Bot {
  readonly installations: number
  readonly repositories: number
  /** Deliveries of webhooks in a day. */
  readonly deliveries: number
  /** The share of deliveries that begin a workflow. */
  readonly share: number
  /** Days that executions are kept. */
  readonly kept: number
}

interface Costs {
  readonly requests: number
  readonly rows: number
  readonly bytes: number
  readonly "ms of processor": number
}

/** Peaks are three times the mean. */
const peak = 3

/** Transactions of a small PostgreSQL in a second, with a fast disk. */
const transactions = 5_000

/** What the service lets an installation send in an hour, and create of that, such as comments. */
const hourly = { requests: 5_000, creations: 500 }

/** How many comments a workflow creates. */
const creations = 2

/** The largest installation has this many times what others have on average. */
const largest = 100

const need = ({ deliveries, installations, kept, repositories, share }: Bot, each: Costs, heap: number) => {
  const workflows = deliveries * share
  const second = (workflows / 86_400) * peak
  /** Workflows of an installation in an hour. */
  const hour = workflows / 24 / installations
  const percent = (share: number) => `${Math.round(100 * share)} %`
  return {
    repositories: repositories,
    "deliveries a second, at the peak": Math.round((deliveries / 86_400) * peak),
    "workflows a second, at the peak": Math.round(second),
    "runners of one processor, at 60 %": Math.ceil((second * each["ms of processor"]) / 1_000 / 0.6),
    "rows written a second": Math.round(second * each.rows),
    "databases of 5,000 transactions a second": Math.ceil((second * each.rows) / transactions),
    "GB kept": Math.round((workflows * kept * each.bytes) / 1e9),
    "requests an hour and installation": Math.round(hour * each.requests),
    "share of its limit": percent((hour * each.requests) / hourly.requests),
    "share of its creations": percent((hour * creations) / hourly.creations),
    "the same for the largest": percent((largest * hour * creations) / hourly.creations),
    "MB for installations, on a runner": Math.round((installations * heap) / 1e6)
  }
}

const bots: Readonly<Record<string, Bot>> = {
  small: { installations: 10, repositories: 200, deliveries: 20_000, share: 0.2, kept: 30 },
  medium: { installations: 500, repositories: 20_000, deliveries: 1_000_000, share: 0.1, kept: 14 },
  large: { installations: 10_000, repositories: 1_000_000, deliveries: 50_000_000, share: 0.05, kept: 3 },
  "large, all": { installations: 10_000, repositories: 1_000_000, deliveries: 50_000_000, share: 1, kept: 3 }
}

const main = Effect.gen(function* () {
  const file = yield* inFile
  const postgres = lacksPostgres ? null : yield* onPostgres
  const heap = yield* memory
  console.log("A workflow of four writes")
  console.table({ "in a file": file, ...(postgres !== null && { "on PostgreSQL": postgres }) })
  console.log(`An installation: ${heap} bytes of memory`)
  if (!lacksRedis) console.table(yield* throughRedis)
  console.log("What bots need")
  console.table(
    Object.fromEntries(Object.entries(bots).map(([name, bot]) => [name, need(bot, postgres ?? file, heap)]))
  )
}).pipe(Effect.provide(Logger.layer([])))

await Effect.runPromise(main)
