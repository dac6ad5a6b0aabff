/** Every recorded response of a service with series decodes to its own values. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Selection } from "../../src/weather/Answer.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import { files, manifest, read } from "./fixtures.ts"
import * as Json from "./json.ts"

const blocks = ["minutely_15", "hourly", "daily", "weekly", "monthly"] as const

/** Requests everything that the response has. */
const askedOf = (json: Json.JsonObject): Selection => {
  const variables = (block: string) =>
    Object.keys(Json.objectAt(json, block)).filter((name) => name !== "time" && name !== "interval")
  return Object.fromEntries([...blocks, "current"].map((block) => [block, variables(block)]))
}

/** Reads a time of the wire in a simple way. */
const instantOf = (wire: Json.Json | undefined, offsetSeconds: number): number => {
  if (typeof wire === "number") return wire * 1_000
  if (typeof wire !== "string") return Number.NaN
  return Date.parse(wire.length === 10 ? `${wire}T00:00:00Z` : `${wire}:00Z`) - offsetSeconds * 1_000
}

describe("recorded responses", () => {
  const recorded = files("forecast", "archive", "other").filter((file) => !file.endsWith("__elevation.json"))

  it.each(recorded)("%s", (file) => {
    const json = Json.parseObject(read(file))
    const asked = askedOf(json)
    const answer = Result.getOrThrow(Decode.one(read(file), asked))
    assert.strictEqual(answer.latitude, json["latitude"])
    assert.strictEqual(answer.longitude, json["longitude"])
    assert.strictEqual(answer.elevation, json["elevation"])
    assert.strictEqual(answer.generationtime_ms, json["generationtime_ms"])
    assert.strictEqual(answer.timezone, json["timezone"])
    assert.strictEqual(answer.timezone_abbreviation, json["timezone_abbreviation"])
    const offset = answer.utc_offset_seconds
    assert.strictEqual(offset, json["utc_offset_seconds"])
    for (const name of blocks) {
      const block = Json.objectAt(json, name)
      const series = answer[name]
      if (asked[name]?.length === 0) {
        assert.isUndefined(series)
        continue
      }
      assert.isDefined(series)
      assert.deepStrictEqual(
        Array.from(series.time),
        Json.listAt(block, "time").map((time) => instantOf(time, offset))
      )
      assert.strictEqual(series.dates, name === "daily")
      assert.deepStrictEqual(series.columns, asked[name])
      for (const column of series.columns) {
        const isTime = column === "sunrise" || column === "sunset"
        assert.deepStrictEqual(
          Array.from(Option.getOrThrow(Series.find(series, column)).values),
          Json.listAt(block, column).map((cell) =>
            isTime ? instantOf(cell, offset) : typeof cell === "number" ? cell : Number.NaN
          )
        )
        assert.strictEqual(series.units[column], Json.objectAt(json, `${name}_units`)[column] ?? "")
      }
    }
    const current = Json.objectAt(json, "current")
    if (asked.current?.length === 0) return assert.isUndefined(answer.current)
    assert.isDefined(answer.current)
    assert.strictEqual(DateTime.toEpochMillis(answer.current.time), instantOf(current["time"], offset))
    assert.strictEqual(Duration.toSeconds(answer.current.interval), current["interval"])
    for (const name of asked.current ?? []) {
      assert.strictEqual(answer.current.values[name], current[name])
      assert.strictEqual(answer.current.units[name], Json.objectAt(json, "current_units")[name] ?? "")
    }
  })

  it("elevation", () => {
    const elevations = Decode.elevations(read("other/tempi-marathon__open-meteo-php__elevation.json"), 1)
    assert.deepStrictEqual(elevations, Result.succeed(new Float64Array([11])))
  })

  it("are all tested, here, in errors.test.ts or in Location.test.ts", () => {
    assert.strictEqual(manifest.length, 81)
    assert.strictEqual(recorded.length + 1 + files("errors").length + files("geocoding").length, 81)
  })
})

