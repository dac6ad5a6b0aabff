/** How long the rows of a series last, and which row an instant lies in. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { seriesBlocks, type Selection, type SeriesBlock } from "../../src/weather/Answer.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import * as Wire from "./wire.ts"

const hour = 3_600_000
const day = 24 * hour
const newYork = { latitude: 40.7, longitude: -74, timezone: "America/New_York", offsetSeconds: -18_000 }
const gmt = { latitude: 1, longitude: 2, timezone: "GMT", offsetSeconds: 0 }

const decode = (
  name: SeriesBlock,
  time: ReadonlyArray<number>,
  { at = gmt, timeformat = "iso8601", ...selection }: Selection & { at?: typeof gmt } & Partial<Wire.Format> = {}
) => {
  const rain = { unit: "mm", values: time.map((_, i) => i) }
  const text = Wire.write([{ ...at, blocks: [{ name, time, columns: { rain } }] }], { timeformat })
  const answer = Result.getOrThrow(Decode.one(text, { ...selection, [name]: ["rain"] }))
  return answer[name] ?? assert.fail("no block")
}

const isIn = (series: Series.Series<string>) => (instant: number) =>
  Option.isSome(Series.during(series, new Date(instant)))

/** Rows as far apart as those of the block. */
const rowsOf = (name: SeriesBlock, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, i) => {
    switch (name) {
      case "minutely_15":
        return (i * hour) / 4
      case "hourly":
        return i * hour
      case "daily":
        return i * day
      case "weekly":
        return Date.UTC(2026, 0, 5) + i * 7 * day
      case "monthly":
        return Date.UTC(2026, i)
    }
  })

const lengths: Readonly<Record<SeriesBlock, Series.Period>> = {
  minutely_15: hour / 4,
  hourly: hour,
  daily: day,
  weekly: 7 * day,
  monthly: "month"
}

describe("the period of a row", () => {
  it.each(seriesBlocks)("is that of the block %s, for any number of rows", (name) => {
    for (const count of [0, 1, 2, 5]) assert.strictEqual(decode(name, rowsOf(name, count)).period, lengths[name])
  })

  it("of hourly data is the distance between rows", () => {
    for (const step of [0.25, 0.5, 1, 3, 6]) {
      assert.strictEqual(decode("hourly", [0, step * hour, 2 * step * hour]).period, step * hour)
    }
  })

  it("of a single hourly row is the requested resolution", () => {
    const periodOf = (temporal_resolution: string) => decode("hourly", [0], { temporal_resolution }).period
    assert.deepStrictEqual(["minutely_15", "minutely_30", "hourly", "hourly_1", "hourly_3", "hourly_6"].map(periodOf), [
      hour / 4,
      hour / 2,
      hour,
      hour,
      3 * hour,
      6 * hour
    ])
    // The resolution of the model is not known.
    assert.isNull(periodOf("native"))
    assert.strictEqual(decode("minutely_15", [0], { temporal_resolution: "hourly_6" }).period, hour / 4)
  })

  it("stays the same in slices, selections and JSON", () => {
    const months = decode("monthly", rowsOf("monthly", 3))
    const last = Series.slice(months, { from: new Date(Date.UTC(2026, 2)) })
    assert.deepStrictEqual([last.length, last.period, Series.select(last, ["rain"]).period], [1, "month", "month"])
    const codec = Schema.toCodecJson(Series.schema("rain"))
    for (const series of [months, decode("daily", [0]), decode("hourly", [0], { temporal_resolution: "native" })]) {
      const json = JSON.stringify(Schema.encodeSync(codec)(Series.select(series, ["rain"])))
      assert.strictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(json)).period, series.period)
    }
  })
})

