/** Answers as flatbuffers, read by the service's own client, have what answers as JSON have. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Model } from "@openmeteo/sdk/weather_api.js"
import { seriesBlocks } from "../../../src/weather/Answer.ts"
import { blockOf, columnsOf, read, timesOf } from "./messages.ts"
import { ask, column, dig, enschede, forecast, layer, type Values } from "./support.ts"

const host = (name: string, path: string): string => `https://${name}.open-meteo.com/v1/${path}`

const marine = host("marine-api", "marine")
const ensemble = host("ensemble-api", "ensemble")
const seasonal = host("seasonal-api", "seasonal")

const north = { latitude: 52.5, longitude: 4 }
const days = { start_date: "2025-03-28", end_date: "2025-03-30" }

/** A request of each service, and of each block. */
const requests: ReadonlyArray<readonly [string, string, Values]> = [
  [
    "forecast",
    forecast,
    {
      ...enschede,
      current: ["temperature_2m", "is_day"],
      minutely_15: ["precipitation"],
      hourly: ["temperature_2m", "weather_code", "wind_speed_850hPa", "soil_moisture_3_to_9cm", "visibility"],
      daily: ["temperature_2m_max", "sunrise", "sunset", "moonrise", "uv_index_max", "shortwave_radiation_sum"],
      models: ["icon_d2", "jma_msm", "ecmwf_ifs025"],
      past_days: 1
    }
  ],
  ["archive", host("archive-api", "archive"), { ...enschede, ...days, hourly: ["rain"], daily: ["rain_sum"] }],
  ["historical forecast", host("historical-forecast-api", "forecast"), { ...enschede, hourly: ["cape"] }],
  ["previous runs", host("previous-runs-api", "forecast"), { ...enschede, hourly: ["rain_previous_day2"] }],
  ["single runs", host("single-runs-api", "forecast"), { ...enschede, hourly: ["rain"], run: "2025-03-01T00:00" }],
  ["satellite", host("satellite-api", "archive"), { ...enschede, ...days, hourly: ["shortwave_radiation"] }],
  [
    "air quality",
    host("air-quality-api", "air-quality"),
    { ...enschede, hourly: ["pm2_5", "european_aqi", "us_aqi", "birch_pollen", "carbon_dioxide"] }
  ],
  [
    "marine",
    marine,
    { ...north, hourly: ["wave_height", "ocean_current_velocity", "wave_period"], daily: ["wave_height_max"] }
  ],
  [
    "ensemble",
    ensemble,
    {
      ...enschede,
      hourly: ["temperature_2m", "temperature_2m_spread"],
      models: ["gfs05", "icon_d2_ensemble_mean"],
      forecast_days: 1
    }
  ],
  [
    "seasonal",
    seasonal,
    {
      ...enschede,
      hourly: ["temperature_2m"],
      daily: ["temperature_2m_max"],
      weekly: ["temperature_2m_mean", "sunshine_duration_mean"],
      monthly: ["temperature_2m_mean"],
      models: ["ecmwf_seas5", "ecmwf_ec46", "ecmwf_seasonal_seamless"],
      forecast_days: 20
    }
  ],
  ["climate", host("climate-api", "climate"), { ...enschede, ...days, daily: ["temperature_2m_mean"] }],
  [
    "flood",
    host("flood-api", "flood"),
    { ...enschede, daily: ["river_discharge", "river_discharge_p75"], ensemble: true }
  ]
]

const zones = ["GMT", "Europe/Amsterdam", "America/St_Johns", "Asia/Kathmandu"]

/** The columns of a block of JSON, in their order. */
const columnsOfJson = (json: unknown, block: string): ReadonlyArray<readonly [string, ReadonlyArray<number>]> =>
  Object.entries(dig(json, block) ?? {})
    .filter(([name]) => name !== "time")
    .map(([name]) => [name, column(json, block, name)] as const)

/** The number that a message has for a cell of JSON. A missing instant is 0. */
const single = (value: number, isInstant: boolean): number =>
  isInstant ? (Number.isNaN(value) ? 0 : value) : Math.fround(value)

