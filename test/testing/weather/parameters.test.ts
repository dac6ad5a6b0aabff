/** The simulator serves the parameters that the service reads, and the client sends them. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as AirQuality from "../../../src/weather/AirQuality.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Climate from "../../../src/weather/Climate.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Series from "../../../src/weather/Series.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import { testOn } from "../../testOn.ts"

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse("2026-06-10T08:20:00Z")
const today = Date.parse("2026-06-10")
const place = { latitude: 52.22, longitude: 6.9 }

const at = TestClock.setTime(now)

describe("the simulator serves", () => {
  testOn(Simulator.layer())("the models of air quality, one or both, and days", function* () {
    yield* at
    const request = { ...place, hourly: ["pm10"], forecast_days: 1 } as const
    const both = yield* AirQuality.get({ ...request, models: ["cams_global", "cams_europe"] })
    assert.deepStrictEqual(both.hourly.columns, ["pm10_cams_global", "pm10_cams_europe"])
    const global = yield* AirQuality.get({ ...request, models: ["cams_global"] })
    assert.deepStrictEqual(global.hourly.pm10, both.hourly.pm10_cams_global)
    // `domains` wins.
    const europe = yield* AirQuality.get({ ...request, models: ["cams_global"], domains: "cams_europe" })
    assert.deepStrictEqual(europe.hourly.pm10, both.hourly.pm10_cams_europe)
    const { daily } = yield* AirQuality.get({ ...place, daily: ["uv_index_max", "sunrise"] })
    assert.strictEqual(daily.length, 5)
    assert.isAbove(Series.max(daily, "uv_index_max"), 1)
  })

  testOn(Simulator.layer())("days and hours around today of services that are asked for dates otherwise", function* () {
    yield* at
    const { daily } = yield* Archive.get({ ...place, daily: ["rain_sum"], past_days: 3, forecast_days: 0 })
    assert.deepStrictEqual(
      Array.from(daily.time),
      [3, 2, 1].map((before) => today - before * day)
    )
    const { hourly } = yield* Archive.get({ ...place, hourly: ["rain"], past_hours: 5, forecast_hours: 1 })
    assert.strictEqual(hourly.length, 6)
    const alone = yield* Archive.get({ ...place, hourly: ["rain"] })
    assert.deepStrictEqual([alone.hourly.time[0], alone.hourly.length], [today, 24])
    const climate = yield* Climate.get({ ...place, daily: ["temperature_2m_max"], past_days: 1, forecast_days: 14 })
    assert.strictEqual(climate.daily.length, 15)
  })

  testOn(Simulator.layer())("93 days before today, and not one more", function* () {
    yield* at
    const { daily } = yield* Forecast.get({ ...place, daily: ["rain_sum"], past_days: 93, forecast_days: 0 })
    assert.strictEqual(daily.time[0], today - 93 * day)
  })

  testOn(Simulator.layer())("quarters of an hour of an ensemble, with its members", function* () {
    yield* at
    const { minutely_15 } = yield* Ensemble.get({
      ...place,
      models: ["icon_d2_eps"],
      minutely_15: ["rain"],
      forecast_minutely_15: 8
    })
    assert.deepStrictEqual([minutely_15.length, minutely_15.period], [8, hour / 4])
    assert.strictEqual(Series.members(minutely_15, "rain").length, 20)
  })

  testOn(Simulator.layer())("the conditions of now beside past forecasts", function* () {
    yield* at
    const { current } = yield* HistoricalForecast.get({ ...place, current: ["temperature_2m"] })
    assert.isNumber(current.temperature_2m)
  })

  testOn(Simulator.layer())(
    "a run at another distance of rows, of any length, without means that its model does not have",
    function* () {
      yield* at
      const run = "2026-06-01T00:00"
      const { hourly, weekly } = yield* SingleRuns.get({
        ...place,
        run,
        hourly: ["rain"],
        weekly: ["temperature_2m_mean"],
        temporal_resolution: "hourly_3",
        forecast_days: 20
      })
      assert.deepStrictEqual([hourly.period, hourly.length], [3 * hour, 160])
      // The first of June was a Monday, but the model has no weeks.
      assert.isUndefined(weekly)
    }
  )

  testOn(Simulator.layer())("a panel that follows the sun", function* () {
    yield* at
    const sum = Effect.fnUntraced(function* (panel: { readonly tilt?: number; readonly azimuth?: number }) {
      const request = { ...place, ...panel, hourly: ["global_tilted_irradiance"], forecast_days: 1 } as const
      return Series.sum((yield* Forecast.get(request)).hourly, "global_tilted_irradiance")
    })
    const flat = yield* sum({})
    const tilted = yield* sum({ tilt: 35 })
    const turning = yield* sum({ tilt: 35, azimuth: Number.NaN })
    const following = yield* sum({ tilt: Number.NaN, azimuth: Number.NaN })
    assert.isAbove(turning, Math.max(flat, tilted))
    assert.isAbove(following, turning)
  })

  testOn(Simulator.layer())("whatever else is sent beside points", function* () {
    yield* at
    const { requests } = yield* Simulator.WeatherSimulator
    yield* Elevation.getMany({ places: [place], extra: { mode: "fine" } })
    const [sent] = yield* requests
    assert.include(sent?.url ?? "", "&mode=fine")
    const error = yield* Effect.flip(Elevation.getMany({ places: [place], extra: { apikey: "k3y" } }))
    assert.strictEqual(error._tag === "InvalidInput" && error.path, "extra.apikey")
  })
})
