/**
 * What runs in a fleet, and what an operator does about it: over the tables of the cluster, so it needs no runner and no
 * definition of a workflow. They are those of PostgreSQL, or of the file of `DurableNode.layerFile`.
 *
 * ```ts
 * const failed = Stream.runCollect(Fleet.list({ state: "failed" }))
 * const again = Effect.flatMap(failed, Effect.forEach(({ id }) => Fleet.retry(id)))
 * ```
 *
 * **Details**
 *
 * Executions are known by their id, as `Workflow.executionId` returns it. Runners notice what is done here when they
 * next look for messages: after a second in a file, and after `entityMessagePollInterval` on a cluster.
 *
 * Payloads, results and the URLs of requests are in the tables as the workflows have them: anyone who may read the
 * tables may read those.
 */
import * as Snowflake from "effect/cluster/Snowflake"
import * as SqlMessageStorage from "effect/cluster/SqlMessageStorage"
import * as ShardId from "effect/cluster/ShardId"
import * as Digest from "effect/crypto/Digest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import type { InvalidInput } from "../rest/RestError.ts"
import { type Execution, type Inspection, NotInJournal, type State, WrongState } from "./FleetTypes.ts"
import * as Journal from "./internal/journal.ts"
import * as Given from "./internal/options.ts"

export { NotInJournal, WrongState } from "./FleetTypes.ts"
export type { Execution, Failure, Inspection, State, Step } from "./FleetTypes.ts"

/** Which executions `list` returns. */
export interface Filter {
  /** Of this workflow. */
  readonly workflow?: string | undefined
  /** In this state. */
  readonly state?: State | undefined
  /** Started before this one, by its id: to continue after it. */
  readonly before?: string | undefined
}

/** How many rows are read at a time. */
const pageSize = 200

const columns = `CAST(m.id AS TEXT) AS id, m.entity_type, m.entity_id, m.shard_id, m.tag, m.payload,
  CAST(m.deliver_at AS TEXT) AS deliver_at, CAST(r.id AS TEXT) AS reply_id, r.payload AS reply`

const tables = "cluster_messages m LEFT JOIN cluster_replies r ON r.id = m.last_reply_id"

/** The message that runs a workflow. */
const isRun = `m.tag = 'run' AND m.entity_type LIKE '${Journal.entityPrefix}%' AND m.entity_type <> '${Journal.clockType}'`

const runOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Journal.Row>`
    SELECT ${sql.literal(columns)} FROM ${sql.literal(tables)} WHERE ${sql.literal(isRun)} AND m.entity_id = ${id}`
  return row ?? (yield* new NotInJournal({ id, step: null, message: `There is no execution ${id}.` }))
})

/** The rows of an execution in their order. The shard is named for clusters that lack the index by execution. */
const rowsOf = Effect.fnUntraced(function* ({ entity_id, entity_type, shard_id }: Journal.Row) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Journal.Row>`
    SELECT ${sql.literal(columns)} FROM ${sql.literal(tables)}
    WHERE m.shard_id = ${shard_id} AND m.entity_id = ${entity_id}
    AND (m.entity_type = ${entity_type} OR m.entity_type = ${Journal.clockType}) ORDER BY m.id`
})

/** Executions before a row, the latest first. */
const executions = (
  workflow: string | undefined,
  from: string | null
): Stream.Stream<Execution, SqlError, SqlClient.SqlClient> => {
  const page = Effect.fnUntraced(function* (after: string | null) {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Journal.Row>`
      SELECT ${sql.literal(columns)} FROM ${sql.literal(tables)} WHERE ${sql.literal(isRun)}
      ${workflow === undefined ? sql.literal("") : sql`AND m.entity_type = ${Journal.entityPrefix + workflow}`}
      ${after === null ? sql.literal("") : sql`AND m.id < CAST(${after} AS BIGINT)`}
      ORDER BY m.id DESC LIMIT ${sql.literal(String(pageSize))}`
    const last = rows.length < pageSize ? undefined : rows.at(-1)
    return [rows.map(Journal.executionOf), Option.fromUndefinedOr(last?.id)] as const
  })
  return Stream.paginate<string | null, Execution, SqlError, SqlClient.SqlClient>(from, page)
}

