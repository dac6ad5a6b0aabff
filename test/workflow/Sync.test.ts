import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const labels = [
  { name: "Bug", color: "d73a4a" },
  { name: "feature", formerly: ["enhancement"] },
  { name: "docs", color: "0075CA", description: "Documentation" },
  { name: "new", color: "ffffff" }
]
const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      labels: [
        { name: "bug", color: "000000" },
        "enhancement",
        { name: "docs", color: "0075ca", description: "Documentation" },
        "old"
      ],
      issues: [{ title: "One", labels: ["enhancement"] }]
    }
  ]
}

const labelsOf = ({ repository }: ForgeSimulator.Handle) =>
  Effect.map(repository("acme/web"), ({ issues, labels }) => ({
    labels: labels.map(({ color, name }) => (name === "feature" ? name : `${name} ${color}`)).sort(),
    issue: issues[0]?.labels
  }))

describe("Sync.labels", () => {
  testOn(ForgeSimulator.layer(seed))("creates, changes and renames, and says what it has changed", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.deepStrictEqual(yield* Sync.labels({ ...repo, labels }), {
      created: ["new"],
      updated: ["Bug", "feature"],
      removed: [],
      unchanged: ["docs"]
    })
    const { issue, labels: all } = yield* labelsOf(simulator)
    assert.deepStrictEqual(issue, ["feature"])
    assert.deepStrictEqual(
      all.map((label) => label.split(" ")[0]),
      ["Bug", "docs", "feature", "new", "old"]
    )
    yield* simulator.clearRequests
    const again = yield* Sync.labels({ ...repo, labels })
    assert.lengthOf(again.unchanged, 4)
    assert.lengthOf(yield* simulator.requests, 1)
  })

  testOn(ForgeSimulator.layer(seed))("removes others only when told", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { removed } = yield* Sync.labels({ ...repo, labels }, { prune: true })
    assert.deepStrictEqual(removed, ["old"])
    assert.lengthOf((yield* labelsOf(simulator)).labels, 4)
  })

  testOn(ForgeSimulator.layer(seed))("changes a label that somebody else creates meanwhile", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(
      Faults.rewritten({
        operation: "Labels.list",
        rewrite: (body) => (body as ReadonlyArray<{ name: string }>).filter(({ name }) => name !== "docs")
      })
    )
    const { created } = yield* Sync.labels({ ...repo, labels: [{ name: "docs", color: "111111" }] })
    assert.deepStrictEqual(created, ["docs"])
    assert.include((yield* labelsOf(simulator)).labels, "docs 111111")
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Sync.labels({ ...repo, labels }, { prune: true }),
      state: labelsOf,
      trusts: ["Labels.delete"],
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
