/** What the ready-made Layers for Node keep: in memory, or in Redis if the configuration names one. */
import { ConfigError } from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Env from "../rest/internal/text/env.ts"
import { inMemory, type Keepers } from "../rest/Transport.ts"

const name = "FORGECAST_REDIS_URL"

const misfit = (message: string, cause?: unknown): ConfigError =>
  new ConfigError(new ConfigProvider.SourceError({ message, cause }))

const load = Effect.tryPromise({
  try: () => import("./redisKeepers.ts"),
  catch: (cause) =>
    misfit(
      `${name} needs the packages @effect/platform-node and redis, which cannot be loaded. ` +
        "To install them, run: npm install @effect/platform-node redis",
      cause
    )
})

const isRedis = (url: string): boolean => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)

const configured = Effect.gen(function* () {
  const url = yield* Env.read(name)
  if (url === undefined) return inMemory
  // The URL may have a password.
  if (!isRedis(url)) return yield* Effect.fail(misfit(`${name} must be a URL that begins with redis:// or rediss://`))
  const { layer } = yield* load
  return layer(url)
})

/**
 * Cache and rate limits, in memory. With `FORGECAST_REDIS_URL`, they are in that Redis, and all processes that use it
 * share them.
 */
export const layer: Layer.Layer<Keepers, ConfigError> = Layer.unwrap(configured)
