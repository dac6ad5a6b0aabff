/** Branches whose pull requests are merged. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Plan, Prune } from "../../src/workflow/index.ts"
import { matrix, start } from "./support/matrix.ts"
import { run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const merged = "2027-01-01T00:00:00Z"
const pull = (head: string, more: Partial<ForgeSimulator.PullSeed> = {}): ForgeSimulator.PullSeed => ({
  title: head,
  head,
  files: { [`${head.replaceAll("/", "-")}.txt`]: head },
  merged,
  created_at: merged,
  ...more
})

const seed: ForgeSimulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a" },
      branches: { main: {}, begun: {}, "release/1.x": {} },
      pulls: [
        pull("merged"),
        pull("squashed", { merge_method: "squash" }),
        pull("fix/1.x", { base: "release/1.x" }),
        pull("young", { merged: "2027-01-10T00:00:00Z" }),
        pull("moved"),
        pull("ruled"),
        pull("protected"),
        pull("again"),
        pull("refused", { merged: false, state: "closed" }),
        { title: "Open", head: "open", files: { "open.txt": "" } },
        { title: "Again", head: "again", files: { "again2.txt": "" } },
        { title: "Stacked", head: "stacked", base: "young", files: { "stacked.txt": "" } }
      ],
      protection: { protected: {} },
      rulesets: [
        {
          name: "Stay",
          conditions: { ref_name: { include: ["refs/heads/ruled"], exclude: [] } },
          rules: [{ type: "deletion" }]
        }
      ]
    }
  ]
}
const on = testOn(ForgeSimulator.layer(seed), start)

const names = (options?: Prune.Options) =>
  Effect.map(Prune.branches(repo, options), (all) => all.map(({ name }) => name).toSorted())

const branchesOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ branches }) => Object.keys(branches).toSorted())

describe("Prune.branches", () => {
  on("deletes what was merged a week ago, and nothing else", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.push("acme/web", { "more.txt": "more" }, { branch: "moved" })
    const before = (yield* simulator.repository("acme/web")).branches
    const pruned = yield* Prune.branches(repo)
    assert.deepStrictEqual(
      pruned.map(({ name, pull_number, sha }) => [name, pull_number, sha === before[name]]),
      [
        ["fix/1.x", 3, true],
        ["merged", 1, true],
        ["squashed", 2, true]
      ]
    )
    assert.deepStrictEqual(yield* branchesOf(simulator), [
      "again",
      "begun",
      "main",
      "moved",
      "open",
      "protected",
      "refused",
      "release/1.x",
      "ruled",
      "stacked",
      "young"
    ])
    assert.deepStrictEqual(yield* names(), [])
  })

  on("counts the time from the merge", function* () {
    // The base of an open pull request stays, whatever its age.
    yield* TestClock.setTime(Date.UTC(2027, 0, 8) - 1)
    assert.deepStrictEqual(yield* names(), [])
    yield* TestClock.setTime(Date.UTC(2027, 0, 8))
    assert.deepStrictEqual(yield* names({ exempt: ["fix/**", "squ*"] }), ["merged", "moved"])
    assert.deepStrictEqual(yield* names({ olderThan: "6 days", exempt: ["fix/*"] }), ["squashed"])
  })

  on("takes what the default branch has, if it is told so", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { branches } = yield* simulator.repository("acme/web")
    yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/heads/new", sha: branches["main"] })
    yield* TestClock.adjust("365 days")
    const found = yield* names({ contained: true })
    assert.includeMembers(found, ["begun", "merged"])
    for (const name of ["new", "refused", "main", "open"]) assert.notInclude(found, name)
  })

  on("can be planned, and taken back", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { end, writes } = yield* Plan.dryRun(Prune.branches(repo))
    assert.strictEqual(end._tag, "Completed")
    assert.lengthOf(writes, 4)
    const before = (yield* simulator.repository("acme/web")).branches
    const branches = yield* Prune.branches(repo)
    assert.lengthOf(branches, 4)
    yield* Prune.restore({ ...repo, branches: branches.slice(1) })
    yield* Prune.restore({ ...repo, branches })
    assert.deepStrictEqual((yield* simulator.repository("acme/web")).branches, before)
    const moved = branches.map(({ name }) => ({ name, sha: "0".repeat(40) }))
    assert.strictEqual((yield* Effect.flip(Prune.restore({ ...repo, branches: moved })))._tag, "Conflict")
  })

  describe("under faults", () => {
    const small: ForgeSimulator.Seed = {
      repositories: [
        {
          owner: "acme",
          name: "web",
          files: { "a.txt": "a" },
          pulls: [pull("one"), pull("two"), { title: "Open", head: "open", files: { "open.txt": "" } }]
        }
      ]
    }
    matrix({
      seed: small,
      program: Effect.flatten(run(Prune.branches(repo))),
      state: branchesOf,
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"],
      trusts: ["Refs.get", "Refs.delete"]
    })
  })
})

describe("Prune.restore, under faults", () => {
  matrix({
    seed: { repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" } }] },
    program: Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const sha = (yield* simulator.repository("acme/web")).branches["main"] ?? assert.fail()
      yield* Prune.restore({
        ...repo,
        branches: [
          { name: "one", sha },
          { name: "two", sha }
        ]
      })
    }),
    state: branchesOf,
    fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"]
  })
})
