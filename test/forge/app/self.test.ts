/** A program that signs in as the App itself. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Apps from "../../../src/forge/Apps.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Hooks from "../../../src/forge/Hooks.ts"
import { app, parts, test } from "./support.ts"

const asApp = (options: Parameters<typeof AppCredentials.layerApp>[0]) =>
  Forge.layer().pipe(Layer.provide([AppCredentials.layerApp(options), parts]))

test("the App reads about itself, and sets the URL of its hook", function* () {
  const [self, config] = yield* Effect.all(
    [Apps.get(), Hooks.updateConfigForApp({ url: "https://hooks.example.com" })],
    {
      concurrency: 1
    }
  ).pipe(Effect.provide(asApp(app)))
  assert.deepStrictEqual([self.slug, config.url], ["builder", "https://hooks.example.com"])
})

test("a key that is none fails when the Layer is built", function* () {
  const failure = yield* Effect.flip(Effect.provide(Apps.get(), asApp({ ...app, privateKey: Redacted.make("none") })))
  assert.deepStrictEqual(
    [failure._tag, "reason" in failure && failure.reason],
    ["CredentialsFailed", "InvalidPrivateKey"]
  )
})
