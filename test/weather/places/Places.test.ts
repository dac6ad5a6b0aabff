import { assert, describe, it } from "@effect/vitest"
import { pipe } from "effect/Function"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Places from "../../../src/weather/Places.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import { seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN

const site = (latitude: number, longitude: number, elevation: number | null = null) => ({
  latitude,
  longitude,
  elevation,
  generationtime_ms: null,
  utc_offset_seconds: 0,
  timezone: "GMT",
  timezone_abbreviation: "GMT"
})

const oslo = { name: "Oslo", latitude: 59.91, longitude: 10.75, elevation: 26 }
const bergen = { latitude: 60.39, longitude: 5.32 }

const hourly = (rain: ReadonlyArray<number>, start = 0) => seriesOf({ rain }, { start, units: { rain: "mm" } })

const two = Result.getOrThrow(
  Places.of(
    [oslo, bergen],
    [
      { ...site(59.9, 10.8, 30), hourly: hourly([1, nan]) },
      { ...site(60.4, 5.3, 50), hourly: hourly([3]) }
    ]
  )
)

describe("distance", () => {
  it("is that of a sphere", () => {
    // A degree of a great circle: 2π × 6,371,008.8 m / 360.
    assert.closeTo(Places.distance({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }), 111_195.08, 0.01)
    assert.closeTo(
      Places.distance({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }),
      111_195.08,
      0.01
    )
    // From pole to pole, half of it.
    assert.closeTo(Places.distance({ latitude: 90, longitude: 7 }, { latitude: -90, longitude: 99 }), 20_015_114.4, 1)
    // Oslo to Bergen, by any map.
    assert.closeTo(pipe(oslo, Places.distance(bergen)) / 1_000, 305, 2)
  })

  it("is the same both ways, and 0 to itself", () => {
    const point = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true })
    })
    fc.assert(
      fc.property(point, point, (a, b) => {
        assert.closeTo(Places.distance(a, b), Places.distance(b, a), 1e-6)
        assert.strictEqual(Places.distance(a, a), 0)
        assert.isAtMost(Places.distance(a, b), 20_015_115)
      })
    )
  })
})

