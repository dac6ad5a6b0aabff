/**
 * The client of `undiciClient.ts`, loaded when its Layer is built. Without the optional peer dependency, a program can
 * import `forgecast/node`, and learns from the Layer what is missing.
 */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Options } from "./dispatcher.ts"

const load = Effect.tryPromise({
  try: () => import("./undiciClient.ts"),
  catch: (cause) =>
    new ConfigError(
      new ConfigProvider.SourceError({
        message:
          "forgecast/node needs the package @effect/platform-node, which cannot be loaded. " +
          `To install it, run: npm install @effect/platform-node (${cause instanceof Error ? cause.message : String(cause)})`,
        cause
      })
    )
})

/**
 * The HTTP client alone, on undici. Use it with `Forge.layer` to choose the other parts yourself. By default it uses the
 * proxies of the environment, or the `NodeHttpClient.Dispatcher` that is provided to it. Fails with `ConfigError` if the
 * URL of a proxy is invalid, or if `@effect/platform-node` is not installed.
 */
export const layer = (options: Options = {}): Layer.Layer<HttpClient.HttpClient, ConfigError> =>
  Layer.unwrap(Effect.map(load, (client) => client.layer(options)))
