/**
 * Where the sun is.
 *
 * **Details**
 *
 * Source: Meeus, "Astronomical Algorithms" (2nd edition, 1998), chapters 12, 13, 16 and 25, the sun in lower accuracy. For
 * the years 1950 to 2050, it is within 0.01° of the NREL algorithm, which is the reference. The difference between
 * terrestrial and universal time, about a minute, is left out.
 */
import { dual } from "effect/Function"
import type { Site } from "./Answer.ts"
import * as Held from "./internal/series/held.ts"
import type { AnySeries, Column, Instant, Series } from "./series/Model.ts"

/** Where the sun is in the sky of a place. */
export interface Position {
  /** The height of the centre of the sun above the horizon, in degrees, without refraction. Negative at night. */
  readonly elevation: number
  /** The height at which the sun is seen, in degrees: with refraction, if it is above the horizon. */
  readonly apparentElevation: number
  /** Degrees from north over east: 180 is south. */
  readonly azimuth: number
  /** The angle between the sun and the plane of the equator, in degrees. */
  readonly declination: number
}

/** A place on the ground. */
export type Point = Pick<Site, "latitude" | "longitude">

/** The air, for refraction. */
export interface Air {
  /** The pressure at the place, in hPa. Default: 1010. */
  readonly pressure?: number | undefined
  /** The temperature, in °C. Default: 10. */
  readonly temperature?: number | undefined
}

const radians = Math.PI / 180

const sin = (degrees: number): number => Math.sin(degrees * radians)

const cos = (degrees: number): number => Math.cos(degrees * radians)

const tan = (degrees: number): number => Math.tan(degrees * radians)

const circle = (degrees: number): number => ((degrees % 360) + 360) % 360

/** The half of the sun's disc and the refraction at the horizon: below, none of it is seen. */
const below = -0.26667 - 0.5667

/** How much higher the sun is seen, in degrees: Sæmundsson's formula, as in Meeus 16.4. */
const refraction = (elevation: number, { pressure = 1_010, temperature = 10 }: Air): number =>
  elevation < below
    ? 0
    : (pressure / 1_010) * (283 / (273 + temperature)) * (1.02 / (60 * tan(elevation + 10.3 / (elevation + 5.11))))

const positionAt = (instant: number, { latitude, longitude }: Point, air: Air): Position => {
  const days = instant / 86_400_000 - 10_957.5
  const t = days / 36_525
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
  const anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * sin(anomaly) +
    (0.019993 - t * 0.000101) * sin(2 * anomaly) +
    0.000289 * sin(3 * anomaly)
  // The moon's node, on which nutation depends.
  const node = 125.04 - 1_934.136 * t
  const nutation = -0.00478 * sin(node)
  const apparent = meanLongitude + centre - 0.00569 + nutation
  const obliquity = 23.439291 - t * (0.0130042 + t * 0.00000016) + 0.00256 * cos(node)
  const ascension = Math.atan2(cos(obliquity) * sin(apparent), cos(apparent)) / radians
  const declination = Math.asin(sin(obliquity) * sin(apparent)) / radians
  const sidereal = 280.46061837 + 360.98564736629 * days + t * t * 0.000387933 + nutation * cos(obliquity)
  const hour = sidereal + longitude - ascension
  const geocentric =
    Math.asin(sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hour)) / radians
  // Parallax: the place is not the centre of the earth.
  const elevation = geocentric - 0.00244 * cos(geocentric)
  const azimuth = Math.atan2(sin(hour), cos(hour) * sin(latitude) - tan(declination) * cos(latitude)) / radians + 180
  return {
    elevation,
    apparentElevation: elevation + refraction(elevation, air),
    azimuth: circle(azimuth),
    declination
  }
}

/** Computes where the sun is at an instant. All of it is NaN if the place or the instant is. */
export const position = (instant: Instant, place: Point, air: Air = {}): Position =>
  positionAt(Held.millisOf(instant), place, air)

const columnOf = (values: Float64Array, unit: string): Column => ({ values, unit, instants: false, text: undefined })

/**
 * Adds the columns `sun_elevation` (`deg`, without refraction) and `sun_azimuth` (`°`, a direction) for the instants of the
 * rows. Radiation is the mean of the hour before its row. To get the sun in the middle of such an hour, `shift` the
 * instants back by half an hour, in milliseconds (-1,800,000). Default: 0.
 */
export const columns: {
  (
    place: Point,
    options?: { readonly shift?: number | undefined }
  ): <C extends string>(series: AnySeries<C>) => Series<C | "sun_elevation" | "sun_azimuth">
  <C extends string>(
    series: AnySeries<C>,
    place: Point,
    options?: { readonly shift?: number | undefined }
  ): Series<C | "sun_elevation" | "sun_azimuth">
} = dual(
  (args) => Held.isSeries(args[0]),
  <C extends string>(
    series: AnySeries<C>,
    place: Point,
    { shift = 0 }: { readonly shift?: number | undefined } = {}
  ): Series<C | "sun_elevation" | "sun_azimuth"> => {
    const elevation = new Float64Array(series.length)
    const azimuth = new Float64Array(series.length)
    series.time.forEach((instant, row) => {
      const sun = positionAt(instant + shift, place, {})
      elevation[row] = sun.elevation
      azimuth[row] = sun.azimuth
    })
    const all = Held.filled(series)
      .set("sun_elevation", columnOf(elevation, "deg"))
      .set("sun_azimuth", columnOf(azimuth, "°"))
    return Held.make({ ...Held.partsOf(series), columns: all, absent: [] })
  }
)
