import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { WeatherSimulator } from "../../../src/testing/WeatherSimulator.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import { archive, ask, column, dig, enschede, forecast, layer, list } from "./support.ts"
import { testOn } from "../../testOn.ts"

const at = (iso: string) => TestClock.setTime(Date.parse(iso))

describe("a forecast", () => {
  testOn(layer())("has only the requested blocks and columns, with their units", function* () {
    yield* at("2026-06-10T08:20:00Z")
    const { json } = yield* ask(forecast, {
      ...enschede,
      timezone: "auto",
      current: "temperature_2m,is_day",
      hourly: "temperature_2m,wind_speed_10m,weather_code",
      daily: "sunrise,precipitation_sum",
      minutely_15: "precipitation"
    })
    assert.deepStrictEqual(Object.keys(dig(json) as object), [
      "latitude",
      "longitude",
      "generationtime_ms",
      "utc_offset_seconds",
      "timezone",
      "timezone_abbreviation",
      "elevation",
      "current_units",
      "current",
      "minutely_15_units",
      "minutely_15",
      "hourly_units",
      "hourly",
      "daily_units",
      "daily"
    ])
    assert.strictEqual(dig(json, "timezone"), "Europe/Amsterdam")
    assert.strictEqual(dig(json, "timezone_abbreviation"), "GMT+2")
    assert.strictEqual(dig(json, "elevation"), 45)
    assert.deepStrictEqual(dig(json, "hourly_units"), {
      time: "iso8601",
      temperature_2m: "°C",
      wind_speed_10m: "km/h",
      weather_code: "wmo code"
    })
    assert.strictEqual(dig(json, "current", "time"), "2026-06-10T10:15")
    assert.strictEqual(dig(json, "current", "interval"), 900)
    assert.lengthOf(list(json, "hourly", "time"), 168)
    assert.lengthOf(list(json, "minutely_15", "time"), 288)
    assert.deepStrictEqual(
      [list(json, "hourly", "time")[0], list(json, "daily", "time")[6]],
      ["2026-06-10T00:00", "2026-06-16"]
    )
    assert.match(list(json, "daily", "sunrise")[0] ?? "", /^2026-06-10T05:[12]\d$/)
  })

  testOn(layer())("keeps one UTC offset across a change of the clocks", function* () {
    yield* at("2026-10-23T12:00:00Z")
    const query = { ...enschede, timezone: "Europe/Amsterdam", hourly: "temperature_2m", forecast_days: 4 }
    const local = yield* ask(forecast, query)
    const unix = yield* ask(forecast, { ...query, timeformat: "unixtime" })
    assert.strictEqual(dig(local.json, "utc_offset_seconds"), 7_200)
    const labels = list(local.json, "hourly", "time")
    assert.deepStrictEqual(labels.slice(47, 55), [
      "2026-10-24T23:00",
      "2026-10-25T00:00",
      "2026-10-25T01:00",
      "2026-10-25T02:00",
      "2026-10-25T03:00",
      "2026-10-25T04:00",
      "2026-10-25T05:00",
      "2026-10-25T06:00"
    ])
    assert.deepStrictEqual(
      labels.map((label) => Date.parse(`${label}Z`) / 1_000 - 7_200),
      [...column(unix.json, "hourly", "time")]
    )
    assert.deepStrictEqual(
      column(local.json, "hourly", "temperature_2m"),
      column(unix.json, "hourly", "temperature_2m")
    )
  })

  testOn(layer())("has nulls beyond the range of the models", function* () {
    yield* at("2026-10-03T19:30:00Z")
    const { json } = yield* ask(forecast, {
      ...enschede,
      hourly: "temperature_2m,is_day",
      daily: "temperature_2m_max,sunrise",
      forecast_days: 16
    })
    assert.isNull(dig(json, "hourly", "temperature_2m", 15 * 24 + 20))
    assert.isNumber(dig(json, "hourly", "is_day", 15 * 24 + 20))
    assert.isNull(dig(json, "daily", "temperature_2m_max", 15))
    assert.match(list(json, "daily", "sunrise")[15] ?? "", /^2026-10-18T06/)
    const seen = yield* ask(archive, {
      ...enschede,
      hourly: "temperature_2m",
      start_date: "2026-09-30",
      end_date: "2026-10-03"
    })
    assert.isNumber(dig(seen.json, "hourly", "temperature_2m", 23))
    assert.isNull(dig(seen.json, "hourly", "temperature_2m", 24))
  })

  testOn(layer())("has a suffix for each model, unless only one covers the place", function* () {
    const query = { hourly: "temperature_2m", current: "temperature_2m", forecast_days: 1 }
    const two = yield* ask(forecast, { ...enschede, ...query, models: "icon_d2,gfs_seamless" })
    assert.deepStrictEqual(Object.keys(dig(two.json, "hourly") as object), [
      "time",
      "temperature_2m_icon_d2",
      "temperature_2m_gfs_seamless"
    ])
    assert.notDeepEqual(
      column(two.json, "hourly", "temperature_2m_icon_d2"),
      column(two.json, "hourly", "temperature_2m_gfs_seamless")
    )
    assert.deepStrictEqual(Object.keys(dig(two.json, "current") as object).slice(2), [
      "temperature_2m_icon_d2",
      "temperature_2m_gfs_seamless"
    ])
    const one = yield* ask(forecast, { latitude: 40.7, longitude: -74, ...query, models: "icon_d2,gfs_seamless" })
    assert.deepStrictEqual(Object.keys(dig(one.json, "hourly") as object), ["time", "temperature_2m"])
    const none = yield* ask(forecast, { latitude: 40.7, longitude: -74, ...query, models: "icon_d2" })
    assert.deepStrictEqual(none.json, { error: true, reason: "No data is available for this location" })
    const old = yield* ask(archive, {
      ...enschede,
      daily: "temperature_2m_max",
      start_date: "1953-01-31",
      end_date: "1953-02-01",
      models: "best_match,era5"
    })
    assert.deepStrictEqual(Object.keys(dig(old.json, "daily") as object), [
      "time",
      "temperature_2m_max_archive_best_match",
      "temperature_2m_max_era5"
    ])
  })

  testOn(layer())("has nulls and no unit for variables that no model has", function* () {
    const { json } = yield* ask(forecast, { ...enschede, hourly: "k_index", forecast_hours: 2 })
    assert.deepStrictEqual(dig(json, "hourly", "k_index"), [null, null])
    assert.strictEqual(dig(json, "hourly_units", "k_index"), "undefined")
  })

  testOn(layer())("answers several places in order, and a single one as an object", function* () {
    const { json } = yield* ask(forecast, { latitude: "52.2,-33.9", longitude: "6.9,18.4", timezone: "auto" })
    assert.deepStrictEqual([dig(json, 0, "location_id"), dig(json, 1, "location_id")], [undefined, 1])
    assert.deepStrictEqual(
      [dig(json, 0, "timezone"), dig(json, 1, "timezone")],
      ["Europe/Amsterdam", "Africa/Johannesburg"]
    )
    const bare = yield* ask(forecast, { ...enschede, elevation: "nan" })
    assert.notProperty(bare.json, "elevation")
  })
})

