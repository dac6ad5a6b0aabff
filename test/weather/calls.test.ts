/** The variants of a call (`withReply`, `as`), and the declarations. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { AnyDeclaration } from "../../src/rest/Operation.ts"
import { Answer, AnswerPart, EnsembleAnswer } from "../../src/weather/Answer.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import * as Marine from "../../src/weather/Marine.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { inTurn } from "../rest/support/http.ts"
import { script } from "./support/climate.ts"
import { queryOf, parametersOf, run, weather } from "./support/service.ts"

const place = { latitude: 52.5, longitude: 13.4 }
const day = { start_date: "2020-01-01", end_date: "2020-01-01" }
const request = { ...place, ...day, hourly: ["rain"] } as const

/** Has a field that an `Answer` does not have. */
const Described = Schema.Struct({ latitude: Schema.Finite, location_information: Schema.String })
const described = { latitude: 52.5, location_information: "in a city" }

describe("withReply", () => {
  it.effect("returns the value of the call with its metadata", () =>
    Effect.gen(function* () {
      const { layer } = weather((sent) => ({ ...script(sent, 0), headers: { "x-request-id": "7" } }), {
        timeToLive: "1 minute"
      })
      yield* Effect.gen(function* () {
        const reply = yield* Archive.get.withReply(request)
        assert.deepStrictEqual(reply.value, yield* Archive.get(request))
        assert.deepInclude(reply, { status: 200, cached: false, validators: {}, rateLimit: null, deprecation: null })
        const again = yield* Archive.get.withReply(request)
        assert.isTrue(again.cached)
        assert.deepStrictEqual(again.value, reply.value)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("fails like the call", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(Archive.get.withReply({ ...request, latitude: 91 }), script))
      assert.strictEqual(error._tag, "InvalidInput")
    })
  )
})

describe("as", () => {
  it.effect("reads the JSON of the same request with another schema", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => ({ json: described }), { quota: null })
      const get = Forecast.get.as(Described)
      const value = yield* Effect.provide(get({ ...place, hourly: ["rain"] }), layer)
      assert.deepStrictEqual(value, described)
      assert.deepStrictEqual(queryOf(http.sent[0]?.path ?? ""), { latitude: "52.5", longitude: "13.4", hourly: "rain" })
      const reply = yield* Effect.provide(get.withReply(place), layer)
      assert.deepStrictEqual([reply.value, reply.status], [described, 200])
      const narrower = get.as(Schema.Struct({ location_information: Schema.String }))
      assert.deepStrictEqual(yield* Effect.provide(narrower(place), layer), { location_information: "in a city" })
      assert.strictEqual(narrower.declaration, Forecast.get.declaration)
    })
  )

  it.effect("checks the input, and counts the weight", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(Forecast.get.as(Described)({ ...place, forecast_days: 17 }), script))
      assert.strictEqual(error._tag, "InvalidInput")
      const columns = Array.from({ length: 100_000 }, (_, i) => `v${i}`)
      const heavy = yield* Effect.flip(run(Forecast.get.as(Described)({ ...place, hourly: columns }), script))
      assert.include(heavy.message, "weighs as much as")
    })
  )

  it.effect("fails with DecodeFailed if the response does not match the schema", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(Forecast.get.as(Described)(place), () => ({ json: { ...described, location_information: 7 } }))
      )
      assert.strictEqual(error._tag, "DecodeFailed")
      if (error._tag !== "DecodeFailed") return
      assert.deepStrictEqual([error.path, error.found], ["location_information", "Expected string, found 7"])
    })
  )

  it.effect("fails with DecodeFailed for an error body in a successful response", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(Forecast.get.as(Schema.Unknown)(place), () => ({ json: { error: true, reason: "no such place" } }))
      )
      assert.strictEqual(error._tag, "DecodeFailed")
      if (error._tag === "DecodeFailed")
        assert.strictEqual(error.found, 'Expected a result, found the error "no such place"')
    })
  )

  it.effect.each(["", "<html>Bad gateway</html>", '{"latitude":52.5,"location_inf'])("retries after %s", (text) =>
    Effect.gen(function* () {
      const { http, layer } = weather(inTurn({ text }, { json: described }), { attempts: 2 })
      assert.deepStrictEqual(yield* Effect.provide(Forecast.get.as(Described)(place), layer), described)
      assert.strictEqual(http.sent.length, 2)
    })
  )

  it.effect("decodes each of several places, in order, from several requests", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(
        (sent) => ({
          json: parametersOf(sent)
            ["latitude"]?.split(",")
            .map((latitude) => ({ latitude: Number(latitude), location_information: `at ${latitude}` }))
        }),
        { quota: null }
      )
      const places = Array.from({ length: 1_001 }, (_, i) => ({ latitude: i / 100, longitude: 2, timezone: "Z" }))
      const answers = yield* Effect.provide(Forecast.getMany.as(Described)({ places }), layer)
      assert.isAbove(http.sent.length, 1)
      assert.deepStrictEqual(
        answers.map(({ location_information }) => location_information),
        places.map(({ latitude }) => `at ${latitude}`)
      )
      assert.strictEqual(Forecast.getMany.as(Described).declaration, Forecast.getMany.declaration)
    })
  )

  it.effect("decodes a single place as an object, and refuses a place that does not match, and too few places", () =>
    Effect.gen(function* () {
      const two = Forecast.getMany.as(Described)({ places: [place, place] })
      const one = yield* run(Forecast.getMany.as(Described)({ places: [place] }), () => ({ json: described }))
      assert.deepStrictEqual(one, [described])
      const failure = yield* Effect.flip(run(two, () => ({ json: [described, { latitude: 1 }] })))
      assert.strictEqual(failure._tag, "DecodeFailed")
      if (failure._tag === "DecodeFailed") assert.strictEqual(failure.path, "[1].location_information")
      const few = yield* Effect.flip(run(two, () => ({ json: [described] })))
      assert.strictEqual(few._tag, "DecodeFailed")
      if (few._tag === "DecodeFailed") assert.strictEqual(few.found, "Expected 2 places, found 1")
    })
  )
})