/** Streams executions, the latest first. Fails with `NotInJournal` if `before` names one that is not there. */
export const list = ({ before, state, workflow }: Filter = {}): Stream.Stream<
  Execution,
  SqlError | NotInJournal,
  SqlClient.SqlClient
> =>
  Stream.unwrap(
    before === undefined
      ? Effect.succeed(executions(workflow, null))
      : Effect.map(runOf(before), ({ id }) => executions(workflow, id))
  ).pipe(Stream.filter((execution) => state === undefined || execution.state === state))

/** Returns an execution with its steps. */
export const inspect = (id: string): Effect.Effect<Inspection, SqlError | NotInJournal, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const run = yield* runOf(id)
    return { ...Journal.executionOf(run), steps: Journal.stepsOf(yield* rowsOf(run)) }
  })

/** Effect's own storage, for what is written. Web Crypto is there wherever this library runs. */
const storage = Effect.provide(SqlMessageStorage.makeEncodedStorage(), Digest.layerWebCrypto)

const wrongState = ({ id, state }: Execution, message: string) =>
  new WrongState({ id, state, message: `The execution ${id} is ${state}: ${message}` })

/**
 * Cancels an execution. Its runner starts no further step of it, and lets its finalizers run, such as that of
 * `Report.check`. A step that is under way ends first. Fails with `WrongState` if the execution has ended.
 */
export const cancel = (id: string): Effect.Effect<void, SqlError | NotInJournal | WrongState, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const run = yield* runOf(id)
    const execution = Journal.executionOf(run)
    if (execution.endedAt !== null) return yield* wrongState(execution, "there is nothing to cancel.")
    const { saveEnvelope } = yield* storage
    const generator = yield* Snowflake.makeGenerator
    const address = { shardId: ShardId.fromStringEncoded(run.shard_id), entityType: run.entity_type, entityId: id }
    yield* saveEnvelope({
      envelope: {
        _tag: "Request",
        requestId: String(generator.nextUnsafe()),
        address,
        tag: "deferred",
        payload: { name: Journal.cancellation, exit: { _tag: "Success", value: null } },
        headers: {}
      },
      primaryKey: `${run.entity_type}/${id}/deferred/${Journal.cancellation}`,
      deliverAt: null
    }).pipe(Effect.catchTag("PersistenceError", unexpected))
  })

// Storage of Effect wraps the errors of the database.
const unexpected = ({ cause }: { readonly cause?: unknown }) => Effect.fail(cause as SqlError)

/** Runs a workflow again from its start, which reads from the journal what it has. */
const runAgain = Effect.fnUntraced(function* ({ id, reply_id }: Journal.Row) {
  if (reply_id === null) return
  const { clearReplies } = yield* storage
  // Only if nothing else has woken it meanwhile.
  yield* clearReplies(Snowflake.Snowflake(id), { expectedReplyId: Snowflake.Snowflake(reply_id) }).pipe(
    Effect.catchTag("PersistenceError", unexpected)
  )
})

/**
 * Continues an execution that is suspended: one that was left after a failure, for instance. An execution that sleeps
 * is suspended again. Fails with `WrongState` if it is not suspended.
 */
export const resume = (id: string): Effect.Effect<void, SqlError | NotInJournal | WrongState, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const run = yield* runOf(id)
    const execution = Journal.executionOf(run)
    if (execution.state !== "suspended") return yield* wrongState(execution, "only a suspended execution can continue.")
    yield* runAgain(run)
  })

/** What `retry` repeats. */
export interface RetryOptions {
  /** The name of the first step that is run again. Default: the last one that failed, if any. */
  readonly from?: string | undefined
}

/** How long a runner may keep in memory what a workflow has awaited: its idle time, and the next look at it. */
const keptInMemory = Duration.seconds(21)

/**
 * Runs an execution that is over or suspended again, from one of its steps on: earlier steps are read from the journal,
 * and the rest, including sleeps, is forgotten. Signals stay, except for one that has cancelled it. If nothing has
 * failed and no step is named, only the last result is forgotten.
 *
 * **Details**
 *
 * A repeated write is looked for first, as after a crash, so it is not doubled. If a forgotten sleep ended less than 21
 * seconds ago, it waits until that time has passed: the runner may still know of it.
 *
 * Fails with `WrongState` while it is running, and with `NotInJournal` if it has no step of this name.
 */
