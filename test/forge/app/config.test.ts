import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { pkcs1 } from "./keys.ts"
import { issue, seen, test } from "./support.ts"

const comment = Effect.map(Issues.createComment({ ...issue, body: "Hello" }), ({ user }) => user?.login)

const app = {
  GITHUB_APP_ID: "7",
  GITHUB_APP_PRIVATE_KEY: pkcs1.replaceAll("\n", "\\n"),
  GITHUB_APP_INSTALLATION_ID: "70"
}

const configured = (values: Readonly<Record<string, string>>) =>
  ConfigProvider.layer(ConfigProvider.fromEnvRecord(values))

const run = (values: Readonly<Record<string, string>>, prefix?: string) =>
  comment.pipe(Effect.provide(AppCredentials.layerConfigWithClient(prefix)), Effect.provide(configured(values)))

describe("the configuration of an App", () => {
  test("goes before a token", function* () {
    assert.strictEqual(yield* run({ ...app, GITHUB_TOKEN: ForgeSimulator.token }), "builder[bot]")
    assert.strictEqual(yield* run({ ...app, GITHUB_APP_ID: "Iv1.builder" }), "builder[bot]")
    assert.strictEqual(yield* run({ GITHUB_TOKEN: ForgeSimulator.token }), "acme")
  })

  test("is read under another prefix, and only there", function* () {
    const work = Object.fromEntries(Object.entries(app).map(([name, value]) => [name.replace("GITHUB", "WORK"), value]))
    assert.strictEqual(yield* run({ ...work, GITHUB_TOKEN: "none" }, "WORK"), "builder[bot]")
  })

  const { GITHUB_APP_INSTALLATION_ID: _, ...nowhere } = app
  const { GITHUB_APP_PRIVATE_KEY: __, ...keyless } = app
  for (const [message, values] of [
    ["GITHUB_APP_INSTALLATION_ID is not set", nowhere],
    ["GITHUB_APP_PRIVATE_KEY is not set", keyless],
    ["GITHUB_APP_INSTALLATION_ID is not a number", { ...app, GITHUB_APP_INSTALLATION_ID: "acme" }],
    [
      "GITHUB_APP_PRIVATE_KEY: the private key of the App is not a PEM file",
      { ...app, GITHUB_APP_PRIVATE_KEY: "s3cret" }
    ]
  ] as const) {
    test(`fails when the Layer is built: ${message}`, function* () {
      const error = yield* Effect.flip(run(values))
      assert.strictEqual(error._tag, "ConfigError")
      assert.include(String(error.message), message)
      assert.notInclude(String(error.message), "s3cret")
      assert.deepStrictEqual(yield* seen, [])
    })
  }

  it.effect("is not ignored by the Layers that cannot sign", () =>
    Effect.gen(function* () {
      const build = (values: Readonly<Record<string, string>>) =>
        Effect.scoped(Layer.build(Forge.layerConfig().pipe(Layer.provide(configured(values)))))
      const error = yield* Effect.flip(build(app))
      assert.include(String(error.message), "GITHUB_APP_ID is for AppCredentials.layerConfig")
      yield* build({ ...app, GITHUB_TOKEN: "token" })
    })
  )
})
