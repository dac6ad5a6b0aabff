/** The archives of forecasts and of satellites as streams: their parts are what one call returns. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"
import * as HistoricalForecast from "../../src/weather/HistoricalForecast.ts"
import * as SatelliteRadiation from "../../src/weather/SatelliteRadiation.ts"
import { satelliteDaily } from "../../src/weather/Variables.ts"
import type { RestError } from "../../src/rest/RestError.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { columnsOf } from "../../src/weather/internal/series/held.ts"
import type * as Series from "../../src/weather/Series.ts"
import { testOn } from "../testOn.ts"

/** More than 1,400 days of ten columns, which weigh as much as a part may. */
const span = { latitude: 52.52, longitude: 13.41, start_date: "2018-02-10", end_date: "2022-03-05" }
const days = 1_485

const forecasts = {
  ...span,
  daily: [
    "temperature_2m_max",
    "temperature_2m_min",
    "temperature_2m_mean",
    "rain_sum",
    "snowfall_sum",
    "precipitation_sum",
    "wind_speed_10m_max",
    "wind_gusts_10m_max",
    "sunrise",
    "sunset"
  ]
} as const

const satellites = {
  ...span,
  daily: satelliteDaily,
  models: ["satellite_radiation_seamless", "eumetsat_sarah3"]
} as const

interface Dailies {
  readonly daily: Series.Series
}

/** The values of a column, one part after the other. */
const joined = (parts: ReadonlyArray<Dailies>): ReadonlyMap<string, ReadonlyArray<number>> => {
  const all = new Map<string, Array<number>>()
  for (const { daily } of parts) {
    for (const [name, { values }] of columnsOf(daily)) all.set(name, [...(all.get(name) ?? []), ...values])
  }
  return all
}

const agree = <A extends Dailies, B extends Dailies>(
  whole: Effect.Effect<A, RestError, Weather>,
  parts: Stream.Stream<B, RestError, Weather>
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 2, 10, 9, 40))
    const expected = yield* whole
    const found = yield* Stream.runCollect(parts)
    assert.isAbove(found.length, 1)
    assert.strictEqual(expected.daily.length, days)
    assert.deepStrictEqual(joined(found), joined([expected]))
  })

describe("as a stream", () => {
  testOn(WeatherSimulator.layer({ limits: "none" }))("past forecasts are those of one call", function* () {
    yield* agree(HistoricalForecast.get(forecasts), HistoricalForecast.stream(forecasts))
  })

  testOn(WeatherSimulator.layer({ limits: "none" }))("the radiation is that of one call", function* () {
    yield* agree(SatelliteRadiation.get(satellites), SatelliteRadiation.stream(satellites))
  })
})
