/** For any zone, span and unit, the series has the times and values that the service meant. */
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Split from "../../src/weather/internal/request/split.ts"
import * as Series from "../../src/weather/Series.ts"
import { asked, blockOf, day, format, meant } from "./arbitraries.ts"
import * as Wire from "./wire.ts"
import { runs } from "../depth.ts"

const says = (series: Series.Series, block: Wire.MeantBlock, from: Wire.Meant): void => {
  assert.deepStrictEqual(Array.from(series.time), block.time)
  assert.deepStrictEqual(series.zone, { name: from.timezone, abbreviation: "X", offset: from.offsetSeconds * 1_000 })
  assert.strictEqual(series.dates, block.name === "daily")
  for (const [name, { unit, values }] of Object.entries(block.columns)) {
    const found = Option.getOrThrow(Series.find(series, name))
    assert.deepStrictEqual(
      Array.from(found.values),
      values.map((value) => value ?? Number.NaN)
    )
    if (!found.instants) assert.strictEqual(found.unit, unit)
  }
}

describe("a series has what the service meant", () => {
  it("in any zone, span, unit and format", () => {
    fc.assert(
      fc.property(meant, format, (from, as) => {
        const answer = Result.getOrThrow(Decode.one(Wire.write([from], as), asked))
        says(answer.minutely_15, blockOf(from, "minutely_15"), from)
        says(answer.hourly, blockOf(from, "hourly"), from)
        says(answer.daily, blockOf(from, "daily"), from)
        // The views have the same instants, labelled by the offset of the request.
        const [first] = Series.rows(answer.daily)
        const local = new Date((answer.daily.time[0] ?? 0) + from.offsetSeconds * 1_000).toISOString()
        assert.deepStrictEqual(Series.label(answer.daily, 0), Option.some(local.slice(0, 10)))
        assert.isTrue(local.endsWith("T00:00:00.000Z"))
        assert.strictEqual(first && DateTime.toEpochMillis(first.time), answer.daily.time[0])
        assert.strictEqual(first?.sunrise && DateTime.toEpochMillis(first.sunrise), answer.daily.sunrise[0])
        assert.isNull(first?.moonrise)
      }),
      { numRuns: runs(300) }
    )
  })

  it("and is the same from both time formats", () => {
    fc.assert(
      fc.property(meant, (from) => {
        const [iso, unix] = (["iso8601", "unixtime"] as const).map((timeformat) =>
          Result.getOrThrow(Decode.one(Wire.write([from], { timeformat }), asked))
        )
        assert.deepStrictEqual(iso?.hourly, unix?.hourly)
        assert.deepStrictEqual(iso?.daily.sunrise, unix?.daily.sunrise)
        assert.deepStrictEqual(iso?.daily.time, unix?.daily.time)
      }),
      { numRuns: runs(100) }
    )
  })
})

describe("splitting and joining change nothing", () => {
  /** The part that the service returns to a request for these local days. */
  const within = (from: Wire.Meant, span: Split.Span): Wire.Meant => {
    const start = span.first * day - from.offsetSeconds * 1_000
    const end = (span.last + 1) * day - from.offsetSeconds * 1_000
    return {
      ...from,
      blocks: from.blocks.map((block) => {
        const keep = block.time.map((instant) => instant >= start && instant < end)
        const kept = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => values.filter((_, i) => keep[i])
        return {
          name: block.name,
          time: kept(block.time),
          columns: Object.fromEntries(
            Object.entries(block.columns).map(([name, { unit, values }]) => [name, { unit, values: kept(values) }])
          )
        }
      })
    }
  }

  it("for spans", () => {
    fc.assert(
      fc.property(meant, format, fc.integer({ min: 1, max: 400 }), (from, as, maxDays) => {
        const days = blockOf(from, "daily").time.map((instant) => (instant + from.offsetSeconds * 1_000) / day)
        const span = { first: days[0] ?? 0, last: days.at(-1) ?? 0 }
        const whole = Result.getOrThrow(Decode.one(Wire.write([from], as), asked))
        const parts = Split.splitSpan(span, maxDays).map((part) =>
          Result.getOrThrow(Decode.one(Wire.write([within(from, part)], as), asked))
        )
        const [first, ...rest] = parts
        assert.isDefined(first)
        for (const block of ["minutely_15", "hourly", "daily"] as const) {
          const series: readonly [Series.Series, ...ReadonlyArray<Series.Series>] = [
            first[block],
            ...rest.map((part) => part[block])
          ]
          assert.deepStrictEqual(Result.getOrThrow(Series.join(series)), whole[block])
        }
      }),
      { numRuns: runs(200) }
    )
  })

  it("for places", () => {
    const places = fc.array(meant, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(places, format, fc.integer({ min: 1, max: 7 }), (all, as, most) => {
        const runs = Arr.chunksOf(all, most)
        const answers = runs.map((run) =>
          Result.getOrThrow(
            Decode.many(
              Wire.write(
                run.map((place, locationId) => ({ ...place, locationId })),
                as
              ),
              asked,
              run.length
            )
          )
        )
        const joined = answers.flat()
        assert.strictEqual(joined.length, all.length)
        for (const [i, answer] of joined.entries()) {
          const place = all[i]
          assert.isDefined(place)
          assert.strictEqual(answer.latitude, place.latitude)
          says(answer.hourly, blockOf(place, "hourly"), place)
        }
      }),
      { numRuns: runs(100) }
    )
  })
})
