import { assert, describe, it } from "@effect/vitest"
import { Forecast, Series } from "forgecast/weather"
import { WeatherSimulator } from "forgecast/testing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

const bergen = { latitude: 60.39, longitude: 5.32 }

describe("a forecast", () => {
  it.effect("begins today, and knows of the storm tomorrow", () =>
    Effect.gen(function* () {
      const { seed } = yield* WeatherSimulator.WeatherSimulator
      yield* TestClock.setTime(Date.parse("2026-01-01"))
      yield* seed({ spells: [WeatherSimulator.storm({ ...bergen, from: { in: "1 day" } })] })
      const { daily } = yield* Forecast.get({ ...bergen, daily: ["wind_gusts_10m_max"], forecast_days: 2 })
      const [today, tomorrow] = Array.from(Series.rows(daily))
      assert.strictEqual(today && DateTime.formatIsoDate(today.time), "2026-01-01")
      assert.strictEqual(tomorrow?.wind_gusts_10m_max, 118)
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )
})
