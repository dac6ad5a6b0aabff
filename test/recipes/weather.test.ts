/** The recipes that need only the weather. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { constant } from "effect/Function"
import degrees, { degreeDays } from "../../docs/recipes/degree-days/program.ts"
import map, { cells, draw, print } from "../../docs/recipes/weather-map/program.ts"
import { Faults, WeatherSimulator } from "forgecast/testing"
import { run } from "../workflow/support/run.ts"
import { on } from "./support.ts"

const { WeatherSimulator: Simulator } = WeatherSimulator

describe("degree days of thirty years", () => {
  it.effect("sums up each year, and says how they change", () =>
    Effect.gen(function* () {
      const { trend, years } = yield* yield* run(degrees)
      assert.deepStrictEqual(
        years.map(({ year }) => year),
        Array.from({ length: 30 }, (_, index) => 1996 + index)
      )
      assert.deepStrictEqual(
        years.map(({ days, year }) => days === (year % 4 === 0 ? 366 : 365)),
        years.map(constant(true))
      )
      for (const { heating } of years) assert.isTrue((heating ?? 0) > 3_000 && (heating ?? 0) < 4_000)
      assert.isBelow(Math.abs(trend), 10)
    }).pipe(on("degree-days"))
  )

  it.effect("is the sum of what is below the base", () =>
    Effect.gen(function* () {
      const simulator = yield* Simulator
      const bergen = { latitude: 60.39, longitude: 5.32, radius: 50 }
      yield* simulator.seed({ spells: [{ ...bergen, from: "2024-12-31", lasts: "367 days", temperature_2m: 5 }] })
      const { years } = yield* yield* run(degreeDays({ place: "Bergen", from: 2025, to: 2025, base: 15 }))
      assert.deepStrictEqual(years, [{ year: 2025, heating: 3_650, days: 365 }])
    }).pipe(on("degree-days"))
  )

  it.effect("waits for the quota, and survives an outage", () =>
    Effect.gen(function* () {
      const { faults, requests, spend } = yield* Simulator
      yield* spend(580)
      yield* faults.add(Faults.unavailable({ operation: "Archive.stream" }))
      const { years } = yield* yield* run(degrees)
      assert.lengthOf(years, 30)
      const times = (yield* requests).map(({ receivedAt }) => receivedAt)
      assert.isAtLeast((times.at(-1) ?? 0) - (times[0] ?? 0), 60_000)
    }).pipe(on("degree-days"))
  )

  it.effect("says that there is no such place", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(degreeDays({ place: "Atlantis", from: 2025, to: 2025, base: 15 }))
      assert.strictEqual(error._tag, "NoSuchPlace")
    }).pipe(on("degree-days"))
  )
})

describe("weather map", () => {
  it.effect("has a square for each cell, at its place", () =>
    Effect.gen(function* () {
      const svg = yield* yield* run(map)
      assert.lengthOf(svg.match(/<rect /g) ?? [], 300)
      assert.match(svg, /viewBox="0 0 0\.270 0\.300"/)
      assert.include(svg, "<title>31 °C</title>")
      const box = yield* yield* run(cells([47.4, 9.2, 47.7, 9.6]))
      const lines = print(box).split("\n")
      assert.lengthOf(lines, 15)
      assert.match(lines[0] ?? "", /^47\.68° .* {2}4$/)
      assert.include(lines[7], " 31")
    }).pipe(on("weather-map"))
  )

  it("draws a cell without a value in grey", () => {
    const svg = draw([{ latitude: 0.5, longitude: 0.5, value: NaN }], [0, 0, 1, 1])
    assert.include(svg, `<rect x="0.000" y="0.000" width="1.000" height="1.000" fill="#ccc"><title>no value</title>`)
  })

  it.effect("is drawn again after an outage", () =>
    Effect.gen(function* () {
      const { faults } = yield* Simulator
      yield* faults.add(Faults.unavailable({ operation: "Forecast.getMany" }))
      assert.lengthOf(yield* yield* run(cells([47.4, 9.2, 47.44, 9.26])), 6)
    }).pipe(on("weather-map"))
  )

  it.effect("is drawn of two halves if the service refuses the box as too large", () =>
    Effect.gen(function* () {
      const { requests } = yield* Simulator
      const map = yield* yield* run(cells([47, 9, 48.4, 11.4]))
      const places = new Set(map.map(({ latitude, longitude }) => `${latitude} ${longitude}`))
      assert.strictEqual(places.size, map.length)
      assert.isAbove(map.length, 5000)
      assert.isAbove((yield* requests).length, 1)
    }).pipe(on("weather-map"))
  )
})
