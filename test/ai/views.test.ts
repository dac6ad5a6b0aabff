/** What a model is shown of records, texts and pages. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import { mostText } from "../../src/ai/internal/shown.ts"
import * as View from "../../src/ai/View.ts"
import * as Contents from "../../src/forge/Contents.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { Issue } from "../../src/forge/schema/Issue.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

const repo = { owner: "acme", repo: "web" }

/** Its last character has two halves, which a cut would tear apart. */
const long = `${"r".repeat(mostText.record - 1)}\u{1F327} and so on`

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "log.txt": "line\n".repeat(4000), "image.bin": { base64: "/9j/4AAQ" } },
      milestones: [{ title: "Version 2" }],
      issues: [
        { title: "It rains in", body: long, labels: ["bug"], assignees: ["octo"], milestone: "Version 2" },
        ...Array.from({ length: 40 }, (_, index) => ({ title: `Part ${index}` }))
      ]
    }
  ]
})

const tools = ForgeTools.toolkit({ operations: { Issues, Contents: { download: Contents.download } } })

const layer = tools.layer.pipe(Layer.provideMerge(simulator))

it.effect("shows some 12 fields of an issue, with names in place of records", () =>
  Effect.gen(function* () {
    const issue = yield* tools.call("issues_get", { ...repo, issue_number: 1 })
    assert.deepStrictEqual(issue.labels, ["bug"])
    assert.deepStrictEqual(issue.assignees, ["octo"])
    assert.deepStrictEqual(issue.milestone, { number: 1, title: "Version 2" })
    assert.isAtMost(Object.keys(issue).length, 14)
    assert.isAtLeast(Object.keys(issue).length, 9)
    assert.notProperty(issue, "id")
    const more = yield* tools.call("issues_get", { ...repo, issue_number: 1, fields: ["id", "locked", "none"] })
    assert.isNumber(more.id)
    assert.strictEqual(more.locked, false)
  }).pipe(Effect.provide(layer))
)

it.effect("cuts a long text, says where, and reads on from there", () =>
  Effect.gen(function* () {
    const { body = "" } = yield* tools.call("issues_get", { ...repo, issue_number: 1 })
    const at = mostText.record - 1
    assert.strictEqual(
      body,
      `${"r".repeat(at)}… [cut: characters 0 to ${at} of ${long.length}; more with text_from ${at}]`
    )
    const rest = yield* tools.call("issues_get", { ...repo, issue_number: 1, text_from: at })
    assert.strictEqual(rest.body, "\u{1F327} and so on")
    const beyond = yield* tools.call("issues_get", { ...repo, issue_number: 1, text_from: 1_000_000 })
    assert.notProperty(beyond, "body")
  }).pipe(Effect.provide(layer))
)

it.effect("shows a listing by pages, to the last one", () =>
  Effect.gen(function* () {
    const first = yield* tools.call("issues_list", repo)
    assert.deepStrictEqual([first.count, first.page, first.next_page], [30, 1, 2])
    const second = yield* tools.call("issues_list", { ...repo, page: 2 })
    assert.deepStrictEqual([second.count, second.page, second.next_page], [11, 2, undefined])
    const texts = yield* tools.call("issues_list", { ...repo, page: 2, fields: ["body"] })
    const body = texts.items.at(-1)?.body ?? ""
    assert.isAtMost(body.length, mostText.item + 60)
    assert.match(body, /… \[cut: characters 0 to 400 of \d+\]$/)
  }).pipe(Effect.provide(layer))
)

it.effect("reads a file by parts, and refuses what is not text", () =>
  Effect.gen(function* () {
    const first = yield* tools.call("contents_download", { ...repo, path: "log.txt" })
    assert.deepStrictEqual([first.text.length, first.characters], [mostText.download, 20_000])
    const { next_text_from = 0 } = first
    const second = yield* tools.call("contents_download", { ...repo, path: "log.txt", text_from: next_text_from })
    assert.strictEqual(first.text + second.text, "line\n".repeat(4000))
    assert.notProperty(second, "next_text_from")
    const error = yield* Effect.flip(tools.call("contents_download", { ...repo, path: "image.bin" }))
    assert.strictEqual(error.error, "NotText")
  }).pipe(Effect.provide(layer))
)

it.effect("shows the fields of a view of a program's own, and of a schema of its own", () =>
  Effect.gen(function* () {
    const own = ForgeTools.toolkit({
      operations: {
        Issues: { get: Issues.get, short: Issues.get.as(Schema.Struct({ title: Schema.String, url: Schema.String })) }
      },
      views: [View.make(Issue, ["number", "title"])]
    })
    const [issue, short] = yield* Effect.all([
      own.call("issues_get", { ...repo, issue_number: 1 }),
      own.call("issues_short", { ...repo, issue_number: 1 })
    ]).pipe(Effect.provide(own.layer))
    assert.deepStrictEqual(issue, { number: 1, title: "It rains in" })
    assert.deepStrictEqual(short, { title: "It rains in" })
  }).pipe(Effect.provide(simulator))
)
