import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import * as Wire from "./wire.ts"

const hour = 3_600_000
const start = Date.UTC(2026, 2, 28, 23)

const columns = {
  temperature_2m: { unit: "°C", values: [3.5, null, -1, 12.25, -1] },
  wind_direction_10m: { unit: "°", values: [350, 10, null, null, null] }
}

/** Five hours from midnight of the day that summer time begins, asked for the day before. */
const berlin: Wire.Meant = {
  latitude: 52.5,
  longitude: 13.4,
  timezone: "Europe/Berlin",
  offsetSeconds: 3_600,
  blocks: [{ name: "hourly", time: Array.from({ length: 5 }, (_, i) => start + i * hour), columns }]
}

const asked = { hourly: ["temperature_2m", "wind_direction_10m"] } as const

const decode = (meant: Wire.Meant) =>
  Result.getOrThrow(Decode.one(Wire.write([meant], { timeformat: "iso8601" }), asked)).hourly

const hourly = decode(berlin)
const empty = decode({
  ...berlin,
  blocks: [
    {
      name: "hourly",
      time: [],
      columns: {
        temperature_2m: { unit: "°C", values: [] },
        wind_direction_10m: { unit: "°", values: [] }
      }
    }
  ]
})

const instant = (index: number, minutes = 0): Date => new Date(start + index * hour + minutes * 60_000)

const temperatureOf = (row: Option.Option<Series.Row<"temperature_2m">>) =>
  Option.getOrUndefined(Option.map(row, ({ temperature_2m }) => temperature_2m))

describe("rows", () => {
  it("have their values, null for none, and the service's label", () => {
    const rows = Array.from(Series.rows(hourly))
    assert.deepStrictEqual(
      rows.map((row) => [DateTime.formatIsoZoned(row.time).slice(0, 16), row.temperature_2m, row.wind_direction_10m]),
      [
        ["2026-03-29T00:00", 3.5, 350],
        ["2026-03-29T01:00", null, 10],
        // Clocks went from 02:00 to 03:00; the service goes on by the offset of the request.
        ["2026-03-29T02:00", -1, null],
        ["2026-03-29T03:00", 12.25, null],
        ["2026-03-29T04:00", -1, null]
      ]
    )
    const civil = rows.map((row) => DateTime.getPart(DateTime.setZoneNamedUnsafe(row.time, hourly.zone.name), "hour"))
    assert.deepStrictEqual(civil, [0, 1, 3, 4, 5])
  })

  it("by index, none beyond the ends", () => {
    assert.strictEqual(temperatureOf(Series.row(hourly, 3)), 12.25)
    for (const index of [-1, 5, 1.5, Number.NaN]) assert.isTrue(Option.isNone(Series.row(hourly, index)))
    assert.isTrue(Option.isNone(Series.dateTime(hourly, 5)))
    assert.isTrue(Option.isNone(Series.label(hourly, 5)))
  })

  it("of an instant", () => {
    assert.strictEqual(temperatureOf(Series.at(hourly, instant(3))), 12.25)
    assert.strictEqual(temperatureOf(Series.at(hourly, DateTime.makeUnsafe(instant(0)))), 3.5)
    for (const at of [instant(3, 1), instant(-1), instant(5), new Date(Number.NaN)]) {
      assert.isTrue(Option.isNone(Series.at(hourly, at)))
    }
  })

  it("in whose hour an instant lies", () => {
    assert.strictEqual(temperatureOf(Series.during(hourly, instant(3))), 12.25)
    assert.strictEqual(temperatureOf(Series.during(hourly, instant(3, 59))), 12.25)
    assert.strictEqual(temperatureOf(Series.during(hourly, instant(4, 59))), -1)
    for (const at of [instant(0, -1), instant(5)]) assert.isTrue(Option.isNone(Series.during(hourly, at)))
    assert.isTrue(Option.isNone(Series.during(empty, instant(0))))
  })

  it("nearest to an instant, the earlier of two", () => {
    assert.strictEqual(temperatureOf(Series.nearest(hourly, instant(2, 31))), 12.25)
    assert.strictEqual(temperatureOf(Series.nearest(hourly, instant(2, 30))), -1)
    assert.strictEqual(temperatureOf(Series.nearest(hourly, new Date(0))), 3.5)
    assert.strictEqual(temperatureOf(Series.nearest(hourly, instant(100))), -1)
    assert.isTrue(Option.isNone(Series.nearest(empty, instant(0))))
  })

  it.effect("nearest to now, by the clock", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(instant(3, 10).getTime())
      assert.strictEqual(temperatureOf(yield* Series.nearestToNow(hourly)), 12.25)
    })
  )
})

