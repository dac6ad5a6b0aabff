/** The engine of `DurableNode`, loaded when its Layer is built. */
import * as Fs from "node:fs"
import { DatabaseSync } from "node:sqlite"
import type { MessageStorage } from "effect/cluster/MessageStorage"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as RunnerHealth from "effect/cluster/RunnerHealth"
import * as Runners from "effect/cluster/Runners"
import * as RunnerStorage from "effect/cluster/RunnerStorage"
import * as Sharding from "effect/cluster/Sharding"
import * as ShardingConfig from "effect/cluster/ShardingConfig"
import * as SqlMessageStorage from "effect/cluster/SqlMessageStorage"
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { WorkflowEngine } from "effect/workflow/WorkflowEngine"
import { FileInUse } from "./FileInUse.ts"
import * as SqliteClient from "./sqliteClient.ts"

/** SQLite's code of a database that another connection has locked. */
const busy = 5

/**
 * Keeps the file to this process. The lock is on a file next to it, so that others can still look into the database, and
 * the system takes it away when the process ends, however it does.
 */
const alone = (path: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        // The same file, whatever it is called.
        const database = new DatabaseSync(`${Fs.realpathSync(path)}-runner`)
        try {
          database.exec("BEGIN EXCLUSIVE")
        } catch (cause) {
          database.close()
          throw cause
        }
        return database
      },
      catch: (cause) =>
        SqliteClient.codeOf(cause) === busy
          ? new FileInUse({
              path,
              message: `Another process is running the workflows of ${path}: give each process its own file.`
            })
          : SqliteClient.failed(cause, "lock")
    }),
    (database) => Effect.sync(() => database.close())
  )

/** The index that `ClusterStorage.layer` makes, too. */
const indexed = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE INDEX IF NOT EXISTS cluster_messages_execution_idx ON cluster_messages (entity_id)`
)

export const layer = (
  path: string
): Layer.Layer<WorkflowEngine | Sharding.Sharding | MessageStorage | SqlClient.SqlClient, SqlError | FileInUse> =>
  ClusterWorkflowEngine.layer.pipe(
    // As `SingleRunner`, but no variable of the environment changes what the file has.
    Layer.provideMerge(Sharding.layer),
    Layer.provide([Runners.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    // By which `Fleet` finds the messages of one execution.
    Layer.provide(Layer.effectDiscard(indexed)),
    Layer.provideMerge(SqlMessageStorage.layer),
    Layer.provide(
      ShardingConfig.layer({
        shardsPerGroup: 1,
        entityMessagePollInterval: "1 second",
        entityTerminationTimeout: "3 seconds"
      })
    ),
    Layer.provide(Layer.effectDiscard(alone(path))),
    Layer.provideMerge(SqliteClient.layer(path)),
    Layer.provide(Digest.layerWebCrypto)
  )
