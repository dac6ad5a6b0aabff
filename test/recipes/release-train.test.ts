import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import program, { train } from "../../docs/recipes/release-train/program.ts"
import { ForgeSimulator } from "forgecast/testing"
import { failureOf, run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

describe("release train", () => {
  it.effect("releases each package that has changed, once", () =>
    Effect.gen(function* () {
      const result = yield* yield* run(program)
      assert.deepStrictEqual(result, { released: ["api-v1.1.0", "app-v2.3.1"], again: [] })
    }).pipe(on("release-train"))
  )

  it.effect("releases nothing while a check has failed", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const sha = yield* simulator.push("acme/web", { "packages/api/a.js": "" }, { message: "fix: a" })
      yield* simulator.as("acme", `POST /repos/acme/web/statuses/${sha}`, { state: "failure", context: "build" })
      assert.strictEqual(failureOf(yield* run(train("acme", "web")))?._tag, "ChecksFailed")
      assert.deepStrictEqual((yield* simulator.repository("acme/web")).releases, [])
    }).pipe(on("release-train"))
  )
})
