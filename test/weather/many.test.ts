/** Calls for several places are split into requests that the service accepts, and joined in order. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fc from "fast-check"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import type { Place } from "../../src/weather/Input.ts"
import * as Quota from "../../src/weather/Quota.ts"
import { pass, start } from "../rest/support/time.ts"
import { answerTo, script, valueOf } from "./support/climate.ts"
import { parametersOf, queryOf, run, weather } from "./support/service.ts"
import { runs } from "../depth.ts"

const day = { start_date: "2020-01-01", end_date: "2020-01-01" }

const placesOf = (count: number): ReadonlyArray<Place> =>
  Array.from({ length: count }, (_, i) => ({ latitude: (i % 180) - 89.5, longitude: Math.floor(i / 180) + 0.25 }))

/** No quota. */
const unlimited = { quota: null }

describe("getMany", () => {
  it.effect("returns no results for no places, without a request", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script)
      const answers = yield* Effect.provide(Archive.getMany({ places: [], ...day, hourly: ["rain"] }), layer)
      assert.deepStrictEqual(answers, [])
      assert.strictEqual(http.sent.length, 0)
    })
  )

  it.effect("returns 2,500 places in order, from several requests", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script, unlimited)
      const places = placesOf(2_500)
      const answers = yield* Effect.provide(Archive.getMany({ places, ...day, daily: ["rain_sum"] }), layer)
      assert.deepStrictEqual(
        answers.map(({ latitude, longitude }) => ({ latitude, longitude })),
        places.map(({ latitude, longitude }) => ({ latitude, longitude }))
      )
      assert.deepStrictEqual(
        http.sent.map((sent) => [sent.method, parametersOf(sent)["latitude"]?.split(",").length]),
        [
          ["POST", 1_000],
          ["POST", 1_000],
          ["GET", 500]
        ]
      )
    })
  )

  it.effect("sends no request that weighs more than the tightest window of the quota", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script, {
        quota: { ...Quota.free, windows: [{ name: "w", length: 1, limit: 30 }] }
      })
      const places = placesOf(40)
      const span = { start_date: "2020-01-01", end_date: "2020-01-28" }
      const hourly = Array.from({ length: 10 }, (_, i) => `v${i}`)
      const running = yield* start(Effect.provide(Archive.getMany({ places, ...span, hourly }), layer))
      for (let i = 0; i < 3; i++) yield* pass(1)
      assert.strictEqual((yield* Fiber.join(running.fiber)).length, 40)
      assert.deepStrictEqual(
        http.sent.map(({ url }) => queryOf(url)["latitude"]?.split(",").length),
        [15, 15, 10]
      )
    })
  )

  it.effect("separates places with an elevation from places without, and gives each place its zone", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script)
      const places: ReadonlyArray<Place> = [
        { latitude: 1, longitude: 1, timezone: "Asia/Kolkata" },
        { latitude: 2, longitude: 2, elevation: 20 },
        { latitude: 3, longitude: 3 },
        { latitude: 4, longitude: 4, elevation: null, timezone: null },
        { latitude: 5, longitude: 5, elevation: 50 }
      ]
      const answers = yield* Effect.provide(
        Archive.getMany({ places, ...day, hourly: ["rain"], timezone: "UTC" }),
        layer
      )
      assert.deepStrictEqual(
        answers.map(({ latitude, timezone }) => [latitude, timezone]),
        [
          [1, "Asia/Kolkata"],
          [2, "UTC"],
          [3, "UTC"],
          [4, "UTC"],
          [5, "UTC"]
        ]
      )
      const queries = http.sent.map(({ url }) => queryOf(url))
      assert.sameDeepMembers(
        queries.map(({ elevation, latitude, timezone }) => ({ elevation, latitude, timezone })),
        [
          { latitude: "2,5", elevation: "20,50", timezone: "UTC" },
          { latitude: "1,3,4", elevation: undefined, timezone: "Asia/Kolkata,UTC,UTC" }
        ]
      )
    })
  )

  it.effect("returns the same as a call for each place", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              latitude: fc.integer({ min: -90, max: 90 }),
              longitude: fc.integer({ min: -180, max: 180 }),
              elevation: fc.option(fc.integer({ min: 0, max: 4_000 })),
              timezone: fc.option(fc.constantFrom("Asia/Kolkata", "GMT"))
            }),
            { maxLength: 12 }
          ),
          fc.integer({ min: 1, max: 5 }),
          async (places, limit) => {
            const quota = { ...Quota.free, windows: [{ name: "w", length: 1, limit }] }
            const columns = { ...day, hourly: ["rain"], daily: ["rain_sum"] } as const
            const together = await Effect.runPromise(run(Archive.getMany({ places, ...columns }), script, { quota }))
            const alone = await Effect.runPromise(
              run(
                Effect.forEach(places, (place) => Archive.get({ ...place, ...columns })),
                script,
                unlimited
              )
            )
            assert.deepStrictEqual(together, alone)
          }
        ),
        { numRuns: runs(60) }
      )
    )
  )

  it.effect("fails if a result is for another place", () =>
    Effect.gen(function* () {
      const places = placesOf(3)
      const error = yield* Effect.flip(
        run(Archive.getMany({ places, ...day, hourly: ["rain"] }), (sent) => {
          const text = answerTo(sent).text ?? ""
          return { text: text.replace('"location_id":1', '"location_id":2') }
        })
      )
      assert.strictEqual(error._tag, "DecodeFailed")
    })
  )

  it.effect("fails with the first failure", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(
        (sent, i) => (i === 1 ? { status: 400, json: { reason: "No data" } } : answerTo(sent)),
        { quota: { ...Quota.free, windows: [] } }
      )
      const error = yield* Effect.flip(
        Effect.provide(Archive.getMany({ places: placesOf(2_500), ...day, hourly: ["rain"] }), layer)
      )
      assert.strictEqual(error._tag, "BadRequest")
      assert.strictEqual(http.sent.length, 2)
    })
  )
})

