/** Calls for many places and many days are split at the exact place and day, and sent in a body from the exact character on. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import * as Transport from "../../src/rest/Transport.ts"
import type { Sent } from "../rest/support/http.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { script } from "./support/climate.ts"
import { type Options, parametersOf, queryOf, weather } from "./support/service.ts"

const day = { start_date: "2020-01-01", end_date: "2020-01-01" }

const times = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => of(i))

/** Each adds eight characters to a URL: four values with separators. */
const small = { latitude: 1, longitude: 2, elevation: 3, timezone: "Z" }

/** The number of places of each request. */
const runsOf = (sent: ReadonlyArray<Sent>) => sent.map((one) => parametersOf(one)["latitude"]?.split(",").length)

const sentFor = Effect.fnUntraced(function* (
  call: Effect.Effect<unknown, unknown, Weather>,
  options: Options = { quota: null }
) {
  const { http, layer } = weather(script, options)
  yield* Effect.provide(call, layer)
  return http.sent
})

describe("places", () => {
  it.effect("are in the URL up to 7,800 characters, and in the body of a POST beyond", () =>
    Effect.gen(function* () {
      // Each takes ten characters: four values, and commas.
      const places = times(500, () => ({ latitude: 1.5, longitude: 2, elevation: 3, timezone: "Z" }))
      const bare =
        "/v1/archive?latitude=&longitude=&elevation=&timezone=&hourly=&start_date=2020-01-01&end_date=2020-01-01"
      const name = "v".repeat(7_800 - bare.length - 500 * 10 + 4)
      const sentFor500 = (hourly: string) => sentFor(Archive.getMany({ places, ...day, hourly: [hourly] }))
      const [fits] = yield* sentFor500(name)
      const [tooLong] = yield* sentFor500(`${name}v`)
      assert.deepStrictEqual([fits?.method, fits?.path.length], ["GET", 7_800])
      assert.deepStrictEqual([tooLong?.method, tooLong?.path], ["POST", "/v1/archive"])
    })
  )

  it.effect("are at most 1,000 in a request", () =>
    Effect.gen(function* () {
      // Seven characters each, so that the URL has room for more.
      const places = times(1_001, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      assert.deepStrictEqual(runsOf(yield* sentFor(Forecast.getMany({ hourly: ["rain"], places }))), [1_000, 1])
      assert.deepStrictEqual(
        runsOf(yield* sentFor(Forecast.getMany({ hourly: ["rain"], places: places.slice(1) }))),
        [1_000]
      )
    })
  )

  it.effect("are at most 600 by weight on the free service", () =>
    Effect.gen(function* () {
      yield* begin
      const places = times(601, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      const { http, layer } = weather(script)
      const running = yield* start(Effect.provide(Forecast.getMany({ hourly: ["rain"], places }), layer))
      yield* pass("1 minute")
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(runsOf(http.sent), [600, 1])
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000]
      )
    })
  )

  it.effect("are at most 100 points in a request for elevations", () =>
    Effect.gen(function* () {
      const sent = Effect.fnUntraced(function* (count: number) {
        const { http, layer } = weather(({ path }) => ({
          json: { elevation: queryOf(path)["latitude"]?.split(",").map(Number) }
        }))
        yield* Effect.provide(Elevation.getMany({ places: times(count, () => small) }), layer)
        return runsOf(http.sent)
      })
      assert.deepStrictEqual(yield* sent(100), [100])
      assert.deepStrictEqual(yield* sent(101), [100, 1])
    })
  )

  it.effect("go in four requests at once if there is no quota", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather((sent) => ({ ...script(sent, 0), takes: 100 }), { quota: null })
      const places = times(6_000, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      // The requests are alike, and would be shared.
      const many = Effect.provideService(Forecast.getMany({ hourly: ["rain"], places }), Transport.ShareReads, false)
      const running = yield* start(Effect.provide(many, layer))
      yield* pass(100)
      yield* pass(100)
      yield* Fiber.join(running.fiber)
      assert.strictEqual(http.sent.length, 6)
      assert.strictEqual(http.peak(), 4)
    })
  )
})

describe("days", () => {
  const stream = (columns: number, end_date: string, start_date = "2020-01-01") =>
    Archive.stream({
      latitude: 1,
      longitude: 2,
      start_date,
      end_date,
      daily: times(columns, (i) => `v${i}`)
    })

  it.effect("are split into parts that weigh 100", () =>
    Effect.gen(function* () {
      // 500 columns weigh 100 in 28 days; 483 in a little less than 29.
      for (const columns of [500, 483]) {
        const sent = yield* sentFor(Stream.runDrain(stream(columns, "2020-04-30")))
        const days = sent.map(({ path }) => {
          const { end_date = "", start_date = "" } = queryOf(path)
          return (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1
        })
        assert.strictEqual(Math.max(...days), 28)
      }
    })
  )

  it.effect("are served from the cache if their part ended 92 days ago, and requested again if it ended later", () =>
    Effect.gen(function* () {
      yield* begin
      const requestsFor = Effect.fnUntraced(function* (end_date: string) {
        const sent = yield* sentFor(
          Effect.all([Stream.runDrain(stream(1, end_date)), Stream.runDrain(stream(1, end_date))]).pipe(
            Effect.provideService(HttpCache.TimeToLive, "1 day")
          )
        )
        return sent.filter(({ path }) => queryOf(path)["end_date"] === end_date).length
      })
      // Today is 2027-01-15.
      assert.strictEqual(yield* requestsFor("2026-10-15"), 1)
      assert.strictEqual(yield* requestsFor("2026-10-16"), 2)
    })
  )
})
