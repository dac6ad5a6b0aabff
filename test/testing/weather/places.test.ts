/**
 * Several places, boxes, streams and bodies have the same values as a call for one place, for every service that has
 * them.
 */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import type { RestError } from "../../../src/rest/RestError.ts"
import * as modules from "../../../src/weather/index.ts"
import type { Weather } from "../../../src/weather/Weather.ts"
import { ask, dig, enschede, forecast, layer } from "./support.ts"
import { testOn } from "../../testOn.ts"

const now = Date.parse("2026-06-10T08:20:00Z")

const begin = TestClock.setTime(now)

type Input = Readonly<Record<string, unknown>>

/** The calls of a service, of any input and result. */
interface Service {
  readonly get: (input: Input) => Effect.Effect<unknown, RestError, Weather>
  readonly getMany: ((input: Input) => Effect.Effect<ReadonlyArray<unknown>, RestError, Weather>) & {
    readonly within: (input: Input) => Effect.Effect<ReadonlyArray<unknown>, RestError, Weather>
  }
  readonly stream?: (input: Input) => Stream.Stream<unknown, RestError, Weather>
}

const recent = { start_date: "2026-05-28", end_date: "2026-06-03" }
const past = { start_date: "2024-12-28", end_date: "2025-01-03" }

/** Names the calls of a module. Only their inputs differ. */
const serviceOf = (module: object): Service => module as Service

const services: ReadonlyArray<readonly [string, Service, Input]> = [
  ["Forecast", serviceOf(modules.Forecast), { ...recent, hourly: ["rain"], daily: ["rain_sum", "sunrise"] }],
  ["Archive", serviceOf(modules.Archive), { ...past, hourly: ["rain"], models: ["era5", "cerra"] }],
  ["HistoricalForecast", serviceOf(modules.HistoricalForecast), { ...past, minutely_15: ["rain"] }],
  ["PreviousRuns", serviceOf(modules.PreviousRuns), { ...past, hourly: ["rain_previous_day2"] }],
  ["AirQuality", serviceOf(modules.AirQuality), { ...past, hourly: ["pm10"] }],
  ["Marine", serviceOf(modules.Marine), { ...past, hourly: ["wave_height"], length_unit: "imperial" }],
  ["Ensemble", serviceOf(modules.Ensemble), { ...recent, hourly: ["rain"], models: ["icon_d2", "gfs025"] }],
  ["Seasonal", serviceOf(modules.Seasonal), { ...recent, hourly: ["rain"] }],
  ["Climate", serviceOf(modules.Climate), { ...past, daily: ["rain_sum"] }],
  ["Flood", serviceOf(modules.Flood), { ...past, daily: ["river_discharge"], ensemble: true }],
  ["SatelliteRadiation", serviceOf(modules.SatelliteRadiation), { ...past, hourly: ["shortwave_radiation"] }]
]

const single: readonly [string, Service, Input] = [
  "SingleRuns",
  serviceOf(modules.SingleRuns),
  { run: "2026-06-09T06:00", hourly: ["rain"] }
]

const places = [
  { latitude: 52.22, longitude: 6.9, timezone: "Europe/Amsterdam" },
  { latitude: 40.7, longitude: -74 },
  { latitude: 35.7, longitude: 139.7, elevation: 40, timezone: "Asia/Tokyo" }
]