describe("Elevation.getMany", () => {
  it.effect("returns 250 points in order", () =>
    Effect.gen(function* () {
      const { http, layer } = weather((sent) => ({
        json: {
          elevation: queryOf(sent.path)
            ["latitude"]?.split(",")
            .map((latitude) => Number(latitude) * 2)
        }
      }))
      const places = placesOf(250)
      const metres = yield* Effect.provide(Elevation.getMany({ places }), layer)
      assert.deepStrictEqual(
        Array.from(metres),
        places.map(({ latitude }) => latitude * 2)
      )
      assert.strictEqual(http.sent.length, 3)
    })
  )
})

describe("Elevation.get", () => {
  const answer = (...elevation: ReadonlyArray<number | null>) => weather(() => ({ json: { elevation } }))

  it.effect("returns the metres of one point", () =>
    Effect.gen(function* () {
      const { http, layer } = answer(38)
      const [berlin, reply] = yield* Effect.provide(
        Effect.all([
          Elevation.get({ latitude: 52.5, longitude: 13.4 }),
          Elevation.get.withReply({ latitude: 52.5, longitude: 13.4 })
        ]),
        layer
      )
      assert.deepStrictEqual([berlin, reply.value, reply.status], [38, 38, 200])
      assert.deepStrictEqual(queryOf(http.sent[0]?.url ?? ""), { latitude: "52.5", longitude: "13.4" })
      assert.isNaN(yield* Effect.provide(Elevation.get({ latitude: 90, longitude: 0 }), answer(null).layer))
    })
  )

  it.effect("names the field of an invalid point", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(Elevation.get({ latitude: -91, longitude: 0 }), answer(0).layer))
      assert.deepInclude(error, { _tag: "InvalidInput", path: "latitude" })
    })
  )

  it.effect("still takes several points, for one version", () =>
    Effect.gen(function* () {
      const places = [
        { latitude: 1, longitude: 1 },
        { latitude: 2, longitude: 2 }
      ]
      // oxlint-disable-next-line typescript/no-deprecated -- The earlier input is meant.
      const metres = yield* Effect.provide(Elevation.get({ places }), answer(1, 2).layer)
      assert.deepStrictEqual(metres, Float64Array.of(1, 2))
    })
  )
})

it("the test values of two places differ", () => {
  assert.notStrictEqual(valueOf("rain", 1, 2, 0), valueOf("rain", 2, 1, 0))
})
