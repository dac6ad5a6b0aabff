/** Changes of commits that are applied to another branch, or taken back. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Commits, Git } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Commit } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const seed = {
  users: ["ada"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { ada: "write" as const },
      files: { "a.txt": "1\n2\n3\n4\n5\n", "b.txt": "b" },
      branches: { stable: { files: { "c.txt": "stable" } } }
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

/** Two commits on main: the first changes a line, and the second adds a file. */
const pushed = Effect.gen(function* () {
  const { push } = yield* ForgeSimulator.ForgeSimulator
  const change = yield* push("acme/web", { "a.txt": "1\ntwo\n3\n4\n5\n" }, { by: "ada", message: "Two\n\nIn words" })
  const addition = yield* push("acme/web", { "d.txt": "d" }, { by: "ada", message: "Add d" })
  return { change, addition }
})

const filesOf = (simulator: ForgeSimulator.Handle, ref: string) =>
  Effect.forEach(["a.txt", "c.txt", "d.txt"], (path) =>
    Effect.map(
      Effect.catchDefect(simulator.file("acme/web", path, ref), () => Effect.undefined),
      (bytes) => bytes && Buffer.from(bytes).toString()
    )
  )

const logOf = (branch: string, depth: number) =>
  Effect.gen(function* () {
    const messages: Array<string> = []
    let { sha } = yield* Commits.get({ ...repo, ref: branch })
    for (let i = 0; i < depth; i++) {
      const commit = yield* Git.getCommit({ ...repo, commit_sha: sha })
      messages.push(`${commit.message} (${commit.author.name})`)
      sha = commit.parents[0]?.sha ?? sha
    }
    return messages
  })

const branches = Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ repository }) =>
  Effect.map(repository("acme/web"), ({ branches }) => Object.keys(branches).toSorted())
)

describe("Commit.cherryPick", () => {
  on("applies the changes of commits, with their messages and authors, and again adds nothing", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { addition, change } = yield* pushed
    const pick = Commit.cherryPick({ ...repo, branch: "stable", commits: [change, addition] })
    const { action } = yield* yield* run(pick)
    assert.strictEqual(action, "committed")
    assert.deepStrictEqual(yield* filesOf(simulator, "stable"), ["1\ntwo\n3\n4\n5\n", "stable", "d"])
    assert.deepStrictEqual(yield* logOf("stable", 2), ["Add d (ada)", "Two\n\nIn words (ada)"])
    assert.strictEqual((yield* yield* run(pick)).action, "unchanged")
    assert.deepStrictEqual(yield* branches, ["main", "stable"])
  })

  on("makes the branch of its base, and takes one that a run has left", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { addition } = yield* pushed
    const ref = `refs/heads/forgecast/pick/${addition.slice(0, 12)}/next`
    yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref, sha: addition })
    yield* yield* run(Commit.cherryPick({ ...repo, branch: "next", base: "stable", commits: [addition] }))
    assert.deepStrictEqual(yield* filesOf(simulator, "next"), ["1\n2\n3\n4\n5\n", "stable", "d"])
    assert.deepStrictEqual(yield* branches, ["main", "next", "stable"])
  })

  on("applies a merge as what it has changed of its mainline", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.as("acme", "POST /repos/acme/web/merges", { base: "stable", head: (yield* pushed).addition })
    const { sha } = yield* Commits.get({ ...repo, ref: "stable" })
    const pick = (mainline?: number) => run(Commit.cherryPick({ ...repo, branch: "main", commits: [sha], mainline }))
    assert.strictEqual((yield* yield* pick()).action, "unchanged")
    assert.strictEqual((yield* yield* pick(2)).action, "committed")
    assert.deepStrictEqual(yield* filesOf(simulator, "main"), ["1\ntwo\n3\n4\n5\n", "stable", "d"])
    const error = failureOf(yield* pick(3))
    assert.strictEqual(error?._tag === "InvalidInput" && error.path, "commits")
  })

  on("changes nothing if one conflicts", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { addition, change } = yield* pushed
    const before = yield* simulator.push("acme/web", { "a.txt": "1\n2!\n3\n4\n5\n" }, { branch: "stable" })
    const error = failureOf(yield* run(Commit.cherryPick({ ...repo, branch: "stable", commits: [addition, change] })))
    assert.deepInclude(error, { _tag: "PickConflict", branch: "stable", commit: change })
    assert.strictEqual((yield* simulator.repository("acme/web")).branches["stable"], before)
    assert.deepStrictEqual(yield* branches, ["main", "stable"])
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        const { branches } = yield* simulator.repository("acme/web")
        const has = (yield* filesOf(simulator, "main"))[2] !== undefined
        const commit = has ? (branches["main"] ?? "") : (yield* pushed).addition
        return yield* Commit.cherryPick({ ...repo, branch: "next", base: "stable", commits: [commit] })
      }),
      state: (simulator) =>
        Effect.all([
          filesOf(simulator, "next"),
          Effect.map(simulator.repository("acme/web"), ({ branches }) => Object.keys(branches).toSorted())
        ]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "PickConflict", "UnexpectedStatus"],
      trusts: ["Refs.get"]
    })
  })
})

describe("Commit.revert", () => {
  on("takes the changes of a commit back, and keeps later ones", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { change } = yield* pushed
    const revert = Commit.revert({ ...repo, branch: "main", commits: [change] })
    assert.strictEqual((yield* yield* run(revert)).action, "committed")
    assert.deepStrictEqual(yield* filesOf(simulator, "main"), ["1\n2\n3\n4\n5\n", undefined, "d"])
    assert.deepStrictEqual(yield* logOf("main", 1), [`Revert "Two"\n\nThis reverts commit ${change}. (acme)`])
    assert.strictEqual((yield* yield* run(revert)).action, "unchanged")
  })

  on("changes nothing if later ones stand in the way", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { change } = yield* pushed
    yield* simulator.push("acme/web", { "a.txt": "1\nzwei\n3\n4\n5\n" })
    const error = failureOf(yield* run(Commit.revert({ ...repo, branch: "main", commits: [change] })))
    assert.strictEqual(error?._tag, "PickConflict")
    assert.deepStrictEqual(yield* branches, ["main", "stable"])
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        // Once: a second run takes back the same commit.
        const { branches } = yield* simulator.repository("acme/web")
        const start = branches["start"] ?? (yield* begun(simulator))
        return yield* Commit.revert({ ...repo, branch: "main", commits: [start] })
      }),
      state: (simulator) =>
        Effect.all([
          filesOf(simulator, "main"),
          Effect.map(simulator.repository("acme/web"), ({ branches }) => Object.keys(branches).toSorted())
        ]),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "PickConflict", "UnexpectedStatus"],
      trusts: ["Refs.get"]
    })
  })
})

/** Pushes the commits, and remembers the first one as a branch. */
const begun = Effect.fnUntraced(function* (simulator: ForgeSimulator.Handle) {
  const { change } = yield* pushed
  yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/heads/start", sha: change })
  return change
})
