/** What calls cost: the simulator's account, and the client's, both against the published pricing. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import type { RestError } from "../../../src/rest/RestError.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Ensemble from "../../../src/weather/Ensemble.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Marine from "../../../src/weather/Marine.ts"
import * as HistoricalForecast from "../../../src/weather/HistoricalForecast.ts"
import * as Quota from "../../../src/weather/Quota.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import { forecastDaily, forecastHourly, marineHourly, seasonalWeekly } from "../../../src/weather/Variables.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import { weather } from "../../weather/support/service.ts"
import { ask, forecast } from "./support.ts"
import { testOn } from "../../testOn.ts"

const place = { latitude: 52.2, longitude: 6.9 }
const hourly = forecastHourly.slice(0, 10)
const waves = marineHourly.slice(0, 10)
const models = ["ecmwf_ifs025", "gfs_seamless"] as const

/** Ten columns over two weeks are one call. A single request each. */
const calls: ReadonlyArray<readonly [name: string, cost: number, call: Effect.Effect<unknown, RestError, Weather>]> = [
  ["a variable", 1, Forecast.get({ ...place, hourly: ["rain"] })],
  ["ten columns of two weeks", 1, Forecast.get({ ...place, hourly, forecast_days: 14 })],
  ["fifteen columns of a week", 1.5, Forecast.get({ ...place, hourly: forecastHourly.slice(0, 15) })],
  [
    "ten columns of 16 days and 92 before",
    108 / 14,
    Forecast.get({ ...place, hourly, forecast_days: 16, past_days: 92 })
  ],
  [
    "all blocks and two models",
    (2 * 20 * 4) / 2 / 10 / 2,
    Forecast.get({
      ...place,
      hourly: forecastHourly.slice(0, 8),
      current: forecastHourly.slice(0, 7),
      daily: forecastDaily.slice(0, 5),
      models
    })
  ],
  [
    "seven places",
    14,
    Forecast.getMany({ places: Array.from({ length: 7 }, () => place), hourly, forecast_days: 14, past_days: 14 })
  ],
  ["the archive", 366 / 14, Archive.get({ ...place, start_date: "2020-01-01", end_date: "2020-12-31", hourly })],
  // 31 runs.
  [
    "an ensemble",
    6.2,
    Ensemble.get({ ...place, hourly: forecastHourly.slice(0, 2), models: ["gfs025"], forecast_days: 14 })
  ],
  [
    "means of ensembles",
    2.5,
    Ensemble.get({ ...place, hourly: forecastHourly.slice(0, 25), models: ["ncep_gefs025_ensemble_mean"] })
  ],
  [
    "means of ensembles whose names end with a resolution",
    5,
    Ensemble.get({
      ...place,
      hourly: forecastHourly.slice(0, 25),
      models: ["dwd_icon_eps_ensemble_mean_seamless", "ukmo_global_ensemble_mean_20km"]
    })
  ],
  [
    "hours instead of days",
    1,
    Forecast.get({ ...place, hourly, start_hour: "2026-05-01T00:00", end_hour: "2026-06-01T00:00" })
  ],
  ["past forecasts", 93 / 14, HistoricalForecast.get({ ...place, hourly, past_days: 92 })],
  ["a run", 1, SingleRuns.get({ ...place, hourly, run: "2026-06-10T00:00", models: ["icon_eu"] })],
  // 51 runs of two columns, and one mean of three: 105 columns, of which 120 count as one. In the next one 1,020 columns.
  ["a season", 1, Seasonal.get({ ...place, daily: forecastDaily.slice(4, 6), weekly: seasonalWeekly.slice(0, 3) })],
  [
    "many columns of a season",
    (0.8 * 273) / 14,
    Seasonal.get({ ...place, daily: forecastDaily.slice(0, 20), past_days: 90 })
  ],
  [
    "an ensemble by the name that the service gives it",
    21,
    Ensemble.get({ ...place, hourly, models: ["cmc_gem_geps"] })
  ],
  [
    "an ensemble of one's own name beside the service's",
    (10 * (20 + 40)) / 10,
    Ensemble.get({ ...place, hourly, models: ["icon_d2", "icon_eu_eps"] })
  ],
  ["the same name where it is not an ensemble", 1, Forecast.get({ ...place, hourly, models: ["icon_d2"] })],
  ["an ensemble of waves", 31, Marine.get({ ...place, hourly: waves, models: ["ncep_gefswave025"] })],
  [
    "the mean of a season",
    (0.1 * 183) / 14,
    Seasonal.get({ ...place, hourly: forecastHourly.slice(0, 120), models: ["ecmwf_seas5_ensemble_mean"] })
  ],
  ["elevations: each point", 2, Elevation.getMany({ places: [place, place] })]
]

