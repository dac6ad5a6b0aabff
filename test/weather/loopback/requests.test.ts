/** The requests of each operation, over a real socket, and their hosts. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Flood from "../../../src/weather/Flood.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Geocoding from "../../../src/weather/Geocoding.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import { hosts } from "../../../src/weather/internal/hosts.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as PreviousRuns from "../../../src/weather/PreviousRuns.ts"
import * as SatelliteRadiation from "../../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import type { Service, Weather } from "../../../src/weather/Weather.ts"
import { json } from "../../rest/loopback/support/answers.ts"
import { onEachTransport } from "../../rest/loopback/support/client.ts"
import { serve } from "../../rest/loopback/support/server.ts"
import { weatherAt } from "./support.ts"

const place = { latitude: -33.875, longitude: 151 }
const days = { start_date: "2020-01-01", end_date: "2020-01-31" }
const many = { places: [place, { latitude: 0, longitude: -0.5 }] }

const sent: ReadonlyArray<
  readonly [name: string, service: Service, call: Effect.Effect<unknown, unknown, Weather>, path: string]
> = [
  [
    "Forecast.get",
    "forecast",
    Forecast.get({
      ...place,
      elevation: 58,
      timezone: "Australia/Sydney",
      hourly: ["temperature_2m", "temperature_850hPa"],
      daily: ["sunrise"],
      current: ["weather_code"],
      minutely_15: ["rain"],
      models: ["gfs_seamless", "icon_seamless"],
      temperature_unit: "fahrenheit",
      wind_speed_unit: "kn",
      precipitation_unit: "inch",
      timeformat: "unixtime",
      cell_selection: "sea",
      tilt: 30,
      azimuth: -90,
      forecast_days: 16,
      past_days: 92,
      past_hours: 6,
      forecast_hours: 24
    }),
    "/v1/forecast?latitude=-33.875&longitude=151&elevation=58&timezone=Australia%2FSydney&hourly=temperature_2m,temperature_850hPa&daily=sunrise&current=weather_code&minutely_15=rain&models=gfs_seamless,icon_seamless&forecast_days=16&past_days=92&temperature_unit=fahrenheit&wind_speed_unit=kn&precipitation_unit=inch&timeformat=unixtime&cell_selection=sea&tilt=30&azimuth=-90&past_hours=6&forecast_hours=24"
  ],
  [
    "Forecast.getMany",
    "forecast",
    Forecast.getMany({ ...many, timezone: "auto", hourly: ["rain"] }),
    "/v1/forecast?latitude=-33.875,0&longitude=151,-0.5&timezone=auto&hourly=rain"
  ],
  [
    "Archive.get",
    "archive",
    Archive.get({ ...place, ...days, daily: ["rain_sum"], models: ["era5"] }),
    "/v1/archive?latitude=-33.875&longitude=151&daily=rain_sum&models=era5&start_date=2020-01-01&end_date=2020-01-31"
  ],
  [
    "Archive.getMany",
    "archive",
    Archive.getMany({ ...many, ...days, hourly: ["rain"] }),
    "/v1/archive?latitude=-33.875,0&longitude=151,-0.5&hourly=rain&start_date=2020-01-01&end_date=2020-01-31"
  ],
  [
    "Archive.stream",
    "archive",
    Stream.runDrain(Archive.stream({ ...place, ...days, hourly: ["rain"] })),
    "/v1/archive?latitude=-33.875&longitude=151&hourly=rain&start_date=2020-01-01&end_date=2020-01-31&timeformat=unixtime"
  ],
  [
    "Geocoding.search",
    "geocoding",
    Geocoding.search({ name: "São Tomé & Co", count: 100, language: "pt", countryCode: "ST" }),
    "/v1/search?name=S%C3%A3o%20Tom%C3%A9%20%26%20Co&count=100&language=pt&countryCode=ST"
  ],
  ["Geocoding.get", "geocoding", Geocoding.get({ id: 2_950_159, language: "de" }), "/v1/get?id=2950159&language=de"],
  [
    "AirQuality.get",
    "airQuality",
    AirQuality.get({ ...place, hourly: ["pm10"], domains: "cams_global", forecast_days: 7 }),
    "/v1/air-quality?latitude=-33.875&longitude=151&hourly=pm10&domains=cams_global&forecast_days=7"
  ],
  [
    "Marine.get",
    "marine",
    Marine.get({ ...place, hourly: ["wave_height"], length_unit: "imperial", cell_selection: "sea" }),
    "/v1/marine?latitude=-33.875&longitude=151&hourly=wave_height&length_unit=imperial&cell_selection=sea"
  ],
  [
    "Ensemble.get",
    "ensemble",
    Ensemble.get({ ...place, models: ["gfs025"], hourly: ["rain"], forecast_days: 36 }),
    "/v1/ensemble?latitude=-33.875&longitude=151&hourly=rain&forecast_days=36&models=gfs025"
  ],
  [
    "Seasonal.get",
    "seasonal",
    Seasonal.get({ ...place, hourly: ["temperature_2m"], daily: ["rain_sum"], weekly: ["a"], monthly: ["b"] }),
    "/v1/seasonal?latitude=-33.875&longitude=151&hourly=temperature_2m&daily=rain_sum&weekly=a&monthly=b"
  ],
  [
    "Climate.get",
    "climate",
    Climate.get({ ...place, ...days, daily: ["rain_sum"], models: ["MRI_AGCM3_2_S"], disable_bias_correction: true }),
    "/v1/climate?latitude=-33.875&longitude=151&daily=rain_sum&models=MRI_AGCM3_2_S&disable_bias_correction=true&start_date=2020-01-01&end_date=2020-01-31"
  ],
  [
    "Flood.get",
    "flood",
    Flood.get({ ...place, daily: ["river_discharge"], ensemble: true }),
    "/v1/flood?latitude=-33.875&longitude=151&daily=river_discharge&ensemble=true"
  ],
  ["Elevation.getMany", "elevation", Elevation.getMany(many), "/v1/elevation?latitude=-33.875,0&longitude=151,-0.5"],
  [
    "SatelliteRadiation.get",
    "satelliteRadiation",
    SatelliteRadiation.get({ ...place, ...days, hourly: ["shortwave_radiation"] }),
    "/v1/archive?latitude=-33.875&longitude=151&hourly=shortwave_radiation&start_date=2020-01-01&end_date=2020-01-31"
  ],
  [
    "HistoricalForecast.get",
    "historicalForecast",
    HistoricalForecast.get({ ...place, ...days, hourly: ["rain"] }),
    "/v1/forecast?latitude=-33.875&longitude=151&hourly=rain&start_date=2020-01-01&end_date=2020-01-31"
  ],
  [
    "PreviousRuns.get",
    "previousRuns",
    PreviousRuns.get({ ...place, hourly: ["rain", "rain_previous_day1"] }),
    "/v1/forecast?latitude=-33.875&longitude=151&hourly=rain,rain_previous_day1"
  ]
]

onEachTransport((client) => {
  it.live.each(sent)("%s", ([, service, call, path]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(400, { error: true, reason: "That is all" }))
      const own = weatherAt(client, { urls: { [service]: `${server.origin}/` } })
      yield* Effect.exit(Effect.provide(call, own))
      const customer = weatherAt(client, { urls: { [service]: server.origin }, apikey: Redacted.make("k3y/&=") })
      yield* Effect.exit(Effect.provide(call, customer))
      assert.deepStrictEqual(
        server.requests.map((request) => request.path),
        [path, `${path}&apikey=k3y%2F%26%3D`]
      )
      for (const { headers, method } of server.requests) {
        assert.strictEqual(method, "GET")
        assert.isUndefined(headers.authorization)
        assert.deepInclude(headers, { accept: "application/json", "user-agent": "forgecast" })
      }
    })
  )
})

describe("the hosts", () => {
  it("are the free ones, or the customer hosts", () => {
    assert.deepStrictEqual(hosts(false, undefined), {
      forecast: "https://api.open-meteo.com",
      archive: "https://archive-api.open-meteo.com",
      geocoding: "https://geocoding-api.open-meteo.com",
      airQuality: "https://air-quality-api.open-meteo.com",
      marine: "https://marine-api.open-meteo.com",
      ensemble: "https://ensemble-api.open-meteo.com",
      seasonal: "https://seasonal-api.open-meteo.com",
      climate: "https://climate-api.open-meteo.com",
      flood: "https://flood-api.open-meteo.com",
      elevation: "https://api.open-meteo.com",
      satelliteRadiation: "https://satellite-api.open-meteo.com",
      historicalForecast: "https://historical-forecast-api.open-meteo.com",
      previousRuns: "https://previous-runs-api.open-meteo.com",
      singleRuns: "https://single-runs-api.open-meteo.com"
    })
    for (const [service, free] of Object.entries(hosts(false, undefined))) {
      assert.strictEqual(hosts(true, undefined)[service], free.replace("https://", "https://customer-"))
    }
  })

  it("are one for all services, except for those that are elsewhere", () => {
    const urls = { geocoding: "https://places.example/", mine: "https://mine.example" }
    const { geocoding, mine, ...others } = hosts(true, "https://weather.example/meteo/", urls)
    assert.deepStrictEqual([geocoding, mine], ["https://places.example/", "https://mine.example"])
    assert.strictEqual(Object.keys(others).length, 13)
    for (const url of Object.values(others)) assert.strictEqual(url, "https://weather.example/meteo/")
  })
})