describe("zones and the sun", () => {
  testOn(layer())("resolves auto, on land and at sea, and abbreviates by the current offset", function* () {
    yield* at("2026-07-01T12:00:00Z")
    for (const [latitude, longitude, name, abbreviation, offset] of [
      [27.7, 85.3, "Asia/Kathmandu", "GMT+5:45", 20_700],
      [47.6, -52.7, "America/St_Johns", "GMT-2:30", -9_000],
      [0, -150, "Etc/GMT+10", "GMT-10", -36_000],
      [-10, 90, "Etc/GMT-6", "GMT+6", 21_600],
      [0, 0, "Africa/Accra", "GMT", 0]
    ] as const) {
      const { json } = yield* ask(forecast, { latitude, longitude, timezone: "auto" })
      assert.deepStrictEqual(
        [dig(json, "timezone"), dig(json, "timezone_abbreviation"), dig(json, "utc_offset_seconds")],
        [name, abbreviation, offset]
      )
    }
  })

  testOn(layer())(
    "sends midnights if the sun does not rise or set, like the service, and has no moonrise once a month",
    function* () {
      yield* at("2026-06-20T12:00:00Z")
      const { sun } = yield* WeatherSimulator
      const daily = "sunrise,sunset,daylight_duration"
      const far = { latitude: 78, longitude: 15.6 }
      const query = { ...far, timezone: "Europe/Oslo", daily, forecast_days: 1 }
      const { json } = yield* ask(forecast, query)
      assert.deepStrictEqual(
        ["sunrise", "sunset", "daylight_duration"].map((name) => dig(json, "daily", name, 0)),
        ["2026-06-20T00:00", "2026-06-21T00:00", 86_400]
      )
      assert.isNull(yield* sun(far, new Date("2026-06-20T00:00:00Z")))
      yield* at("2026-12-20T12:00:00Z")
      const dark = yield* ask(forecast, query)
      assert.deepStrictEqual(
        ["sunrise", "sunset", "daylight_duration"].map((name) => dig(dark.json, "daily", name, 0)),
        ["2026-12-20T00:00", "2026-12-20T00:00", 0]
      )
      const moon = yield* ask(archive, {
        ...enschede,
        daily: "moonrise,moonset",
        start_date: "2025-01-01",
        end_date: "2025-12-31"
      })
      const nights = list(moon.json, "daily", "moonrise").filter((rise) => rise === null)
      assert.isTrue(nights.length >= 11 && nights.length <= 14, `${nights.length}`)
    }
  )
})

