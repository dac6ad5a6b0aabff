import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { WeatherSimulator } from "../../../src/testing/index.ts"
import { Ensemble, Forecast, Seasonal, Series } from "../../../src/weather/index.ts"

const place = { latitude: 60.39, longitude: 5.32, timezone: "Europe/Oslo" }

const again = <A, I>(schema: Schema.Codec<A, I>, value: A): A => {
  const codec = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value))))
}

describe("the JSON of a result", () => {
  it.effect("comes back equal", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )

  it.effect("comes back equal for several models, ensembles, weeks and months", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )

  it.effect("is refused if it lacks a block or a column", () =>
    Effect.gen(function* () {
      const request = { ...place, hourly: ["rain"], forecast_days: 1 } as const
      const encoded = Schema.encodeSync(Series.answerSchema(request))(yield* Forecast.get(request))
      const decoded = (other: object) => Schema.decodeUnknownResult(Series.answerSchema(other))(encoded)
      assert.isTrue(Result.isSuccess(decoded(request)))
      for (const other of [{ hourly: ["snow"] }, { daily: ["rain_sum"] }, { current: ["rain"] }]) {
        assert.isTrue(Result.isFailure(decoded(other)))
      }
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )

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
