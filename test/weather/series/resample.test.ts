import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { pipe } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { runs } from "../../depth.ts"

const hour = 3_600_000
const day = 24 * hour

/** Hours from a UTC instant on, in a zone, each with the value 1. */
const hours = (zone: string, start: number, rows: number, offset = 0) =>
  seriesOf({ rain: Array.from({ length: rows }, () => 1) }, { zone, start, offset, units: { rain: "mm" } })

const labelsOf = (series: Series.Series) =>
  Array.from({ length: series.length }, (_, i) => Option.getOrThrow(Series.label(series, i)))

describe("resampling", () => {
  it("has days of 23 and 25 hours when the clocks change", () => {
    const spring = hours("Europe/Berlin", Date.UTC(2026, 2, 27, 23), 4 * 24 - 1, hour)
    const days = Series.resample(spring, "day", { rain: "sum" })
    assert.deepStrictEqual(labelsOf(days), ["2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"])
    assert.deepStrictEqual(Array.from(days.rain), [24, 23, 24, 24])
    assert.strictEqual(days.units.rain, "mm")
    assert.isTrue(days.dates)
    const autumn = hours("Europe/Berlin", Date.UTC(2026, 9, 23, 22), 3 * 24 + 1, hour)
    assert.deepStrictEqual(Array.from(Series.resample(autumn, "day", { rain: "sum" }).rain), [24, 25, 24])
  })

  it("has civil times and labels, whatever the offset of the request", () => {
    const days = Series.resample(hours("Europe/Berlin", Date.UTC(2026, 5, 30, 22), 24, hour), "day", { rain: "sum" })
    const [row] = days
    assert.strictEqual(
      row === undefined ? "" : DateTime.formatIsoZoned(row.time),
      "2026-07-01T00:00:00.000+02:00[Europe/Berlin]"
    )
    assert.strictEqual(Series.toCsv(days), "time,rain (mm)\n2026-07-01,24\n")
    assert.include(Series.table(days), "2026-07-01")
  })

  it("assigns the service's days to the month of their date", () => {
    // Requested in summer: the days of winter begin at 23:00 of the day before.
    const summer = 2 * hour
    const daily = seriesOf(
      { rain_sum: Array.from({ length: 365 }, () => 1) },
      { zone: "Europe/Berlin", offset: summer, start: Date.UTC(2026, 0, 1) - summer, step: day, dates: true }
    )
    const months = Series.resample(daily, "month", { rain_sum: "sum" }, { incomplete: "drop" })
    assert.deepStrictEqual(Array.from(months.rain_sum), [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    assert.strictEqual(labelsOf(months)[9], "2026-10-01")
    assert.deepStrictEqual(Array.from(Series.resample(months, "year", { rain_sum: "sum" }).rain_sum), [365])
  })

  it("knows how long its rows last", () => {
    const days = Series.resample(hours("Europe/Berlin", Date.UTC(2026, 9, 23, 22), 49, hour), "day", { rain: "sum" })
    const last = Date.UTC(2026, 9, 25, 23)
    assert.isTrue(Option.isSome(Series.during(days, last - 1)))
    assert.isTrue(Option.isNone(Series.during(days, last)))
    const [first, second] = [
      Series.slice(days, { to: last - 25 * hour }),
      Series.slice(days, { from: last - 25 * hour })
    ]
    assert.strictEqual(first.length, 1)
    assert.deepStrictEqual(Result.getOrThrow(Series.join([first, second])), days)
    const codec = Schema.toCodecJson(Series.schema("rain"))
    const json = JSON.stringify(Schema.encodeSync(codec)(days))
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(json)), days)
  })

  it("keeps or drops incomplete days at the ends and at gaps", () => {
    const whole = hours("Europe/Berlin", Date.UTC(2026, 0, 1, 2), 6 * 24, hour)
    const noon = Date.UTC(2026, 0, 4, 12)
    const parts = [Series.slice(whole, { to: noon }), Series.slice(whole, { from: noon + hour })] as const
    const gap = Result.getOrThrow(Series.join(parts))
    const kept = Series.resample(gap, "day", { rain: "count" })
    assert.deepStrictEqual(Array.from(kept.rain), [21, 24, 24, 23, 24, 24, 3])
    assert.strictEqual(kept.units.rain, "")
    const dropped = Series.resample(gap, "day", { rain: "sum" }, { incomplete: "drop" })
    assert.deepStrictEqual(labelsOf(dropped), ["2026-01-02", "2026-01-03", "2026-01-05", "2026-01-06"])
  })

  it("takes several aggregates of a column, and your own", () => {
    const hourly = seriesOf(
      { temperature_2m: [1, 5, 3, Number.NaN], wind_direction_10m: [350, 10, 10, 350] },
      { units: { temperature_2m: "°C", wind_direction_10m: "°" } }
    )
    const days = Series.resample(hourly, "day", {
      low: ["temperature_2m", "min"],
      high: ["temperature_2m", "max"],
      first: ["temperature_2m", "first"],
      last: ["temperature_2m", "last"],
      p50: ["temperature_2m", Series.percentile(50)],
      warm: ["temperature_2m", Series.shareAbove(2)],
      cool: ["temperature_2m", Series.shareBelow(2)],
      range: ["temperature_2m", Series.measure((values) => (values[1] ?? 0) - (values[0] ?? 0), "K")],
      wind_direction_10m: "sum",
      mean: ["wind_direction_10m", "mean"]
    })
    const [row] = days
    assert.isDefined(row)
    const { mean, time: _, ...others } = row
    assert.deepStrictEqual(others, {
      low: 1,
      high: 5,
      first: 1,
      last: 3,
      p50: 3,
      warm: 2 / 3,
      cool: 1 / 3,
      range: 4,
      wind_direction_10m: null
    })
    assert.isTrue(mean !== null && Math.min(mean, 360 - mean) < 1e-9)
    assert.deepStrictEqual([days.units.low, days.units.warm, days.units.range], ["°C", "fraction", "K"])
  })

  it("keeps instants and the deviation of directions", () => {
    const [rise, later] = [6 * hour, 8 * hour]
    const series = Held.make<"sunrise" | "wind_direction_10m">({
      ...Held.partsOf(seriesOf({}, { step: hour })),
      time: new Float64Array([0, hour]),
      columns: new Map([
        ["sunrise", { values: new Float64Array([rise, later]), unit: "iso8601", instants: true, text: undefined }],
        ["wind_direction_10m", { values: new Float64Array([350, 10]), unit: "°", instants: false, text: undefined }]
      ])
    })
    const days = Series.resample(series, "day", {
      mean: ["sunrise", "mean"],
      min: ["sunrise", "min"],
      max: ["sunrise", "max"],
      median: ["sunrise", "median"],
      first: ["sunrise", "first"],
      last: ["sunrise", "last"],
      sum: ["sunrise", "sum"],
      wind: ["wind_direction_10m", "first"],
      deviation: ["wind_direction_10m", "standardDeviation"]
    })
    assert.deepStrictEqual(
      days.columns.filter((name) => Option.exists(Series.find(days, name), ({ instants }) => instants)),
      ["mean", "min", "max", "median", "first", "last"]
    )
    assert.deepStrictEqual(Array.from(days.mean), [7 * hour])
    assert.approximately(days.deviation[0] ?? 0, 10, 0.1)
  })

  it("resamples to hours, and takes the series last", () => {
    const quarters = seriesOf({ rain: [1, 2, 3, 4, 5] }, { step: hour / 4, offset: hour / 2, start: hour / 4 })
    const hourly = pipe(quarters, Series.resample("hour", { rain: "sum" }))
    assert.deepStrictEqual(Array.from(hourly.rain), [1, 14])
    assert.deepStrictEqual(Array.from(hourly.time), [-hour / 2, hour / 2])
    assert.deepStrictEqual(labelsOf(hourly), ["1970-01-01T00:00", "1970-01-01T01:00"])
  })

  it("takes another zone, and the offset where the zone is unknown", () => {
    const start = Date.UTC(2026, 0, 1)
    const tokyo = DateTime.zoneMakeNamedUnsafe("Asia/Tokyo")
    const days = Series.resample(hours("GMT", start, 48), "day", { rain: "sum" }, { zone: tokyo })
    assert.deepStrictEqual(Array.from(days.rain), [15, 24, 9])
    assert.deepStrictEqual(days.zone, { name: "Asia/Tokyo", abbreviation: "Asia/Tokyo", offset: 9 * hour })
    const nowhere = Series.resample(hours("No/Where", start, 48, 9 * hour), "day", { rain: "sum" })
    assert.deepStrictEqual(Array.from(nowhere.rain), [15, 24, 9])
  })
})

