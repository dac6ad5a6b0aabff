/** Effect's `SqlClient` on `node:sqlite`, for one file. See docs/decisions/051-durable-in-a-file.md. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { Connection, Row } from "effect/sql/SqlConnection"
import { classifySqliteError, SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"

/** How many statements are kept prepared. */
const kept = 100

/** How long a statement waits for another process that writes, in milliseconds. */
const patience = 5_000

/** What a failure of SQLite is to Effect. */
export const failed = (cause: unknown, operation: string): SqlError => {
  // `node:sqlite` has the code of SQLite as `errcode`, which Effect reads as `errno`.
  const errno = codeOf(cause)
  const reason = classifySqliteError(errno === undefined ? cause : { errno, cause }, {
    operation,
    message: cause instanceof Error ? cause.message : String(cause)
  })
  return new SqlError({ reason })
}

/** The code of SQLite that an error has. */
export const codeOf = (cause: unknown): number | undefined =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode : undefined

const attempt = <A>(operation: string, what: () => A): Effect.Effect<A, SqlError> =>
  Effect.try({ try: what, catch: (cause) => failed(cause, operation) })

const inputOf = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  // The cast is safe: what SQLite does not take, it refuses itself.
  return (value ?? null) as SQLInputValue
}

const connect = (database: DatabaseSync): Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.delete(sql)
    prepared.set(sql, statement)
    const [oldest] = prepared.keys()
    if (prepared.size > kept && oldest !== undefined) prepared.delete(oldest)
    return statement
  }

  /** Rows as objects, or as arrays of values. The casts of what it returns are safe: `asArrays` decides. */
  const run =
    (statementOf: (sql: string) => StatementSync, asArrays: boolean) => (sql: string, params: ReadonlyArray<unknown>) =>
      Effect.flatMap(SqlClient.SafeIntegers, (safe) =>
        attempt("execute", () => {
          const statement = statementOf(sql)
          statement.setReadBigInts(safe)
          statement.setReturnArrays(asArrays)
          const rows: unknown = statement.all(...params.map(inputOf))
          return rows
        })
      )
  const rows = (statementOf: (sql: string) => StatementSync): Connection["execute"] => {
    const all = run(statementOf, false)
    return (sql, params, transform) =>
      Effect.map(all(sql, params), (result) => {
        const rows = result as ReadonlyArray<Row>
        return transform === undefined ? rows : transform(rows)
      })
  }
  const values = (statementOf: (sql: string) => StatementSync): Connection["executeValues"] => {
    const all = run(statementOf, true)
    return (sql, params) => Effect.map(all(sql, params), (result) => result as ReadonlyArray<ReadonlyArray<unknown>>)
  }
  const once = (sql: string) => database.prepare(sql)
  const execute = rows(prepare)
  return {
    execute,
    executeRaw: (sql, params) => execute(sql, params, undefined),
    executeStream: (sql, params, transform) => Stream.fromIterableEffect(execute(sql, params, transform)),
    executeValues: values(prepare),
    executeValuesUnprepared: values(once),
    executeUnprepared: rows(once)
  }
}

/** Opens a file, which is created. The scope closes it. */
const open = (path: string) =>
  Effect.acquireRelease(
    attempt("open", () => {
      const database = new DatabaseSync(path, { timeout: patience })
      // What is committed survives a loss of power, too: a step that the file forgets would be done again.
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      return database
    }),
    (database) => Effect.sync(() => database.close())
  )

/** A client of the database in a file. Other processes may use it at the same time. */
export const layer = (path: string): Layer.Layer<SqlClient.SqlClient, SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const database = yield* open(path)
      const { acquirer, borrower, isTransaction, onCommitFailure, transactionAcquirer } = SqlClient.makeSqliteAcquirers(
        {
          connection: Effect.succeed(connect(database)),
          semaphore: yield* Semaphore.make(1),
          isTransaction: () => database.isTransaction
        }
      )
      return yield* SqlClient.make({
        acquirer,
        borrower,
        transactionAcquirer,
        isTransaction,
        onCommitFailure,
        compiler: Statement.makeCompilerSqlite(),
        driver: "node:sqlite",
        spanAttributes: [["db.system.name", "sqlite"]],
        // A transaction that begins by reading could not write after another process has.
        beginTransaction: "BEGIN IMMEDIATE",
        savepoint: (name) => `SAVEPOINT "${name}"`,
        releaseSavepoint: (name) => `RELEASE SAVEPOINT "${name}"`,
        rollbackSavepoint: (name) => `ROLLBACK TO SAVEPOINT "${name}"`
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
