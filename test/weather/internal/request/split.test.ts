import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Split from "../../../../src/weather/internal/request/split.ts"

const day = (date: string): number => {
  const found = Split.dayOf(date)
  if (found === undefined) throw new Error(date)
  return found
}

const span = (first: string, last: string): Split.Span => ({ first: day(first), last: day(last) })

const shown = (spans: ReadonlyArray<Split.Span>) =>
  spans.map(({ first, last }) => `${Split.dateOf(first)}/${Split.dateOf(last)}`)

describe("splitSpan", () => {
  it("splits on the calendar", () => {
    assert.deepStrictEqual(shown(Split.splitSpan(span("1987-06-15", "2003-02-03"), 2_000)), [
      "1987-06-15/1989-12-31",
      "1990-01-01/1994-12-31",
      "1995-01-01/1999-12-31",
      "2000-01-01/2003-02-03"
    ])
    assert.deepStrictEqual(shown(Split.splitSpan(span("2025-11-20", "2026-05-02"), 100)), [
      "2025-11-20/2025-12-31",
      "2026-01-01/2026-03-31",
      "2026-04-01/2026-05-02"
    ])
    assert.deepStrictEqual(shown(Split.splitSpan(span("2026-01-01", "2026-01-01"), 0)), ["2026-01-01/2026-01-01"])
    assert.deepStrictEqual(shown(Split.splitSpan(span("1940-01-01", "2025-12-31"), Number.POSITIVE_INFINITY)).length, 1)
  })

  it("splits by years for 366 days or more, by months for 31 or more, else by days", () => {
    const cuts = (maxDays: number) => shown(Split.splitSpan(span("2019-01-01", "2020-12-31"), maxDays)).slice(0, 2)
    assert.deepStrictEqual(cuts(366), ["2019-01-01/2019-12-31", "2020-01-01/2020-12-31"])
    assert.deepStrictEqual(cuts(365), ["2019-01-01/2019-11-30", "2019-12-01/2019-12-31"])
    assert.deepStrictEqual(cuts(62), ["2019-01-01/2019-02-28", "2019-03-01/2019-04-30"])
    assert.deepStrictEqual(cuts(61), ["2019-01-01/2019-01-31", "2019-02-01/2019-02-28"])
    assert.deepStrictEqual(cuts(31), ["2019-01-01/2019-01-31", "2019-02-01/2019-02-28"])
    // Counted from 1970-01-01.
    assert.deepStrictEqual(cuts(30), ["2019-01-01/2019-01-13", "2019-01-14/2019-02-12"])
    // Two years at a time, from an even one.
    assert.deepStrictEqual(shown(Split.splitSpan(span("2018-01-01", "2020-12-31"), 731)), [
      "2018-01-01/2018-12-31",
      "2019-01-01/2019-12-31",
      "2020-01-01/2020-12-31"
    ])
    assert.deepStrictEqual(shown(Split.splitSpan(span("2018-01-01", "2020-12-31"), 732)), [
      "2018-01-01/2019-12-31",
      "2020-01-01/2020-12-31"
    ])
  })

  it("covers the span without gaps, in parts that are not too long, split at the same dates for any span", () => {
    const first = fc.integer({ min: day("1940-01-01"), max: day("2026-12-31") })
    fc.assert(
      fc.property(
        first,
        fc.integer({ min: 0, max: 31_000 }),
        fc.integer({ min: 1, max: 9_000 }),
        (from, length, maxDays) => {
          const whole = { first: from, last: from + length }
          const parts = Split.splitSpan(whole, maxDays)
          assert.strictEqual(parts[0]?.first, whole.first)
          assert.strictEqual(parts.at(-1)?.last, whole.last)
          for (const [i, part] of parts.entries()) {
            assert.isAtMost(Split.daysOf(part), maxDays)
            assert.isAtLeast(Split.daysOf(part), 1)
            if (i > 0) assert.strictEqual(part.first, (parts[i - 1]?.last ?? 0) + 1)
          }
          // An inner part is the same if the span begins with it.
          const middle = parts[1]
          if (middle !== undefined) {
            assert.deepStrictEqual(Split.splitSpan({ first: middle.first, last: whole.last }, maxDays), parts.slice(1))
          }
        }
      )
    )
  })

  it("reads and writes dates", () => {
    fc.assert(
      fc.property(fc.integer({ min: day("0001-01-01"), max: day("9999-12-31") }), (n) => {
        assert.strictEqual(Split.dayOf(Split.dateOf(n)), n)
      })
    )
    for (const date of ["2026-02-30", "2026-2-3", "", "2026-02-03T00:00", "26-02-03"])
      assert.isUndefined(Split.dayOf(date))
  })
})
