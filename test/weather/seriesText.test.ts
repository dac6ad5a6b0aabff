import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import { read } from "./fixtures.ts"

const file = "forecast/MagicMirrorOrg__MagicMirror__weather_openmeteo_current.json"
const { daily, hourly } = Result.getOrThrow(
  Decode.one(read(file), {
    hourly: ["temperature_2m", "weather_code", "wind_speed_10m"],
    daily: ["sunrise", "sunset", "temperature_2m_max", "precipitation_sum"]
  })
)

describe("toCsv", () => {
  it("has instants with the service's offset, dates for days, units in the header", () => {
    const lines = Series.toCsv(hourly).split("\n")
    assert.strictEqual(
      lines[0],
      "time,temperature_2m (°C),precipitation (mm),weather_code (wmo code),wind_speed_10m (km/h)"
    )
    assert.strictEqual(lines[1], "2026-02-06T00:00-05:00,-7.1,0,0,4.3")
    assert.strictEqual(lines.length, 170)
    assert.strictEqual(lines.at(-1), "")
    const day = Series.toCsv(Series.select(daily, ["sunrise", "temperature_2m_max"])).split("\n")
    assert.deepStrictEqual(day.slice(0, 2), [
      "time,sunrise,temperature_2m_max (°C)",
      "2026-02-06,2026-02-06T07:00-05:00,-0.2"
    ])
  })

  it("leaves a cell empty where there is no value, and says Z at the meridian", () => {
    const nulls = Result.getOrThrow(
      Decode.one(read("forecast/frenck__python-open-meteo__forecast_16_days.json"), { hourly: ["temperature_2m"] })
    ).hourly
    assert.strictEqual(
      Series.toCsv(Series.select(nulls, ["temperature_2m"])),
      "time,temperature_2m (°C)\n2026-10-18T20:00Z,\n2026-10-18T21:00Z,\n2026-10-18T22:00Z,\n2026-10-18T23:00Z,\n"
    )
  })
})

describe("table", () => {
  const width = (text: string): number => Math.max(...text.split("\n").map((line) => line.length))

  it("fits the width, and names what it leaves out", () => {
    for (const columns of [20, 40, 60, 80, 120])
      assert.isAtMost(width(Series.table(hourly, { width: columns })), columns)
    assert.include(Series.table(daily, { width: 60 }), "without sunrise, sunset, precipitation_sum")
    assert.notInclude(Series.table(daily, { width: 120 }), "without")
  })

  it("has words for codes and directions, clock times for sunrise, the same decimals in a column", () => {
    assert.strictEqual(
      Series.table(
        Series.slice(Series.select(daily, ["temperature_2m_max", "precipitation_sum", "sunrise"]), {
          to: new Date("2026-02-09T00:00Z")
        })
      ),
      [
        "            temperature  precipitation",
        "time        2m max (°C)       sum (mm)  sunrise",
        "──────────  ───────────  ─────────────  ───────",
        "2026-02-06         -0.2            0.0    07:00",
        "2026-02-07         -5.3            0.4    06:59",
        "2026-02-08         -8.9            0.0    06:58",
        ""
      ].join("\n")
    )
    assert.include(Series.table(hourly), "clear sky")
    const marseille = Result.getOrThrow(
      Decode.one(read("forecast/qdonnars__ohmywind__forecast_marseille_arome.json"), { hourly: ["wind_direction_10m"] })
    ).hourly
    assert.match(Series.table(Series.select(marseille, ["wind_direction_10m"])), /\d+°\s+[NESW]{1,3}\n/)
  })

  it("of no rows is its head", () => {
    assert.strictEqual(Series.table(Series.slice(daily, { to: new Date(0) })).split("\n").length, 4)
  })
})
