import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Forge } from "../../src/forge/Forge.ts"
import { Contents, GraphQL, Issues, Labels, Releases } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { Bulk, Edit, Merge, Plan, Sync, Upsert } from "../../src/workflow/index.ts"
import { makeJournal, run as runIn } from "./support/journal.ts"
import { process } from "./support/killing.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      labels: ["bug", "old"],
      issues: [{ title: "One" }],
      pulls: [{ title: "Feature", head: "feature", files: { "b.txt": "b" } }],
      checks: [{ name: "build", ref: "feature" }]
    }
  ]
}

/** Plans a program, and proves that nothing is written. */
const planned = <A, E>(program: Effect.Effect<A, E, Forge>): Effect.Effect<Plan.Plan<E>> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const exit = yield* run(Plan.dryRun(program))
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    return yield* exit
  }).pipe(Effect.provide(ForgeSimulator.layer(seed)))

const operationsOf = ({ writes }: Plan.Plan<unknown>) => writes.map(({ operation }) => operation)
const comment = (body: string) => Issues.createComment({ ...issue, body })

describe("Plan.dryRun", () => {
  it.effect("lists the writes of a program that does not look at their responses", () =>
    Effect.gen(function* () {
      const plan = yield* planned(
        Sync.labels({ ...repo, labels: [{ name: "bug", color: "d73a4a" }, { name: "new" }] }, { prune: true })
      )
      assert.deepStrictEqual(plan, {
        writes: [
          {
            operation: "Labels.update",
            method: "PATCH",
            url: "/repos/acme/web/labels/bug",
            body: { _tag: "Json", value: { color: "d73a4a" } }
          },
          {
            operation: "Labels.create",
            method: "POST",
            url: "/repos/acme/web/labels",
            body: { _tag: "Json", value: { name: "new" } }
          },
          { operation: "Labels.delete", method: "DELETE", url: "/repos/acme/web/labels/old", body: { _tag: "None" } }
        ],
        end: { _tag: "Completed" }
      })
    })
  )

  it.effect("runs reads, and plans by what they return", () =>
    Effect.gen(function* () {
      const plan = yield* planned(Effect.flatMap(Issues.get(issue), ({ title }) => comment(`About ${title}`)))
      assert.deepStrictEqual(plan.writes[0]?.body, { _tag: "Json", value: { body: "About One" } })
    })
  )

  it.effect("stops at the write whose response is needed", () =>
    Effect.gen(function* () {
      const plan = yield* planned(
        Effect.gen(function* () {
          yield* comment("First")
          const second = yield* comment("Second")
          yield* comment("Third")
          yield* Issues.updateComment({ ...repo, comment_id: second.id, body: "Changed" })
        })
      )
      assert.deepStrictEqual(
        plan.writes.map(({ body }) => body),
        ["First", "Second", "Third"].map((body) => ({ _tag: "Json" as const, value: { body } }))
      )
      assert.strictEqual(plan.end._tag === "Stopped" && plan.end.at, plan.writes[1])
    })
  )

  it.effect.each<[string, (value: unknown) => unknown]>([
    ["reads a field", (value) => (value as { id: number }).id],
    ["copies it", (value) => ({ ...(value as object) })],
    ["turns it into JSON", (value) => JSON.stringify(value)],
    ["walks over it", (value) => [...(value as Iterable<unknown>)]],
    ["asks for a key", (value) => "id" in (value as object)],
    ["asks for its class", (value) => value instanceof Error]
  ])("stops a program that %s", ([, look]) =>
    Effect.gen(function* () {
      const plan = yield* planned(Effect.map(comment("First"), look))
      assert.strictEqual(plan.end._tag, "Stopped")
    })
  )

  it.effect("stops a program that looks at the response of withReply", () =>
    Effect.gen(function* () {
      const plan = yield* planned(Issues.createComment.withReply({ ...issue, body: "First" }))
      assert.strictEqual(plan.end._tag, "Stopped")
    })
  )

  it.effect("plans all items of a bulk that leaves a share of the budget", () =>
    Effect.gen(function* () {
      const plan = yield* planned(Bulk.forEach(["First", "Second"], comment, { budget: { leave: 0.5 } }))
      assert.deepStrictEqual(operationsOf(plan), ["Issues.createComment", "Issues.createComment"])
      assert.strictEqual(plan.end._tag, "Completed")
    })
  )

  it.effect("neither sends nor records what the program does after it has stopped", () =>
    Effect.gen(function* () {
      const plan = yield* planned(
        Effect.map(comment("First"), ({ id }) => id).pipe(
          Effect.ensuring(Effect.ignore(Labels.delete({ ...repo, name: "bug" }))),
          Effect.catchDefect(() => Effect.andThen(Issues.get(issue), comment("Second")))
        )
      )
      assert.deepStrictEqual(operationsOf(plan), ["Issues.createComment"])
      assert.strictEqual(plan.end._tag, "Stopped")
    })
  )

  it.effect("says that the program would fail, and after which writes", () =>
    Effect.gen(function* () {
      const plan = yield* planned(Effect.andThen(comment("First"), Issues.get({ ...issue, issue_number: 99 })))
      assert.deepStrictEqual(operationsOf(plan), ["Issues.createComment"])
      assert.strictEqual(plan.end._tag === "Failed" && plan.end.error._tag, "NotFound")
    })
  )

  it.effect("refuses the input of a write as a run does", () =>
    Effect.gen(function* () {
      const plan = yield* planned(comment(""))
      assert.deepStrictEqual(plan.writes, [])
      assert.strictEqual(plan.end._tag === "Failed" && plan.end.error._tag, "InvalidInput")
    })
  )

  it.effect("does not hide defects", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(planned(Effect.die("broken")))
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("plans uploads and file contents", () =>
    Effect.gen(function* () {
      const upload = Releases.uploadAsset({
        ...repo,
        release_id: 1,
        name: "app.zip",
        content_type: "application/zip",
        data: new Uint8Array(3)
      })
      const put = Contents.put({ ...repo, path: "b.txt", message: "Add", content: "b" })
      const plan = yield* planned(Effect.andThen(put, upload))
      assert.deepStrictEqual(
        plan.writes.map(({ body }) => body),
        [
          { _tag: "Json", value: { message: "Add", content: "Yg==" } },
          { _tag: "Bytes", size: 3 }
        ]
      )
    })
  )

  it.effect.each([
    ["Merge.whenGreen", Merge.whenGreen({ ...repo, pull_number: 2 }), ["PullRequests.merge"]],
    ["Edit.file", Edit.file({ ...repo, path: "a.txt", message: "Edit" }, () => "b"), ["Contents.put"]],
    ["Upsert.comment", Upsert.comment({ ...issue, body: "Hi" }, { key: "hi" }), ["Issues.createComment"]],
    ["Upsert.issue", Upsert.issue({ ...repo, title: "Hi" }, { key: "hi" }), ["Issues.create"]]
  ] as const)("plans %s to its end", ([, program, operations]) =>
    Effect.gen(function* () {
      const plan = yield* planned<unknown, unknown>(program)
      assert.deepStrictEqual(operationsOf(plan), [...operations])
      assert.deepStrictEqual(plan.end, { _tag: "Completed" })
    })
  )

  it.effect("stops at a mutation of GraphQL, which is not sent", () =>
    Effect.gen(function* () {
      const mutation = GraphQL.request(
        'mutation Close { closeIssue(input: { issueId: "1" }) { clientMutationId } }',
        {}
      )
      const { end, writes } = yield* planned(mutation)
      assert.strictEqual(end._tag, "Stopped")
      assert.deepStrictEqual(
        writes.map(({ operation, url }) => [operation, url]),
        [["mutation Close", "/graphql"]]
      )
    })
  )

  testOn(ForgeSimulator.layerHttpClient(seed))("writes nothing inside the steps of a durable workflow", function* () {
    const journal = makeJournal()
    const plan = Durable.steps(Plan.dryRun(comment("Hi")), { name: "plan" })
    const exit = yield* process(runIn(journal, plan))
    assert.isTrue(exit !== undefined && Exit.isSuccess(exit) && exit.value._tag === "Complete", String(exit))
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* requests, [])
  })
})
