/** The code-hosting service on undici, which is faster than fetch and can upload streams. */
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Forge from "../forge/Forge.ts"
import { layer as layerHttpClient } from "./undiciClient.ts"

export {
  /**
   * The HTTP client alone, on undici. Use it with `Forge.layer` to choose the other parts yourself. By default it uses the
   * proxies of the environment, or the `NodeHttpClient.Dispatcher` that is provided to it. Fails with `ConfigError` if the
   * URL of a proxy is invalid.
   */
  layer as layerHttpClient
} from "./undiciClient.ts"
export type { ConnectionOptions, DispatcherOptions, Options as HttpClientOptions, Tls } from "./dispatcher.ts"

/** Like `Forge.layerConfig`, on undici. */
export const layerConfig = (prefix?: string): Layer.Layer<Forge.Forge, Config.ConfigError> =>
  Forge.layerConfigWithClient(prefix).pipe(Layer.provide(layerHttpClient()))

/** Like `Forge.layerGitHub`, on undici. */
export const layerGitHub: Layer.Layer<Forge.Forge, Config.ConfigError> = layerConfig()
