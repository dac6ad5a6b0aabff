/** The metadata of model runs: of each service that has it, as simulated and as read. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import * as ModelUpdates from "../../../src/weather/ModelUpdates.ts"
import { testOn } from "../../testOn.ts"
import { ask } from "./support.ts"

const calls = [
  ["https://api.open-meteo.com/data/dwd_icon_d2/static/meta.json", ModelUpdates.get, "dwd_icon_d2"],
  [
    "https://ensemble-api.open-meteo.com/data/ncep_gefs025/static/meta.json",
    ModelUpdates.getOfEnsemble,
    "ncep_gefs025"
  ],
  ["https://marine-api.open-meteo.com/data/ecmwf_wam025/static/meta.json", ModelUpdates.getOfMarine, "ecmwf_wam025"],
  [
    "https://air-quality-api.open-meteo.com/data/cams_global/static/meta.json",
    ModelUpdates.getOfAirQuality,
    "cams_global"
  ]
] as const

describe("the last update of a model", () => {
  for (const [url, get, model] of calls) {
    testOn(Simulator.layer())(`${model} is at ${url}`, function* () {
      yield* TestClock.setTime(Date.parse("2026-06-10T16:00:00Z"))
      const update = yield* get({ model })
      const { quota, requests } = yield* Simulator.WeatherSimulator
      assert.deepStrictEqual(
        (yield* requests).map((request) => request.url),
        [url]
      )
      assert.deepStrictEqual(DateTime.formatIso(update.last_run_initialisation_time), "2026-06-10T12:00:00.000Z")
      assert.deepStrictEqual(DateTime.formatIso(update.last_run_availability_time), "2026-06-10T16:00:00.000Z")
      assert.strictEqual(update.update_interval_seconds, 21_600)
      // The service does not count it.
      assert.deepStrictEqual(
        (yield* quota).map(({ used }) => used),
        [0, 0, 0]
      )
    })
  }

  testOn(Simulator.layer())("is that of the run before, until the next one is available", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T15:59:59Z"))
    const { last_run_initialisation_time: run } = yield* ModelUpdates.get({ model: "dwd_icon" })
    assert.strictEqual(DateTime.formatIso(run), "2026-06-10T06:00:00.000Z")
  })

  testOn(Simulator.layerSelfHosted())("is told by a server of one's own", function* () {
    yield* TestClock.setTime(Date.parse("2026-06-10T16:00:00Z"))
    yield* ModelUpdates.getOfEnsemble({ model: "ncep_gefs025" })
    const { baseUrl, requests } = yield* Simulator.WeatherSimulator
    assert.deepStrictEqual(
      (yield* requests).map((request) => request.url),
      [`${baseUrl}/data/ncep_gefs025/static/meta.json`]
    )
  })

  testOn(Simulator.layer())("is not found for an unknown data set, and not asked for what is not a name", function* () {
    assert.strictEqual((yield* Effect.flip(ModelUpdates.get({ model: "icon_d2_ruc" })))._tag, "NotFound")
    assert.strictEqual((yield* Effect.flip(ModelUpdates.get({ model: "../v1/forecast" })))._tag, "InvalidInput")
    const { requests } = yield* Simulator.WeatherSimulator
    assert.lengthOf(yield* requests, 1)
  })

  it.effect("has nothing else beside it", () =>
    Effect.gen(function* () {
      const { status } = yield* ask("https://api.open-meteo.com/data/dwd_icon/static/other.json")
      assert.strictEqual(status, 404)
    }).pipe(Effect.provide(Simulator.layerHttpClient()))
  )
})
