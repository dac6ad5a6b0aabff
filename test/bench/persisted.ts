/**
 * What a store behind the cache adds to a 304: the entry is never in memory, so it is read, checked, decompressed and
 * decoded. Each store is a separate process of this module: `node test/bench/persisted.ts <store> <url> <place>`.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Persistence from "effect/persistence/Persistence"
import * as Redis from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as PersistedCache from "../../src/rest/PersistedCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { temporary } from "../services/daemon.ts"
import { lacksPostgres, postgresServer } from "../services/postgres.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { apart, takeTurns } from "./apart.ts"
import { measure, type Taken } from "./measure.ts"
import { millis, row, type Row } from "./report.ts"

/** Memory has room for one of them, so each read finds the others in the store alone. */
const issues = 50

const memory = { entries: 1 }

const persisted = <E>(store: Layer.Layer<Persistence.Persistence, E>) =>
  PersistedCache.layer({ memory, timeout: "10 seconds" }).pipe(Layer.provide(store), Layer.orDie)

/** A cache in memory that also reads as many bytes from Redis for each look-up: what no store in Redis can save. */
const withGet = (url: string) =>
  Layer.effect(
    HttpCache.HttpCache,
    Effect.gen(function* () {
      const redis = yield* Redis.Redis
      const memory = yield* HttpCache.HttpCache
      yield* redis.send("SET", "bytes", "x".repeat(3_200))
      return { ...memory, get: (key) => Effect.andThen(Effect.orDie(redis.send("GET", "bytes")), memory.get(key)) }
    })
  ).pipe(Layer.provide([HttpCache.layerMemory(), NodeRedis.layer({ url })]))

const caches = {
  memory: () => HttpCache.layerMemory(),
  files: (directory: string) => persisted(PersistedCache.layerFiles(directory).pipe(Layer.provide(NodeServices.layer))),
  get: withGet,
  redis: (url: string) => persisted(Persistence.layerRedis.pipe(Layer.provide(NodeRedis.layer({ url })))),
  postgres: (url: string) =>
    persisted(Persistence.layerSql.pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url) }))))
}

type Store = keyof typeof caches

const contender = (store: Store, url: string, places: Partial<Record<Store, string>>) => {
  const runtime = ManagedRuntime.make(
    Forge.layer({ baseUrl: url }).pipe(
      Layer.provide([
        ForgeNode.layerHttpClient(),
        Credentials.layerToken(Redacted.make("a-token-of-no-worth")),
        caches[store](places[store] ?? ""),
        RateLimit.layerMemory()
      ])
    )
  )
  let sent = 0
  const next = Effect.suspend(() => Issues.get({ owner: "octokit", repo: "kept", issue_number: (sent++ % issues) + 1 }))
  return (times: number) =>
    runtime.runPromise(
      Effect.gen(function* () {
        for (let i = 0; i < times; i++) yield* next
      })
    )
}

/** What a store adds, in µs, round by round. */
const added = (of: Taken, to: Taken): ReadonlyArray<number> =>
  of.map(({ wall }, round) => (wall - (to[round]?.wall ?? Number.NaN)) * 1_000)

const targets: Partial<Record<Store, number>> = { redis: 300, files: 500 }

export const readPersisted = (url: string): Promise<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    const places: Partial<Record<Store, string>> = {
      files: yield* temporary("forgecast-bench-"),
      ...(lacksRedis ? {} : yield* Effect.map(redisServer(), ({ url }) => ({ redis: url, get: url }))),
      ...(lacksPostgres ? {} : { postgres: (yield* postgresServer).url })
    }
    // The cast is safe: the names of an object's own keys.
    const stores = Object.keys(places) as Array<Store>
    const taken = yield* Effect.promise(() =>
      apart(import.meta.filename, ["memory", ...stores], [url, JSON.stringify(places)], (each) =>
        measure(each, { seconds: 60, times: 500 })
      )
    )
    return stores.map((store, index) => {
      const target = targets[store]
      const name =
        store === "get" ? "a cache in memory and a bare GET of Redis" : `304 of an issue that only ${store} has`
      return row(`${name}, added`, added(taken[store], taken.memory), {
        unit: "µs",
        ...(target === undefined ? {} : { target }),
        ...(index === stores.length - 1 ? { details: millis(taken) } : {})
      })
    })
  }).pipe(Effect.scoped, Effect.runPromise)

if (import.meta.main) {
  const [, , store, url = "", places = "{}"] = process.argv
  // The casts are safe: the parent wrote them.
  takeTurns(contender(store as Store, url, JSON.parse(places) as Partial<Record<Store, string>>))
}
