import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
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

  it("leaves a cell empty for a missing value, and writes Z for an offset of zero", () => {
    const nulls = Result.getOrThrow(
      Decode.one(read("forecast/frenck__python-open-meteo__forecast_16_days.json"), { hourly: ["temperature_2m"] })
    ).hourly
    assert.strictEqual(
      Series.toCsv(Series.select(nulls, ["temperature_2m"])),
      "time,temperature_2m (°C)\n2026-10-18T20:00Z,\n2026-10-18T21:00Z,\n2026-10-18T22:00Z,\n2026-10-18T23:00Z,\n"
    )
  })
})

describe("a table in civil time", () => {
  const lisbon = DateTime.zoneMakeNamedUnsafe("Europe/Lisbon")
  const hour = 3_600_000

  /** A series as the service sends it: with the offset of the request. */
  const from = (start: string, rows: number, step = hour) => {
    const time = Array.from({ length: rows }, (_, row) => Date.parse(start) + row * step)
    return Result.getOrThrow(Series.make({ time, columns: { rain: time.map((_, row) => row) }, zone: "Europe/Lisbon" }))
  }

  const times = (text: string): ReadonlyArray<string> =>
    text
      .split("\n")
      .slice(2, -1)
      .map((line) => line.replace(/ +\S+$/, ""))

  it("puts the clocks back, and tells the hours apart that come twice", () => {
    const autumn = from("2026-10-24T22:00Z", 6)
    assert.deepStrictEqual(times(Series.table(autumn)), [
      "2026-10-24 23:00",
      "2026-10-25 00:00",
      "2026-10-25 01:00",
      "2026-10-25 02:00",
      "2026-10-25 03:00",
      "2026-10-25 04:00"
    ])
    const civil = Series.table(autumn, { zone: lisbon })
    assert.deepStrictEqual(times(civil), [
      "2026-10-24 23:00",
      "2026-10-25 00:00",
      "2026-10-25 01:00+01:00",
      "2026-10-25 01:00Z",
      "2026-10-25 02:00",
      "2026-10-25 03:00"
    ])
    const [, rule = "", ...rows] = civil.split("\n").slice(0, -1)
    assert.isTrue(rule.startsWith(`${"─".repeat(22)}  `))
    assert.deepStrictEqual([...new Set(rows.map((row) => row.length))], [rule.length])
    const quarters = from("2026-10-25T00:30Z", 4, hour / 4)
    assert.deepStrictEqual(times(Series.table(quarters, { zone: lisbon })), [
      "2026-10-25 01:30",
      "2026-10-25 01:45",
      "2026-10-25 01:00",
      "2026-10-25 01:15"
    ])
  })

  it("puts the clocks forward, and keeps the width", () => {
    const spring = from("2026-03-28T23:00Z", 4)
    const civil = Series.table(spring, { zone: lisbon })
    assert.deepStrictEqual(times(civil), [
      "2026-03-28 23:00",
      "2026-03-29 00:00",
      "2026-03-29 02:00",
      "2026-03-29 03:00"
    ])
    assert.isTrue(civil.split("\n")[1]?.startsWith(`${"─".repeat(16)}  `))
  })

  it("leaves the labels of days, and shows sunrise by the clocks", () => {
    const table = (zone?: DateTime.TimeZone) => Series.table(Series.select(daily, ["sunrise"]), { zone }).split("\n")
    assert.strictEqual(table()[2], "2026-02-06    07:00")
    assert.strictEqual(table(lisbon)[2], "2026-02-06    12:00")
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

  it("has only a header if there are no rows", () => {
    assert.strictEqual(Series.table(Series.slice(daily, { to: new Date(0) })).split("\n").length, 4)
  })
})
