import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Upsert } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const on_ = { ...repo, issue_number: 1 }
const mark = "<!-- forgecast:key=coverage -->"
const options = { key: "coverage" }
const comments = [{ body: "Hello" }, { body: `> ${mark}` }]
const seed = { repositories: [{ owner: "acme", name: "web", labels: ["bug"], issues: [{ title: "One", comments }] }] }
const on = testOn(ForgeSimulator.layer(seed))

const issuesOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues }) =>
    issues.map(({ body, comments, labels, state, title }) => ({
      title,
      body,
      state,
      labels,
      comments: comments.map(({ body }) => body)
    }))
  )

describe("Upsert.comment", () => {
  on("creates one comment, changes it, and leaves it", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const put = (body: string) => Effect.map(Upsert.comment({ ...on_, body }, options), ({ action }) => action)
    assert.strictEqual(yield* put("80 %"), "created")
    assert.strictEqual(yield* put("80 %"), "unchanged")
    assert.strictEqual(yield* put("81 %"), "updated")
    assert.deepStrictEqual((yield* issuesOf(simulator))[0]?.comments, ["Hello", `> ${mark}`, `81 %\n\n${mark}`])
  })

  on("creates it again if it was deleted since it was found", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { value } = yield* Upsert.comment({ ...on_, body: "80 %" }, options)
    yield* simulator.faults.add(
      Faults.answered({ operation: "Issues.updateComment", status: 404, body: { message: "Not Found" } })
    )
    const again = yield* Upsert.comment({ ...on_, body: "81 %" }, options)
    assert.strictEqual(again.action, "created")
    assert.notStrictEqual(again.value.id, value.id)
  })

  describe("beside a stranger's with the same mark", () => {
    const stranger = { body: `Mine\n\n${mark}`, user: "mallory" }
    const bodies = Effect.flatMap(ForgeSimulator.ForgeSimulator, (simulator) =>
      Effect.map(issuesOf(simulator), ([issue]) => issue?.comments)
    )
    const put = (body: string, creator?: string) =>
      Effect.map(Upsert.comment({ ...on_, body }, { ...options, creator }), ({ action }) => action)
    const app = {
      apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
      tokens: { [ForgeSimulator.token]: { login: "builder[bot]", installation: 70, permissions: { issues: "write" } } }
    } satisfies ForgeSimulator.Seed
    const tokens = { "that may edit it": {}, "of an App": app }

    for (const [name, more] of Object.entries(tokens)) {
      it.effect(`leaves that alone, and keeps its own, with a token ${name}`, () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* put("80 %"), "created")
          assert.strictEqual(yield* put("80 %"), "unchanged")
          assert.strictEqual(yield* put("81 %"), "updated")
          assert.deepStrictEqual(yield* bodies, [stranger.body, `81 %\n\n${mark}`])
        }).pipe(
          Effect.provide(
            ForgeSimulator.layer({
              repositories: [{ owner: "acme", name: "web", issues: [{ title: "One", comments: [stranger] }] }],
              ...more
            })
          )
        )
      )
    }

    it.effect("takes the comments of the user that is named", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* put("80 %", "Mallory"), "updated")
        assert.deepStrictEqual(yield* bodies, [`80 %\n\n${mark}`])
      }).pipe(
        Effect.provide(
          ForgeSimulator.layer({
            repositories: [{ owner: "acme", name: "web", issues: [{ title: "One", comments: [stranger] }] }]
          })
        )
      )
    )
  })

  const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"] as const

  describe("that is created, under faults", () => {
    matrix({ seed, program: Upsert.comment({ ...on_, body: "80 %" }, options), state: issuesOf, fails })
  })

  describe("that is changed, under faults", () => {
    const issue = { title: "One", comments: [{ body: `79 %\n\n${mark}` }] }
    matrix({
      seed: { repositories: [{ owner: "acme", name: "web", issues: [issue] }] },
      program: Upsert.comment({ ...on_, body: "80 %" }, options),
      state: issuesOf,
      fails
    })
  })
})

describe("Upsert.issue", () => {
  const wanted = { ...repo, title: "Coverage", body: "80 %", labels: ["Bug"] }

  on("creates one issue, changes it, and leaves it", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const put = (input: Upsert.IssueInput) => Effect.map(Upsert.issue(input, options), ({ action }) => action)
    assert.strictEqual(yield* put(wanted), "created")
    assert.strictEqual(yield* put(wanted), "unchanged")
    assert.strictEqual(yield* put({ ...wanted, body: "81 %", labels: [] }), "updated")
    assert.deepStrictEqual((yield* issuesOf(simulator)).slice(1), [
      { title: "Coverage", body: `81 %\n\n${mark}`, state: "open", labels: [], comments: [] }
    ])
  })

  on("treats a closed one as told", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const close = simulator.close("acme/web", 2)
    yield* Upsert.issue(wanted, options)
    yield* close
    assert.strictEqual((yield* Upsert.issue(wanted, { ...options, onClosed: "update" })).action, "unchanged")
    assert.strictEqual((yield* Upsert.issue(wanted, options)).action, "updated")
    yield* close
    const created = yield* Upsert.issue(wanted, { ...options, onClosed: "create" })
    assert.deepStrictEqual([created.action, created.value.number], ["created", 3])
    assert.deepStrictEqual(
      (yield* issuesOf(simulator)).map(({ state }) => state),
      ["open", "closed", "open"]
    )
  })

  on("leaves a stranger's issue with the same mark alone", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const body = `Mine\n\n${mark}`
    yield* simulator.as("mallory", "POST /repos/acme/web/issues", { title: "Other", body })
    const put = Effect.map(Upsert.issue(wanted, options), ({ action }) => action)
    assert.strictEqual(yield* put, "created")
    assert.strictEqual(yield* put, "unchanged")
    assert.deepStrictEqual(
      (yield* issuesOf(simulator)).slice(1).map(({ body }) => body),
      [body, `80 %\n\n${mark}`]
    )
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Upsert.issue(wanted, options),
      state: issuesOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
