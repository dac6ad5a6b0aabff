/** The code-hosting service on undici: faster than fetch, and able to upload streams. */
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Forge from "../forge/Forge.ts"
import { layer as layerHttpClient } from "./undiciClient.ts"

export {
  /** The HTTP client alone, on undici: for a `Forge.layer` whose parts are chosen. */
  layer as layerHttpClient
} from "./undiciClient.ts"

/** As `Forge.layerConfig`, on undici. */
export const layerConfig = (prefix?: string): Layer.Layer<Forge.Forge, Config.ConfigError> =>
  Forge.layerConfigWithClient(prefix).pipe(Layer.provide(layerHttpClient))

/** As `Forge.layerGitHub`, on undici. */
export const layerGitHub: Layer.Layer<Forge.Forge, Config.ConfigError> = /* @__PURE__ */ layerConfig()