describe("recorded responses with peculiarities", () => {
  const decode = <const Request extends Selection>(file: string, asked: Request) =>
    Result.getOrThrow(Decode.one(read(file), asked))

  it("1953 has the offset of the request, not that of January 1953", () => {
    const { daily, hourly } = decode("archive/frenck__python-open-meteo__historical_weather.json", {
      hourly: ["temperature_2m"],
      daily: ["precipitation_sum"]
    })
    assert.strictEqual(hourly.time[0], Date.UTC(1953, 0, 30, 22))
    assert.deepStrictEqual(Series.label(hourly, 0), Option.some("1953-01-31T00:00"))
    assert.deepStrictEqual(Series.label(daily, 1), Option.some("1953-02-01"))
    const first = Option.getOrThrow(Series.row(hourly, 0))
    assert.strictEqual(DateTime.formatIsoZoned(first.time), "1953-01-31T00:00:00.000+02:00")
    assert.strictEqual(first.temperature_2m, 5.8)
    // By the clock of Amsterdam, it was an hour earlier.
    const civil = DateTime.setZoneNamedUnsafe(first.time, hourly.zone.name)
    assert.strictEqual(DateTime.formatIso(DateTime.toUtc(civil)), "1953-01-30T22:00:00.000Z")
    assert.strictEqual(DateTime.getPart(civil, "hour"), 23)
  })

  it("sunrise is an instant, from wall-clock times and from unix times", () => {
    const iso = decode("forecast/MagicMirrorOrg__MagicMirror__weather_openmeteo_current.json", {
      daily: ["sunrise", "temperature_2m_max"]
    })
    assert.strictEqual(iso.daily.sunrise[0], Date.UTC(2026, 1, 6, 12))
    const row = Option.getOrThrow(Series.row(iso.daily, 0))
    assert.strictEqual(row.sunrise && DateTime.formatIsoZoned(row.sunrise), "2026-02-06T07:00:00.000-05:00")
    const unix = decode("forecast/LeoSM-07__OpenMeteoSwift__forecastData2.json", { daily: ["sunrise", "sunset"] })
    assert.strictEqual(unix.daily.sunrise[0], 1_679_806_350_000)
    assert.deepStrictEqual(Series.label(unix.daily, 0), Option.some("2023-03-26"))
    assert.isTrue(unix.daily.dates)
  })

  it("nulls beyond the forecast horizon are NaN, in weather_code as well", () => {
    const { daily, hourly } = decode("forecast/frenck__python-open-meteo__forecast_16_days.json", {
      hourly: ["temperature_2m", "weather_code", "is_day"],
      daily: ["weather_code"]
    })
    assert.isTrue(hourly.temperature_2m.every(Number.isNaN))
    assert.isTrue(hourly.weather_code.every(Number.isNaN))
    assert.deepStrictEqual(Array.from(hourly.is_day), [0, 0, 0, 0])
    assert.deepStrictEqual(Array.from(daily.weather_code), [0, Number.NaN])
    assert.isNull(Option.getOrThrow(Series.row(daily, 1)).weather_code)
  })

  it("a null inside a column is NaN", () => {
    const { daily } = decode("forecast/mt-empty__pi-inky-weather-epd__daily_moon.json", { daily: ["cloud_cover_mean"] })
    assert.deepStrictEqual(Array.from(daily.cloud_cover_mean), [88, 88, Number.NaN, 10, 9, 3, 38])
  })

  it("columns of several models have the names of the requested models", () => {
    const { current, daily, hourly, minutely_15 } = decode("forecast/frenck__python-open-meteo__forecast_models.json", {
      current: ["temperature_2m"],
      minutely_15: ["temperature_2m"],
      hourly: ["temperature_2m", "weather_code"],
      daily: ["temperature_2m_max"],
      models: ["icon_seamless", "meteoswiss_icon_seamless", "gfs_seamless"]
    })
    assert.deepStrictEqual(hourly.temperature_2m_icon_seamless, new Float64Array([20.3, 21.1]))
    assert.deepStrictEqual(hourly.temperature_2m_meteoswiss_icon_seamless, new Float64Array([20.7, 21.5]))
    assert.deepStrictEqual(hourly.weather_code_gfs_seamless, new Float64Array([3, 3]))
    assert.deepStrictEqual(minutely_15.temperature_2m_gfs_seamless, new Float64Array([20.9, 21.2]))
    assert.deepStrictEqual(daily.temperature_2m_max_gfs_seamless, new Float64Array([22.4]))
    // This server is older than the suffixes of current conditions.
    assert.strictEqual(current.temperature_2m, 20.3)
    assert.isUndefined(current.temperature_2m_icon_seamless)
  })

  it("current conditions of several models have suffixes", () => {
    const text = JSON.stringify({
      utc_offset_seconds: 0,
      current_units: { time: "unixtime", interval: "seconds", rain_a: "mm", rain_ncep_gefs025: "mm" },
      current: { time: 1_700_000_000, interval: 900, rain_a: 1.5, rain_ncep_gefs025: 2 }
    })
    const models = ["gfs025", "a", "uncovered"] as const
    const { current } = Result.getOrThrow(Decode.one(text, { current: ["rain"], models }))
    assert.strictEqual(current.rain_a, 1.5)
    assert.strictEqual(current.rain_gfs025, 2)
    assert.strictEqual(current.units.rain_gfs025, "mm")
    assert.deepStrictEqual(current.values, { rain_a: 1.5, rain_gfs025: 2 })
    assert.isUndefined(current.rain_uncovered)
    assert.strictEqual(DateTime.toEpochMillis(current.time), 1_700_000_000_000)
  })

  it("a model that is returned under another name keeps the requested name", () => {
    const { daily } = decode("archive/frenck__python-open-meteo__historical_weather_models.json", {
      daily: ["temperature_2m_max"],
      models: ["best_match", "era5", "era5_land"]
    })
    assert.deepStrictEqual(daily.columns, [
      "temperature_2m_max_best_match",
      "temperature_2m_max_era5",
      "temperature_2m_max_era5_land"
    ])
    assert.deepStrictEqual(daily.temperature_2m_max_best_match, new Float64Array([8]))
    assert.deepStrictEqual(daily.temperature_2m_max_era5_land, new Float64Array([7.9]))
    assert.strictEqual(daily.units.temperature_2m_max_best_match, "°C")
  })

  it("if one of several models covers the place, its column has no suffix, and the others are absent", () => {
    const { hourly } = decode("forecast/frenck__python-open-meteo__forecast_models_one_covering.json", {
      hourly: ["temperature_2m"],
      models: ["icon_seamless", "gfs_hrrr"]
    })
    assert.isUndefined(hourly.temperature_2m_gfs_hrrr)
    assert.isUndefined(hourly.temperature_2m_icon_seamless)
    assert.deepStrictEqual(hourly.temperature_2m, new Float64Array([19.3, 20]))
    assert.deepStrictEqual(hourly.columns, ["temperature_2m"])
    assert.deepStrictEqual(hourly.absent, ["temperature_2m_icon_seamless", "temperature_2m_gfs_hrrr"])
  })

  it("members of an ensemble are columns, also if one is missing", () => {
    const { hourly } = decode("other/tempi-marathon__open-meteo-php__ensemble.json", { hourly: ["temperature_2m"] })
    assert.strictEqual(Series.members(hourly, "temperature_2m").length, 31)
    const { daily } = decode("other/tempi-marathon__open-meteo-php__seasonal.json", { daily: ["temperature_2m_max"] })
    assert.strictEqual(Series.members(daily, "temperature_2m_max").length, 50)
    assert.strictEqual(Series.members(daily, "temperature_2m").length, 0)
  })

  it("pressure levels keep their spelling", () => {
    const { hourly } = decode("forecast/frenck__python-open-meteo__forecast_pressure_levels.json", {
      hourly: ["temperature_850hPa", "wind_speed_500hPa"]
    })
    assert.deepStrictEqual(Array.from(hourly.temperature_850hPa), [6, 6.2])
    assert.strictEqual(hourly.units.wind_speed_500hPa, "km/h")
  })

  it("without variables, the result is the site only", () => {
    const answer = decode("forecast/frenck__python-open-meteo__forecast_minimal.json", { hourly: [] })
    assert.deepStrictEqual(Object.keys(answer), [
      "latitude",
      "longitude",
      "elevation",
      "generationtime_ms",
      "utc_offset_seconds",
      "timezone",
      "timezone_abbreviation"
    ])
  })

  it("units of all kinds are kept", () => {
    const { hourly } = decode("forecast/lolovespi__sunset-timelapse__openmeteo_sample.json", {
      hourly: ["temperature_2m", "precipitation", "wind_speed_10m"]
    })
    assert.deepInclude(hourly.units, { temperature_2m: "°F", precipitation: "inch", wind_speed_10m: "mp/h" })
  })
})
