import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Logger from "effect/Logger"
import program, { apply, drift, plan } from "../../docs/recipes/organization-settings/program.ts"
import { ForgeSimulator } from "forgecast/testing"
import { failureOf, run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

describe("organization settings", () => {
  it.effect("shows what differs, changes it, and leaves nothing", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const lines: Array<string> = []
      const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
      const quiet = Effect.provide(program, Logger.layer([logger]))
      assert.deepStrictEqual(yield* yield* run(quiet), { changed: 2, left: [] })
      assert.include(lines.join("\n"), "  ~ settings\n      has_wiki: true -> false")
      assert.include(lines.join("\n"), "  + protection main")
      const { issues } = yield* simulator.repository("acme/web")
      assert.deepStrictEqual(issues[0]?.labels, ["feature"])
      assert.deepStrictEqual((yield* simulator.repository("acme/settings")).labels, [])
    }).pipe(on("organization-settings"))
  )

  it.effect("tells what somebody has changed by hand", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* apply("acme")
      const change = simulator.as("grace", "PATCH /repos/acme/web", { has_wiki: true })
      yield* Effect.forkChild(Effect.delay(change, "90 minutes"))
      const seen = yield* yield* run(Stream.runHead(drift("acme")))
      assert.deepStrictEqual(seen._tag === "Some" && seen.value, [
        "acme/web\n  ~ settings\n      has_wiki: true -> false"
      ])
    }).pipe(on("organization-settings"))
  )

  it.effect("refuses a file with a typing mistake", () =>
    Effect.gen(function* () {
      const { clearRequests, push, requests } = yield* ForgeSimulator.ForgeSimulator
      const file = JSON.stringify({ defaults: { setings: { has_wiki: false } } })
      yield* push("acme/settings", { "repositories.json": file })
      yield* clearRequests
      assert.strictEqual(failureOf(yield* run(apply("acme")))?._tag, "SchemaError")
      assert.lengthOf(yield* requests, 1)
      yield* Effect.flip(plan("acme"))
    }).pipe(on("organization-settings"))
  )
})
