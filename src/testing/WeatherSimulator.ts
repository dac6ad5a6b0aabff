/**
 * In-memory weather services with a climate of their own, for tests and demonstrations.
 *
 * **When to use**
 *
 * To run a program on `Weather` without a network, or with weather that a test chooses. The simulator takes the place of
 * the `HttpClient`, so everything above it (limits, retries, decoding) is the code that runs in production.
 *
 * **Details**
 *
 * It serves all operations: forecasts, archives, geocoding and all other services. The weather is a function of place and
 * time, with seasons, day and night, drifting highs and lows, and rain that agrees with clouds and weather codes. The
 * same seed always produces the same weather.
 *
 * Responses behave like the real service's: one UTC offset for a whole series, suffixes for several models, nulls beyond a
 * model's range, omitted fields, limits by weight, and the service's own error messages. A test sets the weather that it
 * depends on as a spell, and reads exact values with `value` of the handle. Time is Effect's `Clock`.
 *
 * Requests are GET or POST, and answers are JSON or, with the optional peers `@openmeteo/sdk` and `flatbuffers`,
 * flatbuffers as the service writes them.
 *
 * **Gotchas**
 *
 * The map of the world is rough: only the built-in cities and the seed's places have their real elevation. Requests to
 * another origin than the services' fail as if the host did not exist.
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
import * as Layer from "effect/Layer"
import * as HttpClient from "effect/http/HttpClient"
import * as Transport from "../rest/Transport.ts"
import * as Weather from "../weather/Weather.ts"
import type { Handle } from "./WeatherHandle.ts"
import type { Seed, SpellSeed } from "./WeatherSeed.ts"
import { makeHttpClient } from "./internal/httpClient.ts"
import { makeWeather } from "./internal/weather/handle.ts"
import { ownServer } from "./internal/weather/service.ts"

export type { Received } from "./Journal.ts"
export type { Handle, QuotaStatus, Urls, ValueOptions, Where } from "./WeatherHandle.ts"
export type { ContentSeed, LimitsSeed, Moment, PlaceSeed, Seed, SpellSeed, Window } from "./WeatherSeed.ts"

/** The handle on the simulated services: seeds them, inspects them and breaks them. */
export class WeatherSimulator extends Context.Service<WeatherSimulator, Handle>()(
  "forgecast/testing/WeatherSimulator"
) {}

/** Provides an in-process `HttpClient` that reaches only the simulated services, and the handle on them. */
export const layerHttpClient = (seed: Seed = {}): Layer.Layer<HttpClient.HttpClient | WeatherSimulator> =>
  Layer.effectContext(
    Effect.map(makeWeather(seed), ({ exchange, handle }) =>
      Context.make(HttpClient.HttpClient, makeHttpClient(exchange)).pipe(Context.add(WeatherSimulator, handle))
    )
  )

/**
 * Provides a ready `Weather` over the simulated services, and the handle on them. Like a client of the free service, it
 * sends no key. Cache and rate limits are in memory.
 */
export const layer = (seed: Seed = {}): Layer.Layer<Weather.Weather | WeatherSimulator> => layerBy(seed, {})

/**
 * Provides a ready `Weather` over a simulated self-hosted server, and the handle on it. The server has its own limits,
 * and no key or quota.
 */
export const layerSelfHosted = (seed: Seed = {}): Layer.Layer<Weather.Weather | WeatherSimulator> =>
  layerBy(seed, { baseUrl: ownServer })

const layerBy = (
  seed: Seed,
  options: { readonly baseUrl?: string }
): Layer.Layer<Weather.Weather | WeatherSimulator> => {
  const simulator = layerHttpClient(seed)
  const weather = Weather.layer(options).pipe(Layer.provide([Transport.inMemory, simulator]))
  // The simulated client stays inside, so that it does not replace the program's own.
  return Layer.merge(weather, Layer.provide(Layer.effect(WeatherSimulator, WeatherSimulator), simulator))
}

/** A storm: a deep low with gusts, rain and thunder, six hours long by default. */
export const storm = (at: Pick<SpellSeed, "latitude" | "longitude" | "from"> & Partial<SpellSeed>): SpellSeed => ({
  lasts: "6 hours",
  wind_speed_10m: 72,
  wind_gusts_10m: 118,
  precipitation: 9,
  cloud_cover: 100,
  pressure_msl: 968,
  thunderstorm: true,
  ...at
})