/** What a result says, without the processing time. */
const said = (results: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  results.map((result) => ({ ...(result as object), generationtime_ms: 0, part: undefined }))

const blocks = ["minutely_15", "hourly", "daily"] as const

/** The rows of all results, one after the other. */
const rowsOf = (results: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  blocks.flatMap((block) =>
    results.flatMap((result) => {
      const series: unknown = Reflect.get(result as object, block)
      return modules.Series.isSeries(series) ? Array.from(modules.Series.rows(series)) : []
    })
  )

const simulated = Simulator.layer({ limits: "none" })

describe.each([...services, single])("%s", (_, { get, getMany }, input) => {
  testOn(simulated)("returns several places as one at a time", function* () {
    yield* begin
    const alone = yield* Effect.forEach(places, (place) => get({ ...place, ...input }))
    assert.deepStrictEqual(said(yield* getMany({ places, ...input })), said(alone))
  })

  testOn(simulated)("returns the cells of a box", function* () {
    yield* begin
    const { requests } = yield* Simulator.WeatherSimulator
    // A service without names of models has none that can be in a box.
    if (_ === "AirQuality") return
    const [model = "icon_eu"] = (input["models"] as ReadonlyArray<string> | undefined)?.slice(-1) ?? models[_] ?? []
    const box = { ...input, models: [model], bounding_box: [52.2, 6.86, 52.23, 6.9] }
    const cells = yield* getMany.within(box)
    const points = [52.2, 52.22].flatMap((latitude) => [6.86, 6.88].map((longitude) => ({ latitude, longitude })))
    const alone = yield* Effect.forEach(points, (point) => get({ ...point, ...input, models: [model] }))
    assert.deepStrictEqual(said(cells), said(alone))
    assert.strictEqual((yield* requests).length, 5)
  })
})

/** A model of each service, where `icon_eu` is none. */
const models: Readonly<Record<string, ReadonlyArray<string>>> = {
  Marine: ["ewam"],
  Seasonal: ["ecmwf_seas5"],
  Climate: ["CMCC_CM2_VHR4"],
  Flood: ["seamless_v4"],
  SatelliteRadiation: ["eumetsat_sarah3"]
}

describe.each(services)("%s", (_, { get, stream }, input) => {
  testOn(simulated)("streams the rows of a span", function* () {
    yield* begin
    const place = { latitude: 52.22, longitude: 6.9, timezone: "Europe/Amsterdam" }
    const whole = yield* get({ ...place, ...input })
    const parts = yield* Stream.runCollect(stream?.({ ...place, ...input }) ?? Stream.empty)
    assert.deepStrictEqual(rowsOf(parts), rowsOf([whole]))
    assert.isAbove(rowsOf(parts).length, 0)
  })
})

describe("the body of a POST", () => {
  const post = Effect.fnUntraced(function* (body: object) {
    const client = yield* HttpClient.HttpClient
    const response = yield* client.execute(
      HttpClientRequest.post(forecast).pipe(HttpClientRequest.bodyJsonUnsafe(body))
    )
    return { status: response.status, json: JSON.parse(yield* response.text) as unknown }
  })

  testOn(layer())("has the same answer as the query", function* () {
    yield* begin
    const query = yield* ask(forecast, { ...enschede, hourly: "rain,snowfall", forecast_days: 2, timezone: "GMT" })
    const body = yield* post({
      latitude: [enschede.latitude],
      longitude: [String(enschede.longitude)],
      hourly: ["rain", "snowfall"],
      forecast_days: 2,
      timezone: ["GMT"]
    })
    assert.deepStrictEqual(dig(body.json, "hourly"), dig(query.json, "hourly"))
  })

  testOn(layer())("is refused if a value has another type", function* () {
    yield* begin
    const bodies = [
      { latitude: 1, longitude: [2] },
      { latitude: [1], longitude: [2], forecast_days: "2" },
      { latitude: [1], longitude: [2], hourly: "rain" },
      { latitude: [1], longitude: [2], timeformat: ["unixtime"] }
    ]
    for (const body of bodies) assert.strictEqual((yield* post(body)).status, 400)
  })
})

describe("a box", () => {
  const refused: ReadonlyArray<readonly [string, Input]> = [
    ["with its corners the wrong way round", { bounding_box: [53, 6, 52, 7] }],
    ["with three numbers", { bounding_box: [52, 6, 53] }],
    ["in the zone auto", { timezone: "auto" }],
    ["of two models", { models: ["icon_eu", "icon_d2"] }]
  ]

  testOn(simulated).each(refused)("%s is refused before anything is sent", function* ([, wrong]) {
    const { requests } = yield* Simulator.WeatherSimulator
    const { getMany } = serviceOf(modules.Forecast)
    const box = { bounding_box: [52, 6, 53, 7], hourly: ["rain"], models: ["icon_eu"], ...wrong }
    const error = yield* Effect.flip(getMany.within(box))
    assert.strictEqual(error._tag, "InvalidInput")
    assert.strictEqual((yield* requests).length, 0)
  })
})
