/** Without the optional peers, the format `auto` is JSON, and the format `flatbuffers` fails. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { vi } from "vitest"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Weather from "../../../src/weather/Weather.ts"

vi.mock("flatbuffers", () => {
  throw new Error("Cannot find package 'flatbuffers'")
})

const archive = Archive.get({
  latitude: 52.5,
  longitude: 13.4,
  start_date: "2000-01-01",
  end_date: "2005-12-31",
  daily: ["temperature_2m_max"]
})

const given = Layer.mergeAll(HttpCache.layerMemory(), RateLimit.layerMemory(), WeatherSimulator.layerHttpClient())

describe("without the peers", () => {
  it.effect("auto requests JSON", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 10))
      const { daily } = yield* archive
      assert.strictEqual(daily.length, 2_192)
      const { requests } = yield* WeatherSimulator.WeatherSimulator
      const seen = yield* requests
      assert.lengthOf(seen, 1)
      assert.notInclude(seen[0]?.url, "flatbuffers")
    }).pipe(Effect.provide(Weather.layer({ format: "auto" }).pipe(Layer.provideMerge(given))))
  )

  it.effect("flatbuffers fail, and name the packages", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        Effect.provide(archive, Weather.layer({ format: "flatbuffers" }).pipe(Layer.provide(given)))
      )
      assert.include(String(error), "npm install @openmeteo/sdk flatbuffers")
    })
  )
})