export const retry = (
  id: string,
  { from }: RetryOptions = {}
): Effect.Effect<void, SqlError | NotInJournal | WrongState, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const run = yield* runOf(id)
    const execution = Journal.executionOf(run)
    if (execution.state === "running") return yield* wrongState(execution, "cancel it first, or wait for its end.")
    const rows = yield* rowsOf(run)
    const isStep = (row: Journal.Row, name: string) => Journal.stepsOf([row]).some((step) => step.name === name)
    const first =
      from === undefined
        ? rows.findLast((row) => Journal.stepsOf([row]).some(({ state }) => state === "failed"))
        : rows.find((row) => isStep(row, from))
    if (from !== undefined && first === undefined) {
      return yield* new NotInJournal({ id, step: from, message: `The execution ${id} has no step ${from}.` })
    }
    const isSignal = (row: Journal.Row) =>
      row.tag === "deferred" && !Journal.nameOf(row.payload).startsWith("DurableClock/")
    const forgotten = rows.filter((row) => {
      if (row.tag === "deferred" && Journal.nameOf(row.payload) === Journal.cancellation) return true
      // What was begun is not forgotten: a write is looked for by it.
      if (first === undefined || row.id === run.id || isSignal(row) || Journal.isBegun(row)) return false
      return BigInt(row.id) >= BigInt(first.id)
    })
    if (forgotten.some(({ tag }) => tag === "deferred") && run.reply_id !== null) {
      const since = Snowflake.dateTime(Snowflake.Snowflake(run.reply_id))
      const now = yield* DateTime.now
      yield* Effect.sleep(Duration.subtract(keptInMemory, Duration.min(keptInMemory, DateTime.distance(since, now))))
    }
    const ids = sql.literal(forgotten.map(({ id }) => id).join(","))
    yield* Effect.gen(function* () {
      if (forgotten.length > 0) {
        yield* sql`DELETE FROM cluster_replies WHERE request_id IN (${ids})`
        yield* sql`DELETE FROM cluster_messages WHERE id IN (${ids})`
      }
      yield* runAgain(run)
    }).pipe(sql.withTransaction)
  })

/** Which executions `prune` deletes. */
export interface PruneOptions {
  /** That ended longer ago than this. */
  readonly olderThan: Duration.Input
  /** Of this workflow. */
  readonly workflow?: string | undefined
}

/** How many executions one transaction deletes. */
const batch = 100

/**
 * Deletes executions that have succeeded, failed or were cancelled, with their steps, and returns how many. Those that are
 * running or suspended stay. Fails with `InvalidInput` if `olderThan` is negative.
 *
 * **Gotchas**
 *
 * If the key of a deleted execution is used again, the workflow runs again. Keep executions for longer than callers may
 * use their keys again, such as the days in which the service can redeliver.
 */
export const prune = ({
  olderThan,
  workflow
}: PruneOptions): Effect.Effect<number, InvalidInput | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* Given.check("Fleet.prune", { olderThan: Given.duration(olderThan) })
    const sql = yield* SqlClient.SqlClient
    const limit = DateTime.subtractDuration(yield* DateTime.now, Duration.fromInputUnsafe(olderThan))
    const isOld = ({ endedAt }: Execution) => endedAt !== null && DateTime.isLessThan(endedAt, limit)
    const remove = Effect.fnUntraced(function* (executions: ReadonlyArray<Execution>) {
      const those = sql`
        entity_type LIKE ${`${Journal.entityPrefix}%`} AND ${sql.in(
          "entity_id",
          executions.map(({ id }) => id)
        )}`
      yield* Effect.andThen(
        sql`DELETE FROM cluster_replies WHERE request_id IN (SELECT id FROM cluster_messages WHERE ${those})`,
        sql`DELETE FROM cluster_messages WHERE ${those}`
      ).pipe(sql.withTransaction)
      return executions.length
    })
    return yield* executions(workflow, null).pipe(
      Stream.filter(isOld),
      Stream.grouped(batch),
      Stream.mapEffect(remove),
      Stream.runFold(
        () => 0,
        (sum, count) => sum + count
      )
    )
  })