describe("flatbuffers", () => {
  it.effect.each(requests)("%s: the same as JSON", ([, url, query]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2025, 2, 30, 5, 20))
      const labels = new Map<string, string>()
      for (const timezone of zones) {
        const asked = { ...query, timezone, timeformat: "unixtime" }
        const { json } = yield* ask(url, asked)
        const { messages, type } = yield* read(url, asked)
        assert.strictEqual(type, "application/octet-stream")
        for (const message of messages) {
          assert.strictEqual(message.latitude(), Math.fround(Number(dig(json, "latitude"))))
          assert.strictEqual(message.longitude(), Math.fround(Number(dig(json, "longitude"))))
          assert.strictEqual(message.elevation(), Math.fround(Number(dig(json, "elevation"))))
          assert.strictEqual(message.utcOffsetSeconds(), dig(json, "utc_offset_seconds"))
          assert.strictEqual(message.timezone() ?? "GMT", dig(json, "timezone"))
          assert.strictEqual(message.timezoneAbbreviation() ?? "GMT", dig(json, "timezone_abbreviation"))
        }
        let seen = 0
        for (const block of seriesBlocks) {
          const { columns, times } = blockOf(messages, block)
          const expected = columnsOfJson(json, block)
          assert.deepStrictEqual(times, dig(json, block, "time") ?? [])
          assert.strictEqual(columns.length, expected.length)
          for (const [i, [name, values]] of expected.entries()) {
            const unit = String(dig(json, `${block}_units`, name))
            assert.deepStrictEqual(
              columns[i]?.values,
              values.map((value) => single(value, unit === "unixtime"))
            )
            // A number of a unit stands for one label.
            const number = columns[i]?.unit ?? ""
            assert.strictEqual(labels.get(number) ?? unit, unit)
            labels.set(number, unit)
            assert.isTrue(number !== "undefined" || unit === "undefined", `${name} in ${unit}`)
            seen++
          }
        }
        assert.isAbove(seen, 0)
      }
    }).pipe(Effect.provide(layer()))
  )

  it.effect("current conditions: a value each, and the interval", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2025, 2, 30, 5, 20))
      const asked: Values = { ...enschede, current: ["temperature_2m", "weather_code"], timeformat: "unixtime" }
      const { json } = yield* ask(forecast, asked)
      const [message] = (yield* read(forecast, asked)).messages
      const current = message?.current() ?? null
      assert.deepStrictEqual(timesOf(current), [Number(dig(json, "current", "time"))])
      assert.strictEqual(current?.interval(), 900)
      assert.deepStrictEqual(
        [0, 1].map((i) => current?.variables(i)?.value()),
        ["temperature_2m", "weather_code"].map((name) => Math.fround(Number(dig(json, "current", name))))
      )
      assert.isNull(message?.hourly() ?? null)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("columns are described", () =>
    Effect.gen(function* () {
      const asked = {
        ...enschede,
        hourly: ["wind_speed_850hPa", "soil_temperature_54cm", "soil_moisture_3_to_9cm", "temperature_80m"],
        daily: ["wind_direction_10m_dominant", "apparent_temperature_max", "precipitation_hours", "sunrise"],
        wind_speed_unit: "ms",
        temperature_unit: "fahrenheit",
        forecast_days: 1
      }
      const [message] = (yield* read(forecast, asked)).messages
      const hourly = columnsOf(message?.hourly() ?? null)
      assert.deepStrictEqual(
        hourly.map(({ altitude, depths, level, unit, variable }) => [variable, altitude, level, ...depths, unit]),
        [
          ["wind_speed", 0, 850, 0, 0, "metre_per_second"],
          ["soil_temperature", 0, 0, 54, 0, "fahrenheit"],
          ["soil_moisture", 0, 0, 3, 9, "cubic_metre_per_cubic_metre"],
          ["temperature", 80, 0, 0, 0, "fahrenheit"]
        ]
      )
      assert.deepStrictEqual(
        columnsOf(message?.daily() ?? null).map((it) => [it.variable, it.aggregation, it.altitude, it.unit]),
        [
          ["wind_direction", "dominant", 10, "degree_direction"],
          ["apparent_temperature", "maximum", 2, "fahrenheit"],
          ["precipitation_hours", "none", 0, "hours"],
          ["sunrise", "none", 0, "iso8601"]
        ]
      )
      const weekly = ["temperature_2m_anomaly_gt1", "temperature_2m_efi", "snowfall_anomaly"]
      const [later] = (yield* read(seasonal, { ...enschede, weekly })).messages
      assert.deepStrictEqual(
        columnsOf(later?.weekly() ?? null).map((it) => [it.variable, it.aggregation, it.probability, it.altitude]),
        [
          ["temperature", "anomaly", "gt1", 2],
          ["temperature", "efi", "none", 2],
          ["snowfall", "anomaly", "none", 0]
        ]
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("a message for each place and model, in their order", () =>
    Effect.gen(function* () {
      const asked = {
        latitude: [40.7, 52.2],
        longitude: [-74, 6.9],
        hourly: ["temperature_2m"],
        daily: ["sunset"],
        models: ["icon_d2", "gfs_seamless", "ecmwf_ifs025"],
        forecast_days: 1
      }
      const { messages } = yield* read(forecast, asked)
      // New York is beyond icon_d2.
      assert.deepStrictEqual(
        messages.map((message) => [Number(message.locationId()), Model[message.model()]]),
        [
          [0, "gfs_seamless"],
          [0, "ecmwf_ifs025"],
          [1, "icon_d2"],
          [1, "gfs_seamless"],
          [1, "ecmwf_ifs025"]
        ]
      )
      const posted = yield* read(forecast, asked, "POST")
      assert.deepStrictEqual(
        posted.messages.map((message) => columnsOf(message.hourly())),
        messages.map((message) => columnsOf(message.hourly()))
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("members count from the control run, and models have the numbers that the service gives them", () =>
    Effect.gen(function* () {
      const asked = { ...enschede, hourly: ["temperature_2m", "rain"], models: ["ncep_gefs05"], forecast_days: 1 }
      const [message] = (yield* read(ensemble, asked)).messages
      const columns = columnsOf(message?.hourly() ?? null)
      assert.deepStrictEqual(
        columns.map(({ member, variable }) => [variable, member]),
        ["temperature", "rain"].flatMap((name) => Array.from({ length: 31 }, (_, member) => [name, member]))
      )
      // The service's own mix-up.
      assert.strictEqual(message?.model(), Model.gfs025)
      const numbers = (url: string, query: Values) =>
        Effect.map(read(url, query), ({ messages }) => messages.map((each) => Model[each.model()]))
      assert.deepStrictEqual(yield* numbers(forecast, { ...enschede }), ["best_match"])
      assert.deepStrictEqual(yield* numbers(seasonal, { ...enschede }), ["ecmwf_seasonal_seamless"])
      assert.deepStrictEqual(
        yield* numbers(host("flood-api", "flood"), { ...enschede, models: ["seamless_v4", "forecast_v3"] }),
        ["glofas_seamless_v4", "glofas_forecast_v3"]
      )
      assert.deepStrictEqual(yield* numbers(ensemble, { ...enschede, models: ["ecmwf_ifs025_ensemble"] }), [
        "ecmwf_ifs025"
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("a place without an elevation has NaN, and no variables leave metadata", () =>
    Effect.gen(function* () {
      const { messages } = yield* read(forecast, { ...enschede, elevation: "nan" })
      assert.deepStrictEqual(
        messages.map((message) => [message.elevation(), message.hourly()]),
        [[Number.NaN, null]]
      )
    }).pipe(Effect.provide(layer()))
  )

  it.effect("errors stay JSON, and other formats are refused", () =>
    Effect.gen(function* () {
      const bad = yield* ask(forecast, { ...enschede, hourly: "nonsense", format: "flatbuffers" })
      assert.strictEqual(bad.status, 400)
      assert.strictEqual(dig(bad.json, "error"), true)
      const csv = yield* ask(forecast, { ...enschede, format: "csv" })
      assert.strictEqual(csv.status, 501)
      const odd = yield* ask(forecast, { ...enschede, format: "yaml" })
      assert.strictEqual(odd.status, 400)
      assert.strictEqual(dig(odd.json, "error"), true)
    }).pipe(Effect.provide(layer()))
  )
})
