import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import program, { html, views } from "../../docs/recipes/dashboard/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const web = { owner: "acme", repo: "web" }

describe("dashboard", () => {
  it.effect("shows what is open, and what has changed", () =>
    Effect.gen(function* () {
      // A view for each repository, and one when the issue is closed.
      assert.strictEqual(yield* yield* run(program), 3)
    }).pipe(on("dashboard"))
  )

  it.effect("spends no quota while nothing changes", () =>
    Effect.gen(function* () {
      const { limits, requests } = yield* ForgeSimulator.ForgeSimulator
      yield* run(Effect.timeoutOption(Stream.runDrain(views([web])), "30 minutes"))
      assert.deepStrictEqual(
        (yield* limits).map(({ login, used }) => [login, used]),
        [["acme", 2]]
      )
      assert.isAtLeast((yield* requests).length, 58)
    }).pipe(on("dashboard"))
  )

  it.effect("shows a failure in its row, and goes on after it", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const refusal = { status: 403, body: { message: "Resource not accessible" } }
      yield* faults.add(Faults.answered({ operation: "Repositories.get", ...refusal }))
      const [failed, mended] = yield* yield* run(views([web]).pipe(Stream.take(2), Stream.runCollect))
      assert.match(failed?.["acme/web"]?.problem ?? "", /403 Resource not accessible/)
      assert.deepStrictEqual(mended, { "acme/web": { open: 2, pulls: ["Use <b> & <i>"], problem: null } })
    }).pipe(on("dashboard"))
  )

  it("escapes text of strangers", () => {
    const page = html({ "a/b": { open: 1, pulls: ["<img src=x onerror=alert(1)>"], problem: null } })
    assert.include(page, "<li>&lt;img src=x onerror=alert(1)&gt;</li>")
  })
})
