/** The ends of every range: the last value that is sent, and the first that is refused. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { RestError } from "../../src/rest/RestError.ts"
import * as AirQuality from "../../src/weather/AirQuality.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Climate from "../../src/weather/Climate.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Flood from "../../src/weather/Flood.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import * as HistoricalForecast from "../../src/weather/HistoricalForecast.ts"
import * as Marine from "../../src/weather/Marine.ts"
import * as PreviousRuns from "../../src/weather/PreviousRuns.ts"
import * as Quota from "../../src/weather/Quota.ts"
import * as SatelliteRadiation from "../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../src/weather/Seasonal.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { weather } from "./support/service.ts"

type Call = Effect.Effect<unknown, RestError, Weather>

const place = { latitude: 52, longitude: 13 }
const models = ["gfs025"] as const
const daily = ["a"] as const

/** The path of the field that a call is refused for; undefined when it is sent. */
const refusalOf = Effect.fnUntraced(function* (call: Call) {
  const { http, layer } = weather(() => ({ status: 400 }))
  const error = yield* Effect.flip(Effect.provide(call, layer))
  assert.strictEqual(error._tag, http.sent.length === 0 ? "InvalidInput" : "BadRequest")
  return error._tag === "InvalidInput" ? error.path : undefined
})

const numbers: ReadonlyArray<
  readonly [field: string, min: number, max: number, step: number, call: (value: number) => Call]