it.effect("fails with the path where a response does not match the request", () =>
  Effect.gen(function* () {
    const hourly = { time: ["2020-01-01T00:00"], rain: [1.5, 2] }
    const error = yield* Effect.flip(
      run(Archive.get(request), () => ({ json: { utc_offset_seconds: 0, timezone: "GMT", hourly } }))
    )
    assert.strictEqual(error._tag, "DecodeFailed")
    if (error._tag !== "DecodeFailed") return
    assert.deepStrictEqual([error.path, error.found], ["hourly.rain", "Expected 1 values, one for each time, found 2"])
  })
)

it.effect("several requests share one gate", () =>
  Effect.gen(function* () {
    yield* begin
    const { http, layer } = weather((sent) => ({ ...script(sent, 0), takes: 100 }))
    const places = Array.from({ length: 1_200 }, () => ({ ...place, timezone: "Z" }))
    const running = yield* start(Effect.provide(Archive.getMany({ places, ...day, daily: ["rain_sum"] }), layer))
    for (let i = 0; i < 4; i++) yield* pass("1 minute")
    assert.isDefined(running.exit())
    assert.strictEqual(http.peak(), 1)
  })
)

it.effect("a success is a 200 or a 203, and any other 2xx is not asked for again", () =>
  Effect.gen(function* () {
    for (const status of [200, 201, 202, 203, 204, 206]) {
      const answer = status === 204 ? { status } : { status, json: described }
      const { http, layer } = weather(() => answer, { attempts: 3 })
      const outcome = yield* Effect.result(Effect.provide(Forecast.get.as(Described)(place), layer))
      if (status === 200 || status === 203) assert.deepStrictEqual(outcome, Result.succeed(described))
      else assert.strictEqual(outcome._tag === "Failure" && outcome.failure._tag, "UnexpectedStatus", `${status}`)
      assert.strictEqual(http.sent.length, 1)
    }
  })
)

