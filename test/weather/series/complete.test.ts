/** A day, month … is complete if rows cover all of it. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as fc from "fast-check"
import * as Held from "../../../src/weather/internal/series/held.ts"
import * as Series from "../../../src/weather/Series.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"

const quarter = 900_000
const hour = 3_600_000
const day = 24 * hour

const zones = ["GMT", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"]

/** Rows that begin at these instants, and last so long. */
const rowsAt = (time: ReadonlyArray<number>, step: number, zone: string) =>
  Held.change(seriesOf({ rain: time.map(() => 1) }, { zone, step }), { time: Float64Array.from(time) })

const millis = DateTime.toEpochMillis

describe("a group is complete", () => {
  it("if each instant of it lies in a row, of its own or of its neighbours", () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 7 })), { minLength: 1 })
    const start = fc.integer({ min: Date.UTC(1990, 0) / quarter, max: Date.UTC(2030, 0) / quarter })
    const step = fc.constantFrom(quarter, 2 * quarter, hour, 3 * hour, 6 * hour)
    fc.assert(
      fc.property(fc.constantFrom(...zones), start, step, gaps, (zone, first, step, gaps) => {
        const time: Array<number> = []
        let next = first * quarter
        // Runs of rows, with a gap of some quarters of an hour after each.
        for (const [rows, gap] of gaps) {
          for (let i = 0; i < rows; i++, next += step) time.push(next)
          next += gap * quarter
        }
        const covered = new Set(
          time.flatMap((instant) => Array.from({ length: step / quarter }, (_, i) => instant + i * quarter))
        )
        for (const group of Series.groupBy(rowsAt(time, step, zone), "day")) {
          const [from, to] = [millis(group.start), millis(group.end)]
          const all = Array.from({ length: (to - from) / quarter }, (_, i) => from + i * quarter)
          assert.strictEqual(
            group.complete,
            all.every((instant) => covered.has(instant)),
            `${zone} ${group.label}`
          )
        }
      }),
      { numRuns: 300 }
    )
  })

  it("but not beside a gap of half an hour, or of an hour of which half is its own", () => {
    const start = Date.UTC(2026, 0, 1)
    const hours = Array.from({ length: 72 }, (_, i) => start + i * hour)
    const early = hours.map((instant, i) => (i < 24 ? instant - hour / 2 : instant))
    const labels = (time: ReadonlyArray<number>, zone: string) =>
      Series.groupBy(rowsAt(time, hour, zone), "day", { incomplete: "drop" }).map(({ label }) => label)
    assert.deepStrictEqual(labels(hours, "GMT"), ["2026-01-01", "2026-01-02", "2026-01-03"])
    assert.deepStrictEqual(labels(early, "GMT"), ["2026-01-02", "2026-01-03"])
    // Midnight in India is 18:30 in UTC.
    assert.deepStrictEqual(labels(hours, "Asia/Kolkata"), ["2026-01-02", "2026-01-03"])
    const without = hours.filter((instant) => instant !== start + 42 * hour)
    assert.deepStrictEqual(labels(without, "Asia/Kolkata"), [])
  })

  it("if it has all of its dates, whenever these were requested", () => {
    const dates = fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { maxLength: 2 })
    const offset = fc.constantFrom(0, 1, 2, -5, 5.5, 10.5, 11)
    fc.assert(
      fc.property(fc.constantFrom(...zones), offset, dates, (zone, hours, missing) => {
        const first = Date.UTC(2025, 8, 20)
        const usual = Math.round(
          DateTime.zonedOffset(DateTime.makeZonedUnsafe(first, { timeZone: DateTime.zoneMakeNamedUnsafe(zone) })) / hour
        )
        // The offset of the other half of the year differs by an hour at most.
        if (Math.abs(usual - hours) > 1) return
        const days = Array.from({ length: 80 }, (_, i) => i).filter((i) => !missing.includes(i))
        const daily = Held.change(
          seriesOf({ rain: days.map(() => 1) }, { zone, step: day, dates: true, offset: hours * hour }),
          { time: Float64Array.from(days, (i) => first + i * day - hours * hour) }
        )
        // The dates of October and November.
        const months = [
          ["2025-10", 11, 42],
          ["2025-11", 42, 72]
        ] as const
        const expected = months.flatMap(([month, from, to]) =>
          missing.some((date) => date >= from && date < to) ? [] : [month]
        )
        const whole = Series.groupBy(daily, "month", { incomplete: "drop" }).map(({ label }) => label)
        assert.deepStrictEqual(whole, expected)
      })
    )
  })
})
