/** Both ends of every range: the last value that is sent, and the first that is refused. */
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
import * as Input from "../../src/weather/Input.ts"
import * as Marine from "../../src/weather/Marine.ts"
import * as Operation from "../../src/weather/Operation.ts"
import * as PreviousRuns from "../../src/weather/PreviousRuns.ts"
import * as Quota from "../../src/weather/Quota.ts"
import * as SatelliteRadiation from "../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../src/weather/SingleRuns.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { type Options, weather } from "./support/service.ts"

type Call = Effect.Effect<unknown, RestError, Weather>

const place = { latitude: 52, longitude: 13 }
const models = ["gfs025"] as const
const daily = ["a"] as const
const variables = ["a"] as const

/** The path of the refused field; undefined if the call is sent. */
const refusalOf = Effect.fnUntraced(function* (call: Call, options?: Options) {
  const { http, layer } = weather(() => ({ status: 400 }), options)
  const error = yield* Effect.flip(Effect.provide(call, layer))
  assert.strictEqual(error._tag, http.sent.length === 0 ? "InvalidInput" : "BadRequest")
  return error._tag === "InvalidInput" ? error.path : undefined
})

const numbers: ReadonlyArray<
  readonly [field: string, min: number, max: number, step: number, call: (value: number) => Call]
