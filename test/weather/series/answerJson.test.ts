import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { WeatherSimulator } from "../../../src/testing/index.ts"
import { Ensemble, Forecast, Seasonal, Series } from "../../../src/weather/index.ts"
import { change, columnsOf } from "../../../src/weather/internal/series/held.ts"
import * as Decode from "../../../src/weather/internal/decode/answer.ts"
import { anySeries } from "./support/arbitrarySeries.ts"
import { testOn } from "../../testOn.ts"

const place = { latitude: 60.39, longitude: 5.32, timezone: "Europe/Oslo" }

const again = <A, I>(schema: Schema.Codec<A, I>, value: A): A => {
  const codec = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value))))
}

it("the JSON of any series comes back equal", () => {
  const codec = Schema.toCodecJson(Series.schema())
  fc.assert(
    fc.property(anySeries, (series) => {
      const text = JSON.stringify(Schema.encodeSync(codec)(series))
      const back = Schema.decodeUnknownSync(codec)(JSON.parse(text))
      // JSON has no -0.
      const values = new Map(Array.from(columnsOf(series), ([name, column]) => [name, positive(column)]))
      assert.deepStrictEqual<unknown>(back, change(series, { columns: values }))
    })
  )
})

const positive = (column: Series.Column): Series.Column => ({
  ...column,
  values: column.values.map((value) => value + 0)
})

