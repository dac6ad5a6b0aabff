/** Without the optional peers, the Layer says what is missing, and JSON needs none of them. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as WeatherSimulator from "../../src/testing/WeatherSimulator.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Weather from "../../src/weather/Weather.ts"
import { testOn } from "../testOn.ts"

vi.mock("@openmeteo/sdk/weather_api.js", () => {
  throw new Error("Cannot find package '@openmeteo/sdk'")
})

const get = Forecast.get({ latitude: 52.52, longitude: 13.41, hourly: ["rain"], forecast_days: 1 })

const provided = Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory(), WeatherSimulator.layerHttpClient()])

describe("without @openmeteo/sdk", () => {
  it.effect("the Layer fails with a ConfigError that says how to install it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(get, Weather.layer({ format: "flatbuffers" }).pipe(provided)))
      assert.instanceOf(error, ConfigError)
      assert.match(String(error), /npm install @openmeteo\/sdk flatbuffers/)
    })
  )

  testOn(Weather.layer({ format: "json" }).pipe(provided))("requests for JSON need no package", function* () {
    const { hourly } = yield* get
    assert.strictEqual(hourly.length, 24)
  })
})
