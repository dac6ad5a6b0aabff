/**
 * Durable workflows on one machine, without a server: kept in a file.
 *
 * ```ts
 * const program = RemindLive.pipe(
 *   Layer.provide(DurableNode.layerFile("./workflows.db")),
 *   Layer.provide(ForgeNode.layerGitHub)
 * )
 * ```
 *
 * **Details**
 *
 * The engine is Effect's own, as in `effect/cluster/SingleRunner`, and the file is an SQLite database. SQLite is part
 * of Node.js. The same workflows run on a cluster and PostgreSQL with the Layers of `ClusterStorage`.
 */
import type { MessageStorage } from "effect/cluster/MessageStorage"
import type { Sharding } from "effect/cluster/Sharding"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { WorkflowEngine } from "effect/workflow/WorkflowEngine"
import type { FileInUse } from "./FileInUse.ts"

export { FileInUse } from "./FileInUse.ts"

/**
 * Runs the workflows of a file, which is created if it does not exist. After a crash, the next process continues those
 * that were under way, and does not repeat the steps that the file has.
 *
 * **Details**
 *
 * One process at a time: a second one fails with `FileInUse`, until the first has ended or was killed. The lock is one
 * of the operating system on a file next to it (`workflows.db-runner`), so keep the file on a local disk, not on a
 * network drive. Others, such as `forgecast-fleet`, may read the database meanwhile.
 *
 * What was recorded survives a loss of power. Due sleeps and messages of other processes are looked for every second.
 *
 * Fails with `SqlError` if the file cannot be opened, or is not a database.
 */
export const layerFile = (
  path: string
): Layer.Layer<WorkflowEngine | Sharding | MessageStorage | SqlClient, SqlError | FileInUse> =>
  Layer.unwrap(Effect.map(loadEngine, (engine) => engine.layer(path)))

/**
 * The database alone, to read a file that another process may be running: for `forgecast/workflow/Fleet`. The file is
 * created if it does not exist. Fails with `SqlError` if it cannot be opened.
 */
export const layerDatabase = (path: string): Layer.Layer<SqlClient, SqlError> =>
  Layer.unwrap(Effect.map(loadClient, (client) => client.layer(path)))

// Loaded when a Layer is built, so that programs without durable workflows load no engine.
const loadEngine = Effect.promise(() => import("./durableFile.ts"))
const loadClient = Effect.promise(() => import("./sqliteClient.ts"))
