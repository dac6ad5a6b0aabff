/** The format `auto`: which calls request flatbuffers, and that the values are those of JSON. */
import { assert, describe, it } from "@effect/vitest"
import { Unit } from "@openmeteo/sdk/unit.js"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { metas } from "../../../.build/weather/metas.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import type * as Series from "../../../src/weather/Series.ts"
import * as Variables from "../../../src/weather/Variables.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { round, roundedOf } from "../../../src/weather/internal/flatbuffers/decimals.ts"
import { columnsOf } from "../../../src/weather/internal/series/held.ts"
import "./loaded.ts"

const effect = <A, E>(name: string, body: () => Effect.Effect<A, E, Scope.Scope>): void =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(Date.UTC(2026, 2, 10, 9, 40)), body()))

const berlin = { latitude: 52.52, longitude: 13.41 }

/** A client, and the format of each request that it sends. */
const spied = (format: "json" | "auto") => {
  const sent: Array<string> = []
  const spy = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(Effect.service(HttpClient.HttpClient), (client) =>
      HttpClient.mapRequest(client, (request) => {
        sent.push(/format=flatbuffers/.test(request.url) ? "flatbuffers" : "json")
        return request
      })
    )
  ).pipe(Layer.provide(WeatherSimulator.layerHttpClient({ limits: "none" })))
  const layer = Weather.layer({ format, quota: null }).pipe(
    Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory(), spy])
  )
  return { sent, layer }
}

const formatsOf = <A, E>(call: Effect.Effect<A, E, Weather.Weather>): Effect.Effect<ReadonlyArray<string>, E> => {
  const { layer, sent } = spied("auto")
  return Effect.as(Effect.provide(call, layer), sent)
}

/** Ten columns over so many days: 140 weigh 10 calls. */
const archive = (days: number) =>
  Archive.get({
    ...berlin,
    start_date: "2021-01-01",
    end_date: new Date(Date.UTC(2021, 0, days)).toISOString().slice(0, 10),
    hourly: Variables.archiveHourly.slice(0, 10)
  })

const places = (count: number) => Array.from({ length: count }, (_, i) => ({ latitude: 50 + i / 10, longitude: 10 }))

const forecasts = (count: number, models: ReadonlyArray<string> = []) =>
  Forecast.getMany({ places: places(count), hourly: ["temperature_2m"], models: [...models] })

describe("auto requests", () => {
  effect("flatbuffers from a weight of 10 on", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* formatsOf(archive(139)), ["json"])
      assert.deepStrictEqual(yield* formatsOf(archive(140)), ["flatbuffers"])
      assert.deepStrictEqual(yield* formatsOf(forecasts(9)), ["json"])
      assert.deepStrictEqual(yield* formatsOf(forecasts(10)), ["flatbuffers"])
    })
  )

  effect("JSON at once, where a label does not tell the model", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* formatsOf(forecasts(20, ["gem_global", "gfs_global"])), ["flatbuffers"])
      assert.deepStrictEqual(yield* formatsOf(forecasts(20, ["gem_global", "cmc_gem_gdps"])), ["json"])
      // The service refuses it.
      assert.deepStrictEqual(yield* formatsOf(Effect.flip(forecasts(20, ["gem_global", "never_heard_of"]))), ["json"])
    })
  )

  effect("JSON for weeks and months, of which a response may leave out columns", () =>
    Effect.gen(function* () {
      const seasonal = Seasonal.get({
        ...berlin,
        daily: Variables.seasonalDaily.slice(0, 40),
        weekly: ["temperature_2m_mean"]
      })
      assert.deepStrictEqual(yield* formatsOf(seasonal), ["json"])
    })
  )
})

const valuesOf = (series: Series.Series): ReadonlyArray<readonly [string, ReadonlyArray<number>]> =>
  Array.from(columnsOf(series), ([name, { values }]) => [name, Array.from(values)] as const)