> = [
  ["latitude", -90, 90, 0.001, (latitude) => Forecast.get({ ...place, latitude })],
  ["longitude", -180, 180, 0.001, (longitude) => Forecast.get({ ...place, longitude })],
  ["tilt", 0, 90, 0.001, (tilt) => Forecast.get({ ...place, tilt })],
  ["azimuth", -180, 360, 0.001, (azimuth) => Forecast.get({ ...place, azimuth })],
  ["past_hours", 0, 100_000, 1, (past_hours) => Forecast.get({ ...place, past_hours })],
  ["forecast_hours", 0, 100_000, 1, (forecast_hours) => Forecast.get({ ...place, forecast_hours })],
  ["forecast_days", 0, 7, 1, (forecast_days) => AirQuality.get({ ...place, forecast_days })],
  ["forecast_days", 0, 36, 1, (forecast_days) => Ensemble.get({ ...place, models, forecast_days })],
  ["forecast_days", 0, 366, 1, (forecast_days) => Flood.get({ ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => Forecast.get({ ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => HistoricalForecast.get({ ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => Marine.get({ ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => PreviousRuns.get({ ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => SatelliteRadiation.get({ ...place, forecast_days })],
  ["forecast_days", 0, 217, 1, (forecast_days) => Seasonal.get({ ...place, forecast_days })],
  ["past_days", 0, 92, 1, (past_days) => AirQuality.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => Ensemble.get({ ...place, models, past_days })],
  ["past_days", 0, 366, 1, (past_days) => Flood.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => Forecast.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => HistoricalForecast.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => Marine.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => PreviousRuns.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => SatelliteRadiation.get({ ...place, past_days })],
  ["past_days", 0, 92, 1, (past_days) => Seasonal.get({ ...place, past_days })],
  ["count", 1, 100, 1, (count) => Geocoding.search({ name: "Berlin", count })],
  ["id", 1, Number.MAX_SAFE_INTEGER, 1, (id) => Geocoding.get({ id })]
]

describe("numbers", () => {
  it.effect.each(numbers)("%s from %d to %d", ([field, min, max, step, call]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* refusalOf(call(min)))
      assert.isUndefined(yield* refusalOf(call(max)))
      assert.strictEqual(yield* refusalOf(call(min - step)), field)
      assert.strictEqual(yield* refusalOf(call(max + step)), field)
    })
  )

  it.effect("several places, and points, have the same range", () =>
    Effect.gen(function* () {
      const north = { latitude: 90, longitude: 180 }
      const beyond = { latitude: 90.001, longitude: 180 }
      for (const call of [Elevation.get, Forecast.getMany]) {
        assert.isUndefined(yield* refusalOf(call({ places: [north] })))
        assert.strictEqual(yield* refusalOf(call({ places: [north, beyond] })), "places[1].latitude")
      }
    })
  )
})

const dates: ReadonlyArray<
  readonly [name: string, field: "start_date" | "end_date", last: string, beyond: string, call: (span: Span) => Call]
> = [
  ["Archive", "start_date", "1940-01-01", "1939-12-31", (span) => Archive.get({ ...place, ...span, daily })],
  ["Climate", "start_date", "1950-01-01", "1949-12-31", (span) => Climate.get({ ...place, ...span, daily })],
  ["Climate", "end_date", "2050-12-31", "2051-01-01", (span) => Climate.get({ ...place, ...span, daily })],
  [
    "HistoricalForecast",
    "start_date",
    "2016-01-01",
    "2015-12-31",
    (span) => HistoricalForecast.get({ ...place, ...span, daily })
  ]
]

interface Span {
  readonly start_date: string
  readonly end_date: string
}

describe("data", () => {
  it.effect.each(dates)("%s: %s %s", ([, field, last, beyond, call]) =>
    Effect.gen(function* () {
      const spanTo = (date: string): Span => ({ start_date: "2020-01-01", end_date: "2020-01-01", [field]: date })
      assert.isUndefined(yield* refusalOf(call(spanTo(last))))
      assert.strictEqual(yield* refusalOf(call(spanTo(beyond))), field)
    })
  )
})

/** From two weeks on, 140 columns weigh as much as they have days. */
const hourly = Array.from({ length: 140 }, (_, i) => `v${i}`)

/** The days that a call has by default, seen by its weight: 90 days come before them. */
const weights: ReadonlyArray<readonly [name: string, weight: number, call: Call]> = [
  ["Forecast: 7 days", 97, Forecast.get({ ...place, hourly, past_days: 90 })],
  ["AirQuality: 5 days", 95, AirQuality.get({ ...place, hourly, past_days: 90 })],
  ["HistoricalForecast: 7 days", 97, HistoricalForecast.get({ ...place, hourly, past_days: 90 })],
  ["Marine: 7 days", 97, Marine.get({ ...place, hourly, past_days: 90 })],
  ["PreviousRuns: 7 days", 97, PreviousRuns.get({ ...place, hourly, past_days: 90 })],
  ["SatelliteRadiation: 1 day", 91, SatelliteRadiation.get({ ...place, hourly, past_days: 90 })],
  ["Flood: 92 days", 182, Flood.get({ ...place, daily: hourly, past_days: 90 })],
  ["Ensemble: 7 days of 31 runs", 97 * 31, Ensemble.get({ ...place, models, hourly, past_days: 90 })],
  // 140 columns of 51 runs are 59 at a 120th each: 5.9 × 182 / 14 = 76.7.
  ["Seasonal: 92 days of 51 runs", 77, Seasonal.get({ ...place, daily: hourly, past_days: 90 })],
  ["days that are said", 100, Forecast.get({ ...place, hourly, past_days: 90, forecast_days: 10 })],
  ["dates", 366, Forecast.get({ ...place, hourly, start_date: "2020-01-01", end_date: "2020-12-31" })],
  ["no day at all", 14, Forecast.get({ ...place, hourly, forecast_days: 0 })],
  ["elevations", 1, Elevation.get({ places: [place, place] })]
]

it.effect.each(weights)("weighs %s", ([, weight, call]) =>
  Effect.gen(function* () {
    const { http, layer } = weather(() => ({ status: 500 }), { quota: { ...Quota.free, heaviest: 0 } })
    const error = yield* Effect.flip(Effect.provide(call, layer))
    assert.strictEqual(error._tag, "InvalidInput")
    assert.include(error.message, `weighs as much as ${weight} calls`)
    assert.strictEqual(http.sent.length, 0)
  })
)
