/**
 * What a cluster of `effect/cluster` keeps in a database, such as PostgreSQL, for durable workflows that continue after
 * the database was away for a while.
 *
 * **Details**
 *
 * A runner marks the messages that it reads, and does not read marked messages again for 10 minutes. If the answer to
 * such a read is lost, nobody has the messages, and Effect's storage leaves them alone for that time. This Layer is
 * that storage, but removes the marks as soon as the database answers again. It waits up to a minute for a database
 * that is starting.
 *
 * It has one index more than that of Effect, by which `Fleet` finds the messages of one workflow among all others.
 *
 * **Example** (A runner)
 *
 * ```ts
 * const shardingConfig = { runnerAddress: Option.some(RunnerAddress.make("10.0.0.7", 34431)) }
 *
 * const Cluster = ClusterWorkflowEngine.layer.pipe(
 *   Layer.provideMerge(NodeClusterSocket.layer({ storage: "byo", shardingConfig })),
 *   Layer.provideMerge(ClusterStorage.layer(shardingConfig)),
 *   Layer.provide([PgClient.layerConfig({ url: Config.Redacted("DATABASE_URL") }), NodeCrypto.layerDigest])
 * )
 * ```
 */
import * as MessageStorage from "effect/cluster/MessageStorage"
import type { RunnerStorage } from "effect/cluster/RunnerStorage"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlMessageStorage from "effect/cluster/SqlMessageStorage"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import type * as Config from "effect/Config"
import type { Digest } from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { awake } from "../forge/internal/awake.ts"
import { readingAgain } from "./internal/readingAgain.ts"

/**
 * Makes the index by execution, which `DurableNode.layerFile` makes as well. A runner works without it: if its user may
 * not create it, it logs that, and `Fleet` then reads the whole table.
 */
const indexed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = "cluster_messages_execution_idx"
  const create = sql.onDialectOrElse({
    pg: () =>
      // `IF NOT EXISTS` would wait for all writes that are under way.
      Effect.gen(function* () {
        const [found] = yield* sql<{ readonly there: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS there`
        if (found?.there !== true) {
          yield* sql`CREATE INDEX IF NOT EXISTS ${sql(name)} ON cluster_messages (entity_id)`
        }
      }),
    sqlite: () => Effect.asVoid(sql`CREATE INDEX IF NOT EXISTS ${sql(name)} ON cluster_messages (entity_id)`),
    // Others do not know `IF NOT EXISTS`.
    orElse: () => Effect.void
  })
  // Two runners that start together make it at once, and one of them fails.
  yield* Effect.retry(create, { times: 2 }).pipe(
    Effect.catch((error) => Effect.logWarning("The index by execution was not made", error))
  )
})

/**
 * Keeps messages, replies and runners in tables of a database, which it creates. Give it the options that the Layer of the
 * runner gets.
 */
export const layer = (
  config: Partial<ShardingConfig.ShardingConfig["Service"]> = {}
): Layer.Layer<
  MessageStorage.MessageStorage | RunnerStorage,
  Config.ConfigError | SqlError,
  SqlClient.SqlClient | Digest
> =>
  Layer.unwrap(
    Effect.as(
      awake,
      Layer.merge(
        Layer.effect(
          MessageStorage.MessageStorage,
          Effect.tap(Effect.map(MessageStorage.MessageStorage, readingAgain), indexed)
        ).pipe(Layer.provide(SqlMessageStorage.layer)),
        SqlRunnerStorage.layer
      )
    )
  ).pipe(Layer.provide(ShardingConfig.layerFromEnv(config)))