describe("slices and selections", () => {
  it("from an instant on and before another", () => {
    const middle = Series.slice(hourly, { from: instant(1), to: instant(3) })
    assert.deepStrictEqual(Array.from(middle.temperature_2m), [Number.NaN, -1])
    assert.strictEqual(middle.length, 2)
    assert.strictEqual(middle.temperature_2m.buffer, hourly.temperature_2m.buffer)
    assert.deepStrictEqual(Series.slice(hourly, {}), hourly)
    assert.strictEqual(Series.slice(hourly, { from: instant(4, 1) }).length, 0)
    assert.strictEqual(Series.slice(hourly, { from: instant(3), to: instant(1) }).length, 0)
    assert.deepStrictEqual(Array.from(Series.slice(hourly, { to: instant(1) }).temperature_2m), [3.5])
  })

  it("of these columns alone", () => {
    const wind = Series.select(hourly, ["wind_direction_10m"])
    assert.deepStrictEqual(wind.columns, ["wind_direction_10m"])
    assert.deepStrictEqual(wind.units, { wind_direction_10m: "°" })
    assert.strictEqual(wind.wind_direction_10m, hourly.wind_direction_10m)
    assert.isFalse("temperature_2m" in wind)
  })

  it("by a name that isn't known at compile time", () => {
    const found = Option.getOrThrow(Series.find(hourly, ["temperature", "2m"].join("_")))
    assert.strictEqual(found.values, hourly.temperature_2m)
    assert.strictEqual(found.unit, "°C")
    assert.isTrue(Option.isNone(Series.find(hourly, "rain")))
    assert.isTrue(Option.isNone(Series.find(hourly, "time")))
  })

  it("a slice and its neighbours are the whole", () => {
    fc.assert(
      fc.property(fc.integer({ min: -90, max: 390 }), fc.integer({ min: -90, max: 390 }), (a, b) => {
        const [from, to] = [instant(0, Math.min(a, b)), instant(0, Math.max(a, b))]
        const parts = [{ to: from }, { from, to }, { from: to }].map((range) => Series.slice(hourly, range))
        const [first, ...rest] = parts
        assert.isDefined(first)
        assert.deepStrictEqual(Result.getOrThrow(Series.join([first, ...rest])), hourly)
      })
    )
  })
})

describe("figures", () => {
  it("pass over what has no value", () => {
    assert.strictEqual(Series.min(hourly, "temperature_2m"), -1)
    assert.strictEqual(Series.max(hourly, "temperature_2m"), 12.25)
    assert.strictEqual(Series.mean(hourly, "temperature_2m"), (3.5 - 1 + 12.25 - 1) / 4)
  })

  it("have none where there are no values", () => {
    for (const figure of [Series.min, Series.max, Series.mean]) assert.isNaN(figure(empty, "temperature_2m"))
    assert.isNaN(Series.mean(empty, "wind_direction_10m"))
    assert.isTrue(Option.isNone(Series.highest(empty, "temperature_2m")))
  })

  it("say when, the first of equal ones", () => {
    const lowest = Option.getOrThrow(Series.lowest(hourly, "temperature_2m"))
    assert.strictEqual(DateTime.toEpochMillis(lowest.time), instant(2).getTime())
    const highest = Option.getOrThrow(Series.highest(hourly, "temperature_2m"))
    assert.strictEqual(DateTime.toEpochMillis(highest.time), instant(3).getTime())
  })

  it("average directions on the circle", () => {
    const mean = Series.mean(hourly, "wind_direction_10m")
    assert.isTrue(Math.min(mean, 360 - mean) < 1e-9, String(mean))
    const meanOf = (values: ReadonlyArray<number>) =>
      Series.mean(
        decode({
          ...berlin,
          blocks: [
            {
              name: "hourly",
              time: values.map((_, i) => start + i * hour),
              columns: { ...columns, wind_direction_10m: { unit: "°", values }, temperature_2m: { unit: "", values } }
            }
          ]
        }),
        "wind_direction_10m"
      )
    assert.approximately(meanOf([80, 100]), 90, 1e-9)
    assert.approximately(meanOf([180, 270]), 225, 1e-9)
    assert.isNaN(meanOf([0, 180]))
  })
})