describe("declarations", () => {
  const common: Partial<AnyDeclaration> = { path: {}, body: undefined, repeatable: true, resource: "calls" }

  const declared: ReadonlyArray<readonly [AnyDeclaration, Partial<AnyDeclaration>]> = [
    [
      Forecast.get.declaration,
      {
        name: "Forecast.get",
        template: "GET /v1/forecast",
        kind: "operation",
        host: "forecast",
        result: Answer,
        errors: []
      }
    ],
    [
      Ensemble.get.declaration,
      {
        name: "Ensemble.get",
        template: "GET /v1/ensemble",
        kind: "operation",
        host: "ensemble",
        result: EnsembleAnswer,
        errors: []
      }
    ],
    [
      Archive.getMany.declaration,
      { name: "Archive.getMany", template: "GET /v1/archive", kind: "batch", host: "archive", errors: [] }
    ],
    [
      Archive.stream.declaration,
      {
        name: "Archive.stream",
        template: "GET /v1/archive",
        kind: "stream",
        host: "archive",
        result: AnswerPart,
        errors: []
      }
    ],
    [
      Elevation.get.declaration,
      { name: "Elevation.get", template: "GET /v1/elevation", kind: "operation", host: "elevation", errors: [] }
    ],
    [
      Elevation.getMany.declaration,
      { name: "Elevation.getMany", template: "GET /v1/elevation", kind: "batch", host: "elevation", errors: [] }
    ],
    [
      Geocoding.get.declaration,
      { name: "Geocoding.get", template: "GET /v1/get", kind: "operation", host: "geocoding", errors: ["NotFound"] }
    ]
  ]

  it.each(declared)("$name", (declaration, expected) => {
    assert.deepInclude(declaration, { ...common, ...expected })
  })

  it("have the fields of the input", () => {
    assert.sameMembers(Object.keys(Archive.getMany.declaration.query), [
      "places",
      "timezone",
      "hourly",
      "daily",
      "models",
      "start_date",
      "end_date",
      "temperature_unit",
      "wind_speed_unit",
      "precipitation_unit",
      "length_unit",
      "timeformat",
      "cell_selection",
      "tilt",
      "azimuth",
      "start_hour",
      "end_hour",
      "temporal_resolution",
      "past_hours",
      "forecast_hours",
      "initial_hours",
      "forecast_days",
      "past_days"
    ])
    assert.deepStrictEqual(Object.keys(Elevation.get.declaration.query), ["latitude", "longitude"])
    assert.deepStrictEqual(Object.keys(Elevation.getMany.declaration.query), ["places"])
  })

  it.effect("have result schemas that distinguish results from other values", () =>
    Effect.gen(function* () {
      const answer = yield* run(Archive.get(request), script)
      const metres = yield* run(Elevation.getMany({ places: [place] }), () => ({ json: { elevation: [38] } }))
      const resultOf = ({ result }: AnyDeclaration) => Schema.is(result ?? assert.fail("no result"))
      assert.isTrue(resultOf(Marine.get.declaration)(answer))
      assert.isTrue(resultOf(Ensemble.get.declaration)(answer))
      assert.isTrue(resultOf(Archive.getMany.declaration)([answer]))
      assert.isFalse(resultOf(Archive.stream.declaration)(answer))
      assert.isTrue(resultOf(Archive.stream.declaration)({ ...answer, part: {} }))
      assert.isTrue(resultOf(Elevation.getMany.declaration)(metres))
      assert.isTrue(resultOf(Elevation.get.declaration)(38))
      for (const other of [null, {}, [], "answer", { latitude: 1 }]) {
        assert.isFalse(resultOf(Forecast.get.declaration)(other))
        assert.isFalse(resultOf(Ensemble.get.declaration)(other))
        assert.isFalse(resultOf(Elevation.get.declaration)(other))
        assert.isFalse(resultOf(Elevation.getMany.declaration)(other))
      }
    })
  )
})
