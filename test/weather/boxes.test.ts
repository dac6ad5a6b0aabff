/** A box that the service refuses as too large is halved. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Quota from "../../src/weather/Quota.ts"
import { pass, start } from "../rest/support/time.ts"
import { queryOf, weather } from "./support/service.ts"
import { runs } from "../depth.ts"

const tooMuch = {
  status: 400,
  json: {
    error: true,
    reason:
      "Your API call requests too much data. Please reduce the number of variables, locations and/or weather models."
  }
}

/** A service with a cell at each whole number of `step` degrees, which refuses more than `most` of them. */
const service =
  (most: number, step = 1) =>
  ({ url }: { readonly url: string }) => {
    const [south = 0, west = 0, north = 0, east = 0] = (queryOf(url)["bounding_box"] ?? "").split(",").map(Number)
    const cells: Array<object> = []
    for (let latitude = Math.ceil(south / step) * step; latitude <= north; latitude += step)
      for (let longitude = Math.ceil(west / step) * step; longitude <= east; longitude += step)
        cells.push({
          latitude,
          longitude,
          utc_offset_seconds: 0,
          timezone: "GMT",
          timezone_abbreviation: "GMT",
          hourly_units: { rain: "mm" },
          hourly: { time: ["2026-01-01T00:00"], rain: [latitude * 1_000 + longitude] }
        })
    return cells.length > most ? tooMuch : { json: cells }
  }

const box = (bounding_box: readonly [number, number, number, number]) =>
  Forecast.getMany.within({ bounding_box, models: ["icon_d2"], hourly: ["rain"] })

const rains = (answers: ReadonlyArray<{ readonly hourly: { readonly rain: Float64Array } }>) =>
  answers.map(({ hourly }) => hourly.rain[0])

describe("a box that is too large", () => {
  it.effect("has the cells of the whole, each once, in order", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(service(4), { quota: null })
      const answers = yield* Effect.provide(box([0, 0, 4, 2]), layer)
      const expected = [0, 1, 2, 3, 4].flatMap((latitude) => [0, 1, 2].map((east) => latitude * 1_000 + east))
      assert.deepStrictEqual(rains(answers), expected)
      // Across its longer side on the ground, and the first half first.
      assert.deepStrictEqual(
        http.sent.slice(0, 3).map(({ url }) => queryOf(url)["bounding_box"]),
        ["0,0,4,2", "0,0,2,2", "0,0,1,2"]
      )
    })
  )

  it.effect("is any box, with any cells", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.tuple(fc.integer({ min: -80, max: 70 }), fc.integer({ min: -170, max: 160 })),
          fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })),
          fc.integer({ min: 1, max: 40 }),
          fc.constantFrom(0.5, 1, 2),
          async ([south, west], [height, width], most, step) => {
            const corners = [south, west, south + height, west + width] as const
            const found = (limit: number) => {
              const { layer } = weather(service(limit, step), { quota: null })
              return Effect.runPromise(Effect.provide(box(corners), layer))
            }
            assert.deepStrictEqual(rains(await found(most)), rains(await found(Infinity)))
          }
        ),
        { numRuns: runs(25) }
      )
    )
  )

  it.effect("fails if its smallest parts are refused as well, or for another reason", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => tooMuch, { quota: null })
      const error = yield* Effect.flip(Effect.provide(box([0, 0, 1, 1]), layer))
      assert.strictEqual(error._tag, "BadRequest")
      // The whole, and 14 halves, each of the one before.
      assert.strictEqual(http.sent.length, 15)
      const other = weather(() => ({ status: 400, json: { error: true, reason: "Invalid timezone" } }), { quota: null })
      yield* Effect.flip(Effect.provide(box([0, 0, 1, 1]), other.layer))
      assert.strictEqual(other.http.sent.length, 1)
    })
  )

  it.effect("counts each refusal as one call, and each cell that it gets", () =>
    Effect.gen(function* () {
      yield* pass("1 second")
      const quota = { ...Quota.free, windows: [{ name: "minutely", length: 60_000, limit: 7 }] }
      const { http, layer } = weather(service(4), { quota })
      // Refused: 1. Its halves have 4 cells each: 4 and 4, which is 9 of 7.
      const running = yield* start(Effect.provide(Effect.andThen(box([0, 0, 1, 3]), box([0, 0, 1, 1])), layer))
      assert.strictEqual(http.sent.length, 3)
      yield* pass("1 minute")
      assert.strictEqual(http.sent.length, 4)
      assert.strictEqual(running.exit()?._tag, "Success")
    })
  )
})
