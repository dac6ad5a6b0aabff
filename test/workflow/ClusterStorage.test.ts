/** A cluster on a real PostgreSQL that is away. */
import { assert, describe, it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PersistenceError } from "effect/cluster/ClusterError"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as Workflow from "effect/workflow/Workflow"
import { layerClient, layerRunner } from "../../docs/examples/fleet/cluster.ts"
import { readingAgain } from "../../src/workflow/internal/readingAgain.ts"
import { freePorts } from "../services/ports.ts"
import { lacksPostgres, postgresServer, restartedLate } from "../services/postgres.ts"
import { proxyOf } from "../services/proxy.ts"

const Greet = Workflow.make("Greet", {
  payload: { name: Schema.String },
  idempotencyKey: ({ name }) => name,
  success: Schema.String
})
const GreetLive = Greet.toLayer(({ name }) => Effect.succeed(`Hello ${name}`))

const at = (port: number) =>
  ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }))

describe.skipIf(lacksPostgres)("a runner", () => {
  it.live("waits for PostgreSQL, and reads again at once what a lost answer had marked as read", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer
      const proxy = yield* proxyOf(server.port)
      const runner = GreetLive.pipe(Layer.provide(layerRunner(yield* Effect.promise(freePorts))))
      const late = yield* Effect.forkScoped(restartedLate(server), { startImmediately: true })
      yield* Layer.build(runner.pipe(Layer.provide(at(proxy.port))))
      yield* Fiber.join(late)
      const client = yield* Layer.build(layerClient.pipe(Layer.provide(at(server.port))))
      const database = yield* Layer.build(PgClient.layer({ url: Redacted.make(server.url) }))
      const sql = Context.get(database, SqlClient.SqlClient)
      const greet = (name: string) => Effect.provideContext(Greet.execute({ name }), client)

      assert.strictEqual(yield* greet("Ada"), "Hello Ada")
      const indexes = sql`SELECT indexdef FROM pg_indexes WHERE indexname = 'cluster_messages_execution_idx'`
      assert.deepStrictEqual(yield* indexes, [
        {
          indexdef: "CREATE INDEX cluster_messages_execution_idx ON public.cluster_messages USING btree (entity_id)"
        }
      ])
      proxy.delay = 3_600_000
      const greeted = yield* Effect.forkScoped(greet("Grace"))
      const marked = sql`SELECT id FROM cluster_messages WHERE NOT processed AND last_read IS NOT NULL`
      while ((yield* marked).length === 0) yield* Effect.sleep("5 millis")
      // The session that holds the locks of the shards lives on.
      proxy.cut("SET last_read")
      proxy.release()
      assert.strictEqual(yield* Fiber.join(greeted), "Hello Grace")
    }).pipe(Effect.provide(Logger.layer([])))
  )
})

it.effect("messages are read again where the answer that takes their marks away was lost", () =>
  Effect.gen(function* () {
    const done: Array<string> = []
    let isAway = true
    const one = (name: string) =>
      Effect.suspend(() => {
        done.push(name)
        return isAway ? Effect.fail(new PersistenceError({ cause: "away" })) : Effect.void
      })
    const storage = readingAgain({
      ...(yield* MessageStorage.MessageStorage),
      resetShards: () => one("reset"),
      unprocessedMessages: () => Effect.as(one("read"), [])
    })
    yield* Effect.ignore(storage.resetShards([]))
    yield* Effect.ignore(storage.unprocessedMessages([]))
    isAway = false
    yield* storage.unprocessedMessages([])
    yield* storage.unprocessedMessages([])
    assert.deepStrictEqual(done, ["reset", "reset", "reset", "read", "read"])
  }).pipe(Effect.provide(MessageStorage.layerNoop))
)
