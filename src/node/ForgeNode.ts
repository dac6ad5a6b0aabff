/** The code-hosting service on undici: faster than fetch, and able to upload streams. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Forge from "../forge/Forge.ts"

/** As `Forge.layerConfig`, on undici. */
export const layerConfig = (prefix?: string): Layer.Layer<Forge.Forge, Config.ConfigError> =>
  Forge.layerConfigWithClient(prefix).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** As `Forge.layerGitHub`, on undici. */
export const layerGitHub: Layer.Layer<Forge.Forge, Config.ConfigError> = /* @__PURE__ */ layerConfig()
