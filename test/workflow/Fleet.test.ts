/** What an operator sees of a fleet and does about it, on a file and on a real PostgreSQL. */
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as DurableDeferred from "effect/workflow/DurableDeferred"
import * as Workflow from "effect/workflow/Workflow"
import type { WorkflowEngine } from "effect/workflow/WorkflowEngine"
import { layerRunner } from "../../docs/examples/fleet/cluster.ts"
import * as ForgeError from "../../src/forge/ForgeError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { DurableNode } from "../../src/node.ts"
import * as Write from "../../src/rest/Write.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import * as Fleet from "../../src/workflow/Fleet.ts"
import { begin, pass } from "../rest/support/time.ts"
import { temporary } from "../services/daemon.ts"
import { freePorts } from "../services/ports.ts"
import { lacksPostgres, postgresServer } from "../services/postgres.ts"

const repo = { owner: "acme", repo: "web" }

const Approval = DurableDeferred.make("approval", { success: Schema.String })

const Chore = Workflow.make("Chore", {
  payload: { issue: Schema.Int, end: Schema.Literals(["close", "sleep", "await"]) },
  idempotencyKey: ({ issue }) => String(issue),
  success: Schema.String,
  error: ForgeError.ForgeError
})

const ChoreLive = Chore.toLayer(
  Effect.fnUntraced(function* ({ issue, end }) {
    const input = { ...repo, issue_number: issue }
    yield* Durable.activity(Issues.createComment, { ...input, body: "Still needed?" }, { name: "ask" })
    yield* Durable.steps(Issues.get(input), { name: "look" })
    if (end === "sleep") yield* Durable.steps(Effect.sleep("5 minutes"), { name: "pause" })
    if (end === "await") return yield* DurableDeferred.await(Approval)
    yield* Durable.activity(Issues.update, { ...input, state: "closed" }, { name: "close" })
    return "closed"
  })
)

const simulator = ForgeSimulator.layer({
  repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }, { title: "Two" }, { title: "Three" }] }]
})

const comments = Effect.gen(function* () {
  const { repository } = yield* ForgeSimulator.ForgeSimulator
  return (yield* repository("acme/web")).issues.map((issue) => issue.comments.length)
})

const states = Effect.map(Stream.runCollect(Fleet.list()), (all) => all.map(({ state }) => state))

const missing = (step: string | null) => (error: unknown) => {
  assert.instanceOf(error, Fleet.NotInJournal)
  assert.strictEqual(error.step, step)
}

/** What holds on every database. `until` lets time go by until an execution has this state. */
const scene = (until: (id: string, state: Fleet.State) => Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
  Effect.gen(function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    const start = (issue: number, end: "close" | "sleep" | "await") => Chore.execute({ issue, end }, { discard: true })
    yield* faults.add(Faults.answered({ operation: "Issues.get", status: 404, body: { message: "Not Found" } }))
    const failed = yield* start(1, "close")
    yield* until(failed, "failed")

    const { failure, steps, ...execution } = yield* Fleet.inspect(failed)
    assert.deepInclude(execution, {
      workflow: "Chore",
      state: "failed",
      payload: { issue: 1, end: "close" },
      result: null
    })
    assert.strictEqual(failure?.tag, "NotFound")
    assert.deepStrictEqual(
      steps.map(({ kind, name, operation, state, status, url }) => [
        kind,
        name.slice(0, 15),
        operation,
        state,
        status,
        url
      ]),
      [
        ["activity", "ask", null, "succeeded", null, null],
        ["request", "look/Issues.get", "Issues.get", "failed", 404, "https://api.github.com/repos/acme/web/issues/1"]
      ]
    )
    for (const { endedAt, startedAt } of [execution, ...steps]) {
      assert.isNotNull(endedAt)
      assert.isAtMost(startedAt.epochMilliseconds, endedAt.epochMilliseconds)
    }

    // What has failed is done again, and what has not is read.
    yield* Fleet.retry(failed)
    yield* until(failed, "succeeded")
    assert.deepStrictEqual(yield* comments, [1, 0, 0])
    const again = yield* Fleet.inspect(failed)
    assert.strictEqual(again.result, "closed")
    assert.deepStrictEqual(
      again.steps.map(({ name, status }) => [name.split("/")[0], status]),
      [
        ["ask", null],
        ["look", 200],
        ["close", null]
      ]
    )

    // A write that is done again is not doubled.
    yield* Fleet.retry(failed, { from: "ask" })
    yield* until(failed, "succeeded")
    assert.deepStrictEqual(yield* comments, [1, 0, 0])

    const awaiting = yield* start(2, "await")
    yield* until(awaiting, "suspended")
    assert.strictEqual((yield* Effect.flip(Fleet.retry(failed, { from: "none" })))._tag, "NotInJournal")
    const ended = yield* Effect.flip(Fleet.cancel(failed))
    assert.instanceOf(ended, Fleet.WrongState)
    assert.strictEqual(ended.message, `The execution ${failed} is succeeded: there is nothing to cancel.`)
    assert.instanceOf(yield* Effect.flip(Fleet.resume(failed)), Fleet.WrongState)
    for (const act of [Fleet.inspect("none"), Fleet.cancel("none"), Fleet.resume("none"), Fleet.retry("none")]) {
      missing(null)(yield* Effect.flip<unknown, unknown, SqlClient.SqlClient>(act))
    }
    missing(null)(yield* Effect.flip(Stream.runDrain(Fleet.list({ before: "none" }))))

    // It waits for the same again.
    yield* Fleet.resume(awaiting)
    yield* until(awaiting, "suspended")
    assert.deepStrictEqual(yield* states, ["suspended", "succeeded"])
    const only = (filter: Fleet.Filter) =>
      Effect.map(Stream.runCollect(Fleet.list(filter)), (all) => all.map(({ id }) => id))
    assert.deepStrictEqual(yield* only({ state: "suspended" }), [awaiting])
    assert.deepStrictEqual(yield* only({ before: awaiting }), [failed])
    assert.deepStrictEqual(yield* only({ workflow: "Another" }), [])

    yield* Fleet.cancel(awaiting)
    yield* Fleet.cancel(awaiting)
    yield* until(awaiting, "cancelled")
    return { awaiting, failed, start }
  })

