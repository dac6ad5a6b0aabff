import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import { Contents, Gists, GraphQL, Hooks, Issues, Labels, PullRequests, Releases } from "../../src/forge/index.ts"
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
      const of = {
        host: "api",
        accept: null,
        resource: "core",
        later: [],
        secrets: [],
        expected: [],
        repeatable: false,
        statuses: [200, 201, 203],
        errors: ["NotFound", "ValidationFailed"]
      }
      assert.deepStrictEqual(plan.writes, [
        {
          ...of,
          operation: "Labels.update",
          method: "PATCH",
          url: "/repos/acme/web/labels/bug",
          body: { _tag: "Json", value: { color: "d73a4a" } }
        },
        {
          ...of,
          operation: "Labels.create",
          method: "POST",
          url: "/repos/acme/web/labels",
          body: { _tag: "Json", value: { name: "new" } }
        },
        {
          ...of,
          operation: "Labels.delete",
          method: "DELETE",
          url: "/repos/acme/web/labels/old",
          body: { _tag: "None" },
          statuses: [204, 205],
          errors: ["NotFound"]
        }
      ])
      assert.deepStrictEqual(plan.end, { _tag: "Completed" })
      assert.deepStrictEqual(
        plan.reads.map(({ after, operation, url }) => [after, operation, url]),
        [[0, "Labels.list", "/repos/acme/web/labels?per_page=100"]]
      )
    })
  )

  it.effect("runs reads, and plans by what they return", () =>
    Effect.gen(function* () {
      const plan = yield* planned(Effect.flatMap(Issues.get(issue), ({ title }) => comment(`About ${title}`)))
      assert.deepStrictEqual(plan.writes[0]?.body, { _tag: "Json", value: { body: "About One" } })
    })
  )

  it.effect("shows a value by its name where the program passes it on, into paths, numbers, texts and files", () =>
    Effect.gen(function* () {
      const plan = yield* planned(
        Effect.gen(function* () {
          const { html_url, id, node_id } = yield* comment("First")
          yield* Issues.updateComment({ ...repo, comment_id: id, body: `See ${html_url}, ${id} or ${node_id}.` })
          yield* Contents.put({ ...repo, path: "b.txt", message: "Add", content: `The comment ${id}, ä` })
          yield* Issues.create({ ...repo, title: "Next", milestone: id })
        })
      )
      assert.deepStrictEqual(plan.end, { _tag: "Completed" })
      const name = (field: string) => `‹Issues.createComment.${field} of write 1›`
      assert.deepStrictEqual(
        plan.writes.slice(1).map(({ body, url }) => [url, body._tag === "Json" ? body.value : null]),
        [
          [
            `/repos/acme/web/issues/comments/${name("id")}`,
            { body: `See ${name("html_url")}, ${name("id")} or ${name("node_id")}.` }
          ],
          [
            "/repos/acme/web/contents/b.txt",
            { message: "Add", content: `base64 of The comment ${name("id")}, \u00c3\u00a4` }
          ],
          ["/repos/acme/web/issues", { title: "Next", milestone: name("id") }]
        ]
      )
      assert.deepStrictEqual(
        plan.writes[3]?.later.map(({ as, at }) => [as, at]),
        [["number", ["body", "milestone"]]]
      )
    })
  )

  it.effect("knows what the input determines", () =>
    Effect.gen(function* () {
      const known: Array<unknown> = []
      const plan = yield* planned(
        Effect.gen(function* () {
          const { body, closed_at, comments, is_pull_request, labels, state, title } = yield* Issues.create({
            ...repo,
            title: "New",
            body: "Text"
          })
          known.push(title, body, state, comments, closed_at, labels, is_pull_request)
        })
      )
      assert.strictEqual(plan.end._tag, "Completed")
      assert.deepStrictEqual(known, ["New", "Text", "open", 0, null, [], false])
      assert.deepStrictEqual(
        plan.writes[0]?.expected.map(({ field, that, value }) => [field.join("."), that, value]).toSorted(),
        [
          ["body", "is", "Text"],
          ["closed_at", "is", null],
          ["comments", "is", 0],
          ["labels", "is", []],
          ["state", "is", "open"],
          ["title", "is", "New"]
        ]
      )
    })
  )

  const created = Issues.create({ ...repo, title: "New", labels: ["bug"] })
  it.effect.each<[string, Effect.Effect<unknown, unknown, Forge>, string, string]>([
    [
      "reads a truth",
      Effect.map(Labels.create({ ...repo, name: "x" }), (label) => label.default),
      "looked-at",
      "default"
    ],
    ["reads a list", Effect.map(created, ({ labels }) => labels.length), "looked-at", "labels"],
    ["walks over a list", Effect.map(created, ({ labels }) => [...labels]), "looked-at", "labels"],
    [
      "reads a time",
      Effect.map(created, ({ created_at }) => DateTime.toEpochMillis(created_at)),
      "looked-at",
      "created_at"
    ],
    [
      "reads an enumeration",
      Effect.map(created, (issue) => issue.author_association),
      "looked-at",
      "author_association"
    ],
    [
      "reads a count",
      Effect.map(PullRequests.create({ ...repo, title: "x", head: "x", base: "main" }), (pull) => pull.additions),
      "looked-at",
      "additions"
    ],
    [
      "turns a record into JSON",
      Effect.map(comment("First"), (value) => JSON.stringify(value)),
      "looked-at",
      "user.type"
    ],
    [
      "takes a part of a text",
      Effect.flatMap(comment("First"), ({ node_id }) => comment(node_id.slice(3, 12))),
      "computed",
      "node_id"
    ],
    [
      "changes a text",
      Effect.flatMap(comment("First"), ({ node_id }) => comment(node_id.toUpperCase())),
      "computed",
      "node_id"
    ],
    [
      "adds to a number",
      Effect.flatMap(comment("First"), ({ id }) => Issues.deleteComment({ ...repo, comment_id: id + 1 })),
      "computed",
      "id"
    ],
    [
      "adds to a number in a text",
      Effect.flatMap(comment("First"), ({ id }) => comment(`after ${id + 1}`)),
      "computed",
      "id"
    ],
    [
      "names a field after a text",
      Effect.flatMap(comment("First"), ({ node_id }) => Gists.create({ files: { [node_id]: { content: "a" } } })),
      "computed",
      "node_id"
    ],
    [
      "looks at what is read later",
      Effect.andThen(Labels.create({ ...repo, name: "x" }), Stream.runCollect(Labels.list(repo))),
      "looked-at",
      ""
    ]
  ])("stops a program that %s", ([, program, reason, field]) =>
    Effect.gen(function* () {
      const plan = yield* planned<unknown, unknown>(program)
      if (plan.end._tag !== "Stopped") return assert.fail(JSON.stringify(plan.end))
      const { at, message } = plan.end.error
      assert.deepStrictEqual([plan.end.error.reason, at.field.join(".")], [reason, field])
      assert.include(message, Plan.nameOf(at))
    })
  )

  it.effect("answers a read of what it has written, and reads what has changed in another way later", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const plan = yield* planned(
        Effect.gen(function* () {
          yield* Issues.get(issue)
          yield* Issues.update({ ...issue, title: "Two" })
          const after = yield* Issues.get(issue)
          seen.push(after.title, after.state)
          yield* Labels.addToIssue({ ...issue, labels: ["old"] })
          const later = yield* Issues.get(issue)
          yield* comment(`See ${later.node_id}`)
        })
      )
      assert.deepStrictEqual(seen, ["Two", "open"])
      assert.deepStrictEqual(plan.end, { _tag: "Completed" })
      assert.deepStrictEqual(
        plan.reads.map(({ after, operation }) => [after, operation]),
        [
          [0, "Issues.get"],
          [2, "Issues.get"]
        ]
      )
      assert.deepStrictEqual(plan.writes[2]?.body, {
        _tag: "Json",
        value: { body: "See ‹Issues.get.node_id of read 1›" }
      })
    })
  )

  it.effect("sends what only reads, whatever its method is", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const plan = yield* Plan.dryRun(
        Effect.flatMap(Releases.generateNotes({ ...repo, tag_name: "v1" }), ({ body }) =>
          Releases.create({ ...repo, tag_name: "v1", body })
        )
      )
      assert.deepStrictEqual(operationsOf(plan), ["Releases.create"])
      assert.deepStrictEqual(
        (yield* simulator.requests).map(({ operation }) => operation),
        ["Releases.generateNotes"]
      )
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  it.effect("does not show secrets", () =>
    Effect.gen(function* () {
      const plan = yield* planned(
        Hooks.createForRepo({ ...repo, config: { url: "https://a.example", secret: "hidden" } })
      )
      assert.notInclude(JSON.stringify(plan), "hidden")
      assert.deepStrictEqual(plan.writes[0]?.secrets, [["body", "config", "secret"]])
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
        Effect.map(comment("First"), ({ created_at }) => DateTime.formatIso(created_at)).pipe(
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
          {
            _tag: "Bytes",
            size: 3,
            content_type: "application/zip",
            sha256: "709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c",
            content: "AAAA"
          }
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

  it.effect("does not send a mutation of GraphQL, and stops where its data is looked at", () =>
    Effect.gen(function* () {
      const mutation = GraphQL.request(
        'mutation Close { closeIssue(input: { issueId: "1" }) { clientMutationId } }',
        {},
        { schema: Schema.Struct({ closeIssue: Schema.Struct({ clientMutationId: Schema.NullOr(Schema.String) }) }) }
      )
      const { end, writes } = yield* planned(mutation)
      assert.strictEqual(end._tag, "Completed")
      assert.deepStrictEqual(
        writes.map(({ operation, url }) => [operation, url]),
        [["mutation Close", "/graphql"]]
      )
      const looked = yield* planned(Effect.map(mutation, ({ closeIssue }) => closeIssue))
      assert.strictEqual(looked.end._tag, "Stopped")
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
