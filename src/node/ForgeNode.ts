/**
 * The client of GitHub on undici, which is faster than fetch and can upload streams. Needs the optional peer
 * dependency `@effect/platform-node`: without it, the Layers fail with `ConfigError`.
 */
import type * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Forge from "../forge/Forge.ts"
import * as Configuration from "../rest/Configuration.ts"
import * as RequestLog from "./requestLog.ts"
import * as Stores from "./stores.ts"
import { layer as layerHttpClient } from "./loadedClient.ts"

export { layer as layerHttpClient } from "./loadedClient.ts"
export type { ConnectionOptions, DispatcherOptions, Options as HttpClientOptions, Tls } from "./dispatcher.ts"

/**
 * Like `Forge.layerConfig`, on undici. With `GITHUB_APP_ID`, it acts as a GitHub App, as `AppCredentials.layerConfig`
 * describes. With `FORGECAST_REDIS_URL`, all processes that use the same Redis share rate limits and cache.
 * It logs as `RequestLog.layer` does, unless the program has its own `Observer`. With `{ required: true }`, it fails
 * with `ConfigError` if there is neither an App nor a token.
 */
export const layerConfig = (
  prefix: string = "GITHUB",
  options?: Configuration.SecretOptions
): Layer.Layer<Forge.Forge, Config.ConfigError> =>
  Layer.unwrap(
    Effect.flatMap(Configuration.read(`${prefix}_APP_ID`), (app) =>
      app === undefined
        ? Effect.succeed(Forge.layerConfigWithClient(prefix, Stores.layer, options))
        : Effect.map(
            Effect.promise(() => import("../forge/AppCredentials.ts")),
            ({ layerConfigWithClient }) => layerConfigWithClient(prefix, Stores.layer, options)
          )
    )
  ).pipe(Layer.provide([layerHttpClient(), RequestLog.layer]))

/** Like `Forge.layerGitHub`, on undici. With `FORGECAST_REDIS_URL`, processes share cache and rate limits. */
export const layerGitHub: Layer.Layer<Forge.Forge, Config.ConfigError> = layerConfig()
