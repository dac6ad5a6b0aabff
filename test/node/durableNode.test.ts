/** Durable workflows in a file, in this process. That others go on with it: test/fleet/file.test.ts. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as DurableDeferred from "effect/workflow/DurableDeferred"
import * as Workflow from "effect/workflow/Workflow"
import { DurableNode } from "../../src/node.ts"
import { temporary } from "../services/daemon.ts"

const scratch = Effect.map(temporary("forgecast-file-"), (folder) => Path.join(folder, "workflows.db"))

const Greet = Workflow.make("Greet", {
  // Longer keys than the 255 characters of a column are hashed.
  payload: { name: Schema.String },
  idempotencyKey: ({ name }) => name,
  success: Schema.String
})

describe("DurableNode.layerFile", () => {
  it.live("runs a workflow once, and answers from the file after that", () =>
    Effect.gen(function* () {
      const file = yield* scratch
      let runs = 0
      const live = Greet.toLayer(({ name }) =>
        Effect.sync(() => {
          runs++
          return `Hello ${name}`
        })
      ).pipe(Layer.provideMerge(DurableNode.layerFile(file)))
      const name = "a".repeat(1_000)
      for (const _ of [1, 2]) {
        assert.strictEqual(yield* Greet.execute({ name }).pipe(Effect.provide(live)), `Hello ${name}`)
      }
      assert.strictEqual(runs, 1)
    }).pipe(Effect.scoped)
  )

  it.live("goes on with a workflow that was suspended", () =>
    Effect.gen(function* () {
      const Approval = DurableDeferred.make("approval", { success: Schema.String })
      const live = Greet.toLayer(() => DurableDeferred.await(Approval)).pipe(
        Layer.provideMerge(DurableNode.layerFile(yield* scratch))
      )
      yield* Effect.gen(function* () {
        const executionId = yield* Greet.execute({ name: "Ada" }, { discard: true })
        const token = DurableDeferred.tokenFromExecutionId(Approval, { workflow: Greet, executionId })
        yield* DurableDeferred.succeed(Approval, { token, value: "Approved" })
        assert.strictEqual(yield* Greet.execute({ name: "Ada" }), "Approved")
      }).pipe(Effect.provide(live))
    }).pipe(Effect.scoped)
  )

  it.live("fails with SqlError where the lock cannot be made", () =>
    Effect.gen(function* () {
      const file = yield* scratch
      Fs.mkdirSync(`${file}-runner`)
      const error = yield* Effect.flip(Effect.scoped(Layer.build(DurableNode.layerFile(file))))
      assert.strictEqual(error._tag, "SqlError")
    }).pipe(Effect.scoped)
  )

  it.live("is refused for a file that is run already, by any name, until that has ended", () =>
    Effect.gen(function* () {
      const file = yield* scratch
      const alias = Path.join(Path.dirname(file), "alias.db")
      yield* Effect.gen(function* () {
        yield* Layer.build(DurableNode.layerFile(file))
        Fs.symlinkSync(file, alias)
        for (const path of [file, alias]) {
          const error = yield* Effect.flip(Effect.scoped(Layer.build(DurableNode.layerFile(path))))
          assert.instanceOf(error, DurableNode.FileInUse)
          assert.strictEqual(error.path, path)
          assert.strictEqual(
            error.message,
            `Another process is running the workflows of ${path}: give each process its own file.`
          )
        }
        // Others can look into it.
        const sql = Context.get(yield* Layer.build(DurableNode.layerDatabase(alias)), SqlClient.SqlClient)
        assert.deepStrictEqual(yield* sql`SELECT count(*) AS n FROM cluster_messages`, [{ n: 0 }])
      }).pipe(Effect.scoped)
      yield* Layer.build(DurableNode.layerFile(alias))
    }).pipe(Effect.scoped)
  )

  it.live("fails with SqlError if the file is not a database, or its folder is missing", () =>
    Effect.gen(function* () {
      const file = yield* scratch
      Fs.writeFileSync(file, "This is a text, and a long one. ".repeat(100))
      for (const path of [file, Path.join(file, "missing", "workflows.db")]) {
        const error = yield* Effect.flip(Layer.build(DurableNode.layerFile(path)))
        assert.strictEqual(error._tag, "SqlError")
      }
    }).pipe(Effect.scoped)
  )
})

describe("DurableNode.layerDatabase", () => {
  it.live("keeps values, and takes back what a transaction has written that fails", () =>
    Effect.gen(function* () {
      const sql = Context.get(yield* Layer.build(DurableNode.layerDatabase(yield* scratch)), SqlClient.SqlClient)
      yield* sql`CREATE TABLE things (id INTEGER PRIMARY KEY, value)`
      const add = (id: number, value: unknown) => sql`INSERT INTO things ${sql.insert({ id, value })}`
      const date = new Date("2027-01-01T00:00:00Z")
      for (const [id, value] of [true, null, "text", 1.5, new Uint8Array([1]), date].entries()) yield* add(id, value)
      const values = sql`SELECT value FROM things ORDER BY id`.values
      const stored = [[1], [null], ["text"], [1.5], [new Uint8Array([1])], [date.toISOString()]]
      assert.deepStrictEqual(yield* values, stored)
      const big = sql`SELECT ${2n ** 60n} AS n`
      assert.deepStrictEqual(yield* Effect.provideService(big, SqlClient.SafeIntegers, true), [{ n: 2n ** 60n }])

      const failing = sql.withTransaction(Effect.andThen(add(7, 1), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(failing), "no")
      // Within another one, which succeeds.
      yield* sql.withTransaction(Effect.andThen(add(8, 1), Effect.ignore(failing)))
      assert.deepStrictEqual(yield* values, [...stored, [1]])
      const error = yield* Effect.flip(add(8, 1))
      assert.strictEqual(error.reason._tag, "ConstraintError")
      // More statements than are kept prepared.
      for (let n = 0; n < 150; n++) yield* sql.unsafe(`SELECT ${n}`)
      assert.deepStrictEqual(yield* values, [...stored, [1]])
    }).pipe(Effect.scoped)
  )
})
