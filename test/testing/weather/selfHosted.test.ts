/** A server that one hosts oneself: one root URL, limits of its own, no key and no quota. */
import { assert, describe, it } from "@effect/vitest"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as SimulatorServer from "../../../src/testing/node.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Geocoding from "../../../src/weather/Geocoding.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { ask, dig, enschede } from "./support.ts"
import { testOn } from "../../testOn.ts"

const today = Date.parse("2026-06-10T08:20:00Z")

const hours = { ...enschede, hourly: ["temperature_2m"] } as const

describe("a server of one's own", () => {
  testOn(Simulator.layerSelfHosted())("serves all services below one root", function* () {
    yield* TestClock.setTime(today)
    const { baseUrl, quota, requests } = yield* Simulator.WeatherSimulator
    const dates = { start_date: "2025-01-01", end_date: "2025-01-02" }
    yield* Forecast.get({ ...hours, models: ["icon_eu"] })
    yield* HistoricalForecast.get(hours)
    yield* PreviousRuns.get({ ...enschede, hourly: ["temperature_2m_previous_day1"] })
    yield* SingleRuns.get({ ...hours, run: "2026-06-10T00:00" })
    yield* Archive.get({ ...hours, ...dates })
    yield* SatelliteRadiation.get({
      ...enschede,
      ...dates,
      hourly: ["shortwave_radiation"],
      models: ["satellite_radiation_seamless"]
    })
    yield* AirQuality.get({ ...enschede, hourly: ["pm10"] })
    yield* Marine.get({ ...enschede, hourly: ["wave_height"] })
    yield* Ensemble.get({ ...hours, models: ["icon_d2"] })
    yield* Seasonal.get({ ...hours, forecast_days: 2 })
    yield* Climate.get({ ...enschede, ...dates, daily: ["temperature_2m_max"] })
    yield* Flood.get({ ...enschede, daily: ["river_discharge"] })
    yield* Elevation.getMany({ places: [enschede] })
    yield* Geocoding.search({ name: "Oslo" })
    const seen = yield* requests
    assert.deepStrictEqual([...new Set(seen.map(({ url }) => new URL(url).origin))], [baseUrl])
    assert.deepStrictEqual([...new Set(seen.map(({ status }) => status))], [200])
    assert.deepStrictEqual(
      (yield* quota).map(({ used }) => used),
      [0, 0, 0]
    )
  })

  testOn(Simulator.layerSelfHosted())("has its own limits", function* () {
    yield* TestClock.setTime(today)
    const { hourly } = yield* HistoricalForecast.get({ ...hours, forecast_days: 217, past_days: 300 })
    assert.strictEqual(hourly.length, 517 * 24)
    // The service's default for past forecasts is one day, and its limit is 16.
    const week = yield* HistoricalForecast.get({ ...hours, daily: ["rain_sum"] })
    assert.strictEqual(week.daily.length, 7)
    const old = yield* Forecast.get({ ...hours, start_date: "1940-01-01", end_date: "1940-01-02" })
    assert.strictEqual(old.hourly.length, 48)
    const run = yield* Forecast.get({ ...hours, extra: { run: "2026-06-09T00:00" }, forecast_days: 1 })
    assert.strictEqual(run.hourly.time[0], Date.parse("2026-06-09T00:00Z"))
  })

  testOn(Simulator.layerHttpClient())("refuses what is beyond them, in the service's words", function* () {
    yield* TestClock.setTime(today)
    const { baseUrl } = yield* Simulator.WeatherSimulator
    const reasonOf = Effect.fnUntraced(function* (path: string, query: Readonly<Record<string, unknown>>) {
      const { json, status } = yield* ask(`${baseUrl}/v1/${path}`, { ...enschede, ...query })
      assert.strictEqual(status, 400)
      return dig(json, "reason")
    })
    assert.strictEqual(
      yield* reasonOf("flood", { forecast_days: 218 }),
      "Forecast days is invalid. Allowed range 0 to 217. Given 217."
    )
    assert.strictEqual(
      yield* reasonOf("forecast", { start_date: "1939-12-31", end_date: "1940-01-02" }),
      "Parameter 'start_date' is out of allowed range from 1940-01-01 to 2027-01-12"
    )
    assert.strictEqual((yield* ask(`${baseUrl}/v2/forecast`, enschede)).status, 404)
  })

  testOn(Simulator.layerHttpClient())("has no quota, no limit of weight, and no keys", function* () {
    yield* TestClock.setTime(today)
    const { baseUrl, spend } = yield* Simulator.WeatherSimulator
    yield* spend(10_000)
    assert.strictEqual((yield* ask("https://api.open-meteo.com/v1/forecast", enschede)).status, 429)
    const many = { latitude: "52,".repeat(599) + "52", longitude: "6,".repeat(599) + "6", apikey: "unknown" }
    const columns = Array.from({ length: 100 }, () => "rain").join(",")
    const { status } = yield* ask(`${baseUrl}/v1/forecast`, { ...many, hourly: columns, forecast_hours: 1 })
    assert.strictEqual(status, 200)
  })

  it.live("is on a port, too", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* Simulator.WeatherSimulator
      const client = Weather.layer({ baseUrl, apikey: Redacted.make("k") }).pipe(
        Layer.provide([NodeHttpClient.layerUndici, HttpCache.layerMemory(), RateLimit.layerMemory()])
      )
      const { hourly } = yield* Effect.provide(
        Archive.get({ ...hours, start_date: "1940-01-01", end_date: "1940-01-02" }),
        client
      )
      assert.strictEqual(hourly.length, 48)
      assert.deepStrictEqual(
        (yield* requests).map(({ operation, path }) => [operation, path]),
        [["Archive.get", "/v1/archive"]]
      )
    }).pipe(Effect.provide(SimulatorServer.layerWeather()))
  )
})
