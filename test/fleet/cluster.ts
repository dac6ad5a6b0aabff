/** The engine of a cluster on PostgreSQL, for runners and for those who start workflows. */
import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as RunnerAddress from "effect/cluster/RunnerAddress"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Short enough that the work of a dead runner is taken over within 10 seconds. */
const timing = {
  shardLockRefreshInterval: "1 second",
  shardLockExpiration: "4 seconds",
  runnerHealthCheckInterval: "2 seconds",
  refreshAssignmentsInterval: "500 millis",
  entityMessagePollInterval: "1 second",
  entityReplyPollInterval: "200 millis"
} as const

/** `port` is where the runner listens; undefined for a process that only starts workflows. */
export const layerCluster = (database: string, port: number | undefined) => {
  const address = port === undefined ? Option.none() : Option.some(RunnerAddress.make("127.0.0.1", port))
  return ClusterWorkflowEngine.layer.pipe(
    Layer.provideMerge(
      NodeClusterSocket.layer({
        storage: "sql",
        clientOnly: port === undefined,
        shardingConfig: { ...timing, runnerAddress: address, runnerListenAddress: Option.none() }
      })
    ),
    Layer.provide(PgClient.layer({ url: Redacted.make(database) }))
  )
}
