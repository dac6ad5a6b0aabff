/** Where calls for many places and many days are cut, to the character, the place and the day. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { script } from "./support/climate.ts"
import { type Options, queryOf, weather } from "./support/service.ts"

const day = { start_date: "2020-01-01", end_date: "2020-01-01" }

const times = <A>(count: number, of: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => of(i))

/** Each takes eight characters of a URL: four values, and what parts them. */
const small = { latitude: 1, longitude: 2, elevation: 3, timezone: "Z" }

/** How many places each request has. */
const runsOf = (urls: ReadonlyArray<{ readonly path: string }>) =>
  urls.map(({ path }) => queryOf(path)["latitude"]?.split(",").length)

const sentFor = Effect.fnUntraced(function* (
  call: Effect.Effect<unknown, unknown, Weather>,
  options: Options = { quota: null }
) {
  const { http, layer } = weather(script, options)
  yield* Effect.provide(call, layer)
  return http.sent
})

describe("places", () => {
  // `/v1/archive?hourly=…&start_date=2020-01-01&end_date=2020-01-01` and 120 characters aside leave room for 960 places.
  const name = "v".repeat(
    8_000 - 120 - 960 * 8 - "/v1/archive?hourly=&start_date=2020-01-01&end_date=2020-01-01".length
  )

  it.effect("fill 8,000 characters, with 120 for the host and the names of their parameters", () =>
    Effect.gen(function* () {
      const call = (hourly: string) => Archive.getMany({ places: times(960, () => small), ...day, hourly: [hourly] })
      assert.deepStrictEqual(runsOf(yield* sentFor(call(name))), [960])
      assert.deepStrictEqual(runsOf(yield* sentFor(call(`${name}v`))), [959, 1])
    })
  )

  it.effect("room is kept for a zone although none is sent, and for no elevation", () =>
    Effect.gen(function* () {
      // Fifteen characters each.
      const places = times(512, () => ({ latitude: 1, longitude: 2 }))
      const call = (hourly: string) => Archive.getMany({ places, ...day, hourly: [hourly] })
      assert.deepStrictEqual(runsOf(yield* sentFor(call(name))), [512])
      assert.deepStrictEqual(runsOf(yield* sentFor(call(`${name}v`))), [511, 1])
    })
  )

  it.effect("no URL is longer than 8,000 characters, with the longest host", () =>
    Effect.gen(function* () {
      const sent = yield* sentFor(Archive.getMany({ places: times(3_000, () => small), ...day, hourly: ["rain"] }), {
        apikey: Redacted.make("k3y")
      })
      const lengths = sent.map(({ url }) => url.replace(/&apikey=.*/, "").length)
      assert.isAtMost(Math.max(...lengths), 8_000)
    })
  )

  it.effect("at most 1,000 a request", () =>
    Effect.gen(function* () {
      // Seven characters each, so that the URL has room for more.
      const places = times(1_001, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      assert.deepStrictEqual(runsOf(yield* sentFor(Forecast.getMany({ places }))), [1_000, 1])
      assert.deepStrictEqual(runsOf(yield* sentFor(Forecast.getMany({ places: places.slice(1) }))), [1_000])
    })
  )

  it.effect("at most 600 by weight on the free service", () =>
    Effect.gen(function* () {
      yield* begin
      const places = times(601, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      const { http, layer } = weather(script)
      const running = yield* start(Effect.provide(Forecast.getMany({ places }), layer))
      yield* pass("1 minute")
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(runsOf(http.sent), [600, 1])
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000]
      )
    })
  )

  it.effect("100 points of a request for elevations", () =>
    Effect.gen(function* () {
      const sent = Effect.fnUntraced(function* (count: number) {
        const { http, layer } = weather(({ path }) => ({
          json: { elevation: queryOf(path)["latitude"]?.split(",").map(Number) }
        }))
        yield* Effect.provide(Elevation.get({ places: times(count, () => small) }), layer)
        return runsOf(http.sent)
      })
      assert.deepStrictEqual(yield* sent(100), [100])
      assert.deepStrictEqual(yield* sent(101), [100, 1])
    })
  )

  it.effect("four requests at once where no quota says", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather((sent) => ({ ...script(sent, 0), takes: 100 }), { quota: null })
      const places = times(6_000, () => ({ latitude: 1, longitude: 2, timezone: "Z" }))
      const running = yield* start(Effect.provide(Forecast.getMany({ places }), layer))
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

  it.effect("a part weighs 100", () =>
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

  it.effect("a part that ended 92 days ago is served from the cache, a later one is asked for anew", () =>
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