describe.each(calls)("%s", (_, cost, call) => {
  testOn(Simulator.layer())("is charged by the simulator", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T08:20:00Z"))
    const { quota } = yield* Simulator.WeatherSimulator
    // What the services answer is of no interest.
    yield* Effect.exit(call)
    const [minute] = yield* quota
    assert.closeTo(minute?.used ?? 0, cost, 1e-9)
  })

  it.effect("is counted by the client", () =>
    Effect.gen(function* () {
      const weighed = Effect.fnUntraced(function* (heaviest: number) {
        const { http, layer } = weather(() => ({ status: 400 }), { quota: { ...Quota.free, heaviest } })
        yield* Effect.exit(Effect.provide(call, layer))
        return http.sent.length
      })
      assert.strictEqual(yield* weighed(cost + 1e-9), 1)
      assert.strictEqual(yield* weighed(cost - 1e-9), 0)
    })
  )
})

describe("the simulator", () => {
  const long = (end_date: string) =>
    ask("https://archive-api.open-meteo.com/v1/archive", {
      ...place,
      hourly: Array.from({ length: 100 }, (__, i) => forecastHourly[i % 10]).join(","),
      start_date: "2000-01-01",
      end_date
    })

  testOn(Simulator.layerHttpClient())("refuses a call above 5,000", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T08:20:00Z"))
    // 7,000 days of 100 columns, and one day more.
    const refused = yield* long("2019-03-02")
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, "requests too much data")
  })

  testOn(Simulator.layerHttpClient())("allows 600 a minute, 5,000 an hour and 10,000 a day", function* () {
    const { quota } = yield* Simulator.WeatherSimulator
    assert.deepStrictEqual(
      (yield* quota).map(({ limit, window }) => [window, limit]),
      [
        ["minutely", 600],
        ["hourly", 5_000],
        ["daily", 10_000]
      ]
    )
  })

  testOn(Simulator.layerHttpClient())("charges each cell of a box", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T08:20:00Z"))
    const { quota } = yield* Simulator.WeatherSimulator
    // Two rows of three cells, and twenty columns.
    const box = { bounding_box: "52.2,6.86,52.23,6.92", models: "icon_eu", hourly: forecastHourly.slice(0, 20) }
    const { json } = yield* ask(forecast, box)
    assert.strictEqual((json as ReadonlyArray<unknown>).length, 6)
    const [minute] = yield* quota
    assert.strictEqual(minute?.used, 6 * 2)
  })

  testOn(Simulator.layerHttpClient())("takes a request line of 8 KB", function* () {
    const query = { ...place, hourly: "" }
    const bare = `GET ${new URL(forecast).pathname}?latitude=52.2&longitude=6.9&hourly= HTTP/1.1`.length
    const fits = yield* ask(forecast, { ...query, hourly: "v".repeat(8_192 - bare) })
    const tooLong = yield* ask(forecast, { ...query, hourly: "v".repeat(8_193 - bare) })
    assert.deepStrictEqual([fits.status, tooLong.status], [400, 414])
  })
})
