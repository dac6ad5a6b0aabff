/** Identical calls that are made at the same time share a request. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as Simulator from "../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Operation from "../../src/weather/Operation.ts"
import * as Input from "../../src/weather/Input.ts"
import * as Weather from "../../src/weather/Weather.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { weather } from "./support/service.ts"

const berlin = { latitude: 52.52, longitude: 13.41 }
const places = [berlin, { latitude: 48.86, longitude: 2.35 }]
const days = { start_date: "2026-01-01", end_date: "2026-01-02" }

const rain = { hourly_units: { time: "iso8601", rain: "mm" }, hourly: { time: ["2027-01-15T08:00"], rain: [0] } }

type Call = Effect.Effect<unknown, unknown, Weather.Weather>

/** Makes calls at the same time, each answered after a second. Returns the results and the received requests. */
const atOnce = (
  calls: ReadonlyArray<Call>,
  layer: Layer.Layer<Weather.Weather | Simulator.WeatherSimulator, unknown> = Simulator.layer()
) =>
  Effect.gen(function* () {
    yield* begin
    const simulator = yield* Simulator.WeatherSimulator
    yield* simulator.faults.add(Faults.delayed({ by: "1 second", times: 10 }))
    const running = yield* Effect.forEach(calls, (call) => start(call))
    for (let i = 0; i < calls.length; i++) yield* pass("1 second")
    // The code that reads flatbuffers is loaded with the first response, in its own time.
    while (running.some((call) => call.exit() === undefined)) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* pass("1 second")
    }
    const results = running.map((call) => {
      const exit = call.exit()
      return exit !== undefined && Exit.isSuccess(exit) ? exit.value : assert.fail(String(exit))
    })
    return { results, requests: yield* simulator.requests, quota: yield* simulator.quota }
  }).pipe(Effect.provide(layer))

const flatbuffers = Weather.layer({ format: "flatbuffers" }).pipe(
  Layer.provide([HttpCache.layerMemory(), RateLimit.layerMemory()]),
  Layer.provideMerge(Simulator.layerHttpClient())
)

const Hours = Schema.Struct({ hourly: Schema.Struct({ rain: Schema.Array(Schema.Number) }) })
const manyHours = Forecast.getMany.as(Hours)

/** Each is made anew, as two parts of a program would. */
const calls: ReadonlyArray<readonly [name: string, call: () => Call]> = [
  ["one place", () => Forecast.get({ ...berlin, hourly: ["rain", "snowfall"], daily: ["rain_sum"] })],
  ["several places", () => Forecast.getMany({ places: [...places], hourly: ["rain"] })],
  ["several places with a schema", () => manyHours({ places: [...places], hourly: ["rain"] })],
  [
    "a box",
    () => Forecast.getMany.within({ bounding_box: [52, 13, 52.1, 13.1], models: ["icon_d2"], hourly: ["rain"] })
  ],
  ["a stream", () => Stream.runCollect(Archive.stream({ ...berlin, ...days, hourly: ["rain"] }))],
  ["elevations", () => Elevation.getMany({ places: [...places] })]
]

describe("identical calls at the same time are sent once:", () => {
  for (const [name, call] of calls) {
    it.effect(name, () =>
      Effect.gen(function* () {
        const alone = yield* atOnce([call()])
        const { quota, requests, results } = yield* atOnce([call(), call()])
        assert.strictEqual(requests.length, 1)
        assert.strictEqual(requests[0]?.status, 200)
        assert.deepStrictEqual(results[1], results[0])
        assert.deepStrictEqual(quota, alone.quota, "the service charges one call")
      })
    )
  }

  it.effect("one place and several places in flatbuffers", () =>
    Effect.gen(function* () {
      const one = () => Forecast.get({ ...berlin, hourly: ["rain"] })
      const many = () => Forecast.getMany({ places: [...places], hourly: ["rain"] })
      const { requests, results } = yield* atOnce([one(), one(), many(), many()], flatbuffers)
      assert.strictEqual(requests.length, 2)
      for (const { url } of requests) assert.include(url, "format=flatbuffers")
      assert.strictEqual(results[1], results[0])
      assert.deepStrictEqual(results[3], results[2])
    })
  )
})

it.effect("a shared call spends the client's quota once", () =>
  Effect.gen(function* () {
    yield* begin
    const { http, layer } = weather(
      () => ({ json: { utc_offset_seconds: 0, timezone: "GMT", ...rain }, takes: "1 second" }),
      {
        quota: { name: "q", concurrency: 4, windows: [{ name: "minutely", length: 60_000, limit: 2 }] }
      }
    )
    const calls = Effect.all(
      [berlin, berlin, places[1] ?? berlin, { latitude: 1, longitude: 1 }].map((place) =>
        Forecast.get({ ...place, hourly: ["rain"] })
      ),
      {
        concurrency: "unbounded"
      }
    )
    yield* start(Effect.provide(calls, layer))
    yield* pass("1 minute")
    assert.deepStrictEqual(
      http.sent.map(({ at }) => at),
      [0, 0, 60_000]
    )
  })
)

describe("calls at the same time are sent apart if", () => {
  const own = Operation.get("Own.get", {
    service: "forecast",
    path: "/v1/forecast",
    parameters: Input.parameters({ hourly: Operation.names }),
    limits: { days: 7 }
  })
  const hours = { ...berlin, hourly: ["rain"] }
  const apart: ReadonlyArray<readonly [how: string, one: Call, other: Call]> = [
    [
      "their columns differ",
      Forecast.get({ ...berlin, hourly: ["rain"] }),
      Forecast.get({ ...berlin, hourly: ["snowfall"] })
    ],
    ["one has a schema", Forecast.getMany({ places, hourly: ["rain"] }), manyHours({ places, hourly: ["rain"] })],
    [
      "their schemas differ",
      manyHours({ places, hourly: ["rain"] }),
      Forecast.getMany.as(Schema.Unknown)({ places, hourly: ["rain"] })
    ]
  ]
  for (const [how, one, other] of apart) {
    it.effect(how, () =>
      Effect.gen(function* () {
        const { requests } = yield* atOnce([one, other])
        assert.strictEqual(requests.length, 2)
      })
    )
  }

  it.effect("one has columns that its service does not have: it is refused", () =>
    Effect.gen(function* () {
      const surplus: typeof hours = Object.assign({ daily: [] as Array<string>, current: ["rain"] }, hours)
      const refused = Effect.flip(own(surplus)).pipe(Effect.map((error) => error.message))
      const { requests, results } = yield* atOnce([own(hours), refused])
      assert.strictEqual(requests.length, 1)
      assert.strictEqual(
        results[1],
        "Own.get: daily: is not a field of the input, nor is current; `pick` of forgecast/rest/Operation leaves out the fields of other records"
      )
    })
  )
})
