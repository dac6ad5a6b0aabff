/** Answers as flatbuffers, read by the service's own client, have what answers as JSON have. */
import { assert, describe } from "@effect/vitest"
import * as TestClock from "effect/testing/TestClock"
import { Model } from "@openmeteo/sdk/weather_api.js"
import { seriesBlocks } from "../../../src/weather/Answer.ts"
import { blockOf, columnsOf, read, timesOf } from "./messages.ts"
import { ask, column, dig, enschede, forecast, layer, type Values } from "./support.ts"
import { testOn } from "../../testOn.ts"

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
      models: ["gfs05", "dwd_icon_d2_eps_ensemble_mean"],
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

/** What a message says of weeks: the year and the month of the first one, and how many there are. */
const weeksIn = (rows: unknown): ReadonlyArray<number> => {
  if (!Array.isArray(rows) || rows.length === 0) return []
  const first = new Date(Number(rows[0]) * 1_000)
  return [first.getUTCFullYear(), first.getUTCMonth() + 1, rows.length]
}

const zones = ["GMT", "Europe/Amsterdam", "America/St_Johns", "Asia/Kathmandu"]

/** The columns of a block of JSON, in their order. */
const columnsOfJson = (json: unknown, block: string): ReadonlyArray<readonly [string, ReadonlyArray<number>]> =>
  Object.entries(dig(json, block) ?? {})
    .filter(([name]) => name !== "time")
    .map(([name]) => [name, column(json, block, name)] as const)

/** As a number, what stands for an instant that is missing. */
const noData = 2 ** 63

/** The number that a message has for a cell of JSON. */
const single = (value: number, isInstant: boolean): number =>
  isInstant ? (Number.isNaN(value) ? noData : value) : Math.fround(value)

describe("flatbuffers", () => {
  testOn(layer()).each(requests)("%s: the same as JSON", function* ([, url, query]) {
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
        const rows = dig(json, block, "time") ?? []
        // Weeks are written by their number, and by the month of the first one.
        if (block === "weekly") assert.deepStrictEqual(times, weeksIn(rows))
        else assert.deepStrictEqual(times, rows)
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
  })

  testOn(layer())("current conditions: a value each, and the interval", function* () {
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
  })

  testOn(layer())("a message for each place and model, in their order", function* () {
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
  })

  testOn(layer())("members share the sun", function* () {
    const asked = { ...enschede, daily: "rain_sum,sunrise", models: "icon_d2", forecast_days: 1 }
    const { json } = yield* ask(ensemble, asked)
    assert.deepStrictEqual(
      columnsOfJson(json, "daily").flatMap(([name]) => (name.startsWith("rain") ? [] : [name])),
      ["sunrise"]
    )
    const [message] = (yield* read(ensemble, asked)).messages
    assert.strictEqual(columnsOf(message?.daily() ?? null).length, 21)
  })

  testOn(layer())("a day without a moonrise has the largest integer, and JSON null", function* () {
    yield* TestClock.setTime(Date.UTC(2025, 2, 1))
    const asked: Values = {
      ...enschede,
      daily: ["moonrise", "moonset"],
      forecast_days: 16,
      past_days: 24,
      timeformat: "unixtime"
    }
    const { json } = yield* ask(forecast, asked)
    const [message] = (yield* read(forecast, asked)).messages
    const daily = message?.daily()
    for (const [i, name] of ["moonrise", "moonset"].entries()) {
      const found = Array.from({ length: 40 }, (_, row) => daily?.variables(i)?.valuesInt64(row))
      const expected = dig(json, "daily", name)
      assert.isTrue(Array.isArray(expected) && expected.includes(null), name)
      assert.deepStrictEqual(
        found,
        Array.isArray(expected) ? expected.map((it) => (it === null ? 2n ** 63n - 1n : BigInt(Number(it)))) : []
      )
    }
  })

  testOn(layer())("a place without an elevation has NaN, and no variables leave metadata", function* () {
    const { messages } = yield* read(forecast, { ...enschede, elevation: "nan" })
    assert.deepStrictEqual(
      messages.map((message) => [message.elevation(), message.hourly()]),
      [[Number.NaN, null]]
    )
  })

  testOn(layer())("errors stay JSON, and other formats are refused", function* () {
    const bad = yield* ask(forecast, { ...enschede, hourly: "nonsense", format: "flatbuffers" })
    assert.strictEqual(bad.status, 400)
    assert.strictEqual(dig(bad.json, "error"), true)
    const csv = yield* ask(forecast, { ...enschede, format: "csv" })
    assert.strictEqual(csv.status, 501)
    const refused = yield* ask(forecast, { ...enschede, format: "yaml" })
    assert.strictEqual(refused.status, 400)
    assert.strictEqual(dig(refused.json, "error"), true)
  })
})
