/** What the ready-made Layers for Node keep: in memory, or in Redis if the configuration names one. */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpCache from "../rest/HttpCache.ts"
import * as Env from "../rest/internal/text/env.ts"
import * as RateLimit from "../rest/RateLimit.ts"

const name = "FORGECAST_REDIS_URL"

const misfit = (message: string, cause?: unknown): ConfigError =>
  new ConfigError(new ConfigProvider.SourceError({ message, cause }))

const load = Effect.tryPromise({
  try: () => import("./backgroundRedis.ts"),
  catch: (cause) =>
    misfit(
      `${name} needs the packages @effect/platform-node and redis, which cannot be loaded. ` +
        "To install them, run: npm install @effect/platform-node redis",
      cause
    )
})

const isRedis = (url: string): boolean => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)

const limits = Effect.gen(function* () {
  const url = yield* Env.read(name)
  if (url === undefined) return RateLimit.layerMemory()
  // The URL may have a password.
  if (!isRedis(url)) return yield* Effect.fail(misfit(`${name} must be a URL that begins with redis:// or rediss://`))
  const redis = yield* load
  return Layer.provide(RateLimit.layerShared(), redis.layer(url))
})

/**
 * A cache in memory, and rate limits. With `FORGECAST_REDIS_URL`, processes share the limits; without it, they are in
 * memory.
 */
export const layer: Layer.Layer<HttpCache.HttpCache | RateLimit.RateLimit, ConfigError> = Layer.mergeAll(
  HttpCache.layerMemory(),
  Layer.unwrap(limits)
)
