/** What the ready-made Layers for Node keep: in memory, or in Redis if the configuration names one. */
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Env from "../rest/internal/text/env.ts"
import { inMemory, type Stores } from "../rest/Transport.ts"
import { loadFor } from "./redisUrl.ts"

const name = "FORGECAST_REDIS_URL"

const configured = Effect.gen(function* () {
  const url = yield* Env.read(name)
  if (url === undefined) return inMemory
  const { layer } = yield* loadFor(name, url, () => import("./redisKeepers.ts"))
  return layer(url)
})

/**
 * Cache and rate limits, in memory. With `FORGECAST_REDIS_URL`, they are in that Redis, and all processes that use it
 * share them.
 */
export const layer: Layer.Layer<Stores, ConfigError> = Layer.unwrap(configured)
