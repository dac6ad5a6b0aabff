/** Requests whose URL is too long go as a POST, with everything else as for a GET. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import * as Json from "./json.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { script } from "./support/climate.ts"
import { weather } from "./support/service.ts"

const names = Array.from({ length: 900 }, (_, i) => `variable_${i}`)
const span = { start_date: "2020-01-01", end_date: "2020-01-01" }
const place = { latitude: 1, longitude: 2 }
const unlimited = { quota: null }

const bodyFor = Effect.fnUntraced(function* (call: Effect.Effect<unknown, unknown, Weather>) {
  const { http, layer } = weather(() => ({ status: 400 }), unlimited)
  yield* Effect.ignore(Effect.provide(call, layer))
  const [sent] = http.sent
  if (sent === undefined) return assert.fail("nothing was sent")
  assert.deepStrictEqual([sent.method, sent.headers["content-type"]], ["POST", "application/json"])
  return Json.parseObject(sent.body)
})

it.effect("a path and query of up to 7,800 characters are sent as GET", () =>
  Effect.gen(function* () {
    const { http, layer } = weather(() => ({ status: 400 }), unlimited)
    const padded = (length: number) =>
      Effect.ignore(
        Effect.provide(Forecast.get({ hourly: ["rain"], ...place, extra: { pad: "x".repeat(length) } }), layer)
      )
    yield* padded(1)
    const short = http.sent[0]?.path.length ?? assert.fail("nothing was sent")
    yield* padded(7_801 - short)
    yield* padded(7_802 - short)
    assert.deepStrictEqual(
      http.sent.map(({ method }) => method),
      ["GET", "GET", "POST"]
    )
    assert.strictEqual(http.sent[1]?.path.length, 7_800)
  })
)

describe("a POST", () => {
  it.effect("has the parameters of the query under the same names, with lists, numbers and booleans", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* bodyFor(
          Forecast.get({
            ...place,
            elevation: Number.NaN,
            timezone: "Europe/Berlin",
            hourly: names,
            daily: [],
            forecast_days: 3,
            tilt: 12.5,
            timeformat: "unixtime",
            extra: { mode: "draft", levels: [1, 2], is_new: true }
          })
        ),
        {
          latitude: [1],
          longitude: [2],
          elevation: ["nan"],
          timezone: ["Europe/Berlin"],
          hourly: names,
          forecast_days: 3,
          tilt: 12.5,
          timeformat: "unixtime",
          mode: "draft",
          levels: [1, 2],
          is_new: true
        }
      )
    })
  )

  it.effect("has the places as lists, and a zone for each only if there is one", () =>
    Effect.gen(function* () {
      const places = [place, { latitude: -3.25, longitude: 4 }]
      const body = yield* bodyFor(Archive.getMany({ places, ...span, hourly: names, timezone: "GMT" }))
      assert.deepStrictEqual(body, {
        latitude: ["1", "-3.25"],
        longitude: ["2", "4"],
        timezone: ["GMT"],
        hourly: names,
        start_date: ["2020-01-01"],
        end_date: ["2020-01-01"]
      })
      const zoned = [place, { ...place, timezone: "Asia/Kolkata" }]
      const { timezone } = yield* bodyFor(Archive.getMany({ places: zoned, ...span, hourly: names }))
      assert.deepStrictEqual(timezone, ["GMT", "Asia/Kolkata"])
    })
  )

  it.effect("is repeated after an outage and a lost connection, like a GET", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(
        (sent, i) => (i === 0 ? { status: 503 } : i === 1 ? { status: 200, text: "" } : script(sent, i)),
        { ...unlimited, attempts: 3 }
      )
      const { hourly } = yield* Effect.provide(Archive.get({ ...place, ...span, hourly: names }), layer)
      assert.strictEqual(hourly.columns.length, 900)
      assert.deepStrictEqual(
        http.sent.map(({ method }) => method),
        ["POST", "POST", "POST"]
      )
    })
  )

  it.effect("does not wait among writes", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(script, { ...unlimited, writeInterval: "1 minute" })
      const call = Archive.get({ ...place, ...span, hourly: names })
      const running = yield* start(Effect.provide(Effect.andThen(call, call), layer))
      yield* pass(1)
      yield* Fiber.join(running.fiber)
      assert.deepStrictEqual(
        http.sent.map(({ at, method }) => [at, method]),
        [
          [0, "POST"],
          [0, "POST"]
        ]
      )
    })
  )

  it.effect("keeps the key in the URL, and out of errors", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(() => ({ status: 400, json: { reason: "no" } }), {
        apikey: Redacted.make("s3cret")
      })
      const error = yield* Effect.flip(Effect.provide(Archive.get({ ...place, ...span, hourly: names }), layer))
      assert.strictEqual(error._tag, "BadRequest")
      assert.strictEqual(http.sent[0]?.url, "https://customer-archive-api.open-meteo.com/v1/archive?apikey=s3cret")
      assert.notInclude(JSON.stringify(error), "s3cret")
      assert.notInclude(http.sent[0]?.body ?? "", "s3cret")
    })
  )

  it.effect("counts towards the quota, and is not cached", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(script)
      const places = Array.from({ length: 1_000 }, (_, i) => ({ latitude: i / 20 + 1e-7, longitude: 2.1234567 }))
      const call = Archive.getMany({ places, ...span, hourly: ["rain"] }).pipe(
        Effect.provideService(HttpCache.TimeToLive, "1 day")
      )
      const running = yield* start(Effect.provide(Effect.andThen(call, call), layer))
      for (let i = 0; i < 4; i++) yield* pass("1 minute")
      assert.strictEqual((yield* Fiber.join(running.fiber)).length, 1_000)
      // 600 and 400 places, twice, in windows of 600 a minute.
      assert.deepStrictEqual(
        http.sent.map(({ at }) => at),
        [0, 60_000, 120_000, 180_000]
      )
    })
  )
})
