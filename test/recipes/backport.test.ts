import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { backport } from "../../docs/recipes/backport/program.ts"
import { ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

describe("backport", () => {
  it.effect("proposes what was merged, and says so in one comment", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { first, second } = yield* yield* run(program)
      assert.match(first[0] ?? "", /^- `1\.x` conflicts with [\da-f]{40}: pick it by hand$/)
      assert.deepStrictEqual([first.slice(1), second], [["- `2.x`: #3"], ["- `1.x`: #4"]])
      const { issues, pulls } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(
        pulls.slice(2).map(({ base, head, title }) => [head, base, title]),
        [
          ["acme:backport/1/2.x", "2.x", "[2.x] Name light rain"],
          ["acme:backport/2/1.x", "1.x", "[1.x] Say more about the web"]
        ]
      )
      assert.deepStrictEqual(issues[2]?.labels, ["bug"])
      assert.lengthOf(issues[0]?.comments ?? [], 1)
      yield* run(backport("acme", "web", 1))
      const after = yield* simulator.repository("acme/web")
      assert.deepStrictEqual([after.pulls.length, after.issues[0]?.comments.length], [4, 1])
    }).pipe(on("backport"))
  )

  it.effect("does nothing for a pull request that is not merged", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.close("acme/web", 1)
      assert.deepStrictEqual(yield* backport("acme", "web", 1), [])
      assert.lengthOf((yield* simulator.repository("acme/web")).issues[0]?.comments ?? [], 0)
    }).pipe(on("backport"))
  )
})