describe("join", () => {
  const shifted = (rows: number, change: Partial<Wire.Meant> = {}, unit = "°C") =>
    decode({
      ...berlin,
      ...change,
      blocks: [
        {
          name: "hourly",
          time: Array.from({ length: 2 }, (_, i) => start + (rows + i) * hour),
          columns: {
            temperature_2m: { unit, values: [1, 2] },
            wind_direction_10m: { unit: "°", values: [1, 2] }
          }
        }
      ]
    })

  const reasonOf = (result: Result.Result<unknown, Series.JoinFailed>) =>
    Result.isFailure(result) ? result.failure.reason : undefined

  it("follows on, also over a gap", () => {
    const joined = Result.getOrThrow(Series.join([hourly, shifted(5), shifted(10)]))
    assert.strictEqual(joined.length, 9)
    assert.deepStrictEqual(Array.from(joined.temperature_2m), [3.5, Number.NaN, -1, 12.25, -1, 1, 2, 1, 2])
  })

  it("refuses what doesn't follow", () => {
    assert.strictEqual(reasonOf(Series.join([hourly, shifted(4)])), "time")
    assert.strictEqual(reasonOf(Series.join([shifted(10), shifted(5)])), "time")
    assert.strictEqual(reasonOf(Series.join([hourly, shifted(5, { offsetSeconds: 7_200 })])), "zone")
    assert.strictEqual(reasonOf(Series.join([hourly, shifted(5, { timezone: "Europe/Paris" })])), "zone")
    assert.strictEqual(reasonOf(Series.join([hourly, shifted(5, {}, "°F")])), "units")
    const unlike: readonly [Series.Series, Series.Series] = [hourly, Series.select(shifted(5), ["temperature_2m"])]
    assert.strictEqual(reasonOf(Series.join(unlike)), "columns")
  })

  it("takes a column that one part doesn't have a unit for", () => {
    const joined = Result.getOrThrow(
      Series.join([shifted(0, {}, "undefined"), shifted(5), shifted(9, {}, "undefined")])
    )
    assert.strictEqual(joined.units.temperature_2m, "°C")
  })
})

describe("columns of text", () => {
  const text = JSON.stringify({
    latitude: 1,
    longitude: 2,
    utc_offset_seconds: 0,
    timezone: "GMT",
    hourly_units: { time: "iso8601", station: "", units: "" },
    hourly: { time: ["2026-01-01T00:00", "2026-01-01T01:00"], station: ["a,b", null], units: [1, 2] }
  })

  it("are kept as text", () => {
    const series = Result.getOrThrow(Decode.one(text, { hourly: ["station"] })).hourly
    const station = Option.getOrThrow(Series.find(series, "station"))
    assert.deepStrictEqual(station.text, ["a,b", null])
    assert.isTrue(series.station.every(Number.isNaN))
    assert.strictEqual(Series.toCsv(series).split("\n")[1], '2026-01-01T00:00Z,"a,b",1')
    // A column that is named like a field of a series is found by its name.
    assert.strictEqual(series.units.station, "")
    assert.deepStrictEqual(Array.from(Option.getOrThrow(Series.find(series, "units")).values), [1, 2])
  })
})

describe("schema", () => {
  const codec = Schema.toCodecJson(Series.schema("temperature_2m", "wind_direction_10m"))

  it("comes back equal from its JSON", () => {
    const json = JSON.stringify(Schema.encodeSync(codec)(hourly))
    const back = Schema.decodeUnknownSync(codec)(JSON.parse(json))
    assert.deepStrictEqual(back, hourly)
    assert.deepStrictEqual(Array.from(back.temperature_2m), Array.from(hourly.temperature_2m))
  })

  it("refuses a series without the columns, or with a column too short", () => {
    const encoded = Schema.encodeSync(codec)(hourly)
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Series.schema("rain"))(encoded)))
    const short = { ...Schema.encodeSync(Series.schema("temperature_2m"))(hourly), time: [1, 2] }
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Series.schema("temperature_2m"))(short)))
  })
})
