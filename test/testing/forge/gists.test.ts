import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Gists from "../../../src/forge/Gists.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { testOn } from "../../testOn.ts"
import { dig } from "./support.ts"

const test = testOn(ForgeSimulator.layer({ users: ["eve"], tokens: { ada: "ada" }, limits: "none" }))

const as = (login: string, request: string, body?: unknown) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) => simulator.as(login, request, body))

const files = { "a.md": { content: "one\n" }, "b.md": { content: "two\n" } }

describe("gists", () => {
  test("keep their revisions, and survive an export", function* () {
    const { id: gist_id } = yield* Gists.create({ files, description: "Both" })
    const changed = yield* Gists.update({
      gist_id,
      files: { "a.md": { filename: "c.md", content: "one\nmore\n" }, "b.md": null }
    })
    assert.deepStrictEqual(Object.keys(changed.files), ["c.md"])
    const revisions = yield* Stream.runCollect(Gists.listCommits({ gist_id }))
    assert.strictEqual(revisions.length, 2)
    assert.deepStrictEqual(revisions.at(-1)?.change_status, { total: 2, additions: 2, deletions: 0 })
    const first = yield* Gists.getRevision({ gist_id, sha: revisions.at(-1)?.version ?? "" })
    assert.strictEqual(first.files["a.md"]?.content, "one\n")
    assert.strictEqual(
      (yield* Effect.flip(Gists.update({ gist_id, files: { "c.md": null } })))._tag,
      "ValidationFailed"
    )
    const seed = yield* (yield* ForgeSimulator.ForgeSimulator).toSeed
    const again = Effect.provide(Stream.runCollect(Gists.listCommits({ gist_id })), ForgeSimulator.layer(seed))
    assert.deepStrictEqual(
      (yield* again).map(({ version }) => version),
      revisions.map(({ version }) => version)
    )
  })

  test("belong to their owner, are found if they are public, and read by everybody", function* () {
    const { id: gist_id } = yield* Gists.create({ files })
    const { id: open } = yield* Gists.create({ files, public: true })
    const listed = yield* Stream.runCollect(Gists.listForUser({ username: "ada" }))
    assert.deepStrictEqual(
      listed.map(({ id }) => id),
      [open]
    )
    assert.strictEqual(dig(yield* as("eve", `GET /gists/${gist_id}`), "public"), false)
    yield* as("eve", `POST /gists/${open}/forks`)
    assert.strictEqual((yield* Effect.flip(Gists.fork({ gist_id: open })))._tag, "ValidationFailed")
    const [fork] = yield* Stream.runCollect(Gists.listForks({ gist_id: open }))
    assert.strictEqual(fork?.owner?.login, "eve")
    assert.strictEqual((yield* Effect.flip(Gists.delete({ gist_id: fork?.id ?? "" })))._tag, "NotFound")
    yield* Gists.star({ gist_id: open })
    assert.deepStrictEqual(
      [yield* Gists.isStarred({ gist_id: open }), yield* Gists.isStarred({ gist_id })],
      [true, false]
    )
    yield* Gists.unstar({ gist_id: open })
    assert.isFalse(yield* Gists.isStarred({ gist_id: open }))
  })

  test("are created once, also if the response is lost", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answerLost({ operation: "Gists.create" }))
    const making = yield* Effect.forkChild(Write.once(Gists.create, { files, description: "Once" }, { key: "once-1" }))
    yield* TestClock.adjust("1 hour")
    const made = yield* Fiber.join(making)
    const all = yield* Stream.runCollect(Gists.listForMe())
    assert.deepStrictEqual(
      all.map(({ id }) => id),
      [made.id]
    )
  })
})
