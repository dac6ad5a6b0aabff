/** A 200 that cannot be decoded is retried if the failure is temporary. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Forecast from "../../src/weather/Forecast.ts"
import { inTurn } from "../rest/support/http.ts"
import { read } from "./fixtures.ts"
import { weather } from "./support/service.ts"

const call = Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["temperature_2m"] })
const good = { text: read("forecast/mt-empty__pi-inky-weather-epd__hourly_melbourne.json") }

const stumbles = [
  ["empty", ""],
  ["prose", read("errors/open-meteo__open-meteo__http200_stream_error.json")],
  ["a proxy's page", "<html><body>Bad gateway</body></html>"],
  ["cut off", good.text.slice(0, good.text.length / 2)],
  ["cut off, with a message of the service", `${good.text.slice(0, 900)}Unexpected error while streaming data: timeout`]
] as const

const asked = Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["apparent_temperature"] })

describe("a 200 that cannot be decoded", () => {
  it.effect.each(stumbles)("%s: is retried until a response can be decoded", ([, text]) =>
    Effect.gen(function* () {
      const { http, layer } = weather(inTurn({ text }, { text }, good), { attempts: 3, timeToLive: "1 hour" })
      const { hourly } = yield* Effect.provide(asked, layer)
      assert.isAbove(hourly.length, 0)
      assert.strictEqual(http.sent.length, 3)
    })
  )

  it.effect.each(stumbles)("%s: fails with ServiceUnavailable after the retries", ([, text]) =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => ({ text }), { attempts: 3, timeToLive: "1 hour" })
      const error = yield* Effect.flip(Effect.provide(asked, layer))
      assert.strictEqual(error._tag, "ServiceUnavailable")
      if (error._tag === "ServiceUnavailable") assert.strictEqual(error.status, 200)
      assert.strictEqual(http.sent.length, 3)
    })
  )

  it.effect("fails at once, with the path, if it does not match the request", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => ({ text: good.text.replace('"hourly":', '"hours":') }), {
        attempts: 3
      })
      const error = yield* Effect.flip(Effect.provide(call, layer))
      assert.strictEqual(error._tag, "DecodeFailed")
      if (error._tag === "DecodeFailed") assert.strictEqual(error.path, "hourly")
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("is cached for its time to live, and decoded again for each call", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => good, { timeToLive: "1 hour" })
      yield* Effect.gen(function* () {
        const first = yield* asked
        const second = yield* asked
        assert.deepStrictEqual(first, second)
        assert.notStrictEqual(first.hourly.apparent_temperature, second.hourly.apparent_temperature)
      }).pipe(Effect.provide(layer))
      assert.strictEqual(http.sent.length, 1)
    })
  )
})