const live = ChoreLive.pipe(Layer.provideMerge(Layer.succeed(Write.Settling, "1 second")))

describe("a fleet in a file", () => {
  const on = <A, E>(
    test: Effect.Effect<A, E, WorkflowEngine | SqlClient.SqlClient | ForgeSimulator.ForgeSimulator>
  ): Effect.Effect<A, unknown> =>
    Effect.gen(function* () {
      yield* begin
      const file = Path.join(yield* temporary("forgecast-fleet-"), "workflows.db")
      const all = live.pipe(Layer.provideMerge(DurableNode.layerFile(file)), Layer.provideMerge(simulator))
      return yield* Effect.provide(test, all)
    }).pipe(Effect.scoped)

  const until = (id: string, state: Fleet.State) =>
    Effect.gen(function* () {
      for (let i = 0; i < 100; i++) {
        yield* pass("1 second")
        const now = yield* Effect.exit(Fleet.inspect(id))
        if (Exit.isSuccess(now) && now.value.state === state) return
      }
      return yield* Effect.die(`${id} is not ${state}`)
    })

  it.effect("is listed, looked into, cancelled, retried, resumed and pruned", () =>
    on(
      Effect.gen(function* () {
        const { awaiting, failed, start } = yield* scene(until)
        const asleep = yield* start(3, "sleep")
        yield* until(asleep, "suspended")
        const [pause] = (yield* Fleet.inspect(asleep)).steps.slice(-1)
        assert.deepInclude(pause, { name: "pause/sleep/1", kind: "sleep", state: "waiting", endedAt: null })
        assert.strictEqual(
          (pause?.wakesAt?.epochMilliseconds ?? 0) - (pause?.startedAt.epochMilliseconds ?? 0),
          300_000
        )
        yield* pass("5 minutes")
        yield* until(asleep, "succeeded")

        // Nothing is old enough by a millisecond.
        const { endedAt } = yield* Fleet.inspect(awaiting)
        const age = (yield* Effect.clockWith((clock) => clock.currentTimeMillis)) - (endedAt?.epochMilliseconds ?? 0)
        assert.strictEqual((yield* Effect.flip(Fleet.prune({ olderThan: "-1 day" })))._tag, "InvalidInput")
        assert.strictEqual(yield* Fleet.prune({ olderThan: age + 100_000 }), 0)
        assert.strictEqual(yield* Fleet.prune({ olderThan: age - 1, workflow: "Another" }), 0)
        assert.strictEqual(yield* Fleet.prune({ olderThan: age - 1 }), 2)
        assert.deepStrictEqual(yield* states, ["succeeded"])
        missing(null)(yield* Effect.flip(Fleet.inspect(failed)))
        assert.strictEqual(yield* Fleet.prune({ olderThan: 0 }), 1)
        const sql = yield* SqlClient.SqlClient
        for (const table of ["messages", "replies"]) {
          assert.deepStrictEqual(yield* sql`SELECT count(*) AS n FROM ${sql(`cluster_${table}`)}`, [{ n: 0 }])
        }
      })
    )
  )

  it.effect("finds an execution and its steps by an index", () =>
    on(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ways = yield* sql<{ readonly detail: string }>`
          EXPLAIN QUERY PLAN SELECT * FROM cluster_messages m WHERE m.shard_id = 'a' AND m.entity_id = 'b' ORDER BY m.id`
        assert.include(ways[0]?.detail, "cluster_messages_execution_idx")
      })
    )
  )

  it.effect("runs a cancelled execution again, and sleeps again, as soon as its runner has forgotten it", () =>
    on(
      Effect.gen(function* () {
        const id = yield* Chore.execute({ issue: 1, end: "sleep" }, { discard: true })
        yield* until(id, "suspended")
        yield* Fleet.cancel(id)
        yield* until(id, "cancelled")
        const retried = yield* Effect.forkChild(Fleet.retry(id))
        yield* pass("20 seconds")
        assert.isUndefined(retried.pollUnsafe())
        yield* until(id, "suspended")
        yield* pass("5 minutes")
        yield* until(id, "succeeded")
        assert.deepStrictEqual(yield* comments, [1, 0, 0])
      })
    )
  )
})

describe.skipIf(lacksPostgres)("a fleet on PostgreSQL", () => {
  it.live("is listed, looked into, cancelled, retried, resumed and pruned", () =>
    Effect.gen(function* () {
      const { url } = yield* postgresServer
      const environment = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url }))
      const runner = layerRunner(yield* Effect.promise(freePorts)).pipe(Layer.provide(environment))
      const until = (id: string, state: Fleet.State) =>
        Effect.gen(function* () {
          while ((yield* Fleet.inspect(id)).state !== state) yield* Effect.sleep("50 millis")
        })
      yield* Effect.andThen(scene(until), Fleet.prune({ olderThan: 0 })).pipe(
        Effect.tap((pruned) => Effect.sync(() => assert.strictEqual(pruned, 2))),
        Effect.provide(
          live.pipe(
            Layer.provideMerge(Layer.mergeAll(runner, simulator)),
            Layer.provideMerge(PgClient.layer({ url: Redacted.make(url) }))
          )
        )
      )
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )
})