describe("grouping", () => {
  it("returns the rows of each day, week, month and year", () => {
    const series = hours("Europe/Berlin", Date.UTC(2025, 11, 28, 23), 8 * 24, hour)
    const groups = Series.groupBy(series, "month")
    assert.deepStrictEqual(
      groups.map(({ complete, label, series: { rain } }) => [label, complete, rain.length]),
      [
        ["2025-12", false, 72],
        ["2026-01", false, 120]
      ]
    )
    assert.strictEqual(groups[0]?.series.rain.buffer, series.rain.buffer)
    const weeks = pipe(series, Series.groupBy("week"))
    assert.deepStrictEqual(
      weeks.map(({ label, complete }) => [label, complete]),
      [
        ["2025-12-29", true],
        ["2026-01-05", false]
      ]
    )
    assert.deepStrictEqual(
      Series.groupBy(series, "year").map(({ label }) => label),
      ["2025", "2026"]
    )
    assert.strictEqual(Series.groupBy(series, "day", { incomplete: "drop" }).length, 8)
  })
})

/** The civil date of an instant, by the runtime. */
const dateIn = (zone: string): ((instant: number) => string) => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`
  }
}

/** The instants before which the clocks change in a year, to the day. */
const changesIn = (zone: string, year: number): ReadonlyArray<number> => {
  const timeZone = DateTime.zoneMakeNamedUnsafe(zone)
  const offsetAt = (instant: number) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(instant, { timeZone }))
  return Array.from({ length: 366 }, (_, i) => Date.UTC(year, 0, 1) + i * day).filter(
    (instant) => offsetAt(instant) !== offsetAt(instant - day)
  )
}

/** Compares the days of a series with the dates of its rows, and returns how many there are. */
const civilDays = (zone: string, start: number, rows: number, step: number): number => {
  const dateOf = dateIn(zone)
  const series = seriesOf({ rain: Array.from({ length: rows }, (_, i) => i) }, { zone, start, step })
  const groups = Series.groupBy(series, "day")
  // Clocks that are set back from shortly after midnight show the evening before again. It belongs to the new day.
  let latest = ""
  const expected = Array.from(series.time, (time) => {
    for (const date of [dateOf(time), dateOf(time + step / 2)]) if (date > latest) latest = date
    return latest
  })
  assert.deepStrictEqual(
    groups.flatMap(({ label, series: { length } }) => Array.from({ length }, () => label)),
    expected
  )
  for (const [i, { end, label, start: begin }] of groups.entries()) {
    const first = DateTime.toEpochMillis(begin)
    assert.strictEqual(dateOf(first), label)
    assert.isBelow(Number(dateOf(first - 1).replaceAll("-", "")), Number(label.replaceAll("-", "")))
    const next = groups[i + 1]
    if (next !== undefined) assert.strictEqual(DateTime.toEpochMillis(end), DateTime.toEpochMillis(next.start))
  }
  const days = Series.resample(series, "day", { rain: "sum" })
  assert.strictEqual(Series.sum(days, "rain"), Series.sum(series, "rain"))
  assert.deepStrictEqual(
    labelsOf(days),
    groups.map(({ label }) => label)
  )
  return days.length
}

describe("civil days", () => {
  it.each([
    ["America/Sao_Paulo", "2018-11-04"], // no midnight
    ["America/Havana", "2025-11-02"], // two midnights
    ["America/St_Johns", "2006-10-29"], // back at 00:01
    ["Pacific/Apia", "2011-12-30"], // no such day
    ["Pacific/Kwajalein", "1993-08-21"],
    ["Australia/Lord_Howe", "2026-04-05"], // half an hour
    ["Africa/Monrovia", "1972-01-07"],
    ["Asia/Gaza", "2011-08-01"]
  ])("are right in %s at %s", (zone, date) => {
    assert.isAtLeast(civilDays(zone, Date.parse(date) - 4 * day, 8 * 96, hour / 4), 8)
  })

  it("include an evening that the clocks repeat, also for a series that begins in it", () => {
    // At 00:01 of 2006-10-29, the clocks were set back to 23:01.
    const series = seriesOf(
      { rain: [1, 1, 1, 1] },
      { zone: "America/St_Johns", start: Date.UTC(2006, 9, 29, 2, 45), step: hour / 4 }
    )
    assert.deepStrictEqual(
      Series.groupBy(series, "day").map(({ label, series: { length } }) => [label, length]),
      [["2006-10-29", 4]]
    )
  })

  it("are right at every change of the clock", () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"))
    fc.assert(
      fc.property(zone, fc.integer({ min: 1940, max: 2037 }), fc.integer({ min: 0, max: 71 }), (name, year, shift) => {
        const changes = changesIn(name, year)
        for (const change of changes.length === 0 ? [Date.UTC(year, 5, 1)] : changes) {
          assert.isAtLeast(civilDays(name, change - 3 * day + shift * hour, 6 * 24, hour), 5)
        }
      }),
      { numRuns: runs(200) }
    )
  })
})

describe("hours", () => {
  // 11:00 and 10:30 in Lord Howe, 5:45 in Nepal, and a mean solar time of long ago.
  const minutes = fc.constantFrom(0, 60, -180, 330, 345, -210, 630, 660, -44.5)

  it("are those of the series' own offset, whatever the clocks of the place do", () => {
    const start = fc.integer({ min: Date.UTC(1972, 0) / 900_000, max: Date.UTC(2037, 0) / 900_000 })
    const zone = fc.constantFrom("Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Monrovia", "GMT")
    const rows = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 120 })
    fc.assert(
      fc.property(zone, minutes, start, rows, (name, offset, first, rain) => {
        const series = seriesOf(
          { rain },
          { zone: name, offset: offset * 60_000, start: first * 900_000, step: 900_000 }
        )
        const hourly = Series.resample(series, "hour", { rain: "sum", rows: ["rain", "count"] })
        const expected = new Map<string, number>()
        // The middle of a row, by the clock of the series.
        series.time.forEach((time, i) => {
          const label = new Date(time + 450_000 + offset * 60_000).toISOString().slice(0, 13)
          expected.set(label, (expected.get(label) ?? 0) + (rain[i] ?? 0))
        })
        const labels = labelsOf(hourly)
        assert.deepStrictEqual(
          labels.map((label, i) => [label, hourly.rain[i]]),
          Array.from(expected, ([label, sum]) => [`${label}:00`, sum])
        )
        assert.deepStrictEqual([hourly.period, hourly.dates, hourly.zone], [hour, false, series.zone])
        const whole = Series.resample(series, "hour", { rows: ["rain", "count"] }, { incomplete: "drop" })
        assert.isTrue(Array.from(whole.rows).every((n) => n === 4))
        assert.isAtLeast(whole.length, Math.floor((rain.length - 6) / 4))
      }),
      { numRuns: runs(200) }
    )
  })

  it("do not depend on the zone of the days", () => {
    const quarters = seriesOf({ rain: [1, 2, 3, 4, 5, 6] }, { step: hour / 4, start: Date.UTC(2026, 0, 1) })
    const zone = DateTime.zoneMakeNamedUnsafe("Asia/Kolkata")
    const hourly = Series.resample(quarters, "hour", { rain: "sum" })
    assert.deepStrictEqual(Series.resample(quarters, "hour", { rain: "sum" }, { zone }), hourly)
    assert.deepStrictEqual(labelsOf(hourly), ["2026-01-01T00:00", "2026-01-01T01:00"])
  })
})

describe("sums", () => {
  it("are conserved from days to weeks, months and years", () => {
    const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "GMT")
    const cell = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constant(Number.NaN))
    const start = fc.integer({ min: Date.UTC(1940, 0) / hour, max: Date.UTC(2030, 0) / hour })
    const units = fc.constantFrom("day", "week", "month", "year")
    fc.assert(
      fc.property(zone, start, fc.array(cell, { minLength: 1, maxLength: 2_000 }), units, (name, first, rain, unit) => {
        const hourly = seriesOf({ rain }, { zone: name, start: first * hour })
        const days = Series.resample(hourly, "day", { rain: "sum", count: ["rain", "count"] })
        const larger = Series.resample(days, unit, { rain: "sum", count: "sum" })
        assert.deepStrictEqual(
          [Series.sum(larger, "rain"), Series.sum(larger, "count")],
          [Series.sum(hourly, "rain"), Series.count(hourly, "rain")]
        )
        assert.deepStrictEqual(larger.rain, Series.resample(hourly, unit, { rain: "sum" }).rain)
      }),
      { numRuns: runs(60) }
    )
  })
})
