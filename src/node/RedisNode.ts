/**
 * A Redis for everything that processes share: `PersistedCache.layerRedis`, `RateLimit.layerRedis`,
 * `AppTokenStore.layerRedis`.
 *
 * Unlike `NodeRedis` of `@effect/platform-node`, on which it is built, it holds up neither the start nor the end of a
 * program when Redis is down, frozen, or does not accept the password.
 */
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Redis } from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import { loadFor } from "./redisUrl.ts"

/**
 * Connects to the Redis of a URL, such as `redis://user:password@host:6379/0`, or `rediss://…` for TLS.
 *
 * It connects in the background, and again after a connection was lost. The Layer waits 3 seconds for the first attempt.
 * While there is no connection, commands fail at once. If Redis refuses a user name or a password, the reason is logged
 * once, as an error. The end of the scope waits for commands under way, 1 second at most, and closes the connection.
 *
 * Fails with `ConfigError` if the URL is invalid, or if `@effect/platform-node` or `redis` is not installed.
 */
export const layer = (url: string | Redacted.Redacted<string>): Layer.Layer<Redis, ConfigError> => {
  const text = Redacted.isRedacted(url) ? Redacted.value(url) : url
  return Layer.unwrap(
    Effect.map(
      loadFor("RedisNode.layer", text, () => import("./backgroundRedis.ts")),
      (background) => background.layer(text)
    )
  )
}