describe("places", () => {
  it("tell how far the cell is, and how much higher", () => {
    const [first, second] = two
    assert.strictEqual(first?.name, "Oslo")
    assert.strictEqual(second?.name, "60.39, 5.32")
    assert.strictEqual(first?.distance, Places.distance(oslo, { latitude: 59.9, longitude: 10.8 }))
    assert.deepStrictEqual([first?.elevationDifference, second?.elevationDifference], [4, null])
    const unknown = Result.getOrThrow(Places.of([{ ...oslo, elevation: nan }], [site(nan, nan)]))
    assert.deepStrictEqual([unknown[0]?.distance, unknown[0]?.elevation], [nan, null])
  })

  it("fail if there are not as many answers", () => {
    const failed = Result.getOrThrow(Result.flip(Places.of([oslo], [])))
    assert.deepStrictEqual([failed._tag, failed.places, failed.answers], ["PlacesFailed", 1, 0])
  })

  it("are found by a point", () => {
    assert.strictEqual(Option.getOrThrow(Places.nearest(two, { latitude: 60, longitude: 6 })).name, "60.39, 5.32")
    assert.strictEqual(Option.getOrThrow(pipe(two, Places.nearest(oslo))).name, "Oslo")
    assert.isTrue(Option.isNone(Places.nearest([], oslo)))
    assert.isTrue(Option.isNone(Places.nearest(two, { latitude: nan, longitude: 0 })))
  })

  it.effect("are those of a request", () =>
    Effect.gen(function* () {
      const places = [oslo, bergen]
      const answers = yield* Forecast.getMany({ places, hourly: ["rain"], daily: ["rain_sum"], forecast_days: 1 })
      const all = yield* Effect.fromResult(Places.of(places, answers))
      const table = Places.toTable(all, "hourly")
      assert.strictEqual(table.length, 48)
      assert.strictEqual(table.columns.rain.length, 48)
      assert.deepStrictEqual(Places.toTable(all, "daily").dates, true)
      // @ts-expect-error: it was not requested.
      assert.isUndefined(table.columns.snowfall)
      // @ts-expect-error: nor was this block.
      assert.strictEqual(Places.toTable(all, "minutely_15").length, 0)
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )
})

describe("a table", () => {
  it("has a row for each place and instant", () => {
    const table = Places.toTable(two, "hourly")
    assert.deepStrictEqual(Array.from(table.place), [0, 0, 1])
    assert.deepStrictEqual(Array.from(table.latitude), [59.91, 59.91, 60.39])
    assert.deepStrictEqual(Array.from(table.longitude), [10.75, 10.75, 5.32])
    assert.deepStrictEqual(Array.from(table.time), [0, 3_600_000, 0])
    assert.deepStrictEqual(Array.from(table.columns.rain), [1, nan, 3])
    assert.deepStrictEqual([table.units.rain, table.dates, table.models], ["mm", false, []])
    assert.deepStrictEqual(
      table.places.map(({ name }) => name),
      ["Oslo", "60.39, 5.32"]
    )
    assert.deepStrictEqual(pipe(two, Places.toTable("hourly")), table)
  })

  it("has NaN for a column, and no rows for a block, that a place lacks", () => {
    const all = Places.ofCells([
      { ...site(1, 1), hourly: seriesOf({ a: [1] }) },
      { ...site(2, 2), hourly: seriesOf({ b: [2] }, { units: { b: "mm" } }) },
      { ...site(3, 3), hourly: undefined }
    ])
    const table = Places.toTable(all, "hourly")
    assert.deepStrictEqual(Reflect.get(table.columns, "a"), Float64Array.of(1, nan))
    assert.deepStrictEqual(Reflect.get(table.columns, "b"), Float64Array.of(nan, 2))
    assert.deepStrictEqual(table.units, { a: "", b: "mm" })
  })

  it("has rows for each model", () => {
    const both = seriesOf({ rain_a: [1, 2], rain_b: [3, 4], t_a: [5, 6] }, { units: { rain_a: "mm" } })
    const all = Places.ofCells([{ ...site(1, 1), hourly: both }])
    const table = Places.toTable(all, "hourly", { models: ["a", "b"] })
    assert.deepStrictEqual(Array.from(table.model), [0, 0, 1, 1])
    assert.deepStrictEqual(Array.from(table.columns["rain"] ?? []), [1, 2, 3, 4])
    assert.deepStrictEqual(Array.from(table.columns["t"] ?? []), [5, 6, nan, nan])
    assert.deepStrictEqual(table.models, ["a", "b"])
    assert.deepStrictEqual(Array.from(Places.csvLines(all, "hourly", { models: ["a", "b"] })), [
      "place,model,latitude,longitude,time,rain (mm),t",
      '"1, 1",a,1,1,1970-01-01T00:00Z,1,5',
      '"1, 1",a,1,1,1970-01-01T01:00Z,2,6',
      '"1, 1",b,1,1,1970-01-01T00:00Z,3,',
      '"1, 1",b,1,1,1970-01-01T01:00Z,4,'
    ])
  })

  it("is a CSV", () => {
    const lines = [
      "place,latitude,longitude,time,rain (mm)",
      "Oslo,59.91,10.75,1970-01-01T00:00Z,1",
      "Oslo,59.91,10.75,1970-01-01T01:00Z,",
      '"60.39, 5.32",60.39,5.32,1970-01-01T00:00Z,3'
    ]
    assert.deepStrictEqual(Array.from(Places.csvLines(two, "hourly")), lines)
    assert.deepStrictEqual(Array.from(pipe(two, Places.csvLines("hourly"))), lines)
  })
})

describe("GeoJSON", () => {
  it("has longitude first, and NaN as null", () => {
    const json = Places.toGeoJson(two, ({ answer }) => ({
      rain: Array.from(answer.hourly.rain),
      first: answer.hourly.rain[1] ?? nan
    }))
    assert.deepStrictEqual(json.features[0]?.geometry, { type: "Point", coordinates: [10.75, 59.91] })
    assert.deepStrictEqual(JSON.parse(JSON.stringify(json)), json)
    assert.deepStrictEqual(json.features[0]?.properties["rain"], [1, null])
    assert.deepStrictEqual(json.features[1]?.properties["first"], null)
    assert.strictEqual(json.features[0]?.properties["name"], "Oslo")
    assert.strictEqual(pipe(two, Places.toGeoJson()).features.length, 2)
  })

  it("has no geometry for a place without coordinates", () => {
    const json = Places.toGeoJson(Places.ofCells([site(nan, nan)]))
    assert.isNull(json.features[0]?.geometry)
    assert.isNull(json.features[0]?.properties["distance"])
  })
})
