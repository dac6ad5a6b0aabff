/** The engine of durable workflows: a cluster of runners on PostgreSQL. */
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as ClusterStorage from "forgecast/workflow/ClusterStorage"
import { closesWithin } from "./ending.ts"

/** Short enough that the work of a dead runner is taken over within 10 seconds. */
const timing = {
  shardLockRefreshInterval: "2 seconds",
  shardLockExpiration: "6 seconds",
  runnerHealthCheckInterval: "2 seconds",
  refreshAssignmentsInterval: "500 millis",
  entityMessagePollInterval: "1 second",
  // How long workflows that move to another runner stand still. A request that is cut off is looked for there.
  entityTerminationTimeout: "3 seconds"
} as const

const database = Layer.merge(PgClient.layerConfig({ url: Config.Redacted("DATABASE_URL") }), NodeCrypto.layerDigest)

/** Runs workflows. The other runners reach it at this port. */
export const layerRunner = (port: number) => {
  const shardingConfig = { ...timing, runnerAddress: Option.some(RunnerAddress.make("127.0.0.1", port)) }
  return ClusterWorkflowEngine.layer.pipe(
    Layer.provideMerge(NodeClusterSocket.layer({ storage: "byo", shardingConfig })),
    Layer.provideMerge(ClusterStorage.layer(shardingConfig)),
    Layer.provide(database)
  )
}

const clientConfig = { ...timing, runnerAddress: Option.none() }

/** Starts workflows and awaits their results, but runs none. */
export const layerClient = ClusterWorkflowEngine.layer.pipe(
  Layer.provideMerge(NodeClusterSocket.layer({ storage: "byo", clientOnly: true, shardingConfig: clientConfig })),
  Layer.provideMerge(ClusterStorage.layer(clientConfig)),
  Layer.provide(database),
  closesWithin("5 seconds")
)
