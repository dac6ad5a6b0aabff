/** Each limit of the free service: the last call that passes, and the first that waits. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Archive from "../../src/weather/Archive.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import { begin, pass, start } from "../rest/support/time.ts"
import { weather } from "./support/service.ts"

const place = { latitude: 52.5, longitude: 13.4 }
const rain = { hourly_units: { time: "iso8601", rain: "mm" }, hourly: { time: ["2027-01-15T08:00"], rain: [0] } }
const ok = { json: { utc_offset_seconds: 0, timezone: "GMT", ...rain } }

const minute = 60_000
const hour = 60 * minute

/** Weighs 1. */
const light = Forecast.get({ ...place, hourly: ["rain"] })

/** 100 columns weigh 10 for two weeks. The result does not matter. */
const heavy = (start_date: string, end_date: string) =>
  Effect.exit(Archive.get({ ...place, start_date, end_date, hourly: Array.from({ length: 100 }, (_, i) => `v${i}`) }))

/** 700 days weigh 500. */
const halfThousand = heavy("2020-01-01", "2021-11-30")

describe("the free service", () => {
  it.effect("allows 600 calls a minute", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(() => ok)
      const running = yield* start(Effect.provide(Effect.replicateEffect(light, 601, { discard: true }), layer))
      yield* pass(minute)
      yield* Fiber.join(running.fiber)
      const at = http.sent.map((sent) => sent.at)
      assert.deepStrictEqual([at[0], at[599], at[600]], [0, 0, minute])
    })
  )

  /** When calls of weight 500, and one of weight 1 after them, are sent: in minutes since 08:00. */
  const sentAfter = Effect.fnUntraced(function* (count: number, minutes: number) {
    yield* begin
    const { http, layer } = weather(() => ok, { maxWait: 24 * hour })
    const program = Effect.andThen(Effect.replicateEffect(halfThousand, count, { discard: true }), light)
    const running = yield* start(Effect.provide(program, layer))
    for (let i = 0; i < minutes; i++) yield* pass(minute)
    yield* Fiber.join(running.fiber)
    return http.sent.map(({ at }) => at / minute)
  })

  it.effect("allows 5,000 calls an hour", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sentAfter(10, 60), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 60])
    })
  )

  it.effect("allows 10,000 calls a day, which ends at midnight", () =>
    Effect.gen(function* () {
      const sent = yield* sentAfter(20, 16 * 60)
      assert.deepStrictEqual(sent.slice(10), [60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 16 * 60])
    })
  )

  it.effect("allows no call above 5,000", () =>
    Effect.gen(function* () {
      const sent = Effect.fnUntraced(function* (end_date: string) {
        const { http, layer } = weather(() => ok)
        yield* Effect.provide(heavy("2000-01-01", end_date), layer)
        return http.sent.length
      })
      // 7,000 days, and one day more.
      assert.strictEqual(yield* sent("2019-03-01"), 1)
      assert.strictEqual(yield* sent("2019-03-02"), 0)
    })
  )
})
