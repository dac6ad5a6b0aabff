/** Calls that request flatbuffers: of several places, in parts, by POST, from the cache, and what is requested as JSON. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Elevation from "../../../src/weather/Elevation.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Seasonal from "../../../src/weather/Seasonal.ts"
import * as Weather from "../../../src/weather/Weather.ts"
import { assertSame } from "./support.ts"

/** A test at a time for which there is data. */
const effect = <A, E>(name: string, body: () => Effect.Effect<A, E, Scope.Scope>): void =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(Date.UTC(2026, 2, 10, 9, 40)), body()))

const berlin = { latitude: 52.52, longitude: 13.41 }
const days = { start_date: "2020-12-30", end_date: "2021-01-02" }

/** A client, and what it sends: the method and the format of each request. */
const spied = () => {
  const sent: Array<string> = []
  const simulator = WeatherSimulator.layerHttpClient({ limits: "none" })
  const spy = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(Effect.service(HttpClient.HttpClient), (client) =>
      HttpClient.mapRequest(client, (request) => {
        const body = request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : ""
        const isFlatbuffers = /format=flatbuffers|"format":"flatbuffers"/.test(request.url + body)
        sent.push(`${request.method} ${isFlatbuffers ? "flatbuffers" : "JSON"} ${request.headers["accept"]}`)
        return request
      })
    )
  ).pipe(Layer.provide(simulator))
  const layer = Weather.layer({ format: "flatbuffers", quota: null }).pipe(
    Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory(), spy])
  )
  return { sent, layer }
}

const asFlatbuffers = "flatbuffers application/octet-stream"
const asJson = "JSON application/json"

describe("JSON and flatbuffers agree on", () => {
  effect("several places, some with an elevation", () =>
    assertSame(
      Forecast.getMany({
        places: [berlin, { latitude: -33.9, longitude: 18.4, elevation: 10 }, { latitude: 78.22, longitude: 15.65 }],
        timezone: "auto",
        hourly: ["temperature_2m"],
        daily: ["sunrise", "sunset"],
        models: ["ecmwf_ifs025", "gfs_global"]
      })
    )
  )

  effect("the cells of a box", () =>
    assertSame(
      Forecast.getMany.within({
        bounding_box: [52, 13, 52.5, 13.5],
        models: ["ecmwf_ifs025"],
        hourly: ["temperature_2m"],
        forecast_days: 1
      })
    )
  )

  effect("the parts of a stream, and parts from an instant on", () =>
    Effect.forEach([undefined, new Date("2020-12-31T05:00Z")], (from) =>
      assertSame(
        Stream.runCollect(
          Archive.stream({ ...berlin, ...days, hourly: ["temperature_2m", "rain"], daily: ["sunrise"] }, from)
        )
      )
    )
  )

  effect("a result with its metadata", () =>
    assertSame(
      Effect.map(Archive.get.withReply({ ...berlin, ...days, hourly: ["rain"] }), ({ status, value }) => ({
        status,
        value
      }))
    )
  )

  effect("refusals", () =>
    Effect.gen(function* () {
      const refused = yield* assertSame(Forecast.get({ ...berlin, hourly: ["rain"], models: ["no_such_model"] }))
      assert.propertyVal(refused, "_tag", "BadRequest")
    })
  )

  effect("a place that only one of several models covers", () =>
    assertSame(
      Forecast.get({
        latitude: 40.71,
        longitude: -74.01,
        hourly: ["rain"],
        models: ["icon_d2", "gfs_global", "icon_eu"]
      })
    )
  )
})

describe("a client of flatbuffers", () => {
  effect("sends long requests as POST", () => {
    const { layer, sent } = spied()
    const places = Array.from({ length: 900 }, (_, i) => ({ latitude: 40 + i / 100, longitude: i / 100 }))
    return Effect.gen(function* () {
      const all = yield* Forecast.getMany({ places, hourly: ["temperature_2m"], forecast_days: 1 })
      assert.lengthOf(all, 900)
      assert.deepStrictEqual(sent, [`POST ${asFlatbuffers}`])
    }).pipe(Effect.provide(layer))
  })

  effect("requests JSON for what flatbuffers cannot express", () => {
    const { layer, sent } = spied()
    return Effect.gen(function* () {
      yield* Forecast.get.as(Schema.Unknown)({ ...berlin, hourly: ["rain"] })
      yield* Elevation.getMany({ places: [berlin] })
      yield* Effect.exit(Forecast.get({ ...berlin, hourly: ["rain", "happiness"] }))
      assert.deepStrictEqual(
        sent,
        Array.from({ length: 3 }, () => `GET ${asJson}`)
      )
      yield* Forecast.get({ ...berlin, hourly: ["rain"] })
      assert.strictEqual(sent.at(-1), `GET ${asFlatbuffers}`)
    }).pipe(Effect.provide(layer))
  })

  effect("requests JSON for weeks whose first day it cannot tell", () => {
    const { layer, sent } = spied()
    return Effect.gen(function* () {
      const weekly = ["temperature_2m_mean"] as const
      yield* Seasonal.get({ ...berlin, weekly, forecast_days: 14 })
      yield* Seasonal.get({ ...berlin, weekly, start_date: "2026-03-01", end_date: "2026-03-20" })
      yield* Seasonal.get({ ...berlin, weekly, daily: ["rain_sum"], forecast_days: 14 })
      assert.deepStrictEqual(sent, [`GET ${asJson}`, `GET ${asFlatbuffers}`, `GET ${asFlatbuffers}`])
    }).pipe(Effect.provide(layer))
  })

  effect("requests the same as JSON if labels, order and counts do not prove which model it is", () => {
    const { layer, sent } = spied()
    const newYork = { latitude: 40.71, longitude: -74.01 }
    return Effect.gen(function* () {
      // Both of Arpège have the same label.
      const models = ["arpege_europe", "arpege_world", "gfs_global"]
      const input = { hourly: ["rain"], models, forecast_days: 1 } as const
      const { hourly } = yield* Forecast.get({ ...newYork, ...input })
      assert.deepStrictEqual(hourly.columns, ["rain_arpege_world", "rain_gfs_global"])
      assert.deepStrictEqual(hourly.absent, ["rain_arpege_europe"])
      assert.deepStrictEqual(sent, [`GET ${asFlatbuffers}`, `GET ${asJson}`])
      // Where none of them is left out, their order proves it.
      yield* Forecast.get({ ...berlin, ...input })
      yield* Forecast.get({ ...newYork, ...input, models: models.slice(0, 2) })
      assert.deepStrictEqual(sent.slice(2), [`GET ${asFlatbuffers}`, `GET ${asFlatbuffers}`])
    }).pipe(Effect.provide(layer))
  })

  effect("serves responses from the cache", () => {
    const { layer, sent } = spied()
    return Effect.gen(function* () {
      const get = Archive.get({ ...berlin, ...days, hourly: ["temperature_2m"] })
      const first = yield* get
      const second = yield* get
      assert.lengthOf(sent, 1)
      assert.deepStrictEqual(second.hourly.temperature_2m, first.hourly.temperature_2m)
    }).pipe(Effect.provideService(HttpCache.TimeToLive, "1 hour"), Effect.provide(layer))
  })
})
