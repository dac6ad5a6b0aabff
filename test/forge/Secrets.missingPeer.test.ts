import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import * as Secrets from "../../src/forge/Secrets.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"

vi.mock("@noble/ciphers/salsa.js", () => {
  throw new Error("Cannot find package '@noble/ciphers'")
})

it.effect("Secrets.put without its packages sends no secret, and says what to install", () =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const error = yield* Effect.flip(Secrets.put({ owner: "acme", repo: "web", secret_name: "TOKEN", value: "s3cret" }))
    assert.strictEqual(error._tag, "MissingPeer")
    assert.include(error.message, "npm install @noble/ciphers @noble/curves")
    assert.deepStrictEqual(
      (yield* simulator.requests).map(({ method }) => method),
      ["GET"]
    )
  }).pipe(Effect.provide(ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web" }] })))
)