describe("during", () => {
  it("finds the only row of a block until it ends", () => {
    const monday = Date.UTC(2026, 0, 5)
    const cases: ReadonlyArray<readonly [SeriesBlock, number, number]> = [
      ["minutely_15", 0, hour / 4],
      ["hourly", 0, hour],
      ["daily", 0, day],
      ["weekly", monday, monday + 7 * day],
      ["monthly", Date.UTC(2026, 1), Date.UTC(2026, 2)],
      ["monthly", Date.UTC(2024, 1), Date.UTC(2024, 2)],
      ["monthly", Date.UTC(2026, 11), Date.UTC(2027, 0)]
    ]
    for (const [name, start, end] of cases) {
      const found = [start - 1, start, end - 1, end].map(isIn(decode(name, [start])))
      assert.deepStrictEqual(found, [false, true, true, false], name)
    }
  })

  it("finds the last month until it ends", () => {
    const months = decode("monthly", [Date.UTC(2026, 0), Date.UTC(2026, 1)])
    const found = [Date.UTC(2026, 1, 28, 23, 59), Date.UTC(2026, 2)].map(isIn(months))
    assert.deepStrictEqual(found, [true, false])
  })

  it("finds nothing in a gap between joined parts", () => {
    const partOf = (year: number) =>
      decode(
        "daily",
        Array.from({ length: 365 }, (_, i) => Date.UTC(year, 0) + i * day)
      )
    const joined = Result.getOrThrow(Series.join([partOf(2019), partOf(2021)]))
    assert.strictEqual(joined.period, day)
    const found = [
      Date.UTC(2019, 11, 31, 23),
      Date.UTC(2020, 0),
      Date.UTC(2020, 5),
      Date.UTC(2020, 11, 31, 23),
      Date.UTC(2021, 0)
    ]
    assert.deepStrictEqual(found.map(isIn(joined)), [true, false, false, false, true])
  })

  it("does not join civil days with days of the service, which begin at another time", () => {
    const days = Series.select(decode("daily", [0, day, 2 * day]), ["rain"])
    const civil = Series.resample(days, "day", { rain: "sum" })
    const joined = Series.join([Series.slice(civil, { to: day }), Series.slice(days, { from: day })])
    assert.containSubset(joined, { failure: { _tag: "JoinFailed", part: 1, reason: "zone" } })
    for (const parts of [
      [civil, Series.slice(days, { to: 0 })] as const,
      [Series.slice(days, { to: 0 }), civil] as const
    ])
      assert.deepStrictEqual(Result.getOrThrow(Series.join(parts)).period, civil.period)
  })

  it("finds rows of different lengths up to the distance to their neighbours", () => {
    const hours = decode("hourly", [0, hour, 2 * hour])
    const later = decode("hourly", [day, day + 6 * hour, day + 12 * hour])
    const joined = Result.getOrThrow(Series.join([hours, later]))
    assert.isNull(joined.period)
    const found = [0, 2.9 * hour, 3 * hour, day - 1, day, day + 5.9 * hour, day + 17.9 * hour, day + 18 * hour]
    assert.deepStrictEqual(found.map(isIn(joined)), [true, true, false, false, true, true, true, false])
    // An empty part is not different.
    const none = decode("hourly", [], { temporal_resolution: "hourly_6" })
    for (const parts of [[none, hours] as const, [hours, none] as const]) {
      assert.strictEqual(Result.getOrThrow(Series.join(parts)).period, hour)
    }
  })

  it("finds the first millisecond of a row whose length is not known", () => {
    const row = decode("hourly", [0], { temporal_resolution: "native" })
    assert.deepStrictEqual([-1, 0, 1].map(isIn(row)), [false, true, false])
  })
})

describe("weeks and months", () => {
  it("begin in UTC, whatever the zone: January in New York has the label of the day before", () => {
    const text = JSON.stringify({
      utc_offset_seconds: -18_000,
      timezone: "America/New_York",
      monthly: { time: ["2025-12-31", "2026-01-31"], rain: [1, 2] }
    })
    const { monthly } = Result.getOrThrow(Decode.one(text, { monthly: ["rain"] }))
    assert.isDefined(monthly)
    assert.deepStrictEqual(Array.from(monthly.time), [Date.UTC(2026, 0), Date.UTC(2026, 1)])
    assert.deepStrictEqual(Series.label(monthly, 0), Option.some("2025-12-31"))
  })

  it("have the same instants and labels in both time formats, in any zone", () => {
    const offsets = fc.integer({ min: -24 * 4, max: 24 * 4 }).map((quarters) => quarters * 900)
    const weeks = fc.integer({ min: -2_000, max: 3_000 }).map((n) => ["weekly", n] as const)
    const months = fc.integer({ min: -400, max: 700 }).map((n) => ["monthly", n] as const)
    fc.assert(
      fc.property(offsets, fc.oneof(weeks, months), (offsetSeconds, [name, first]) => {
        const time = Array.from({ length: 14 }, (_, i) =>
          name === "weekly" ? Date.UTC(1970, 0, 5) + (first + i) * 7 * day : Date.UTC(1970, first + i)
        )
        const [iso, unix] = (["iso8601", "unixtime"] as const).map((timeformat) =>
          decode(name, time, { at: { ...newYork, offsetSeconds }, timeformat })
        )
        assert.isDefined(iso)
        assert.deepStrictEqual(Array.from(iso.time), time)
        assert.deepStrictEqual(iso, unix)
        const label = new Date((time[0] ?? 0) + offsetSeconds * 1_000).toISOString().slice(0, 10)
        assert.deepStrictEqual(Series.label(iso, 0), Option.some(label))
        for (const [i, start] of time.entries()) {
          const found = Option.getOrThrow(Series.during(iso, new Date((time[i + 1] ?? start + 1) - 1)))
          assert.strictEqual(DateTime.toEpochMillis(found.time), start)
        }
      })
    )
  })
})
