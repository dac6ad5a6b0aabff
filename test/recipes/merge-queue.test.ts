import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program from "../../docs/recipes/merge-queue/program.ts"
import { run } from "../workflow/support/run.ts"

describe("merge queue", () => {
  it.effect("lands what is green with its base, the urgent one first, and takes out what is broken", () =>
    Effect.gen(function* () {
      const { landed, removed } = yield* yield* run(program)
      assert.deepStrictEqual(landed, [3, 1, 5])
      assert.deepStrictEqual(
        removed.map(({ number, reason }) => [number, reason]),
        [[4, "checks"]]
      )
    })
  )
})
