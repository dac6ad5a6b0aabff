/** Cache and rate limits that processes share in a Redis. */
import * as Layer from "effect/Layer"
import * as PersistedCache from "../rest/PersistedCache.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import type { Stores } from "../rest/Transport.ts"
import * as BackgroundRedis from "./backgroundRedis.ts"

/** As the limits have it. */
const timeout = "1 second"

/** Both work in memory while there is no connection. */
export const layer = (url: string): Layer.Layer<Stores> =>
  Layer.merge(PersistedCache.layerRedis({ timeout }), RateLimit.layerRedis()).pipe(
    Layer.provide(BackgroundRedis.layer(url))
  )
