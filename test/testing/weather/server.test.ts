import { assert, describe, it } from "@effect/vitest"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Geocoding from "../../../src/weather/Geocoding.ts"
import * as Series from "../../../src/weather/Series.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import { WeatherSimulator } from "../../../src/testing/WeatherSimulator.ts"

const client = (apikey?: string) =>
  Layer.unwrap(
    Effect.map(WeatherSimulator, ({ urls }) =>
      Weather.layer({ urls, apikey: apikey === undefined ? undefined : Redacted.make(apikey) }).pipe(
        Layer.provide([NodeHttpClient.layerUndici, HttpCache.layerMemory(), RateLimit.layerMemory()])
      )
    )
  )

const server = SimulatorServer.layerWeather({ keys: ["s3cret"] })

describe("the weather on a port", () => {
  it.live("serves each service below a path of its own", () =>
    Effect.gen(function* () {
      const { requests, urls, value } = yield* WeatherSimulator
      assert.match(urls.forecast, /^http:\/\/127\.0\.0\.1:\d+\/forecast$/)
      const [oslo] = yield* Geocoding.search({ name: "Oslo" })
      assert.isDefined(oslo)
      const { hourly } = yield* Forecast.get({ ...oslo, hourly: ["temperature_2m"], forecast_days: 2 })
      for (const row of Series.rows(hourly)) {
        assert.strictEqual(row.temperature_2m, yield* value("temperature_2m", oslo, row.time))
      }
      const past = { ...oslo, start_date: "1953-01-31", end_date: "1953-02-01" }
      const { daily } = yield* Archive.get({ ...past, daily: ["wind_gusts_10m_max"] })
      assert.strictEqual(daily.length, 2)
      assert.deepStrictEqual(Array.from(yield* Elevation.getMany({ places: [oslo] })), [26])
      assert.deepStrictEqual(
        (yield* requests).map(({ operation, path }) => `${operation} ${path}`),
        [
          "Geocoding.search /v1/search",
          "Forecast.get /v1/forecast",
          "Archive.get /v1/archive",
          "Elevation.get /v1/elevation"
        ]
      )
    }).pipe(Effect.provide(Layer.provideMerge(client(), server)))
  )

  it.live("breaks off in the middle of a body, and does not log keys", () =>
    Effect.gen(function* () {
      const { faults, requests } = yield* WeatherSimulator
      yield* faults.add(Faults.cutOff({ operation: "Forecast.get" }), Faults.unavailable({ operation: "Forecast.get" }))
      const { hourly } = yield* Forecast.get({ latitude: 52, longitude: 6, hourly: ["rain"], forecast_days: 1 })
      assert.strictEqual(hourly.length, 24)
      const seen = yield* requests
      assert.deepStrictEqual(
        seen.map(({ login, status }) => [login, status]),
        [
          ["customer", 200],
          ["customer", 503],
          ["customer", 200]
        ]
      )
      assert.notInclude(JSON.stringify(seen), "s3cret")
    }).pipe(Effect.provide(Layer.provideMerge(client("s3cret"), server)))
  )
})
