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
