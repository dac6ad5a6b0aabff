/** Parameters that forecast does not declare, and services of one's own. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Archive from "../../src/weather/Archive.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Input from "../../src/weather/Input.ts"
import * as Operation from "../../src/weather/Operation.ts"
import { script } from "./support/climate.ts"
import { queryOf, run, weather } from "./support/service.ts"

const place = { latitude: 1, longitude: 2 }
const span = { start_date: "2020-01-01", end_date: "2020-01-02" }

type Extra = NonNullable<Input.Extra["extra"]>

describe("extra", () => {
  it.effect("is sent as it is, in calls for one place, for several, and in streams", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script)
      const extra = { mode: "a b&c=d", levels: [1, 2], is_new: true, none: [] }
      const calls = [
        Archive.get({ ...place, ...span, hourly: ["rain"], extra }),
        Archive.getMany({ places: [place], ...span, hourly: ["rain"], extra }),
        Stream.runDrain(Archive.stream({ ...place, ...span, hourly: ["rain"], extra }))
      ]
      yield* Effect.provide(Effect.all(calls), layer)
      assert.strictEqual(http.sent.length, 3)
      for (const { path } of http.sent) {
        assert.include(path, "&mode=a%20b%26c%3Dd&levels=1,2&is_new=true")
        assert.deepInclude(queryOf(path), { mode: "a b&c=d", levels: "1,2", is_new: "true" })
        assert.notInclude(path, "none")
      }
    })
  )

  const refused: ReadonlyArray<readonly [string, string, Extra]> = [
    ["a declared parameter", "extra.hourly", { hourly: ["rain"] }],
    ["a latitude", "extra.latitude", { latitude: 3 }],
    ["a box", "extra.bounding_box", { bounding_box: [1, 2, 3, 4] }],
    ["the key", "extra.apikey", { apikey: "k3y" }],
    ["a name that ends the parameter", "extra.a&b", { "a&b": 1 }],
    ["an empty name", "extra.", { "": 1 }],
    ["half a character", "extra.word", { word: "\ud800" }],
    ["a comma in a list", "extra.words", { words: ["a,b"] }],
    ["an infinite number", "extra.most", { most: Infinity }]
  ]

  it.effect.each(refused)("cannot be %s", ([, path, extra]) =>
    Effect.gen(function* () {
      const { http, layer } = weather(script)
      const error = yield* Effect.flip(Effect.provide(Forecast.get({ hourly: ["rain"], ...place, extra }), layer))
      assert.strictEqual(error._tag, "InvalidInput")
      if (error._tag === "InvalidInput") assert.include(error.path, path)
      assert.strictEqual(http.sent.length, 0)
    })
  )
})

describe("an operation of one's own", () => {
  const fields = Input.parameters({ hourly: Operation.names, level: Input.count }, Input.Units, Input.Span)
  const river = {
    service: "river",
    path: "/v1/river",
    parameters: fields,
    limits: { days: 3, since: "2000-01-01" }
  } as const
  const get = Operation.get("River.get", river)
  const getMany = Operation.getMany("River.getMany", river)
  const stream = Operation.stream("River.stream", river)
  const options = { urls: { river: "https://river.example" } }

  it.effect("returns typed series", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script, options)
      const results = Effect.gen(function* () {
        const { hourly } = yield* get({ ...place, ...span, hourly: ["flow"], level: 3, temperature_unit: "fahrenheit" })
        const [first] = yield* getMany({ places: [place], ...span, hourly: ["flow"] })
        const parts = yield* Stream.runCollect(stream({ ...place, ...span, hourly: ["flow"] }))
        assert.strictEqual(hourly.flow.length, 48)
        assert.deepStrictEqual(first?.hourly.flow, hourly.flow)
        assert.deepStrictEqual(
          parts.flatMap((part) => Array.from(part.hourly.flow)),
          Array.from(hourly.flow)
        )
      })
      yield* Effect.provide(results, layer)
      assert.isTrue(http.sent.every(({ url }) => url.startsWith("https://river.example/v1/river?")))
      assert.deepInclude(queryOf(http.sent[0]?.path ?? ""), { level: "3", temperature_unit: "fahrenheit" })
    })
  )

  it.effect("refuses what its declaration refuses", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(get({ hourly: ["rain"], ...place, ...span, start_date: "1999-12-31" }), script, options)
      )
      assert.strictEqual(error._tag, "InvalidInput")
    })
  )
})

it.effect("an input that is declared ahead keeps its columns", () =>
  Effect.gen(function* () {
    const columns = Archive.input({ hourly: ["rain", "snowfall"], ...span })
    const whole = Archive.input({ ...columns, ...place })
    const { hourly } = yield* run(Archive.get(whole), script)
    const [first] = yield* run(Archive.getMany({ ...columns, places: [place] }), script)
    const rain: Float64Array = hourly.rain
    assert.deepStrictEqual(rain, first?.hourly.rain)
    // @ts-expect-error it was not requested
    assert.isUndefined(hourly.showers)
    // @ts-expect-error "hurly is not a parameter of Archive.input"
    Archive.input({ hurly: ["rain"] })
  })
)
