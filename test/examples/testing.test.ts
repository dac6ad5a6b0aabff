import { assert, describe, it } from "@effect/vitest"
import { Issues, Labels } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

const repo = { owner: "acme", repo: "web" }

/** The code under test: labels all open issues without a label, and returns how many there were. */
const label = Issues.list(repo).pipe(
  Stream.filter((issue) => issue.labels.length === 0),
  Stream.mapEffect((issue) => Labels.addToIssue({ ...repo, issue_number: issue.number, labels: ["new"] })),
  Stream.runCount
)

const simulator = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      issues: [{ title: "One" }, { title: "Two", labels: ["bug"] }, { title: "Three", state: "closed" }]
    }
  ],
  tokens: { "octos-token": "octo" }
})

describe("labelling", () => {
  it.effect("labels issues without a label, and leaves the rest alone", () =>
    Effect.gen(function* () {
      const { repository } = yield* ForgeSimulator.ForgeSimulator
      assert.strictEqual(yield* label, 1)
      const { issues } = yield* repository("acme/web")
      assert.deepStrictEqual(
        issues.map((issue) => issue.labels),
        [["new"], ["bug"], []]
      )
    }).pipe(Effect.provide(simulator))
  )

  it.effect("outlasts an outage", () =>
    Effect.gen(function* () {
      const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.unavailable({ operation: "Labels.addToIssue", times: 2, retryAfter: "10 seconds" }))
      const labelling = yield* Effect.forkChild(label)
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* Fiber.join(labelling), 1)
      assert.deepStrictEqual(
        (yield* requests).map(({ operation, status }) => [operation, status]),
        [
          ["Issues.list", 200],
          ["Labels.addToIssue", 503],
          ["Labels.addToIssue", 503],
          ["Labels.addToIssue", 200]
        ]
      )
    }).pipe(Effect.provide(simulator))
  )

  it.effect("stops when it may not write", () =>
    Effect.gen(function* () {
      const { setToken } = yield* ForgeSimulator.ForgeSimulator
      yield* setToken("octos-token", "ada")
      const { _tag, message } = yield* Effect.flip(label)
      assert.strictEqual(_tag, "Forbidden")
      assert.include(message, "Must have admin rights to Repository.")
    }).pipe(Effect.provide(simulator))
  )
})
