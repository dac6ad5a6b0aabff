/** The quota of the free service, through the whole pipeline. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Archive from "../../src/weather/Archive.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import * as Marine from "../../src/weather/Marine.ts"
import * as Quota from "../../src/weather/Quota.ts"
import * as Weather from "../../src/weather/Weather.ts"
import { inTurn } from "../rest/support/http.ts"
import { begin, epoch, pass, start } from "../rest/support/time.ts"
import { read } from "./fixtures.ts"
import { answerTo } from "./support/climate.ts"
import { weather } from "./support/service.ts"

const place = { latitude: 52.5, longitude: 13.4 }
const days = { start_date: "1940-01-01", end_date: "2024-12-31" }
const ten = Array.from({ length: 10 }, (_, i) => `v${i}`)
const rain = { hourly_units: { time: "iso8601", rain: "mm" }, hourly: { time: ["2027-01-15T08:00"], rain: [0] } }
const ok = { json: { utc_offset_seconds: 0, timezone: "GMT", ...rain } }

const site = Forecast.get({ ...place, hourly: ["rain"] })

/** An operation that a user declares. */
const own = Weather.operation("Own.get", "GET /v1/own", { host: "flood", path: {}, success: Schema.Unknown })

/** 85 years of ten variables. The result does not matter. */
const long = Effect.exit(Archive.get({ ...place, ...days, hourly: ten }))

describe("the free service", () => {
  it.effect("receives one request at a time, whatever the host", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(() => ({ ...ok, takes: 100 }))
      const search = Effect.exit(Geocoding.search({ name: "Berlin" }))
      const all = Effect.all([site, Marine.get({ ...place, hourly: ["rain"] }), search, own({})], {
        concurrency: "unbounded"
      })
      const running = yield* start(Effect.provide(all, layer))
      for (let i = 0; i < 4; i++) yield* pass(100)
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 100, 200, 300]
      )
      assert.strictEqual(http.peak(), 1)
    })
  )

  it.effect("makes a call that weighs more than a minute wait for an empty one, and the next call for its end", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(() => ok)
      const running = yield* start(Effect.provide(Effect.all([site, long, site]), layer))
      yield* pass("1 minute")
      yield* pass("1 minute")
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000, 120_000]
      )
    })
  )

  it.effect("fails at once with the time of the reset when an hour is used up", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(() => ok)
      const program = Effect.gen(function* () {
        yield* long
        yield* long
        return yield* Effect.flip(Archive.get({ ...place, ...days, hourly: ten }))
      })
      const running = yield* start(Effect.provide(program, layer))
      yield* pass("1 minute")
      yield* pass("1 minute")
      const error = yield* Fiber.join(running.fiber)
      assert.strictEqual(error._tag, "RateLimited")
      if (error._tag !== "RateLimited") return
      assert.deepInclude(error, { resource: "hourly", limit: 5_000, status: null, kind: "primary" })
      assert.strictEqual(DateTime.toEpochMillis(error.retryAt), epoch + 3_600_000)
      assert.strictEqual(http.sent.length, 2)
    })
  )

  it.effect("makes a call wait for a limit that it states, then retries", () =>
    Effect.gen(function* () {
      yield* begin
      const limited = { status: 429, text: read("errors/stored-index__69103195468__minutely_429.json") }
      const concurrent = { status: 429, text: read("errors/stored-index__59878747960__concurrent_429.json") }
      const { http, layer } = weather(inTurn(limited, concurrent, ok), { attempts: 4 })
      const running = yield* start(Effect.provide(site, layer))
      yield* pass("1 minute")
      yield* pass("1 second")
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000, 61_000]
      )
    })
  )

  it.effect("counts the cells of a box once the response tells how many there are", () =>
    Effect.gen(function* () {
      yield* begin
      const cells = { json: Array.from({ length: 900 }, () => ok.json) }
      const { http, layer } = weather(() => cells)
      const box = Forecast.getMany.within({ hourly: ["rain"], bounding_box: [52, 13, 53, 14] })
      const running = yield* start(Effect.provide(Effect.all([box, box]), layer))
      yield* pass("1 minute")
      const answers = yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(
        answers.map((answer) => answer.length),
        [900, 900]
      )
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000]
      )
    })
  )

  it.effect("counts a box without cells, or from the cache, no further", () =>
    Effect.gen(function* () {
      yield* begin
      const cells = (url: string) => (url.includes("ncep") ? [] : [ok.json, ok.json])
      const { http, layer } = weather(({ url }) => ({ json: url.includes("box") ? cells(url) : ok.json }), {
        quota: { ...Quota.free, windows: [{ name: "minutely", length: 60_000, limit: 5 }] },
        timeToLive: "1 hour"
      })
      const box = Forecast.getMany.within({ hourly: ["rain"], bounding_box: [52, 13, 53, 14] })
      const none = Forecast.getMany.within({
        hourly: ["rain"],
        bounding_box: [52, 13, 53, 14],
        models: ["ncep_nbm_conus"]
      })
      const at = (latitude: number) => Forecast.get({ hourly: ["rain"], ...place, latitude })
      // Two cells, one for the request without any, and two places. The last one waits.
      const all = Effect.all([box, box, none, at(1), at(2), at(1), box, at(3)])
      const running = yield* start(Effect.provide(all, layer))
      assert.strictEqual(http.sent.length, 4)
      yield* pass("1 minute")
      assert.strictEqual(running.exit()?._tag, "Success")
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 0, 0, 0, 60_000]
      )
    })
  )

  it.effect("sets the clock that counts", () =>
    Effect.gen(function* () {
      yield* begin
      const headers = { date: new Date(epoch + 50_000).toUTCString() }
      const limited = { status: 429, headers, text: read("errors/stored-index__69103195468__minutely_429.json") }
      const { http, layer } = weather(inTurn(limited, ok), { attempts: 2 })
      const running = yield* start(Effect.provide(site, layer))
      yield* pass("10 seconds")
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(running.fiber)))
      assert.strictEqual(http.sent.length, 2)
    })
  )
})

it.effect("customers wait only for limits that responses state", () =>
  Effect.gen(function* () {
    const { http, layer } = weather(answerTo, { apikey: Redacted.make("k3y") })
    const heavy = Archive.get({
      ...place,
      start_date: "2020-01-01",
      end_date: "2020-12-31",
      daily: Array.from({ length: 400 }, (_, i) => `v${i}`)
    })
    yield* Effect.provide(Effect.all([heavy, heavy, heavy], { concurrency: "unbounded" }), layer)
    assert.strictEqual(http.sent.length, 3)
  })
)
