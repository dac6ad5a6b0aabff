/** What errors say about names that are likely misspelt, and requests without names. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Simulator from "../../src/testing/WeatherSimulator.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Reason from "../../src/weather/Reason.ts"
import * as Seasonal from "../../src/weather/Seasonal.ts"
import { weather } from "./support/service.ts"

const place = { latitude: 52.5, longitude: 13.4 }
const span = { start_date: "2025-01-01", end_date: "2025-01-02" }

it.effect("a refused variable comes with the names that are likely meant, in the message alone", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(
      Forecast.get({ ...place, hourly: ["temprature_2m", "rain"], daily: ["sunrice"] })
    )
    assert.strictEqual(refused._tag, "BadRequest")
    assert.match(refused.message, /: did you mean `temperature_2m`, `sunrise`\?$/)
    assert.notInclude(refused._tag === "BadRequest" ? refused.reason : "", "did you mean")
    assert.strictEqual(Reason.parse(refused._tag === "BadRequest" ? refused.reason : "").kind, "variable")
    const others = yield* Effect.all([
      Effect.flip(Forecast.getMany({ places: [place], current: ["snowfal"] })),
      Effect.flip(Seasonal.get({ ...place, weekly: ["temperature_2m_maen"] })),
      Effect.flip(Stream.runDrain(Archive.stream({ ...place, ...span, hourly: ["temperature_2"] })))
    ])
    assert.deepStrictEqual(
      others.map(({ message }) => /did you mean .*/.exec(message)?.[0]),
      ["did you mean `snowfall`?", "did you mean `temperature_2m_mean`?", "did you mean `temperature_2m`?"]
    )
  }).pipe(Effect.provide(Simulator.layer()))
)

it.effect("what several names likely mean is said once", () =>
  Effect.gen(function* () {
    const hourly = ["temperature_2m_member01", "temperature_2m_member02", "temprature_2m", "snowfal"]
    const refused = yield* Effect.flip(Forecast.get({ ...place, hourly }))
    assert.match(refused.message, /: did you mean `temperature_2m_mean`, `temperature_2m`, `snowfall`\?$/)
  }).pipe(Effect.provide(Simulator.layer()))
)

it.effect("a name that only the service knows is sent, and a known one is not a mistake", () =>
  Effect.gen(function* () {
    const { http, layer } = weather(() => ({ status: 400, json: { error: true, reason: "No" } }))
    const error = yield* Effect.flip(
      Effect.provide(Forecast.get({ ...place, hourly: ["rain", "a_new_quantity"] }), layer)
    )
    assert.lengthOf(http.sent, 1)
    assert.notInclude(error.message, "did you mean")
  })
)

it.effect("a request without columns is refused before it is sent", () =>
  Effect.gen(function* () {
    const none: ReadonlyArray<string> = []
    const { http, layer } = weather(() => ({ status: 400 }))
    const refused = yield* Effect.all([
      Effect.flip(Forecast.get({ ...place, hourly: none })),
      Effect.flip(Forecast.getMany({ places: [place], hourly: none })),
      Effect.flip(Forecast.getMany.within({ bounding_box: [1, 1, 2, 2], hourly: none })),
      Effect.flip(Stream.runDrain(Archive.stream({ ...place, ...span, hourly: none })))
    ]).pipe(Effect.provide(layer))
    assert.deepStrictEqual(
      refused.map(({ message }) => message),
      [
        "Forecast.get: current: has no variable, nor have minutely_15, hourly, daily: request at least one",
        "Forecast.getMany: current: has no variable, nor have minutely_15, hourly, daily: request at least one",
        "Forecast.getMany: current: has no variable, nor have minutely_15, hourly, daily: request at least one",
        "Archive.stream: hourly: has no variable, nor have daily: request at least one"
      ]
    )
    assert.lengthOf(http.sent, 0)
  })
)
