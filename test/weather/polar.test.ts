/** Sunrise and sunset of days on which the sun stays up or down. */
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as Series from "../../src/weather/Series.ts"
import * as Wire from "./wire.ts"

const hour = 3_600_000
const day = 24 * hour
const june = Date.UTC(2026, 5, 21)
const tromso = { latitude: 69.65, longitude: 18.96, timezone: "Europe/Oslo", offsetSeconds: 7_200 }

/** Days from local midnight, with columns of instants relative to the start of each day. */
const decode = (
  columns: Readonly<Record<string, ReadonlyArray<number | null>>>,
  {
    first = june,
    place = tromso,
    timeformat = "iso8601"
  }: Partial<Wire.Format> & { first?: number; place?: typeof tromso } = {}
) => {
  const count = Object.values(columns)[0]?.length ?? 0
  const time = Array.from({ length: count }, (_, i) => first - place.offsetSeconds * 1_000 + i * day)
  const meant = Object.entries(columns).map(([name, values]): readonly [string, Wire.MeantColumn] => [
    name,
    { unit: "", values: values.map((value, i) => (value === null ? null : (time[i] ?? 0) + value)) }
  ])
  const text = Wire.write([{ ...place, blocks: [{ name: "daily", time, columns: Object.fromEntries(meant) }] }], {
    timeformat
  })
  const { daily } = Result.getOrThrow(Decode.one(text, { daily: Object.keys(columns) }))
  return {
    daily,
    /** Relative to the start of each day; null if the sun does not rise or set. */
    hours: (name: string) =>
      Array.from(Option.getOrThrow(Series.find(daily, name)).values, (value, i) =>
        Number.isNaN(value) ? null : value - (time[i] ?? 0)
      )
  }
}

describe("a day without sunrise and sunset", () => {
  const noon = [11 * hour, 13 * hour] as const

  it("has none in either time format, neither after a polar day nor after a polar night", () => {
    for (const timeformat of ["iso8601", "unixtime"] as const) {
      const columns = { sunrise: [0, 0, noon[0]], sunset: [0, day, noon[1]] }
      const { hours } = decode(columns, { timeformat })
      assert.deepStrictEqual(
        [hours("sunrise"), hours("sunset")],
        [
          [null, null, noon[0]],
          [null, null, noon[1]]
        ]
      )
    }
  })

  it("is null in rows, a dash in tables and empty in a CSV", () => {
    const { daily } = decode({ sunrise: [0, noon[0]], sunset: [0, noon[1]] })
    assert.deepStrictEqual(
      Array.from(Series.rows(daily), (row) => [row["sunrise"] === null, row["sunset"] === null]),
      [
        [true, true],
        [false, false]
      ]
    )
    assert.deepStrictEqual(Series.toCsv(daily).split("\n"), [
      "time,sunrise,sunset",
      "2026-06-21,,",
      "2026-06-22,2026-06-22T11:00+02:00,2026-06-22T13:00+02:00",
      ""
    ])
    assert.deepStrictEqual(Series.table(daily).split("\n").slice(2, 4), [
      "2026-06-21        –       –",
      "2026-06-22    11:00   13:00"
    ])
  })

  it("is found for each model", () => {
    const { hours } = decode({ sunrise_a: [0], sunset_a: [0], sunrise_b: [0], sunset_b: [23 * hour] })
    assert.deepStrictEqual(["sunrise_a", "sunset_a", "sunrise_b", "sunset_b"].flatMap(hours), [
      null,
      null,
      0,
      23 * hour
    ])
  })

  it("is found from a single column if the sun stays up or down at this latitude", () => {
    for (const [latitude, first, is] of [
      [69.65, june, true],
      [69.65, Date.UTC(2026, 11, 21), true],
      [-69.65, june, true],
      [-69.65, Date.UTC(2026, 11, 21), true],
      [69.65, Date.UTC(2026, 2, 21), false],
      [65, june, false],
      [66, june, true],
      [0, june, false],
      // The polar day of Tromsø begins in the middle of May and ends in late July.
      [69.65, Date.UTC(2026, 4, 10), false],
      [69.65, Date.UTC(2026, 4, 22), true],
      [69.65, Date.UTC(2026, 6, 22), true],
      [69.65, Date.UTC(2026, 7, 1), false],
      [Number.NaN, june, false]
    ] as const) {
      const place = { ...tromso, latitude }
      const found = [decode({ sunrise: [0] }, { first, place }), decode({ sunset: [0] }, { first, place })]
      const expected = is ? null : 0
      assert.deepStrictEqual(
        found.flatMap(({ daily, hours }) => daily.columns.flatMap(hours)),
        [expected, expected],
        `${latitude} ${first}`
      )
    }
  })

  it("has the epoch on an older server", () => {
    const local = -(june - tromso.offsetSeconds * 1_000)
    const { hours } = decode({ sunrise: [local, noon[0]], sunset: [local - tromso.offsetSeconds * 1_000, noon[1]] })
    assert.deepStrictEqual(
      [hours("sunrise"), hours("sunset")],
      [
        [null, noon[0]],
        [null, noon[1]]
      ]
    )
    // In 1970 itself, midnight decides.
    const { hours: early } = decode({ sunrise: [6 * hour], sunset: [18 * hour] }, { first: 0 })
    assert.deepStrictEqual([early("sunrise"), early("sunset")], [[6 * hour], [18 * hour]])
  })
})

it("a sunrise at midnight is one if the sun sets at another time", () => {
  const { hours } = decode({ sunrise: [0], sunset: [day - 60_000] })
  assert.deepStrictEqual([hours("sunrise"), hours("sunset")], [[0], [day - 60_000]])
})
