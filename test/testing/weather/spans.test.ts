/** The rows of hours, quarters of an hour and runs are those that the request means, by any clock. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as SingleRuns from "../../../src/weather/SingleRuns.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import { archive, ask, dig, forecast, layer, list, type Values } from "./support.ts"
import { testOn } from "../../testOn.ts"

const hour = 3_600_000
const quarter = hour / 4
const now = Date.parse("2026-06-10T08:20:00Z")

const place = { latitude: 52.22, longitude: 6.9 }

/** Offsets in hours at `now`. */
const zones = [
  ["GMT", 0],
  ["Europe/Berlin", 2],
  ["America/New_York", -4],
  ["Pacific/Kiritimati", 14]
] as const

const zone = fc.constantFrom(...zones)

const text = (wallClock: number): string => new Date(wallClock).toISOString().slice(0, 16)

const spanOf = (series: { readonly time: Float64Array }) => [series.time[0], series.time.at(-1), series.time.length]

const simulated = <A, E>(program: Effect.Effect<A, E, Simulator.WeatherSimulator | Weather>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    return yield* program
  }).pipe(Effect.provide([Simulator.layer({ limits: "none" }), TestClock.layer()]), Effect.runPromise)

const property = <A>(arbitrary: fc.Arbitrary<A>, check: (value: A) => Promise<void>) =>
  Effect.promise(() => fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: 25 }))

/** The distance of the rows in hours. The seasonal forecast has six-hourly rows by default. */
const resolutions = [
  ["minutely_15", 0.25],
  ["minutely_30", 0.5],
  ["hourly", 1],
  ["hourly_3", 3],
  ["hourly_6", 6],
  [undefined, 6]
] as const

describe("rows", () => {
  it.effect("of a span of hours and of quarters of an hour", () =>
    property(fc.tuple(zone, fc.integer({ min: -200, max: 100 }), fc.nat(60)), ([[timezone, offset], from, length]) =>
      simulated(
        Effect.gen(function* () {
          const first = Math.floor(now / hour) * hour + from * hour
          const last = first + length * hour
          const wall = (instant: number) => text(instant + offset * hour)
          const { hourly, minutely_15 } = yield* Forecast.get({
            ...place,
            timezone,
            hourly: ["rain"],
            minutely_15: ["rain"],
            start_hour: wall(first),
            end_hour: wall(last),
            start_minutely_15: wall(first + quarter),
            end_minutely_15: wall(last + 2 * quarter)
          })
          assert.deepStrictEqual(spanOf(hourly), [first, last, length + 1])
          assert.deepStrictEqual(spanOf(minutely_15), [first + quarter, last + 2 * quarter, length * 4 + 2])
        })
      )
    )
  )

  it.effect("around now, or around an hour of the day", () =>
    property(
      fc.tuple(zone, fc.nat(40), fc.integer({ min: 1, max: 40 }), fc.option(fc.nat(23))),
      ([[timezone, offset], past, ahead, initial]) =>
        simulated(
          Effect.gen(function* () {
            const { hourly, minutely_15 } = yield* Forecast.get({
              ...place,
              timezone,
              hourly: ["rain"],
              minutely_15: ["rain"],
              past_hours: past,
              forecast_hours: ahead,
              past_minutely_15: past,
              forecast_minutely_15: ahead,
              ...(initial === null ? {} : { initial_hours: initial, initial_minutely_15: initial })
            })
            const midnight = Math.floor((now + offset * hour) / (24 * hour)) * 24 * hour - offset * hour
            const startOf = (unit: number) =>
              (initial === null ? Math.floor(now / unit) * unit : midnight + initial * unit) - past * unit
            const rows = past + ahead
            assert.deepStrictEqual(spanOf(hourly), [startOf(hour), startOf(hour) + (rows - 1) * hour, rows])
            assert.deepStrictEqual(spanOf(minutely_15), [
              startOf(quarter),
              startOf(quarter) + (rows - 1) * quarter,
              rows
            ])
          })
        )
    )
  )

  it.effect("of a run, from its hour on", () =>
    property(fc.tuple(fc.integer({ min: 1, max: 4_000 }), fc.integer({ min: 1, max: 16 })), ([back, days]) =>
      simulated(
        Effect.gen(function* () {
          const run = Math.floor(now / (6 * hour)) * 6 * hour - back * 6 * hour
          const { hourly } = yield* SingleRuns.get({ ...place, hourly: ["rain"], run: text(run), forecast_days: days })
          assert.deepStrictEqual(spanOf(hourly), [run, run + (days * 24 - 1) * hour, days * 24])
        })
      )
    )
  )

  it.effect("of each temporal resolution", () =>
    property(fc.constantFrom(...resolutions), ([resolution, hours]) =>
      simulated(
        Effect.gen(function* () {
          const { hourly } = yield* Seasonal.get({
            ...place,
            hourly: ["rain"],
            forecast_days: 1,
            temporal_resolution: resolution
          })
          assert.strictEqual(hourly.time.length, 24 / hours)
          assert.strictEqual(hourly.period, hours * hour)
        })
      )
    )
  )
})