describe("with auto", () => {
  for (const units of [
    {},
    { temperature_unit: "fahrenheit", wind_speed_unit: "mph", precipitation_unit: "inch" },
    { wind_speed_unit: "ms" }
  ] as const) {
    effect(`all values of the archive are those of JSON: ${JSON.stringify(units)}`, () =>
      Effect.gen(function* () {
        const call = Archive.getMany({
          ...units,
          places: places(4),
          start_date: "2021-01-01",
          end_date: "2021-01-14",
          hourly: Variables.archiveHourly,
          daily: Variables.archiveDaily
        })
        const [json, auto] = [spied("json"), spied("auto")]
        const expected = yield* Effect.provide(call, json.layer)
        const found = yield* Effect.provide(call, auto.layer)
        assert.deepStrictEqual([json.sent, auto.sent], [["json"], ["flatbuffers"]])
        expected.forEach(({ daily, hourly }, i) => {
          assert.deepStrictEqual(valuesOf(found[i]?.hourly ?? assert.fail("no hours")), valuesOf(hourly))
          assert.deepStrictEqual(valuesOf(found[i]?.daily ?? assert.fail("no days")), valuesOf(daily))
        })
      })
    )
  }

  effect("current values are those of JSON", () =>
    Effect.gen(function* () {
      const call = Forecast.getMany({ places: places(10), current: ["temperature_2m", "pressure_msl", "rain"] })
      const [json, auto] = [spied("json"), spied("auto")]
      const expected = yield* Effect.provide(call, json.layer)
      const found = yield* Effect.provide(call, auto.layer)
      assert.deepStrictEqual(auto.sent, ["flatbuffers"])
      assert.deepStrictEqual(
        found.map(({ current }) => current.values),
        expected.map(({ current }) => current.values)
      )
    })
  )
})

describe("a value is rounded", () => {
  const numberOf = (name: string): Unit => Number(Reflect.get(Unit, name))

  it("in a column as alone", () => {
    const values = [-0.04, -0, 0.25, 1.25, 2 ** 60, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY]
    const column = Float64Array.from(values)
    round(column, Unit.celsius)
    assert.deepStrictEqual(
      Array.from(column),
      values.map((value) => roundedOf(value, Unit.celsius))
    )
  })

  it("to the decimals of its unit", () => {
    const single = fc.float({ noNaN: true, min: -1e6, max: 1e6 })
    const units = Object.values(metas.units).filter(({ sdk }) => sdk !== "undefined")
    fc.assert(
      fc.property(single, fc.constantFrom(...units), (value, { decimals, sdk }) => {
        const isTie = Math.abs((value * 10 ** decimals) % 1) === 0.5
        fc.pre(!isTie)
        assert.strictEqual(roundedOf(value, numberOf(sdk)), Number(value.toFixed(decimals)))
      })
    )
  })

  it("to even, if it is between two", () => {
    const rounded = [0.25, 0.75, -0.25, -0.75, 1.25].map((value) => roundedOf(value, Unit.celsius))
    assert.deepStrictEqual(rounded, [0.2, 0.8, -0.2, -0.8, 1.2])
    assert.deepStrictEqual(
      [0.5, 1.5, 2.5, -2.5, -3.5].map((value) => roundedOf(value, Unit.percentage)),
      [0, 2, 2, -2, -4]
    )
  })

  it("with its sign, if it becomes 0, and not if it is too large to have decimals", () => {
    assert.deepStrictEqual(
      [-0.04, -0, 0.04].map((value) => roundedOf(value, Unit.celsius)),
      [-0, -0, 0]
    )
    for (const value of [2 ** 60, -(2 ** 100), Number.POSITIVE_INFINITY]) {
      assert.strictEqual(roundedOf(value, Unit.celsius), value)
    }
  })

  it("not at all, if its unit is unknown, and never if it is missing", () => {
    assert.strictEqual(roundedOf(0.123456789, 9_999 as Unit), 0.123456789)
    assert.isNaN(roundedOf(Number.NaN, Unit.celsius))
  })
})
