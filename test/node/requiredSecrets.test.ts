/** A token or a key that must be there: each Layer that reads the configuration fails without it, if it is told to. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as AppCredentials from "../../src/forge/AppCredentials.ts"
import * as Forge from "../../src/forge/Forge.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import * as WeatherNode from "../../src/node/WeatherNode.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as FetchClient from "../../src/rest/FetchClient.ts"
import type { SecretOptions } from "../../src/rest/Configuration.ts"
import * as Weather from "../../src/weather/Weather.ts"

interface Made {
  (options?: SecretOptions): Layer.Layer<never, unknown>
}

const overFetch = <A, E>(layer: Layer.Layer<A, E, HttpClient.HttpClient>) => Layer.provide(layer, FetchClient.layer)

const layers: ReadonlyArray<readonly [name: string, variable: string, make: Made]> = [
  ["Credentials.layerConfig", "MY_TOKEN", (options) => Credentials.layerConfig("MY_TOKEN", options)],
  ["Forge.layerConfig", "GITHUB_TOKEN", (options) => Forge.layerConfig(undefined, options)],
  ["Forge.layerConfig of a prefix", "WORK_TOKEN", (options) => Forge.layerConfig("WORK", options)],
  [
    "Forge.layerConfigWithClient",
    "WORK_TOKEN",
    (options) => overFetch(Forge.layerConfigWithClient("WORK", undefined, options))
  ],
  ["AppCredentials.layerConfig", "GITHUB_TOKEN", (options) => AppCredentials.layerConfig("GITHUB", options)],
  [
    "AppCredentials.layerConfigWithClient",
    "GITHUB_TOKEN",
    (options) => overFetch(AppCredentials.layerConfigWithClient("GITHUB", undefined, options))
  ],
  ["ForgeNode.layerConfig", "GITHUB_TOKEN", (options) => ForgeNode.layerConfig("GITHUB", options)],
  ["Weather.layerConfig", "OPEN_METEO_API_KEY", (options) => Weather.layerConfig("OPEN_METEO", options)],
  [
    "Weather.layerConfigWithClient",
    "LOCAL_API_KEY",
    (options) => overFetch(Weather.layerConfigWithClient("LOCAL", undefined, options))
  ],
  ["WeatherNode.layerConfig", "OPEN_METEO_API_KEY", (options) => WeatherNode.layerConfig("OPEN_METEO", options)]
]

const build = (layer: Layer.Layer<never, unknown>, values: Readonly<Record<string, string>>) =>
  Effect.scoped(Layer.build(Layer.provide(layer, ConfigProvider.layer(ConfigProvider.fromEnvRecord(values)))))

describe.each(layers)("%s", (_, variable, make) => {
  it.effect.each([
    ["not set", {}],
    ["not set, but another name", { [`${variable}S`]: "secret" }],
    ["empty", { [variable]: "" }],
    ["empty, but for spaces", { [variable]: " \n" }]
  ] as const)("fails if its variable is required and %s", ([, values]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(build(make({ required: true }), values))
      assert.instanceOf(error, ConfigError)
      assert.include(String(error.message), `${variable} is not set, or empty`)
      for (const options of [undefined, {}, { required: false }]) yield* build(make(options), values)
    })
  )

  it.effect("is built with it", () => build(make({ required: true }), { [variable]: " secret\n" }))
})

it.effect("an App stands for a token, where Layers can sign", () =>
  Effect.gen(function* () {
    for (const make of [AppCredentials.layerConfig, ForgeNode.layerConfig]) {
      const error = yield* Effect.flip(build(make("GITHUB", { required: true }), { GITHUB_APP_ID: "7" }))
      assert.include(String(error), "GITHUB_APP_PRIVATE_KEY is not set")
    }
    const error = yield* Effect.flip(build(Forge.layerConfig("GITHUB", { required: true }), { GITHUB_APP_ID: "7" }))
    assert.include(String(error), "GITHUB_APP_ID is for AppCredentials.layerConfig")
  })
)