describe("the climate", () => {
  const year = Effect.fnUntraced(function* (latitude: number, longitude: number) {
    yield* at("2026-03-01T00:00:00Z")
    const { json } = yield* ask(archive, {
      latitude,
      longitude,
      start_date: "2025-01-01",
      end_date: "2025-12-31",
      hourly:
        "temperature_2m,precipitation,rain,showers,snowfall,weather_code,cloud_cover,shortwave_radiation,is_day,wind_gusts_10m,wind_speed_10m",
      daily: "temperature_2m_max,temperature_2m_min,precipitation_sum,sunrise,sunset,daylight_duration"
    })
    return json
  })
  const mean = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

  testOn(layer())("has seasons, reversed in the south", function* () {
    const north = column(yield* year(52.2, 6.9), "hourly", "temperature_2m")
    const south = column(yield* year(-33.9, 151.2), "hourly", "temperature_2m")
    const [january, july] = [
      [0, 744],
      [4_344, 5_088]
    ] as const
    assert.isBelow(mean(north.slice(...january)) + 10, mean(north.slice(...july)))
    assert.isAbove(mean(south.slice(...january)), mean(south.slice(...july)) + 5)
  })

  testOn(layer())("is consistent: codes with amounts, days with hours, light with the sun", function* () {
    const json = yield* year(52.2, 6.9)
    const hourly = (name: string) => column(json, "hourly", name)
    const [precipitation, rain, showers, snow] = [
      hourly("precipitation"),
      hourly("rain"),
      hourly("showers"),
      hourly("snowfall")
    ]
    const [codes, clouds, light, day] = [
      hourly("weather_code"),
      hourly("cloud_cover"),
      hourly("shortwave_radiation"),
      hourly("is_day")
    ]
    let wet = 0
    for (const [i, amount] of precipitation.entries()) {
      assert.strictEqual(amount > 0, (codes[i] ?? 0) >= 51, `hour ${i}`)
      assert.closeTo((rain[i] ?? 0) + (showers[i] ?? 0) + (snow[i] ?? 0) / 0.7, amount, 0.011)
      if (amount > 0) assert.isAtLeast(clouds[i] ?? 0, 80)
      if (amount > 0) wet++
      if (day[i] === 0 && day[i - 1] === 0) assert.strictEqual(light[i], 0)
      assert.isAtLeast(hourly("wind_gusts_10m")[i] ?? 0, hourly("wind_speed_10m")[i] ?? 0)
      if (i > 500) break
    }
    assert.isAbove(wet, 0)
    const temperatures = hourly("temperature_2m")
    for (const [i, most] of column(json, "daily", "temperature_2m_max").entries()) {
      assert.strictEqual(most, Math.max(...temperatures.slice(24 * i, 24 * i + 24)))
    }
    const total = column(json, "daily", "precipitation_sum").reduce((sum, value) => sum + value, 0)
    assert.closeTo(
      total,
      precipitation.reduce((sum, value) => sum + value, 0),
      0.01
    )
    assert.isTrue(total > 300 && total < 1_800, `${total} mm in a year`)
  })

  testOn(layer())("has the real times of sunrise and sunset", function* () {
    yield* at("2026-06-20T12:00:00Z")
    // From almanacs, accurate to a few minutes.
    for (const [place, timezone, rise, set] of [
      [{ latitude: 51.51, longitude: -0.13 }, "Europe/London", "04:43", "21:21"],
      [{ latitude: 40.71, longitude: -74.01 }, "America/New_York", "05:25", "20:30"],
      [{ latitude: -33.87, longitude: 151.21 }, "Australia/Sydney", "07:00", "16:54"],
      [{ latitude: 1.29, longitude: 103.85 }, "Asia/Singapore", "07:00", "19:12"]
    ] as const) {
      const { json } = yield* ask(forecast, { ...place, timezone, daily: "sunrise,sunset", forecast_days: 1 })
      for (const [name, expected] of [
        ["sunrise", rise],
        ["sunset", set]
      ] as const) {
        const actual = Date.parse(`${list(json, "daily", name)[0]}Z`)
        assert.closeTo(actual, Date.parse(`2026-06-20T${expected}Z`), 4 * 60_000, `${timezone} ${name}`)
      }
    }
  })

  testOn(layer())("is colder at greater heights, and the same only for the same seed", function* () {
    const query = { ...enschede, hourly: "temperature_2m", forecast_days: 1 }
    const first = column((yield* ask(forecast, query)).json, "hourly", "temperature_2m")
    const high = column((yield* ask(forecast, { ...query, elevation: 1_045 })).json, "hourly", "temperature_2m")
    assert.closeTo(mean(first) - mean(high), 6.5, 0.05)
    const again = yield* Effect.provide(ask(forecast, query), layer())
    assert.deepStrictEqual(column(again.json, "hourly", "temperature_2m"), first)
    const other = yield* Effect.provide(ask(forecast, query), layer({ climate: 2 }))
    assert.notDeepEqual(column(other.json, "hourly", "temperature_2m"), first)
  })

  testOn(layer())("has the weather of a spell, within its circle and period", function* () {
    yield* at("2026-06-10T00:00:00Z")
    const { seed, value } = yield* WeatherSimulator
    const oslo = { latitude: 59.91, longitude: 10.75 }
    yield* seed({ spells: [Simulator.storm({ ...oslo, from: { in: "1 day" } })] })
    const query = { hourly: "wind_gusts_10m,weather_code,precipitation", daily: "wind_gusts_10m_max,weather_code" }
    const { json } = yield* ask(forecast, { ...oslo, ...query, forecast_days: 2 })
    assert.deepStrictEqual(
      column(json, "hourly", "wind_gusts_10m").slice(24, 30),
      Array.from({ length: 6 }, () => 118)
    )
    assert.isBelow(column(json, "hourly", "wind_gusts_10m")[23] ?? 0, 118)
    assert.deepStrictEqual(
      column(json, "hourly", "weather_code").slice(24, 30),
      Array.from({ length: 6 }, () => 95)
    )
    assert.strictEqual(column(json, "daily", "wind_gusts_10m_max")[1], 118)
    const elsewhere = yield* ask(forecast, { latitude: 60.4, longitude: 5.3, ...query, forecast_days: 2 })
    assert.isBelow(column(elsewhere.json, "daily", "wind_gusts_10m_max")[1] ?? 0, 118)
    const during = DateTime.makeUnsafe("2026-06-11T03:00:00Z")
    assert.strictEqual(yield* value("wind_gusts_10m", oslo, during), 118)
  })
})
