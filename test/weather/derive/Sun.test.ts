import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import { pipe } from "effect/Function"
import * as Sun from "../../../src/weather/Sun.ts"
import { seriesOf } from "../series/support/arbitrarySeries.ts"

describe("the position of the sun", () => {
  it("is that of the example of the NREL algorithm", () => {
    // Reda and Andreas, NREL/TP-560-34302 (2008), appendix A.5: zenith 50.11162°, azimuth 194.34024°.
    const instant = DateTime.makeUnsafe("2003-10-17T12:30:30-07:00")
    const place = { latitude: 39.742476, longitude: -105.1786 }
    const sun = Sun.position(instant, place, { pressure: 820, temperature: 11 })
    assert.closeTo(90 - sun.apparentElevation, 50.11162, 0.01)
    assert.closeTo(sun.azimuth, 194.34024, 0.01)
    // e0 and Δe of the same example.
    assert.closeTo(sun.elevation, 39.872046, 0.01)
    assert.closeTo(sun.apparentElevation - sun.elevation, 0.016332, 1e-4)
  })

  it("has the declination of the example of Meeus", () => {
    // Example 25.a: 1992-10-13, 0 h terrestrial time, a minute before universal time.
    const { declination } = Sun.position(Date.UTC(1992, 9, 12, 23, 59, 1), { latitude: 0, longitude: 0 })
    assert.closeTo(declination, -7.78507, 0.001)
  })

  it("is at the solstices and equinoxes where everybody knows it to be", () => {
    // U.S. Naval Observatory: solstice of June 2025 at 02:42 UTC, equinox of March at 09:01 UTC.
    const june = Sun.position(Date.UTC(2025, 5, 21, 2, 42), { latitude: 0, longitude: 0 })
    // The mean obliquity of the ecliptic, which nutation changes by up to 0.0026°.
    assert.closeTo(june.declination, 23.436, 0.003)
    const march = Sun.position(Date.UTC(2025, 2, 20, 9, 1), { latitude: 0, longitude: 0 })
    assert.closeTo(march.declination, 0, 0.004)
  })

  it("is refracted most at the horizon, and not below it", () => {
    const place = { latitude: 52.52, longitude: 13.41 }
    const all = Array.from({ length: 1_440 }, (_, minute) =>
      Sun.position(Date.UTC(2025, 2, 20) + minute * 60_000, place)
    )
    for (const { apparentElevation, azimuth, elevation } of all) {
      assert.isTrue(azimuth >= 0 && azimuth < 360)
      if (elevation < -0.83337) assert.strictEqual(apparentElevation, elevation)
      else assert.isTrue(apparentElevation > elevation - 0.01 && apparentElevation < elevation + 0.75)
    }
    const rise = all.find(({ elevation }) => elevation > -0.01)
    assert.closeTo((rise?.apparentElevation ?? 0) - (rise?.elevation ?? 0), 0.48, 0.05)
    // It rises in the east, is in the south at noon, and sets in the west.
    assert.closeTo(rise?.azimuth ?? 0, 90, 2)
    assert.closeTo(all.toSorted((a, b) => b.elevation - a.elevation)[0]?.azimuth ?? 0, 180, 0.5)
  })

  it("is seen through air of 1,010 hPa and 10 °C by default", () => {
    const place = { latitude: 52.52, longitude: 13.41 }
    const at = (air?: Sun.Air) => Sun.position(Date.UTC(2025, 2, 20, 6), place, air).apparentElevation
    assert.strictEqual(at(), at({ pressure: 1_010, temperature: 10 }))
    assert.isBelow(at({ pressure: 900 }), at())
    assert.isBelow(at({ temperature: 30 }), at())
  })

  it("is unknown for a place without coordinates", () => {
    const sun = Sun.position(0, { latitude: Number.NaN, longitude: 0 })
    assert.isNaN(sun.elevation)
    assert.isNaN(sun.azimuth)
  })
})

describe("the columns of the sun", () => {
  const place = { latitude: 52.52, longitude: 13.41 }

  it("are those of the instants of the rows", () => {
    const hourly = seriesOf({ rain: [1, 2] })
    const sunny = Sun.columns(hourly, place)
    const first = Sun.position(hourly.time[0] ?? 0, place)
    assert.strictEqual(sunny.sun_elevation[0], first.elevation)
    assert.strictEqual(sunny.sun_azimuth[0], first.azimuth)
    assert.deepStrictEqual([sunny.units.sun_elevation, sunny.units.sun_azimuth], ["deg", "°"])
    assert.deepStrictEqual(pipe(hourly, Sun.columns(place)).sun_azimuth, sunny.sun_azimuth)
    const shifted = Sun.columns(hourly, place, { shift: 3_600_000 })
    assert.strictEqual(shifted.sun_elevation[0], Sun.position((hourly.time[0] ?? 0) + 3_600_000, place).elevation)
  })
})
