/**
 * The weather services in memory, with a climate of their own, for tests and demonstrations.
 *
 * **When to use**
 *
 * Wherever a program on `Weather` should run without a network, or with weather that a test chooses: it takes the place
 * of the `HttpClient`, so everything above it (limits, retries, decoding) is what runs in production.
 *
 * **Details**
 *
 * It answers all operations: forecasts, archives, geocoding and the further services. The weather is a function of place
 * and time: seasons, day and night, highs and lows that drift, rain that agrees with clouds and weather codes. The same
 * seed always has the same weather. Answers have the service's ways: one offset from UTC for a whole series, suffixes
 * for several models, nulls beyond a model's reach, fields that are dropped, limits by weight, refusals in its words.
 * Weather that matters to a test is said as a spell; `value` of the handle tells what is meant. Time is Effect's `Clock`.
 *
 * **Gotchas**
 *
 * The map of the world is a rough one: only the cities that are built in, and the places of the seed, have their true
 * height. Requests to any other origin than the services' own find no host.
 *
 * **Example**
 *
 * ```ts
 * const program = Effect.gen(function* () {
 *   const [oslo] = yield* Geocoding.search({ name: "Oslo" })
 *   const { daily } = yield* Forecast.get({ ...oslo, daily: ["wind_gusts_10m_max"], forecast_days: 3 })
 * })
 *
 * program.pipe(
 *   Effect.provide(
 *     WeatherSimulator.layer({
 *       spells: [WeatherSimulator.storm({ latitude: 59.91, longitude: 10.75, from: { in: "1 day" } })]
 *     })
 *   )
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as HttpCache from "../rest/HttpCache.ts"
import * as RateLimit from "../rest/RateLimit.ts"
import * as Weather from "../weather/Weather.ts"
import { makeHttpClient } from "./internal/httpClient.ts"
import { type Handle, makeWeather } from "./internal/weather/handle.ts"
import type { Seed } from "./internal/weather/seed.ts"

export type { Received } from "./internal/journal.ts"
export type { Handle, ValueOptions, Where } from "./internal/weather/handle.ts"
export type { LimitsSeed, QuotaStatus } from "./internal/weather/quota.ts"
export {
  type ContentSeed,
  type Moment,
  type PlaceSeed,
  type Seed,
  type SpellSeed,
  storm
} from "./internal/weather/seed.ts"

/** The handle on the simulated services: to seed them, to look inside and to break them. */
export class WeatherSimulator extends Context.Service<WeatherSimulator, Handle>()(
  "forgecast/testing/WeatherSimulator"
) {}

/** An `HttpClient` that reaches the simulated services and nothing else, in process; and the handle on them. */
export const layerHttpClient = (seed: Seed = {}): Layer.Layer<HttpClient.HttpClient | WeatherSimulator> =>
  Layer.effectContext(
    Effect.map(makeWeather(seed), ({ exchange, handle }) =>
      Context.make(HttpClient.HttpClient, makeHttpClient(exchange)).pipe(Context.add(WeatherSimulator, handle))
    )
  )

/**
 * The `Weather` service, ready, over the simulated ones; and the handle on them. It asks as the free service is asked,
 * without a key; cache and limits are in memory.
 */
export const layer = (seed: Seed = {}): Layer.Layer<Weather.Weather | WeatherSimulator> => {
  const simulator = layerHttpClient(seed)
  const weather = Weather.layer().pipe(Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory(), simulator]))
  // The simulated client itself stays inside, lest it take the place of the program's own.
  return Layer.merge(weather, Layer.provide(Layer.effect(WeatherSimulator, WeatherSimulator), simulator))
}
