import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Commit, Propose } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const repo = { owner: "acme", repo: "web" }
const seed = { repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a", "old.txt": "old" } }] }
const on = Effect.provide(ForgeSimulator.layer(seed))
const files = { "a.txt": "A", "docs/b.bin": new Uint8Array([255, 233]), "old.txt": null }
const input = { ...repo, branch: "main", message: "Change", files }

const filesOf = (simulator: ForgeSimulator.Handle, ref = "main") =>
  Effect.gen(function* () {
    const { branches } = yield* simulator.repository("acme/web")
    if (branches[ref] === undefined) return undefined
    const read = (path: string) =>
      Effect.map(simulator.file("acme/web", path, ref), (bytes) => bytes && Buffer.from(bytes).toString("latin1"))
    return yield* Effect.all([read("a.txt"), read("docs/b.bin"), read("old.txt"), read("c.txt")])
  })

const after = ["A", "ÿé", undefined, undefined]

describe("Commit.files", () => {
  it.effect("writes, adds and deletes files in one commit", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { action, sha } = yield* Commit.files(input)
      assert.strictEqual(action, "committed")
      assert.strictEqual((yield* simulator.repository("acme/web")).branches["main"], sha)
      assert.deepStrictEqual(yield* filesOf(simulator), after)
    }).pipe(on)
  )

  it.effect("writes nothing if the branch has the files", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const before = (yield* simulator.repository("acme/web")).branches
      const { action, sha } = yield* Commit.files({ ...input, files: { "a.txt": "a" } })
      assert.deepStrictEqual([action, sha], ["unchanged", before["main"]])
      assert.deepStrictEqual((yield* simulator.repository("acme/web")).branches, before)
    }).pipe(on)
  )

  it.effect("begins again if the branch moves meanwhile, and keeps both changes", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(Faults.delayed({ operation: "Git.createCommit", by: "10 seconds" }))
      const other = simulator.as("acme", "PUT /repos/acme/web/contents/c.txt", { message: "Other", content: "Yw==" })
      yield* Effect.forkChild(Effect.delay(other, "5 seconds"))
      const exit = yield* run(Commit.files(input))
      assert.isTrue(Exit.isSuccess(exit))
      assert.deepStrictEqual(yield* filesOf(simulator), ["A", "ÿé", undefined, "c"])
      const moves = (yield* simulator.requests).filter(({ operation }) => operation === "Refs.update")
      assert.deepStrictEqual(
        moves.map(({ status }) => status),
        [422, 200]
      )
    }).pipe(on)
  )

  it.effect("makes the branch, from its base", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* Commit.files({ ...input, branch: "next", base: "main" })
      assert.deepStrictEqual(yield* filesOf(simulator, "next"), after)
      const error = yield* Effect.flip(Commit.files({ ...input, branch: "other" }))
      assert.strictEqual(error._tag, "NotFound")
    }).pipe(on)
  )

  it.effect("fails with a refusal that has another reason than a moved branch", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(
        Faults.answered({ operation: "Refs.update", times: Infinity, status: 422, body: { message: "Protected" } })
      )
      assert.strictEqual(failureOf(yield* run(Commit.files(input)))?._tag, "ValidationFailed")
    }).pipe(on)
  )

  const fails = ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"] as const

  describe("to a branch, under faults", () => {
    matrix({ seed, program: Commit.files(input), state: (simulator) => filesOf(simulator), fails })
  })

  describe("to a new branch, under faults", () => {
    matrix({
      seed,
      program: Commit.files({ ...input, branch: "next", base: "main" }),
      state: (simulator) => filesOf(simulator, "next"),
      fails,
      // A branch that is not found is made.
      trusts: ["Refs.get"]
    })
  })
})

describe("Propose.pullRequest", () => {
  const proposal = { ...input, branch: "bot/update", title: "Update", body: "All of it" }
  const propose = (more: Partial<Propose.Input> = {}) =>
    Effect.map(Propose.pullRequest({ ...proposal, ...more }), (done) => done?.action)

  it.effect("opens a pull request, brings it up to date, and leaves it", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      assert.strictEqual(yield* propose(), "created")
      assert.strictEqual(yield* propose(), "unchanged")
      assert.strictEqual(yield* propose({ files: { ...files, "c.txt": "c" } }), "updated")
      assert.strictEqual(yield* propose({ title: "Update all", files: { "c.txt": "c" } }), "updated")
      const { pulls } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        pulls.map(({ base, head, title }) => [head, base, title]),
        [["acme:bot/update", "main", "Update all"]]
      )
      assert.deepStrictEqual(yield* filesOf(simulator, "bot/update"), ["A", "ÿé", undefined, "c"])
      assert.deepStrictEqual(yield* filesOf(simulator), ["a", undefined, "old", undefined])
    }).pipe(on)
  )

  it.effect("proposes nothing if the base has the files", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      assert.isUndefined(yield* propose({ files: { "a.txt": "a" } }))
      assert.deepStrictEqual(Object.keys((yield* simulator.repository("acme/web")).branches), ["main"])
    }).pipe(on)
  )

  describe("under faults", () => {
    matrix({
      seed,
      program: Propose.pullRequest(proposal),
      state: (simulator) =>
        Effect.all([
          filesOf(simulator, "bot/update"),
          Effect.map(simulator.repository("acme/web"), ({ pulls }) => pulls.map(({ head, title }) => [head, title]))
        ]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"],
      trusts: ["Refs.get"]
    })
  })
})
