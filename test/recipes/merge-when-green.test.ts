import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program from "../../docs/recipes/merge-when-green/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const pulls = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  return yield* simulator.repository("acme/web")
})

describe("merge when green", () => {
  it.effect("merges what is green, and tells the others why not", () =>
    Effect.gen(function* () {
      const results = yield* yield* run(program)
      assert.deepStrictEqual(
        results.map(({ merged, number }) => [number, merged !== null]),
        [
          [1, true],
          [2, false],
          [3, true],
          [4, false]
        ]
      )
      const { issues, pulls: after } = yield* pulls
      assert.deepStrictEqual(
        after.map(({ merged }) => merged),
        [true, false, true, false, false]
      )
      const said = issues.map(({ comments }) => comments.map(({ body }) => body.split("\n\n<!--")[0]))
      assert.deepStrictEqual(said, [
        [],
        ["Not merged, as checks have failed:\n- [test](https://ci.example/3)"],
        [],
        ["Not merged: conflict"],
        []
      ])
    }).pipe(on("merge-when-green"))
  )

  it.effect("says it once, however often it runs", () =>
    Effect.gen(function* () {
      yield* run(program)
      yield* yield* run(program)
      const { issues } = yield* pulls
      assert.deepStrictEqual(
        issues.map(({ comments }) => comments.length),
        [0, 1, 0, 1, 0]
      )
    }).pipe(on("merge-when-green"))
  )

  it.effect("waits for a check that runs, through an outage", () =>
    Effect.gen(function* () {
      const { clearRequests, faults, finishCheck, requests, seed } = yield* ForgeSimulator.ForgeSimulator
      const check = { name: "build", ref: "two", status: "in_progress" } as const
      yield* seed({ repositories: [{ owner: "acme", name: "web", checks: [check] }] })
      yield* faults.add(Faults.unavailable({ operation: "Checks.listRuns", times: 30 }))
      yield* Effect.forkChild(Effect.delay(finishCheck("acme/web", "build", "success"), "20 minutes"))
      yield* clearRequests
      yield* yield* run(program)
      assert.isTrue((yield* pulls).pulls[0]?.merged)
      const merge = (yield* requests).find(({ path }) => path === "/repos/acme/web/pulls/1/merge")
      assert.isAtLeast((merge?.receivedAt ?? 0) - Date.parse("2026-06-10T08:00:00Z"), 20 * 60_000)
    }).pipe(on("merge-when-green"))
  )

  it.effect("finds out about a merge whose response was lost", () =>
    Effect.gen(function* () {
      const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answerLost({ operation: "PullRequests.merge" }))
      const [first] = yield* yield* run(program)
      assert.isString(first?.merged)
      const sent = (yield* requests).filter(({ path }) => path === "/repos/acme/web/pulls/1/merge")
      assert.lengthOf(sent, 1)
    }).pipe(on("merge-when-green"))
  )
})
