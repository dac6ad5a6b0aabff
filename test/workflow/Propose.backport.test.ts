/** The changes of a merged pull request, proposed for other branches. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Git } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Propose } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const seed: ForgeSimulator.Seed = {
  users: ["ada"],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { ada: "write" },
      files: { "a.txt": "1\n2\n3\n4\n5\n" },
      labels: ["backport 1.x", "backport 2.x", "backport 9.x", "bug", "port/1.x"],
      branches: { "1.x": {}, "2.x": { files: { "a.txt": "1\n2\nthree\n4\n5\n" } } },
      pulls: [
        {
          title: "Fix it",
          head: "fix",
          user: "ada",
          labels: ["bug", "backport 1.x", "backport 2.x", "backport 9.x"],
          files: { "a.txt": "1\n2\n3!\n4\n5\n" }
        }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

const backport = (more: Partial<Propose.BackportInput> = {}) => Propose.backport({ ...repo, pull_number: 1, ...more })
const ran = (more?: Partial<Propose.BackportInput>) => Effect.flatMap(run(backport(more)), (exit) => exit)

const textAt = ({ file }: ForgeSimulator.Handle, path: string, ref: string) =>
  Effect.map(
    Effect.catchDefect(file("acme/web", path, ref), () => Effect.undefined),
    (bytes) => bytes && Buffer.from(bytes).toString()
  )

const outcomes = (all: ReadonlyArray<Propose.Backported>) =>
  all.map((each) => [each.base, each._tag === "Proposed" ? each.proposed.action : each._tag])

/** The pull requests beside the first one. */
const pullsOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ branches, pulls }) => ({
    branches: Object.keys(branches).toSorted(),
    pulls: pulls.slice(1).map(({ base, head, state, title }) => [head, base, title, state])
  }))

describe("Propose.backport", () => {
  on("cuts a title that does not fit with the name of the branch", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.as("acme", "PATCH /repos/acme/web/pulls/1", { title: `Fix ${"it".repeat(126)}` })
    yield* simulator.merge("acme/web", 1, { method: "merge" })
    yield* ran()
    const { pulls } = yield* pullsOf(simulator)
    assert.strictEqual(pulls[0]?.[2], `[1.x] Fix ${"it".repeat(122)}i…`)
  })

  on("waits for the merge, and proposes it for each branch that a label names", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.isEmpty(yield* ran())
    yield* simulator.merge("acme/web", 1, { method: "merge" })
    const all = yield* ran({ labels: ["bug"] })
    assert.deepStrictEqual(outcomes(all), [
      ["1.x", "created"],
      ["2.x", "Conflict"],
      ["9.x", "Missing"]
    ])
    assert.deepStrictEqual(yield* pullsOf(simulator), {
      branches: ["1.x", "2.x", "backport/1/1.x", "fix", "main"],
      pulls: [["acme:backport/1/1.x", "1.x", "[1.x] Fix it", "open"]]
    })
    const [first] = all
    assert.match((first?._tag === "Proposed" && first.proposed.pull.body) || "", /Backport of #1\./)
    assert.strictEqual(yield* textAt(simulator, "a.txt", "backport/1/1.x"), "1\n2\n3!\n4\n5\n")
    assert.deepStrictEqual(outcomes(yield* ran({ labels: ["bug"] }))[0], ["1.x", "unchanged"])
    yield* simulator.merge("acme/web", 2, { method: "squash" })
    assert.deepStrictEqual(outcomes(yield* ran())[0], ["1.x", "Unchanged"])
  })

  on("takes branches without a label, another prefix, and a title", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.merge("acme/web", 1, { method: "squash" })
    assert.isEmpty(yield* ran({ prefix: "port/" }))
    yield* simulator.as("acme", "POST /repos/acme/web/issues/1/labels", { labels: ["port/1.x"] })
    const title = (base: string, { title }: { readonly title: string }) => `${title} in ${base}`
    assert.deepStrictEqual(outcomes(yield* ran({ prefix: "port/", bases: ["2.x", "main", "1.x"], title })), [
      ["2.x", "Conflict"],
      ["1.x", "created"]
    ])
    assert.strictEqual((yield* pullsOf(simulator)).pulls[0]?.[2], "Fix it in 1.x")
  })

  for (const [method, commits] of [
    ["rebase", ["Fix it", "More"]],
    ["squash", ["Squashed"]],
    ["merge", ["Merged"]]
  ] as const) {
    on(`applies what has landed by a ${method}`, function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.push("acme/web", { "b.txt": "b" }, { branch: "fix", by: "ada", message: "More" })
      // The base goes on, so that nothing is only moved forward.
      yield* simulator.push("acme/web", { "c.txt": "c" })
      yield* simulator.as("acme", "PUT /repos/acme/web/pulls/1/merge", {
        merge_method: method,
        ...(method === "rebase" ? {} : { commit_title: commits[0] })
      })
      yield* ran()
      let sha = (yield* simulator.repository("acme/web")).branches["backport/1/1.x"] ?? assert.fail()
      const end = (yield* simulator.repository("acme/web")).branches["1.x"]
      const messages: Array<string> = []
      while (sha !== end) {
        const commit = yield* Git.getCommit({ ...repo, commit_sha: sha })
        messages.unshift(commit.message.split("\n")[0] ?? "")
        sha = commit.parents[0]?.sha ?? assert.fail()
      }
      assert.lengthOf(messages, commits.length)
      if (method !== "rebase") assert.deepStrictEqual(messages, [...commits])
      else assert.strictEqual(messages[1], "More")
      assert.deepStrictEqual(
        yield* Effect.forEach(["b.txt", "c.txt"], (path) => textAt(simulator, path, "backport/1/1.x")),
        ["b", undefined]
      )
    })
  }

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        const [first] = (yield* simulator.repository("acme/web")).pulls
        if (first?.merged !== true) yield* simulator.merge("acme/web", 1, { method: "squash" })
        const all = yield* backport({ labels: ["bug"] })
        // A conflict that is none.
        const [one] = all
        return one?._tag === "Conflict" ? yield* one.error : all
      }),
      state: pullsOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "PickConflict", "UnexpectedStatus"],
      trusts: ["Refs.get", "Refs.delete"]
    })
  })
})
