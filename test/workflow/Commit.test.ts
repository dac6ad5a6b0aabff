import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { PullRequests } from "../../src/forge/index.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Commit, Propose } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const seed = { repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a", "old.txt": "old" } }] }
const on = testOn(ForgeSimulator.layer(seed))
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
  on("writes, adds and deletes files in one commit", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { action, sha } = yield* Commit.files(input)
    assert.strictEqual(action, "committed")
    assert.strictEqual((yield* simulator.repository("acme/web")).branches["main"], sha)
    assert.deepStrictEqual(yield* filesOf(simulator), after)
  })

  on("writes nothing if the branch has the files", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const before = (yield* simulator.repository("acme/web")).branches
    const { action, sha } = yield* Commit.files({ ...input, files: { "a.txt": "a" } })
    assert.deepStrictEqual([action, sha], ["unchanged", before["main"]])
    assert.deepStrictEqual((yield* simulator.repository("acme/web")).branches, before)
  })

  on("begins again if the branch moves meanwhile, and keeps both changes", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.delayed({ operation: "Git.createCommit", by: "10 seconds" }))
    const other = simulator.push("acme/web", { "c.txt": "c" })
    yield* Effect.forkChild(Effect.delay(other, "5 seconds"))
    const exit = yield* run(Commit.files(input))
    assert.isTrue(Exit.isSuccess(exit))
    assert.deepStrictEqual(yield* filesOf(simulator), ["A", "ÿé", undefined, "c"])
    const moves = (yield* simulator.requests).filter(({ operation }) => operation === "Refs.update")
    assert.deepStrictEqual(
      moves.map(({ status }) => status),
      [422, 200]
    )
  })

  on("makes the branch, from its base", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* Commit.files({ ...input, branch: "next", base: "main" })
    assert.deepStrictEqual(yield* filesOf(simulator, "next"), after)
    const error = yield* Effect.flip(Commit.files({ ...input, branch: "other" }))
    assert.strictEqual(error._tag, "NotFound")
  })

  on("fails with a refusal that has another reason than a moved branch", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(
      Faults.answered({ operation: "Refs.update", times: Infinity, status: 422, body: { message: "Protected" } })
    )
    assert.strictEqual(failureOf(yield* run(Commit.files(input)))?._tag, "ValidationFailed")
  })

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

  on("opens a pull request, brings it up to date, and leaves it", function* () {
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
  })

  on("proposes nothing if the base has the files", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.isUndefined(yield* propose({ files: { "a.txt": "a" } }))
    assert.deepStrictEqual(Object.keys((yield* simulator.repository("acme/web")).branches), ["main"])
  })

  const merge = (method: "merge" | "squash" | "rebase") =>
    ForgeSimulator.ForgeSimulator.use((simulator) => simulator.merge("acme/web", 1, { method }))
  const put = (path: string, text: string, branch = "main", by = "acme") =>
    ForgeSimulator.ForgeSimulator.use(({ push }) => push("acme/web", { [path]: text }, { branch, by }))
  const pulls = Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const states = (yield* simulator.repository("acme/web")).pulls.map(({ state }) => state)
    const newest = yield* PullRequests.get({ ...repo, pull_number: states.length }).pipe(
      Effect.repeat({ until: ({ mergeable }) => mergeable !== null, times: 9 })
    )
    const changed = yield* Stream.runCollect(PullRequests.listFiles({ ...repo, pull_number: states.length }))
    return { states, mergeable: newest.mergeable, changed: changed.map(({ filename }) => filename) }
  })
  const ran = (more?: Partial<Propose.Input>) =>
    Effect.flatMap(run(propose(more)), (exit) => (Exit.isSuccess(exit) ? Effect.succeed(exit.value) : exit))

  for (const method of ["merge", "squash", "rebase"] as const) {
    on(`proposes nothing once it was merged (${method}), and what is new from the base on`, function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* ran()
      yield* merge(method)
      assert.isUndefined(yield* ran())
      assert.deepStrictEqual((yield* pulls).states, ["closed"])
      // The base goes on, and the next proposal changes the same file.
      yield* put("a.txt", "B")
      assert.strictEqual(yield* ran({ files: { "a.txt": "C" } }), "created")
      assert.deepStrictEqual(yield* pulls, { states: ["closed", "open"], mergeable: true, changed: ["a.txt"] })
      assert.deepStrictEqual((yield* filesOf(simulator, "bot/update"))?.[0], "C")
    })
  }

  on("proposes again what was merged and taken back", function* () {
    yield* ran({ files: { "a.txt": "A" } })
    yield* merge("merge")
    yield* put("a.txt", "a")
    assert.strictEqual(yield* ran({ files: { "a.txt": "A" } }), "created")
    assert.deepStrictEqual(yield* pulls, { states: ["closed", "open"], mergeable: true, changed: ["a.txt"] })
  })

  on("starts its branch again when it conflicts with a base that has moved", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    yield* put("a.txt", "B")
    assert.isFalse((yield* pulls).mergeable)
    assert.strictEqual(yield* ran(), "updated")
    assert.deepStrictEqual((yield* pulls).states, ["open"])
    assert.isTrue((yield* pulls).mergeable)
    assert.deepStrictEqual(yield* filesOf(simulator, "bot/update"), after)
    assert.strictEqual(yield* ran(), "unchanged")
  })

  on("keeps its branch when the base has moved without a conflict", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* ran()
    const { branches } = yield* simulator.repository("acme/web")
    yield* put("c.txt", "c")
    assert.strictEqual(yield* ran(), "unchanged")
    assert.strictEqual((yield* simulator.repository("acme/web")).branches["bot/update"], branches["bot/update"])
  })

  it.effect("keeps a branch that somebody else has committed to, conflicts included", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* ran()
      yield* put("c.txt", "c", "bot/update", "grace")
      yield* put("a.txt", "B")
      assert.strictEqual(yield* ran(), "unchanged")
      assert.isFalse((yield* pulls).mergeable)
      assert.strictEqual((yield* filesOf(simulator, "bot/update"))?.[3], "c")
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          repositories: [{ ...seed.repositories[0], owner: "acme", name: "web", collaborators: ["grace"] }]
        })
      )
    )
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
