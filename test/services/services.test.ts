/** The servers that other tests need start, stop, pause and come back. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { Redis } from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { lacksPostgres, postgresServer } from "./postgres.ts"
import { proxyOf } from "./proxy.ts"
import { lacksRedis, redisServer } from "./redis.ts"

const ping = Effect.flatMap(Redis, (redis) => redis.send<string>("PING"))

describe.skipIf(lacksRedis)("Redis, where it is installed", () => {
  it.live("stops and starts again on the same port", () =>
    Effect.gen(function* () {
      const server = yield* redisServer()
      const answer = ping.pipe(Effect.provide(NodeRedis.layer({ url: server.url })))
      assert.strictEqual(yield* answer, "PONG")
      yield* server.stop
      const refused = yield* answer.pipe(Effect.flip, Effect.provide(Logger.layer([])))
      assert.strictEqual(refused._tag, "RedisError")
      yield* server.start
      assert.strictEqual(yield* answer, "PONG")
    })
  )

  it.live("answers nothing while it is paused, and late behind a slow proxy", () =>
    Effect.gen(function* () {
      const server = yield* redisServer({ maxmemory: "2mb" })
      const proxy = yield* proxyOf(server.port)
      const redis = yield* Layer.build(NodeRedis.layer({ url: `redis://127.0.0.1:${proxy.port}` }))
      const answer = (wait: number) => ping.pipe(Effect.provide(redis), Effect.timeoutOption(wait), Effect.map(String))
      assert.match(yield* answer(300_000), /PONG/)
      proxy.delay = 500
      assert.notMatch(yield* answer(100), /PONG/)
      assert.match(yield* answer(300_000), /PONG/)
      proxy.delay = 0
      yield* server.pause
      assert.notMatch(yield* answer(100), /PONG/)
      yield* server.resume
      assert.match(yield* answer(300_000), /PONG/)
    })
  )
})

describe.skipIf(lacksPostgres)("PostgreSQL, where it is installed", () => {
  it.live("keeps its tables over a restart", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer
      const run = <A, E>(use: (sql: SqlClient) => Effect.Effect<A, E>) =>
        Effect.flatMap(SqlClient, use).pipe(
          Effect.provide(PgClient.layer({ url: Redacted.make(server.url) })),
          Effect.retry({ times: 20 })
        )
      yield* run((sql) => sql`CREATE TABLE kept (value INT)`)
      yield* run((sql) => sql`INSERT INTO kept VALUES (7)`)
      yield* server.stop
      yield* server.start
      assert.deepStrictEqual(yield* run((sql) => sql`SELECT value FROM kept`), [{ value: 7 }])
    })
  )
})
