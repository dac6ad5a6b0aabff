/**
 * The code-hosting service on undici, which is faster than fetch and can upload streams. Needs the optional peer
 * dependency `@effect/platform-node`: without it, the Layers fail with `ConfigError`.
 */
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Forge from "../forge/Forge.ts"
import * as Keepers from "./keepers.ts"
import { layer as layerHttpClient } from "./loadedClient.ts"

export { layer as layerHttpClient } from "./loadedClient.ts"
export type { ConnectionOptions, DispatcherOptions, Options as HttpClientOptions, Tls } from "./dispatcher.ts"

/**
 * Like `Forge.layerConfig`, on undici. With `FORGECAST_REDIS_URL`, all processes that use the same Redis share their rate
 * limits.
 */
export const layerConfig = (prefix?: string): Layer.Layer<Forge.Forge, Config.ConfigError> =>
  Forge.layerConfigWithClient(prefix, Keepers.layer).pipe(Layer.provide(layerHttpClient()))

/** Like `Forge.layerGitHub`, on undici. With `FORGECAST_REDIS_URL`, processes share their rate limits. */
export const layerGitHub: Layer.Layer<Forge.Forge, Config.ConfigError> = layerConfig()