describe("the JSON of a result", () => {
  testOn(WeatherSimulator.layer())("comes back equal", function* () {
    // The values have no -0, which JSON cannot express.
    const request = {
      ...place,
      hourly: ["relative_humidity_2m", "rain"],
      daily: ["sunrise", "sunset", "temperature_2m_max"],
      minutely_15: ["rain"],
      current: ["temperature_2m", "is_day"],
      forecast_days: 2
    } as const
    const answer = yield* Forecast.get(request)
    const back = again(Series.answerSchema(request), answer)
    assert.deepStrictEqual(back, answer)
    assert.strictEqual(back.hourly.relative_humidity_2m.length, 48)
    assert.strictEqual(back.current.temperature_2m, answer.current.temperature_2m)
  })

  testOn(WeatherSimulator.layer())("comes back equal for several models, ensembles, weeks and months", function* () {
    const several = { ...place, hourly: ["rain"], models: ["icon_d2", "gfs_seamless"], forecast_days: 1 } as const
    const models = yield* Forecast.get(several)
    assert.deepStrictEqual(again(Series.answerSchema(several), models), models)
    const runs = {
      ...place,
      hourly: ["relative_humidity_2m"],
      models: ["gfs025"],
      forecast_days: 1
    } as const
    const ensemble = yield* Ensemble.get(runs)
    assert.deepStrictEqual(again(Series.ensembleAnswerSchema(runs), ensemble), ensemble)
    const long = { ...place, weekly: ["temperature_2m_mean"], monthly: ["temperature_2m_mean"] } as const
    const seasonal = yield* Seasonal.get(long)
    assert.deepStrictEqual(again(Series.ensembleAnswerSchema(long), seasonal), seasonal)
  })

  it("is refused if it lacks a column of a single model, whose members alone may be absent", () => {
    const request = { hourly: ["rain"], models: ["gfs025"] } as const
    const site = { latitude: 1, longitude: 2, utc_offset_seconds: 0, timezone: "GMT" }
    const json = { ...site, hourly: { time: ["2026-01-01T00:00"], rain_member01: [1] } }
    const answer = Result.getOrThrow(Decode.one(JSON.stringify(json), request))
    const encoded = Schema.encodeSync(Series.answerSchema({}))(answer)
    assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(Series.ensembleAnswerSchema(request))(encoded)))
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Series.answerSchema(request))(encoded)))
  })

  testOn(WeatherSimulator.layer())("is refused if it lacks a block or a column", function* () {
    const request = { ...place, hourly: ["rain"], forecast_days: 1 } as const
    const encoded = Schema.encodeSync(Series.answerSchema(request))(yield* Forecast.get(request))
    const decoded = (other: object) => Schema.decodeUnknownResult(Series.answerSchema(other))(encoded)
    assert.isTrue(Result.isSuccess(decoded(request)))
    for (const other of [{ hourly: ["snow"] }, { daily: ["rain_sum"] }, { current: ["rain"] }]) {
      assert.isTrue(Result.isFailure(decoded(other)))
    }
  })

  it("comes back equal, and typed, without the columns and blocks that no model has", () => {
    const time = ["2026-01-01T00:00", "2026-01-01T01:00"]
    const site = { latitude: 40.7, longitude: -74, elevation: 3, utc_offset_seconds: 0, timezone: "GMT" }
    const request = { hourly: ["rain"], current: ["rain"], models: ["icon_d2", "gfs_global"] } as const
    const json = {
      ...site,
      current: { time: time[0], interval: 900, rain_gfs_global: 2 },
      hourly: { time, rain_gfs_global: [1, null] }
    }
    const answer = Result.getOrThrow(Decode.one(JSON.stringify(json), request))
    const back = again(Series.answerSchema(request), answer)
    assert.deepStrictEqual(back, answer)
    const missing: Float64Array | undefined = back.hourly.rain_icon_d2
    assert.deepStrictEqual([missing, back.hourly.absent], [undefined, ["rain_icon_d2"]])
    assert.deepStrictEqual([back.current.rain_icon_d2, back.current.rain_gfs_global], [undefined, 2])
    const block = again(Series.partialSchema("rain_icon_d2", "rain_gfs_global"), answer.hourly)
    assert.deepStrictEqual<unknown>(block, answer.hourly)
    assert.deepStrictEqual(block.rain_gfs_global, new Float64Array([1, Number.NaN]))
    // The columns are those of another request.
    const encoded = Schema.encodeSync(Series.answerSchema(request))(answer)
    for (const models of [["icon_d2", "gfs_seamless"], []]) {
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(Series.answerSchema({ ...request, models }))(encoded)))
    }
    for (const schema of [Series.schema("rain_icon_d2"), Series.partialSchema("rain_icon_eu")]) {
      assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(schema)(encoded.hourly)))
    }
    const long = { weekly: ["rain_mean", "snowfall_mean"], monthly: ["rain_mean"] } as const
    const weeks = { ...site, weekly: { time: ["2026-01-05"], rain_mean: [1] } }
    const seasons = Result.getOrThrow(Decode.one(JSON.stringify(weeks), long))
    const backAgain = again(Series.answerSchema(long), seasons)
    assert.deepStrictEqual(backAgain, seasons)
    assert.deepStrictEqual([backAgain.weekly?.absent, backAgain.monthly], [["snowfall_mean"], undefined])
  })

  it("is refused if a value of the current conditions is missing", () => {
    const request = { current: ["rain", "showers"] } as const
    const site = { latitude: 1, longitude: 2, utc_offset_seconds: 0, timezone: "GMT" }
    const current = { time: "2026-01-01T00:00", interval: 900, rain: 1, showers: null }
    const answer = Result.getOrThrow(Decode.one(JSON.stringify({ ...site, current }), request))
    assert.deepStrictEqual(again(Series.answerSchema(request), answer), answer)
    const encoded = Schema.encodeSync(Series.answerSchema(request))(answer)
    const other = Series.answerSchema({ current: ["rain", "snowfall"] })
    assert.isTrue(Result.isFailure(Schema.decodeUnknownResult(other)(encoded)))
  })

  it("has null for a place that the service does not return", () => {
    const site = {
      elevation: null,
      generationtime_ms: null,
      utc_offset_seconds: 0,
      timezone: "GMT",
      timezone_abbreviation: "GMT"
    }
    const nowhere = { ...site, latitude: Number.NaN, longitude: Number.NaN }
    assert.deepStrictEqual(again(Series.answerSchema({}), nowhere), nowhere)
  })
})
