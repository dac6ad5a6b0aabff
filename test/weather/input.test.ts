/** Inputs that are refused before anything is sent, and what is sent for the others. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
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
import * as Seasonal from "../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../src/weather/SingleRuns.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { queryOf, weather } from "./support/service.ts"

const place = { latitude: 52.52, longitude: 13.41 }
const year = { ...place, start_date: "2020-01-01", end_date: "2020-12-31" }
const hourly = ["temperature_2m"] as const
const hours = { start_hour: "2026-05-01T06:00", end_hour: "2026-05-01T18:00" }
const hundreds = Array.from({ length: 300 }, (_, i) => `v${i}`)

const refused: ReadonlyArray<readonly [string, string, Effect.Effect<unknown, RestError, Weather>]> = [
  ["latitude 91", "latitude", Forecast.get({ hourly, ...place, latitude: 91 })],
  ["latitude NaN", "latitude", Forecast.get({ hourly, ...place, latitude: Number.NaN })],
  ["longitude -181", "longitude", Forecast.get({ hourly, ...place, longitude: -181 })],
  ["an infinite elevation", "elevation", Forecast.get({ hourly, ...place, elevation: Infinity })],
  ["a zone with a comma", "timezone", Forecast.get({ hourly, ...place, timezone: "GMT,GMT" })],
  ["an empty zone", "timezone", Forecast.get({ hourly, ...place, timezone: "" })],
  ["a variable with a comma", "hourly[1]", Forecast.get({ ...place, hourly: ["rain", "snowfall,showers"] })],
  ["an empty model", "models[0]", Forecast.get({ ...place, hourly, models: [""] })],
  ["17 days", "forecast_days", Forecast.get({ ...place, hourly, forecast_days: 17 })],
  ["-1 days", "forecast_days", Forecast.get({ ...place, hourly, forecast_days: -1 })],
  ["half a day", "forecast_days", Forecast.get({ ...place, hourly, forecast_days: 0.5 })],
  ["94 days before", "past_days", Forecast.get({ ...place, hourly, past_days: 94 })],
  ["-1 hours", "past_hours", Forecast.get({ ...place, hourly, past_hours: -1 })],
  ["a start without an end", "end_date", Forecast.get({ ...place, hourly, start_date: "2026-01-01" })],
  ["an end without a start", "start_date", Forecast.get({ ...place, hourly, end_date: "2026-01-01" })],
  [
    "an end before its start",
    "end_date",
    Archive.get({ ...place, hourly, start_date: "2020-01-02", end_date: "2020-01-01" })
  ],
  ["days together with dates", "forecast_days", Forecast.get({ ...year, hourly, forecast_days: 3 })],
  ["past days together with dates", "past_days", Forecast.get({ ...year, hourly, past_days: 3 })],
  ["days together with hours", "past_days", Forecast.get({ hourly, ...place, ...hours, past_days: 3 })],
  ["hours around now together with dates", "past_hours", Forecast.get({ ...year, hourly, past_hours: 3 })],
  [
    "quarters around now together with hours",
    "forecast_minutely_15",
    Forecast.get({ hourly, ...place, ...hours, forecast_minutely_15: 4 })
  ],
  ["a first hour without a last", "end_hour", Archive.get({ ...year, hourly, start_hour: "2020-01-01T00:00" })],
  [
    "a last quarter without a first",
    "start_minutely_15",
    Forecast.get({ hourly, ...place, end_minutely_15: "2026-01-01T00:15" })
  ],
  [
    "quarters before now together with dates",
    "past_minutely_15",
    Forecast.get({ hourly, ...year, past_minutely_15: 4 })
  ],
  ["hours from now together with dates", "forecast_hours", Forecast.get({ ...year, hourly, forecast_hours: 3 })],
  ["a box without height", "bounding_box", Forecast.getMany.within({ hourly, bounding_box: [52, 13, 52, 14] })],
  ["a box without width", "bounding_box", Forecast.getMany.within({ hourly, bounding_box: [52, 13, 53, 13] })],
  [
    "two models in a box",
    "models",
    Forecast.getMany.within({ hourly, bounding_box: [1, 1, 2, 2], models: ["a", "b"] })
  ],
  [
    "a box in the zone of the place",
    "timezone",
    Forecast.getMany.within({ hourly, bounding_box: [1, 1, 2, 2], timezone: "auto" })
  ],
  [
    "a last hour before the first",
    "end_hour",
    Forecast.get({ hourly, ...place, ...hours, end_hour: "2026-05-01T05:00" })
  ],
  ["an hour of 24", "start_hour", Forecast.get({ hourly, ...place, ...hours, start_hour: "2026-05-01T24:00" })],
  [
    "an hour of February 30",
    "start_hour",
    Forecast.get({ hourly, ...place, ...hours, start_hour: "2026-02-30T00:00" })
  ],
  [
    "a run together with dates",
    "start_date",
    Ensemble.get({ hourly, ...year, models: ["gfs025"], run: "2020-01-01T00:00" })
  ],
  ["a run together with hours", "start_hour", Seasonal.get({ hourly, ...place, ...hours, run: "2026-01-01T00:00" })],
  ["a run without a time", "run", SingleRuns.get({ ...place, hourly, run: "2026-01-01" })],
  [
    "days of a run at noon",
    "daily",
    SingleRuns.get({ ...place, daily: ["rain_sum"], run: "2026-01-01T12:00", timezone: "UTC" })
  ],
  ["February 30", "end_date", Archive.get({ ...year, hourly, end_date: "2021-02-30" })],
  ["a date and time", "start_date", Archive.get({ ...year, hourly, start_date: "2020-01-01T00:00" })],
  ["an invalid Date", "start_date", Archive.get({ ...year, hourly, start_date: new Date(Number.NaN) })],
  ["1939 in the archive", "start_date", Archive.get({ ...year, hourly, start_date: "1939-12-31" })],
  ["2015 in historical forecasts", "start_date", HistoricalForecast.get({ ...year, hourly, start_date: "2015-12-31" })],
  ["2051 in climate data", "end_date", Climate.get({ ...year, daily: ["rain_sum"], end_date: "2051-01-01" })],
  ["1949 in climate data", "start_date", Climate.get({ ...year, daily: ["rain_sum"], start_date: "1949-12-31" })],
  ["a tilt of 91", "tilt", Forecast.get({ ...place, hourly, tilt: 91 })],
  ["8 days of air quality", "forecast_days", AirQuality.get({ ...place, hourly: ["pm10"], forecast_days: 8 })],
  ["37 days of ensembles", "forecast_days", Ensemble.get({ hourly, ...place, models: ["gfs025"], forecast_days: 37 })],
  ["no ensemble", "models", Ensemble.get({ hourly, ...place, models: [] })],
  [
    "218 days of seasonal forecasts",
    "forecast_days",
    Seasonal.get({ ...place, daily: ["rain_sum"], forecast_days: 218 })
  ],
  ["367 days of floods", "forecast_days", Flood.get({ ...place, daily: ["river_discharge"], forecast_days: 367 })],
  ["85 years of 300 variables", "", Archive.get({ ...year, start_date: "1940-01-01", hourly: hundreds })],
  [
    "an invalid place among many",
    "places[1].longitude",
    Forecast.getMany({ places: [place, { latitude: 1, longitude: 181 }], hourly })
  ],
  ["an invalid point", "places[0].latitude", Elevation.getMany({ places: [{ latitude: -91, longitude: 0 }] })],
  ["a name of one letter", "name", Geocoding.search({ name: "B" })],
  ["a name of one letter and spaces", "name", Geocoding.search({ name: "  B " })],
  ["count 101", "count", Geocoding.search({ name: "Berlin", count: 101 })],
  ["count 0", "count", Geocoding.search({ name: "Berlin", count: 0 })],
  ["a language in capitals", "language", Geocoding.search({ name: "Berlin", language: "DE" })],
  ["id 0", "id", Geocoding.get({ id: 0 })],
  [
    "a stream that ends before it starts",
    "end_date",
    Stream.runDrain(Archive.stream({ ...year, hourly, end_date: "2019-01-01" }))
  ],
  ["a stream from a word that is not a date", "from", Stream.runDrain(Archive.stream({ ...year, hourly }, "yesterday"))]
]

describe("refuses, and sends nothing for", () => {
  it.effect.each(refused)("%s", ([, path, call]) =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => ({ status: 500 }))
      const error = yield* Effect.flip(Effect.provide(call, layer))
      assert.strictEqual(error._tag, "InvalidInput")
      if (error._tag === "InvalidInput") assert.strictEqual(error.path, path)
      assert.strictEqual(http.sent.length, 0)
    })
  )
})

describe("sends", () => {
  const sentOf = Effect.fnUntraced(function* (call: Effect.Effect<unknown, unknown, Weather>) {
    const { http, layer } = weather(() => ({ status: 400 }))
    yield* Effect.ignore(Effect.provide(call, layer))
    const [sent] = http.sent
    return sent === undefined ? assert.fail("nothing was sent") : queryOf(sent.path)
  })

  it.effect("dates unchanged, and instants as their date", () =>
    Effect.gen(function* () {
      const instant = DateTime.makeUnsafe("2024-02-29T23:30:00Z")
      const zoned = DateTime.setZoneNamedUnsafe(instant, "Europe/Berlin")
      const spans = [
        ["2024-02-28", instant, "2024-02-28", "2024-02-29"],
        [new Date("2024-02-29T00:00:00Z"), zoned, "2024-02-29", "2024-03-01"]
      ] as const
      for (const [start_date, end_date, start, end] of spans) {
        const query = yield* sentOf(Archive.get({ ...place, hourly, start_date, end_date }))
        assert.deepInclude(query, { start_date: start, end_date: end })
      }
    })
  )

  it.effect("times unchanged, and instants as their wall-clock time; runs in UTC", () =>
    Effect.gen(function* () {
      const zoned = DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe("2026-05-01T23:30:00Z"), "Europe/Berlin")
      const spans = [
        [new Date("2026-05-01T06:00:00Z"), zoned, "2026-05-01T06:00", "2026-05-02T01:30"],
        ["2026-05-01T07:00", DateTime.toUtc(zoned), "2026-05-01T07:00", "2026-05-01T23:30"]
      ] as const
      for (const [start_hour, end_hour, start, end] of spans) {
        const query = yield* sentOf(Forecast.get({ ...place, hourly, start_hour, end_hour }))
        assert.deepInclude(query, { start_hour: start, end_hour: end })
      }
      const runs = [
        [zoned, "2026-05-01T23:30"],
        ["2026-01-01T06:00", "2026-01-01T06:00"]
      ] as const
      for (const [run, sent] of runs) {
        assert.deepInclude(yield* sentOf(SingleRuns.get({ ...place, hourly, run })), { run: sent })
      }
    })
  )

  it.effect("counts of 0 beside dates, and days of a run at midnight or in another time zone", () =>
    Effect.gen(function* () {
      const zeros = { past_days: 0, forecast_days: 0, past_hours: 0 }
      assert.deepInclude(yield* sentOf(Forecast.get({ ...year, hourly, ...zeros })), { past_days: "0" })
      const daily = ["rain_sum"] as const
      yield* sentOf(SingleRuns.get({ ...place, daily, run: "2026-01-01T00:00" }))
      yield* sentOf(SingleRuns.get({ ...place, daily, run: "2026-01-01T18:00", timezone: "America/Chicago" }))
    })
  )

  it.effect("no parameters that are left out, undefined, null or empty", () =>
    Effect.gen(function* () {
      const query = yield* sentOf(
        Forecast.get({
          ...place,
          elevation: null,
          timezone: null,
          hourly: [],
          daily: undefined,
          current: ["rain"],
          models: []
        })
      )
      assert.deepStrictEqual(query, { latitude: "52.52", longitude: "13.41", current: "rain" })
    })
  )

  it.effect("an elevation of NaN as nan, which disables the correction", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sentOf(Forecast.get({ hourly, ...place, elevation: Number.NaN })))["elevation"], "nan")
      assert.strictEqual((yield* sentOf(Forecast.get({ hourly, ...place, elevation: 0 })))["elevation"], "0")
    })
  )

  it.effect("the fields of a place of the geocoding service that are parameters", () =>
    Effect.gen(function* () {
      const location = { id: 1, name: "B", ...place, elevation: 74, timezone: "Europe/Berlin", country: null }
      const query = yield* sentOf(Forecast.get({ ...location, hourly }))
      assert.deepStrictEqual(query, {
        latitude: "52.52",
        longitude: "13.41",
        elevation: "74",
        timezone: "Europe/Berlin",
        hourly: "temperature_2m"
      })
    })
  )
})
