/** A real PostgreSQL behind the cache, and what can happen to it. */
import { assert, describe, it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { lacksPostgres, postgresServer } from "../../services/postgres.ts"
import { proxyOf } from "../../services/proxy.ts"
import { conditions } from "../support/validators.ts"
import { failures, get, many, run, service, thing, unchanged, untilRead, test } from "./support.ts"

const storeAt = (url: string) =>
  PersistedCache.layerWhenAvailable(
    Persistence.layerSql.pipe(Layer.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })))
  )

const options: PersistedCache.Options = { timeout: "2 minutes" }

describe.skipIf(lacksPostgres)("PostgreSQL, where it is installed", () => {
  it.live("keeps responses over a restart of the process, and is shared by processes that start at once", () =>
    Effect.gen(function* () {
      const { url } = yield* postgresServer
      const http = unchanged()
      const process = { http, store: storeAt(url), options }
      // Each creates the table, and all but one may fail.
      yield* Effect.all([run(get, process), run(get, process), run(get, process)], { concurrency: 3 })
      yield* run(get, process)
      assert.strictEqual(conditions(http.sent).at(-1)?.[0], '"v1"')
      const rows = yield* Effect.flatMap(
        SqlClient,
        (sql) => sql<{ readonly id: string; readonly store_id: string }>`SELECT id, store_id FROM effect_persistence`
      ).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
      assert.lengthOf(rows, 1)
      assert.match(`${rows[0]?.store_id}:${rows[0]?.id}`, /^forgecast_http:1-[0-9a-f]{32}$/)
    })
  )

  test.live("is stopped and started again, and no request fails", function* () {
    const server = yield* postgresServer
    const http = many()
    yield* Effect.gen(function* () {
      yield* thing(1)
      yield* server.stop
      yield* Effect.forEach([2, 3, 4, 5, 6], thing)
      assert.isAbove(yield* failures("read", "unavailable"), 0)
      yield* server.start
      yield* untilRead
    }).pipe(Effect.provide(service({ http, store: storeAt(server.url), options: { timeout: 500 } })))
  })

  test.live("is slow, and delays a request by no more than it may", function* () {
    const server = yield* postgresServer
    const proxy = yield* proxyOf(server.port)
    const store = storeAt(server.url.replace(String(server.port), String(proxy.port)))
    const http = many()
    yield* run(thing(1), { http, store, options })
    yield* Effect.gen(function* () {
      proxy.delay = 30_000
      for (const id of [2, 3, 4, 5, 6]) {
        const [took] = yield* Effect.timed(thing(id))
        assert.isBelow(Duration.toMillis(took), 30_000)
      }
      assert.isAbove(yield* failures("read", "unavailable"), 0)
    }).pipe(
      Effect.ensuring(Effect.sync(proxy.release)),
      Effect.provide(service({ http, store, options: { timeout: 200 } }))
    )
  })

  test.live("is not there when the program starts", function* () {
    const server = yield* postgresServer
    yield* server.stop
    yield* Effect.gen(function* () {
      yield* get
      yield* server.start
      yield* untilRead
    }).pipe(Effect.provide(service({ http: many(), store: storeAt(server.url), options: { timeout: 500 } })))
  })
})
