/** The weather services at a loopback origin, with short waits. */
import type { ConfigError } from "effect/Config"
import * as Layer from "effect/Layer"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Retry from "../../../src/rest/Retry.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import type { Client } from "../../rest/loopback/support/client.ts"

export const weatherAt = (
  client: Client,
  options: Weather.Options,
  cache: Layer.Layer<HttpCache.HttpCache> = HttpCache.layerMemory()
): Layer.Layer<Weather.Weather, ConfigError> =>
  Weather.layer({ timeToLive: "1 minute", ...options }).pipe(
    Layer.provide([
      client,
      cache,
      RateLimit.layerMemory({ pause: 20 }),
      Layer.succeed(RateLimit.MaxWait, 500),
      Layer.succeed(Retry.RetryPolicy, { attempts: 3, within: "1 minute", base: 4, cap: 8 })
    ])
  )
