/** Long archives as a stream of parts. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Series from "../../src/weather/Series.ts"
import { begin } from "../rest/support/time.ts"
import { answerTo, script } from "./support/climate.ts"
import { run, weather } from "./support/service.ts"
import { runs } from "../depth.ts"

const place = { latitude: 52.5, longitude: 13.4 }
const decades = { ...place, start_date: "1990-03-05", end_date: "2019-11-20" }
const hourly = ["rain"] as const
const daily = Array.from({ length: 60 }, (_, i) => `v${i}`)

const unlimited = { quota: null }

describe("Archive.stream", () => {
  it.effect("returns the same as one call, in chronological order", () =>
    Effect.gen(function* () {
      const request = { ...decades, daily, timezone: "Asia/Kolkata" }
      const parts = yield* run(Stream.runCollect(Archive.stream(request)), script, unlimited)
      assert.isAbove(parts.length, 10)
      const [first, ...rest] = parts.map((part) => part.daily)
      if (first === undefined) return assert.fail("no parts")
      const joined = Result.getOrThrow(Series.join([first, ...rest]))
      const whole = yield* run(Archive.get({ ...request, timeformat: "unixtime" }), script, unlimited)
      assert.deepStrictEqual(joined, whole.daily)
    })
  )

  it.effect("says where each part ends, and continues from there", () =>
    Effect.gen(function* () {
      const request = { ...decades, daily }
      const parts = yield* run(Stream.runCollect(Archive.stream(request)), script, unlimited)
      const total = 10_853
      assert.deepStrictEqual(
        parts.map(({ part }) => part.total),
        parts.map(() => total)
      )
      let done = 0
      for (const [i, { daily: series, part }] of parts.entries()) {
        done += series.length
        assert.strictEqual(part.done, done)
        assert.strictEqual(part.next, parts[i + 1]?.part.start_date ?? null)
      }
      assert.strictEqual(done, total)
      const next = parts[3]?.part.next ?? undefined
      const rest = yield* run(Stream.runCollect(Archive.stream(request, next)), script, unlimited)
      assert.deepStrictEqual(rest, parts.slice(4))
    })
  )

  it.effect("starts from an instant with the rows from that instant on", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2020, 0, 12) }),
          fc.constantFrom("GMT", "Asia/Kolkata", "America/New_York"),
          fc.boolean(),
          async (instant, timezone, asDate) => {
            const request = { ...place, start_date: "2020-01-02", end_date: "2020-01-10", timezone, hourly }
            const from = asDate ? new Date(instant) : DateTime.makeUnsafe(instant)
            const parts = await Effect.runPromise(
              run(Stream.runCollect(Archive.stream(request, from)), script, unlimited)
            )
            const whole = await Effect.runPromise(run(Archive.get(request), script, unlimited))
            assert.deepStrictEqual(
              parts.flatMap((part) => Array.from(part.hourly.time)),
              Array.from(Series.slice(whole.hourly, { from }).time)
            )
          }
        ),
        { numRuns: runs(40) }
      )
    )
  )

  it.effect("starts on the day before the UTC date, if that is the date of the instant at the place", () =>
    Effect.gen(function* () {
      const request = {
        ...place,
        start_date: "2020-01-02",
        end_date: "2020-01-10",
        timezone: "America/New_York",
        hourly
      } as const
      const from = new Date("2020-01-05T02:00:00Z")
      const [part] = yield* run(Stream.runCollect(Archive.stream(request, from)), script, unlimited)
      assert.strictEqual(part?.part.start_date, "2020-01-04")
      assert.strictEqual(part?.hourly.time[0], from.getTime())
    })
  )

  it.effect("requests no more than is read, one request at a time on the free service", () =>
    Effect.gen(function* () {
      const { http, layer } = weather(script)
      yield* Archive.stream({ ...decades, daily }).pipe(Stream.take(2), Stream.runDrain, Effect.provide(layer))
      assert.isAtMost(http.sent.length, 3)
      assert.strictEqual(http.peak(), 1)
    })
  )

  it.effect("fails after the parts before the failure", () =>
    Effect.gen(function* () {
      const { layer } = weather((sent, i) => (i === 2 ? { status: 503 } : answerTo(sent)), unlimited)
      const seen: Array<string | null> = []
      const error = yield* Archive.stream({ ...decades, daily }).pipe(
        Stream.runForEach(({ part }) => Effect.sync(() => seen.push(part.next))),
        Effect.flip,
        Effect.provide(layer)
      )
      assert.strictEqual(error._tag, "ServiceUnavailable")
      assert.strictEqual(seen.length, 2)
    })
  )

  it.effect("with a time to live, requests parts of the past once, and the latest part again", () =>
    Effect.gen(function* () {
      yield* begin
      const { http, layer } = weather(script, { ...unlimited, timeToLive: "30 days" })
      const drain = (start_date: string) =>
        Stream.runDrain(Archive.stream({ ...place, start_date, end_date: "2026-12-31", daily }))
      yield* Effect.gen(function* () {
        yield* drain("2010-01-01")
        const once = http.sent.length
        yield* drain("2010-01-01")
        assert.strictEqual(http.sent.length, once + 1)
        // Parts are split on the calendar: a stream with another start shares the later parts.
        yield* drain("2010-02-02")
        assert.strictEqual(http.sent.length, once + 3)
        yield* drain("2010-01-01").pipe(Effect.provideService(HttpCache.TimeToLive, 0))
        assert.strictEqual(http.sent.length, once + 3 + once)
      }).pipe(Effect.provide(layer))
    })
  )
})
