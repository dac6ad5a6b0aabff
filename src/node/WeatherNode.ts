/**
 * The weather services on undici, which is faster than fetch. Needs the optional peer dependency
 * `@effect/platform-node`: without it, the Layers fail with `ConfigError`.
 */
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import type * as Configuration from "../rest/Configuration.ts"
import * as Weather from "../weather/Weather.ts"
import * as RequestLog from "./requestLog.ts"
import * as Stores from "./stores.ts"
import { layer as layerHttpClient } from "./loadedClient.ts"

export { layer as layerHttpClient } from "./loadedClient.ts"

/**
 * Like `Weather.layerConfig`, on undici. With `FORGECAST_REDIS_URL`, processes share their quota and their cache. It logs
 * as `RequestLog.layer` does, unless the program has its own `Observer`. With `{ required: true }`, it fails with
 * `ConfigError` without a key.
 */
export const layerConfig = (
  prefix: string = "OPEN_METEO",
  options?: Configuration.SecretOptions
): Layer.Layer<Weather.Weather, Config.ConfigError> =>
  Weather.layerConfigWithClient(prefix, Stores.layer, options).pipe(
    Layer.provide([layerHttpClient(), RequestLog.layer])
  )

/** Like `Weather.layerOpenMeteo`, on undici. With `FORGECAST_REDIS_URL`, processes share their quota and their cache. */
export const layerOpenMeteo: Layer.Layer<Weather.Weather, Config.ConfigError> = layerConfig()
