/**
 * The weather services on undici, which is faster than fetch. Needs the optional peer dependency
 * `@effect/platform-node`: without it, the Layer fails with `ConfigError`.
 */
import type * as Config from "effect/Config"
import * as Layer from "effect/Layer"
import * as Weather from "../weather/Weather.ts"
import * as CacheAndLimits from "./cacheAndLimits.ts"
import { layer as layerHttpClient } from "./loadedClient.ts"

/** Like `Weather.layerOpenMeteo`, on undici. With `FORGECAST_REDIS_URL`, processes share their quota and their cache. */
export const layerOpenMeteo: Layer.Layer<Weather.Weather, Config.ConfigError> = Weather.layerConfigWithClient(
  CacheAndLimits.layer
).pipe(Layer.provide(layerHttpClient()))