> = [
  ["latitude", -90, 90, 0.001, (latitude) => Forecast.get({ hourly: variables, ...place, latitude })],
  ["longitude", -180, 180, 0.001, (longitude) => Forecast.get({ hourly: variables, ...place, longitude })],
  ["tilt", 0, 90, 0.001, (tilt) => Forecast.get({ hourly: variables, ...place, tilt })],
  ["azimuth", -180, 360, 0.001, (azimuth) => Forecast.get({ hourly: variables, ...place, azimuth })],
  ["forecast_days", 0, 7, 1, (forecast_days) => AirQuality.get({ hourly: variables, ...place, forecast_days })],
  ["forecast_days", 0, 36, 1, (forecast_days) => Ensemble.get({ hourly: variables, ...place, models, forecast_days })],
  ["forecast_days", 0, 366, 1, (forecast_days) => Flood.get({ daily, ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => Forecast.get({ hourly: variables, ...place, forecast_days })],
  [
    "forecast_days",
    0,
    16,
    1,
    (forecast_days) => HistoricalForecast.get({ hourly: variables, ...place, forecast_days })
  ],
  ["forecast_days", 0, 16, 1, (forecast_days) => Marine.get({ hourly: variables, ...place, forecast_days })],
  ["forecast_days", 0, 16, 1, (forecast_days) => PreviousRuns.get({ hourly: variables, ...place, forecast_days })],
  ["forecast_days", 0, 1, 1, (forecast_days) => SatelliteRadiation.get({ hourly: variables, ...place, forecast_days })],
  ["forecast_days", 0, 1, 1, (forecast_days) => Archive.get({ hourly: variables, ...place, forecast_days })],
  ["forecast_days", 0, 14, 1, (forecast_days) => Climate.get({ daily, ...place, forecast_days })],
  ["forecast_days", 0, 217, 1, (forecast_days) => Seasonal.get({ hourly: variables, ...place, forecast_days })],
  ["past_days", 0, 93, 1, (past_days) => Ensemble.get({ hourly: variables, ...place, models, past_days })],
  ["past_days", 0, 93, 1, (past_days) => Forecast.get({ hourly: variables, ...place, past_days })],
  ["count", 1, 100, 1, (count) => Geocoding.search({ name: "Berlin", count })],
  ["id", 1, Number.MAX_SAFE_INTEGER, 1, (id) => Geocoding.get({ id })]
]

/** As far back as there is data, and hours as the service allows: both move with the clock. */
const counts: ReadonlyArray<readonly [field: string, call: (value: number) => Call]> = [
  ["past_days", (past_days) => Archive.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => Climate.get({ daily, ...place, past_days })],
  ["past_days", (past_days) => AirQuality.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => Flood.get({ daily, ...place, past_days })],
  ["past_days", (past_days) => HistoricalForecast.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => Marine.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => PreviousRuns.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => SatelliteRadiation.get({ hourly: variables, ...place, past_days })],
  ["past_days", (past_days) => Seasonal.get({ hourly: variables, ...place, past_days })],
  ["past_hours", (past_hours) => Forecast.get({ hourly: variables, ...place, past_hours })],
  ["forecast_hours", (forecast_hours) => Forecast.get({ hourly: variables, ...place, forecast_hours })],
  ["initial_hours", (initial_hours) => Forecast.get({ hourly: variables, ...place, initial_hours })],
  ["past_minutely_15", (past_minutely_15) => Marine.get({ hourly: variables, ...place, past_minutely_15 })],
  [
    "forecast_minutely_15",
    (forecast_minutely_15) => Forecast.get({ hourly: variables, ...place, forecast_minutely_15 })
  ],
  [
    "initial_minutely_15",
    (initial_minutely_15) => PreviousRuns.get({ hourly: variables, ...place, initial_minutely_15 })
  ]
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

  it.effect.each(counts)("%s from 0 on", ([field, call]) =>
    Effect.gen(function* () {
      assert.isUndefined(yield* refusalOf(call(0), { quota: null }))
      assert.isUndefined(yield* refusalOf(call(31_000), { quota: null }))
      assert.strictEqual(yield* refusalOf(call(-1)), field)
      assert.strictEqual(yield* refusalOf(call(0.5)), field)
    })
  )

  it.effect("have the same range for several places, and for points", () =>
    Effect.gen(function* () {
      const north = { latitude: 90, longitude: 180 }
      const beyond = { latitude: 90.001, longitude: 180 }
      for (const places of [[north], [north, beyond]]) {
        const expected = places.length === 1 ? undefined : "places[1].latitude"
        assert.strictEqual(yield* refusalOf(Elevation.getMany({ places })), expected)
        assert.strictEqual(yield* refusalOf(Forecast.getMany({ hourly: variables, places })), expected)
      }
    })
  )
})

const dates: ReadonlyArray<
  readonly [name: string, field: "start_date" | "end_date", last: string, beyond: string, call: (span: Span) => Call]
> = [
  ["Archive", "start_date", "1940-01-01", "1939-12-31", (span) => Archive.get({ ...place, ...span, daily })],
  [
    "AirQuality",
    "start_date",
    "2013-01-01",
    "2012-12-31",
    (span) => AirQuality.get({ hourly: variables, ...place, ...span })
  ],
  ["Marine", "start_date", "1940-01-01", "1939-12-31", (span) => Marine.get({ ...place, ...span, daily })],
  ["Flood", "start_date", "1984-01-01", "1983-12-31", (span) => Flood.get({ ...place, ...span, daily })],
  ["PreviousRuns", "start_date", "2016-01-01", "2015-12-31", (span) => PreviousRuns.get({ ...place, ...span, daily })],
  [
    "Satellite",
    "start_date",
    "1983-01-01",
    "1982-12-31",
    (span) => SatelliteRadiation.get({ hourly: variables, ...place, ...span })
  ],
  ["Seasonal", "start_date", "2025-09-01", "2025-08-31", (span) => Seasonal.get({ ...place, ...span, daily })],
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

it.effect("the days of a run have no limit", () =>
  Effect.gen(function* () {
    const run = "2026-01-01T00:00"
    const calls: ReadonlyArray<(forecast_days: number) => Call> = [
      (forecast_days) => SingleRuns.get({ hourly: variables, ...place, run, forecast_days }),
      (forecast_days) => Ensemble.get({ hourly: variables, ...place, models, run, forecast_days }),
      (forecast_days) => Seasonal.get({ hourly: variables, ...place, run, forecast_days })
    ]
    for (const call of calls) assert.isUndefined(yield* refusalOf(call(1_000)))
  })
)

describe("a server of one's own", () => {
  const own = { baseUrl: "https://weather.example" }

  it.effect("has other limits", () =>
    Effect.gen(function* () {
      const calls: ReadonlyArray<(forecast_days: number) => Call> = [
        (forecast_days) => AirQuality.get({ hourly: variables, ...place, forecast_days }),
        (forecast_days) => Flood.get({ daily, ...place, forecast_days }),
        (forecast_days) => Forecast.get({ hourly: variables, ...place, forecast_days })
      ]
      for (const call of calls) {
        assert.isUndefined(yield* refusalOf(call(217), own))
        assert.strictEqual(yield* refusalOf(call(218), own), "forecast_days")
      }
      assert.isUndefined(yield* refusalOf(Forecast.get({ hourly: variables, ...place, past_days: 5_000 }), own))
      const since = (start_date: string) =>
        refusalOf(HistoricalForecast.get({ hourly: variables, ...place, start_date, end_date: "2026-01-01" }), own)
      assert.isUndefined(yield* since("1940-01-01"))
      assert.strictEqual(yield* since("1939-12-31"), "start_date")
    })
  )
})

describe("data", () => {
  it.effect.each(dates)("%s: %s %s", ([, field, last, beyond, call]) =>
    Effect.gen(function* () {
      const spanTo = (date: string): Span => ({
        start_date: field === "start_date" ? date : "2020-01-01",
        end_date: field === "end_date" ? date : "2026-01-01"
      })
      assert.isUndefined(yield* refusalOf(call(spanTo(last))))
      assert.strictEqual(yield* refusalOf(call(spanTo(beyond))), field)
    })
  )
})

/** For two weeks or more, 140 columns weigh as much as the number of days. */
const hourly = Array.from({ length: 140 }, (_, i) => `v${i}`)

/** The default number of days of a call, by its weight. 90 past days are added. */
/** No service with quarters of an hour has so many days by default. */
const own = Operation.get("Own.get", {
  service: "forecast",
  path: "/v1/own",
  parameters: Input.parameters({ minutely_15: Operation.names }, Input.Quarters),
  limits: { days: 28 }
})

const run = "2026-01-01T00:00"
const season = Array.from({ length: 330 }, (_, i) => `v${i}`)

const weights: ReadonlyArray<readonly [name: string, weight: number, call: Call]> = [
  ["Forecast: 7 days", 97, Forecast.get({ ...place, hourly, past_days: 90 })],
  ["AirQuality: 5 days", 95, AirQuality.get({ ...place, hourly, past_days: 90 })],
  ["HistoricalForecast: 1 day", 91, HistoricalForecast.get({ ...place, hourly, past_days: 90 })],
  ["Marine: 7 days", 97, Marine.get({ ...place, hourly, past_days: 90 })],
  ["PreviousRuns: 7 days", 97, PreviousRuns.get({ ...place, hourly, past_days: 90 })],
  ["SatelliteRadiation: 1 day", 91, SatelliteRadiation.get({ ...place, hourly, past_days: 90 })],
  ["Flood: 92 days", 182, Flood.get({ ...place, daily: hourly, past_days: 90 })],
  ["Ensemble: 7 days of 31 runs", 97 * 31, Ensemble.get({ ...place, models, hourly, past_days: 90 })],
  // 140 columns of 51 runs are 59 at a 120th each: 5.9 × 273 / 14 = 115.05.
  ["Seasonal: 183 days of 51 runs", 116, Seasonal.get({ ...place, daily: hourly, past_days: 90 })],
  ["a given number of days", 100, Forecast.get({ ...place, hourly, past_days: 90, forecast_days: 10 })],
  ["dates", 366, Forecast.get({ ...place, hourly, start_date: "2020-01-01", end_date: "2020-12-31" })],
  [
    "a mean of an ensemble as one run",
    97,
    Ensemble.get({ ...place, models: ["icon_eu_ensemble_mean"], hourly, past_days: 90 })
  ],
  [
    "hours alone: no days",
    14,
    Seasonal.get({
      ...place,
      hourly: Array.from({ length: 330 }, (_, i) => `v${i}`),
      start_hour: "2026-01-01T00:00",
      end_hour: "2026-01-02T23:00"
    })
  ],
  [
    "quarters of an hour alone: no days",
    14,
    own({ ...place, minutely_15: hourly, start_minutely_15: "2026-01-01T00:00", end_minutely_15: "2026-01-02T00:00" })
  ],
  ["a run", 14, SingleRuns.get({ ...place, hourly, run: "2026-01-01T00:00" })],
  [
    "a run, without the days before it",
    14,
    Seasonal.get({ ...place, hourly: season, run, past_days: 90, forecast_days: 1 })
  ],
  ["0 days", 14, Forecast.get({ ...place, hourly, forecast_days: 0 })],
  ["elevations: each point", 2, Elevation.getMany({ places: [place, place] })]
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
