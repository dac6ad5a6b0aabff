/** The export in files, for Node: lines of JSON, a table in Apache Arrow, and a database of DuckDB. */
import { DuckDBInstance } from "@duckdb/node-api"
import * as Arrow from "apache-arrow"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { Issue } from "forgecast/forge/schema/Issue"
import { Export } from "forgecast/workflow"
import { exportIssues, newest, type Repository } from "./program.ts"

/** What a table is asked for. The lines have everything. */
export const toTable = (issues: ReadonlyArray<Issue>): Arrow.Table => {
  const text = (of: (issue: Issue) => string | null) => Arrow.vectorFromArray(issues.map(of), new Arrow.Utf8())
  const time = (of: (issue: Issue) => DateTime.Utc | null) =>
    Arrow.vectorFromArray(
      issues.map((issue) => of(issue)?.epochMilliseconds ?? null),
      new Arrow.TimestampMillisecond("UTC")
    )
  return new Arrow.Table({
    number: Arrow.vectorFromArray(
      issues.map(({ number }) => number),
      new Arrow.Int32()
    ),
    title: text(({ title }) => title),
    author: text(({ user }) => user?.login ?? null),
    state: text(({ state }) => state),
    created_at: time(({ created_at }) => created_at),
    closed_at: time(({ closed_at }) => closed_at)
  })
}

/** All lines decide the columns: a field that is null at first may be a record later. The newest line of an issue counts. */
const load = (file: string) => `
  CREATE OR REPLACE TABLE issues AS
  SELECT * FROM read_json('${file.replaceAll("'", "''")}', format = 'newline_delimited', sample_size = -1)
  QUALIFY row_number() OVER (PARTITION BY id ORDER BY updated_at DESC) = 1`

/** Brings a database up to date with the lines. */
const toDuckDB = (lines: string, database: string) =>
  Effect.tryPromise(async () => {
    const instance = await DuckDBInstance.create(database)
    const connection = await instance.connect()
    try {
      await connection.run(load(lines))
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  })

/** Brings the files up to date. Each of them begins with `path`. */
export const exportFiles = Effect.fn("exportFiles")(function* (repository: Repository, path: string) {
  const files = yield* FileSystem.FileSystem
  const exported = yield* exportIssues(repository, Export.file(`${path}.ndjson`))
  const issues = yield* newest(yield* files.readFileString(`${path}.ndjson`))
  yield* files.writeFile(`${path}.arrow`, Arrow.tableToIPC(toTable(issues), "file"))
  yield* toDuckDB(`${path}.ndjson`, `${path}.duckdb`)
  return { ...exported, issues: issues.length }
})

export default exportFiles({ owner: "acme", repo: "web" }, "issues")