describe("rows without numbers", () => {
  const wall = "2026-06-10T08:20:00Z"

  const rowsOf = Effect.fnUntraced(function* (url: string, query: Values) {
    yield* TestClock.setTime(Date.parse(wall))
    const { json } = yield* ask(url, { ...place, hourly: "temperature_2m", minutely_15: "temperature_2m", ...query })
    return (["hourly", "minutely_15"] as const).map((block) => {
      const times = list(json, block, "time")
      return [times[0], times.length]
    })
  })

  testOn(layer())("quarters of an hour are of three days, or of those that are requested", function* () {
    assert.deepStrictEqual(yield* rowsOf(forecast, {}), [
      ["2026-06-10T00:00", 7 * 24],
      ["2026-06-10T00:00", 3 * 96]
    ])
    assert.deepStrictEqual(yield* rowsOf(forecast, { forecast_days: 5, past_days: 1 }), [
      ["2026-06-09T00:00", 6 * 24],
      ["2026-06-09T00:00", 6 * 96]
    ])
    assert.deepStrictEqual(yield* rowsOf(forecast, { past_days: 1 }), [
      ["2026-06-09T00:00", 8 * 24],
      ["2026-06-09T00:00", 4 * 96]
    ])
    // Hours around now leave them as they are.
    assert.deepStrictEqual(yield* rowsOf(forecast, { forecast_hours: 2 }), [
      ["2026-06-10T08:00", 2],
      ["2026-06-10T00:00", 3 * 96]
    ])
    assert.deepStrictEqual(yield* rowsOf(forecast, { past_minutely_15: 1 }), [
      ["2026-06-10T00:00", 7 * 24],
      ["2026-06-10T08:00", 1 + 3 * 96]
    ])
    const days = { start_date: "2026-06-01", end_date: "2026-06-02" }
    assert.deepStrictEqual(yield* rowsOf(forecast, days), [
      ["2026-06-01T00:00", 48],
      ["2026-06-01T00:00", 2 * 96]
    ])
    const hours = { start_hour: "2026-06-01T03:00", end_hour: "2026-06-01T04:00" }
    assert.deepStrictEqual(yield* rowsOf(forecast, hours), [
      ["2026-06-01T03:00", 2],
      ["2026-06-01T03:00", 8]
    ])
  })

  testOn(layer())("of the sea, they are of seven days", function* () {
    const marine = "https://marine-api.open-meteo.com/v1/marine"
    const waves = { hourly: "wave_height", minutely_15: "wave_height" }
    assert.deepStrictEqual(yield* rowsOf(marine, waves), [
      ["2026-06-10T00:00", 7 * 24],
      ["2026-06-10T00:00", 7 * 96]
    ])
  })
})

describe("in zones of half hours", () => {
  /** The local time is 00:10 in India, and the time at the offset cut to whole hours 23:40 of the day before. */
  const now = Date.parse("2026-06-10T18:40:00Z")

  const asked = { ...place, timezone: "Asia/Kolkata", hourly: "rain", minutely_15: "rain", daily: "rain_sum" }

  testOn(layer())("the current day and hour are those at whole hours", function* () {
    yield* TestClock.setTime(now)
    const { json } = yield* ask(forecast, { ...asked, forecast_days: 1 })
    assert.deepStrictEqual(list(json, "daily", "time"), ["2026-06-10"])
    assert.strictEqual(list(json, "hourly", "time")[0], "2026-06-10T00:00")
    const around = yield* ask(forecast, { ...asked, forecast_hours: 1, forecast_minutely_15: 1 })
    assert.deepStrictEqual(list(around.json, "hourly", "time"), ["2026-06-10T23:00"])
    assert.deepStrictEqual(list(around.json, "minutely_15", "time"), ["2026-06-10T23:30"])
  })

  testOn(layer())("west of Greenwich, they are cut towards it", function* () {
    // The local time is 23:40, and 00:10 at the offset cut to whole hours.
    yield* TestClock.setTime(Date.parse("2026-06-11T02:10:00Z"))
    const { json } = yield* ask(forecast, { ...asked, timezone: "America/St_Johns", forecast_days: 1 })
    assert.deepStrictEqual(list(json, "daily", "time"), ["2026-06-11"])
  })

  testOn(layer())("current conditions are of the hour or quarter in UTC", function* () {
    yield* TestClock.setTime(now)
    const air = yield* ask("https://air-quality-api.open-meteo.com/v1/air-quality", {
      ...place,
      timezone: "Asia/Kathmandu",
      current: "pm10"
    })
    assert.strictEqual(dig(air.json, "current", "time"), "2026-06-10T23:45")
  })

  testOn(layer())("the range of dates is that of UTC", function* () {
    yield* TestClock.setTime(now)
    const onDay = (date: string) =>
      Effect.map(
        ask(archive, { ...place, timezone: "Asia/Kolkata", daily: "rain_sum", start_date: date, end_date: date }),
        ({ status }) => status
      )
    assert.deepStrictEqual([yield* onDay("2026-06-10"), yield* onDay("2026-06-11")], [200, 400])
  })
})
