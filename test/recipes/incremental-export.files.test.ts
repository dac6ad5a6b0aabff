/** The files of the incremental export. Needs DuckDB, whose binary not every platform has. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { DuckDBInstance } from "@duckdb/node-api"
import * as Arrow from "apache-arrow"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { exportFiles } from "../../docs/recipes/incremental-export/files.ts"
import { Issues } from "forgecast/forge"
import { simulators } from "./support.ts"

const repository = { owner: "acme", repo: "web" }

const select = (database: string, query: string) =>
  Effect.promise(async () => {
    const instance = await DuckDBInstance.create(database)
    const connection = await instance.connect()
    const reader = await connection.runAndReadAll(query)
    const rows = reader.getRowsJson()
    connection.closeSync()
    instance.closeSync()
    return rows
  })

describe("files of the incremental export", () => {
  it.live("are lines, a table in Arrow and a database, and brought up to date by the second run", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = `${yield* files.makeTempDirectoryScoped()}/issues' export`
      assert.deepStrictEqual(yield* exportFiles(repository, path), { items: 4, lines: 4, issues: 4 })
      yield* Issues.update({ ...repository, issue_number: 1, state: "closed" })
      assert.deepStrictEqual(yield* exportFiles(repository, path), { items: 1, lines: 5, issues: 4 })

      const table = Arrow.tableFromIPC(yield* files.readFile(`${path}.arrow`))
      assert.deepStrictEqual(
        table.toArray().map((row: { readonly toJSON: () => Readonly<Record<string, unknown>> }) => {
          const { author, closed_at, number, state, title } = row.toJSON()
          return [number, title, author, state, closed_at !== null]
        }),
        [
          [4, 'Fog is wet: "always"', null, "open", false],
          [3, "Storms are loud", "ada", "closed", true],
          [2, "Snow is black", "linus", "open", false],
          [1, "It rains in", "grace", "closed", true]
        ]
      )
      const query = "SELECT number, title, state FROM issues WHERE closed_at IS NOT NULL ORDER BY number"
      assert.deepStrictEqual(yield* select(`${path}.duckdb`, query), [
        ["1", "It rains in", "closed"],
        ["3", "Storms are loud", "closed"]
      ])
    }).pipe(Effect.provide([NodeFileSystem.layer, simulators("incremental-export")]))
  )
})
