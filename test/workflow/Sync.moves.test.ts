/** What becomes of the issues of labels that `Sync.labels` renames, merges and deletes. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import { Issues } from "../../src/forge/index.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { labelsOf, repo, seedOf, type World, writesOf } from "./support/labels.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

/** Runs in a world, and returns the exit and what is left. */
const inWorld = ({ labels, prune, ...world }: World) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const exit = yield* run(Sync.labels({ ...repo, labels }, { prune }))
    return { exit, writes: yield* writesOf(simulator), ...(yield* labelsOf(simulator)) }
  }).pipe(Effect.provide(ForgeSimulator.layer(seedOf(world))))

const chain = [
  { name: "b", formerly: ["a"] },
  { name: "c", formerly: ["b"] }
]

describe("Sync.labels", () => {
  it.effect.each<[string, World, ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]>([
    [
      "passes names on, in whatever order they are given",
      { there: ["a", "b"], issues: [["a"], ["b"], ["a", "b"]], labels: chain, prune: true },
      ["b", "c"],
      [["b"], ["c"], ["b", "c"]]
    ],
    [
      "gives issues the new name where the old one exists, too",
      {
        there: ["new", "old"],
        issues: [["old"], ["new"], ["old", "new"], []],
        labels: [{ name: "new", formerly: ["old"] }],
        prune: true
      },
      ["new"],
      [["new"], ["new"], ["new"], []]
    ],
    [
      "merges several old names into one new one",
      {
        there: ["x", "y", "z"],
        issues: [["x"], ["y"], ["z"]],
        labels: [{ name: "new", formerly: ["x", "y"] }],
        prune: true
      },
      ["new"],
      [["new"], ["new"], []]
    ],
    [
      "keeps labels with old names unless it prunes",
      { there: ["new", "old"], issues: [["old"]], labels: [{ name: "new", formerly: ["old"] }], prune: false },
      ["new", "old"],
      [["old"]]
    ],
    [
      "moves issues of a label whose name has a comma",
      { there: ["new", "a,b"], issues: [["a,b"], []], labels: [{ name: "new", formerly: ["A,B"] }], prune: true },
      ["new"],
      [["new"], []]
    ],
    [
      "takes its own name in another case for no old one",
      { there: ["bug"], issues: [["bug"]], labels: [{ name: "Bug", formerly: ["BUG", "bug"] }], prune: true },
      ["Bug"],
      [["Bug"]]
    ]
  ])("%s", ([, world, names, issues]) =>
    Effect.gen(function* () {
      for (const labels of [world.labels, world.labels.toReversed()]) {
        const left = yield* inWorld({ ...world, labels })
        assert.isTrue(Exit.isSuccess(left.exit), String(left.exit))
        assert.deepStrictEqual([left.names, left.issues], [names, issues])
      }
    })
  )

  it.effect("moves closed issues, pull requests, and more of them than a page has", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const exit = yield* run(Sync.labels({ ...repo, labels: [{ name: "new", formerly: ["old"] }] }, { prune: true }))
      assert.isTrue(Exit.isSuccess(exit), String(exit))
      const moved = yield* Stream.runCount(Issues.list({ ...repo, state: "all", labels: ["new"] }))
      assert.deepStrictEqual([moved, (yield* labelsOf(simulator)).names], [131, ["new"]])
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          limits: "none",
          repositories: [
            {
              owner: "acme",
              name: "web",
              labels: ["old", "new"],
              files: { "a.txt": "a" },
              issues: Array.from({ length: 130 }, (_, index) => ({
                title: `${index}`,
                labels: ["old"],
                state: index % 2 === 0 ? ("open" as const) : ("closed" as const)
              })),
              pulls: [{ title: "P", head: "p", files: { "b.txt": "b" }, labels: ["old"] }]
            }
          ]
        })
      )
    )
  )

  testOn(ForgeSimulator.layer(seedOf({ there: ["old", "new"], issues: [["old"], []] })))(
    "moves an issue that gets the old label while others are moved",
    function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(Faults.delayed({ operation: "Labels.addToIssue", by: "10 seconds" }))
      const late = simulator.as("acme", "POST /repos/acme/web/issues/2/labels", { labels: ["old"] })
      yield* Effect.forkChild(Effect.delay(late, "5 seconds"))
      yield* run(Sync.labels({ ...repo, labels: [{ name: "new", formerly: ["old"] }] }, { prune: true }))
      assert.deepStrictEqual(yield* labelsOf(simulator), { names: ["new"], issues: [["new"], ["new"]] })
    }
  )

  it.effect.each<[string, ReadonlyArray<Sync.WantedLabel>, string]>([
    ["two names that differ in case", [{ name: "bug" }, { name: "Bug" }], "labels[1].name"],
    [
      "an old name of two labels",
      [
        { name: "x", formerly: ["a"] },
        { name: "y", formerly: ["A"] }
      ],
      "labels[1].formerly"
    ],
    [
      "a swap",
      [
        { name: "a", formerly: ["b"] },
        { name: "b", formerly: ["a"] }
      ],
      "labels[0].formerly"
    ],
    ["names passed on where all exist", [...chain, { name: "d", formerly: ["c"] }], "labels[0].formerly"],
    ["a colour that is none, of the last label", [{ name: "n" }, { name: "m", color: "#fff" }], "labels[1].color"],
    ["an empty name", [{ name: "n" }, { name: "" }], "labels[1].name"]
  ])("refuses %s before it writes anything", ([, labels, path]) =>
    Effect.gen(function* () {
      const world = { there: ["a", "b", "c", "d"], issues: [["a"], ["b"], ["c"]], labels, prune: true }
      const { exit, issues, writes } = yield* inWorld(world)
      const error = failureOf(exit)
      assert.strictEqual(error?._tag === "InvalidInput" && error.path, path)
      assert.deepStrictEqual([writes, issues], [[], world.issues])
    })
  )

  describe("that passes names on and merges, under faults", () => {
    const world: World = {
      there: ["a", "b", "x", "y", "z", "other"],
      issues: [["a"], ["b", "y"], ["z"], ["other", "x"]],
      labels: [...chain, { name: "x", formerly: ["y", "z"] }],
      prune: true
    }
    matrix({
      seed: seedOf(world),
      program: Sync.labels({ ...repo, labels: world.labels }, { prune: true }),
      state: labelsOf,
      trusts: ["Labels.delete"],
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"],
      verify: ({ kind, state }) => {
        // A label that is not found counts as deleted by somebody else.
        if (kind === "finds nothing any more") return
        const [first = [], second = [], third = []] = state.issues
        assert.includeMembers(["a", "b"], first)
        assert.isTrue(second.includes("b") || second.includes("c"), String(second))
        assert.isTrue(second.includes("x") || second.includes("y"), String(second))
        assert.isTrue(third.includes("x") || third.includes("z"), String(third))
      }
    })
  })
})
