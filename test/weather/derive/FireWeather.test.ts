import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as FireWeather from "../../../src/weather/FireWeather.ts"
import { seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN
const hour = 3_600_000
const day = 24 * hour

/**
 * The first days of the test of the program of Van Wagner and Pickett (1985), from 13 April, at 46° N: temperature,
 * humidity, wind, rain; FFMC, DMC, DC, ISI, BUI, FWI, with one decimal.
 */
const published = [
  [17, 42, 25, 0, 87.7, 8.5, 19, 10.9, 8.5, 10.1],
  [20, 21, 25, 2.4, 86.2, 10.4, 23.6, 8.8, 10.4, 9.3],
  [8.5, 40, 17, 0, 87, 11.8, 26.1, 6.5, 11.7, 7.6],
  [6.5, 25, 6, 0, 88.8, 13.2, 28.2, 4.9, 13.1, 6.2],
  [13, 34, 24, 0, 89.1, 15.4, 31.5, 12.6, 15.3, 14.8],
  [6, 40, 22, 0.4, 88.7, 16.5, 33.5, 10.7, 16.4, 13.5],
  [5.5, 52, 6, 0, 87.4, 17.2, 35.4, 4, 17.1, 5.9],
  [8.5, 46, 16, 0, 87.4, 18.5, 37.9, 6.6, 18.4, 9.7]
] as const

const noon = (rows: ReadonlyArray<ReadonlyArray<number>>, begin = Date.UTC(1985, 3, 13, 12)) =>
  seriesOf(
    {
      temperature_2m: rows.map(([degrees = nan]) => degrees),
      relative_humidity_2m: rows.map(([, humidity = nan]) => humidity),
      wind_speed_10m: rows.map(([, , wind = nan]) => wind),
      rain_24h: rows.map(([, , , rain = nan]) => rain)
    },
    {
      start: begin,
      step: day,
      units: { temperature_2m: "°C", relative_humidity_2m: "%", wind_speed_10m: "km/h", rain_24h: "mm" }
    }
  )

const weather = { temperature: 17, humidity: 42, wind: 25, rain: 0, month: 4 }

describe("next", () => {
  it("has the values that the Canadian Forest Service prints for its functions", () => {
    const { bui, dc, dmc, dsr, ffmc, fwi, isi } = FireWeather.next(FireWeather.start, weather, 45.98)
    assert.closeTo(ffmc, 87.692980092774448, 1e-9)
    assert.closeTo(dmc, 8.5450511359999997, 1e-9)
    assert.closeTo(dc, 19.014, 1e-9)
    // The program that printed it has 19.115 for 0.208 × 91.9.
    assert.closeTo(isi, 10.853661073655068, 1e-4)
    assert.closeTo(bui, 8.4904265358371838, 1e-9)
    assert.closeTo(fwi, 10.096371392382368, 1e-4)
    assert.closeTo(dsr, 1.6290766399790664, 1e-4)
  })

  it("has no values for weather that is missing or impossible", () => {
    const { next, start } = FireWeather
    for (const wrong of [
      { temperature: nan },
      { humidity: 100.01 },
      { humidity: -0.01 },
      { wind: -0.01 },
      { rain: -0.01 },
      { month: 0 },
      { month: 13 }
    ]) {
      assert.deepStrictEqual(Object.values(next(start, { ...weather, ...wrong }, 46)), Array(7).fill(nan))
    }
    for (const right of [{ humidity: 100 }, { humidity: 0 }, { wind: 0 }, { month: 1 }, { month: 12 }]) {
      assert.isFalse(Number.isNaN(next(start, { ...weather, ...right }, 46).fwi))
    }
  })

  it("counts rain from 0.5, 1.5 and 2.8 mm on", () => {
    const after = (rain: number) => FireWeather.next({ ffmc: 85, dmc: 30, dc: 200 }, { ...weather, rain }, 46)
    const dry = after(0)
    assert.strictEqual(after(0.5).ffmc, dry.ffmc)
    assert.isBelow(after(0.6).ffmc, dry.ffmc)
    assert.strictEqual(after(1.5).dmc, dry.dmc)
    assert.isBelow(after(1.6).dmc, dry.dmc)
    assert.strictEqual(after(2.8).dc, dry.dc)
    assert.isBelow(after(2.9).dc, dry.dc)
  })

  it("has codes within their bounds after any weather", () => {
    let codes = FireWeather.start
    for (const rain of [200, 0, 300, 1, 0, 90]) {
      const next = FireWeather.next(codes, { temperature: 45, humidity: 100, wind: 80, rain, month: 7 }, 46)
      for (const value of Object.values({ ...next })) assert.isAtLeast(value, 0)
      assert.isAtMost(next.ffmc, 101)
      codes = next
    }
  })

  it("has the days of the latitude and the season", () => {
    const at = (latitude: number, month: number) => FireWeather.next(FireWeather.start, { ...weather, month }, latitude)
    // In January, the south has summer.
    assert.isAbove(at(-46, 1).dmc, at(46, 1).dmc)
    assert.isAbove(at(-46, 1).dc, at(46, 1).dc)
    assert.strictEqual(at(5, 1).dmc, at(5, 7).dmc)
    const { start } = FireWeather
    for (const [latitude, factor] of [
      [20.1, 6.4],
      [20, 1.4],
      [-19.9, 1.4],
      [-20, -1.6]
    ] as const) {
      assert.closeTo(at(latitude, 7).dc - start.dc, (0.36 * 19.8 + factor) / 2, 1e-9, `${latitude}°`)
    }
    // At the borders: the hours of a day that each band has in July.
    for (const [latitude, hours] of [
      [30.1, 12.4],
      [30, 10.1],
      [10.1, 10.1],
      [10, 9],
      [-9.9, 9],
      [-10, 7.9],
      [-30, 6.5]
    ] as const) {
      const gained = at(latitude, 7).dmc - start.dmc
      assert.closeTo(gained, 1.894 * 18.1 * 58 * hours * 1e-4, 1e-9, `${latitude}°`)
    }
  })
})

describe("daily", () => {
  it("has the published values, day by day", () => {
    const found = Result.getOrThrow(FireWeather.daily(noon(published), { latitude: 46 }))
    const names = ["ffmc", "dmc", "dc", "isi", "bui", "fwi"] as const
    published.forEach((row, i) => {
      names.forEach((name, j) => assert.closeTo(found[name][i] ?? nan, row[4 + j] ?? nan, 0.051, `${name} of day ${i}`))
    })
    assert.strictEqual(found.units.fwi, "")
  })

  it("goes on from the last codes that are known, and from given ones", () => {
    const gap = [published[0], [nan, 21, 25, 2.4], published[1]] as const
    const found = Result.getOrThrow(FireWeather.daily(noon(gap), { latitude: 46 }))
    const whole = Result.getOrThrow(FireWeather.daily(noon(published), { latitude: 46 }))
    assert.isNaN(found.fwi[1])
    assert.strictEqual(found.fwi[2], whole.fwi[1])
    const from = { ffmc: whole.ffmc[0] ?? nan, dmc: whole.dmc[0] ?? nan, dc: whole.dc[0] ?? nan }
    const later = Result.getOrThrow(FireWeather.daily(noon(published.slice(1)), { latitude: 46, from }))
    assert.strictEqual(later.fwi[0], whole.fwi[1])
  })

  it("converts units, and fails if one is of another kind", () => {
    const [row] = published
    const imperial = seriesOf(
      { t: [row[0] * 1.8 + 32], h: [row[1]], w: [row[2] / 1.852], r: [row[3] / 25.4] },
      { start: Date.UTC(1985, 3, 13, 12), step: day, units: { t: "°F", h: "%", w: "kn", r: "inch" } }
    )
    const columns = { temperature: "t", humidity: "h", wind: "w", rain: "r" } as const
    const found = Result.getOrThrow(FireWeather.daily(imperial, { latitude: 46, columns }))
    assert.closeTo(found.fwi[0] ?? nan, 10.0964, 1e-3)
    const wrong = FireWeather.daily(imperial, { latitude: 46, columns: { ...columns, rain: "h" } })
    assert.strictEqual(Result.getOrThrow(Result.flip(wrong)).column, "h")
  })
})

describe("noons", () => {
  const hours = (count: number, options: object = {}) =>
    seriesOf(
      {
        temperature_2m: Array.from({ length: count }, (_, i) => i),
        relative_humidity_2m: Array.from({ length: count }, () => 50),
        wind_speed_10m: Array.from({ length: count }, () => 10),
        precipitation: Array.from({ length: count }, (_, i) => (i === 5 ? 100 : 1))
      },
      {
        units: { temperature_2m: "°C", relative_humidity_2m: "%", wind_speed_10m: "m/s", precipitation: "mm" },
        step: hour,
        ...options
      }
    )

  it("are the rows of noon, with the rain of the 24 hours before", () => {
    const noons = Result.getOrThrow(
      FireWeather.noons(hours(72, { start: Date.UTC(2025, 6, 1), zone: "GMT", offset: 0 }))
    )
    assert.deepStrictEqual(Array.from(noons.temperature_2m), [12, 36, 60])
    assert.deepStrictEqual(Array.from(noons.rain_24h), [nan, 24, 24])
    assert.deepStrictEqual([noons.wind_speed_10m[0], noons.units.wind_speed_10m, noons.period], [36, "km/h", day])
    const wet = Result.getOrThrow(
      FireWeather.noons(hours(72, { start: Date.UTC(2025, 6, 1, 12), zone: "GMT", offset: 0 }))
    )
    assert.deepStrictEqual(Array.from(wet.rain_24h), [nan, 123, 24])
  })

  it("are at noon of the standard time, also in summer", () => {
    const berlin = hours(24, { start: Date.UTC(2025, 6, 1), zone: "Europe/Berlin", offset: 2 * hour })
    assert.deepStrictEqual(Array.from(Result.getOrThrow(FireWeather.noons(berlin)).temperature_2m), [11])
    const india = hours(24, { start: Date.UTC(2025, 6, 1), zone: "Asia/Kolkata", offset: 5.5 * hour })
    // 12:00 in India is 06:30 UTC.
    assert.deepStrictEqual(Array.from(Result.getOrThrow(FireWeather.noons(india)).temperature_2m), [7])
  })

  it("become days of the system", () => {
    const noons = Result.getOrThrow(
      FireWeather.noons(hours(72, { start: Date.UTC(2025, 6, 1), zone: "GMT", offset: 0 }))
    )
    const found = Result.getOrThrow(FireWeather.daily(noons, { latitude: 46 }))
    assert.isNaN(found.fwi[0])
    assert.isAbove(found.fwi[2] ?? nan, 0)
  })
})
