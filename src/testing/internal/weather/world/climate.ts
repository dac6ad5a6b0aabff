/**
 * The weather at any place and time, as a function of the two.
 *
 * Highs and lows drift eastwards and determine wind, clouds, rain and masses of warm or cold air. Season, time of day,
 * latitude and elevation do the rest.
 */
import { type Sun, sunAt } from "./sun.ts"
import { distance, noise, noiseOver, type Point } from "./terrain.ts"

const hour = 3_600_000
const day = 24 * hour
const year = 365.2425 * day

/** A place, as far as its weather depends on it. */
export interface Site extends Point {
  /** Metres. Temperature and surface pressure are scaled to it. */
  readonly elevation: number
  readonly sea: boolean
  /** From 0 (an ocean) to 1 (the middle of a continent). */
  readonly inland: number
}

/** A computation of the weather: by a model, by one of its members, or some days before. Each has an error of its own. */
export interface Run {
  readonly seed: number
  /** 0 is the truth, 1 is about one degree off. */
  readonly error: number
}

export const truth: Run = { seed: 0, error: 0 }

/** Weather that replaces the simulated one within a circle and a period. */
export interface Spell extends Point {
  /** Kilometres. */
  readonly radius: number
  /** Epoch milliseconds, from `from` (inclusive) to `to` (exclusive). */
  readonly from: number
  readonly to: number
  readonly temperature_2m?: number | undefined
  readonly wind_speed_10m?: number | undefined
  readonly wind_gusts_10m?: number | undefined
  readonly precipitation?: number | undefined
  readonly cloud_cover?: number | undefined
  readonly pressure_msl?: number | undefined
  readonly thunderstorm?: boolean | undefined
}

/** The air at a place and time, in the service's default units. */
export interface Air {
  readonly time: number
  /** Length in seconds of the interval that ends at `time`; sums and means cover it. */
  readonly interval: number
  readonly site: Site
  readonly sun: Sun
  /** In the middle of the interval, for means over it. */
  readonly meanSun: Sun
  readonly temperature: number
  readonly dewPoint: number
  readonly humidity: number
  /** At sea level. */
  readonly pressure: number
  readonly cloud: number
  /** Millimetres of water in the interval: the sum of rain, showers and melted snow. */
  readonly precipitation: number
  readonly rain: number
  readonly showers: number
  /** Centimetres of snow in the interval. */
  readonly snowfall: number
  readonly weatherCode: number
  readonly windSpeed: number
  readonly windDirection: number
  readonly gusts: number
  readonly cape: number
  readonly visibility: number
  /** From dry (-1) to wet (1). */
  readonly wetness: number
  /** The yearly course of the temperature. */
  readonly climate: Yearly
}

export interface Yearly {
  readonly mean: number
  readonly amplitude: number
  /** Position in the year, from 0 to 1, where 0 is the warmest day. */
  readonly phase: number
}

/** What all runs have in common is computed once. */
export type Climate = (site: Site, time: number, interval: number) => (run: Run) => Air

/** Rounds to `places` decimals. Values are rounded before others follow from them, so that answers are consistent. */
export const rounded = (value: number, places: number): number => {
  const factor = 10 ** places
  return Math.round(value * factor) / factor
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const yearly = (site: Site, time: number): Yearly => {
  const { elevation, inland, latitude, sea } = site
  const warmest = latitude >= 0 ? Date.UTC(2000, 6, 20) : Date.UTC(2000, 0, 18)
  const years = (time - warmest) / year
  // Oceans keep winters mild and summers cool.
  const mild = 4 * (1 - inland) * Math.sin((latitude * Math.PI) / 180) ** 2
  return {
    mean: 27.5 - 0.0065 * latitude * latitude + mild - 0.0065 * elevation,
    amplitude: 0.2 * Math.abs(latitude) * (0.4 + 0.6 * inland) * (sea ? 0.7 : 1) + 1,
    phase: years - Math.floor(years)
  }
}

/** Saturation vapour pressure over water, in hectopascals. */
const saturation = (celsius: number): number => 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius))

export const vapourPressure = (celsius: number, humidity: number): number => (saturation(celsius) * humidity) / 100

const dewPointOf = (celsius: number, humidity: number): number => {
  const gamma = Math.log(humidity / 100) + (17.62 * celsius) / (243.12 + celsius)
  return (243.12 * gamma) / (17.62 - gamma)
}

/** The WMO weather code that agrees with the amounts. */
const codeOf = (air: {
  readonly perHour: number
  readonly snowy: boolean
  readonly convective: boolean
  readonly thunder: boolean
  readonly foggy: boolean
  readonly cloud: number
}): number => {
  const { cloud, convective, foggy, perHour, snowy, thunder } = air
  if (perHour > 0) {
    if (thunder) return perHour >= 20 ? 99 : perHour >= 10 ? 96 : 95
    if (snowy) {
      if (convective) return perHour < 2 ? 85 : 86
      return perHour < 0.6 ? 71 : perHour < 2 ? 73 : 75
    }
    if (convective) return perHour < 2.5 ? 80 : perHour < 7.6 ? 81 : 82
    if (perHour < 0.5) return perHour < 0.2 ? 51 : perHour < 0.4 ? 53 : 55
    return perHour < 2.5 ? 61 : perHour < 7.6 ? 63 : 65
  }
  if (foggy) return 45
  return cloud < 20 ? 0 : cloud < 50 ? 1 : cloud < 85 ? 2 : 3
}

export const makeClimate = (seed: number, spells: () => ReadonlyArray<Spell>): Climate => {
  // A cell of the lattice is 15 degrees wide; systems cross it in about two days.
  const high = (latitude: number, longitude: number, days: number) =>
    noise(longitude / 15 - days * 0.45, latitude / 10, days / 5, 24, seed)

  const spellAt = (site: Site, time: number): Spell | undefined =>
    spells().findLast((spell) => time >= spell.from && time < spell.to && distance(spell, site) <= spell.radius)

  return (site, time, interval) => {
    const { latitude, longitude, sea } = site
    const spell = spellAt(site, time)
    const days = time / day
    const middle = time - interval * 500
    const sun = sunAt(latitude, longitude, time)
    const meanSun = sunAt(latitude, longitude, middle)
    const climate = yearly(site, time)

    const sine = Math.sin((latitude * Math.PI) / 180)
    const system = high(latitude, longitude, days)
    const eastwards = (high(latitude, longitude + 1, days) - system) * 15
    const northwards = (high(latitude + 1, longitude, days) - system) * 10
    const front = noise(longitude / 7.5 - days * 0.9, latitude / 5, days * 2, 48, seed + 1)
    const masses = 4.5 * noise(longitude / 15 - days * 0.4, latitude / 10, days / 4, 24, seed + 2) * (sea ? 0.4 : 1)
    return (run) => {
      const stray = run.error === 0 ? 0 : run.error * noiseOver(time / (30 * hour), run.seed)
      const pressure =
        spell?.pressure_msl ??
        rounded(1_013 + system * (4 + 22 * sine * sine) + stray + 0.5 * Math.cos(days * 12.566), 1)

      // Wind follows the isobars, in the north with the low on its left, on top of trade winds and westerlies.
      const turn = Math.tanh(latitude / 10)
      const zonal = -12 * Math.cos((latitude * Math.PI) / 60) * Math.cos((latitude * Math.PI) / 180)
      const [u, v] = [zonal - northwards * 12 * turn, eastwards * 12 * turn]
      const breeze = 1 + 0.2 * Math.max(0, sun.height)
      const windSpeed =
        spell?.wind_speed_10m ?? rounded(Math.max(0, Math.hypot(u, v) * (sea ? 1.4 : 0.9) * breeze + 2 * stray), 1)
      const windDirection = Math.round((Math.atan2(-u, -v) * 180) / Math.PI + 360) % 360

      // Lows, fronts and the latitudes below the sun are wet; the subtropics are dry.
      const belts =
        0.15 * Math.exp(-(((latitude - 34 * sun.declination) / 9) ** 2)) -
        0.3 * Math.exp(-(((Math.abs(latitude) - 26) / 8) ** 2))
      const wetness = within(-0.55 * system + 0.5 * front + belts + 0.05 * stray, -1, 1)
      const intense = 7.5 * Math.min(1, 0.25 + 2 * Math.cos((latitude * Math.PI) / 180) ** 2)
      const perHour = spell?.precipitation ?? rounded(Math.max(0, wetness - 0.3) * intense, 1)
      const cloud = spell?.cloud_cover ?? (perHour > 0 ? Math.max(85, 52 + 150 * wetness) : 52 + 150 * wetness)
      const cloudCover = Math.round(within(cloud, 0, 100))

      const swing = (sea ? 0.8 : 5) * (1 - 0.006 * cloudCover) * Math.cos((latitude * Math.PI) / 200)
      const warming = swing * Math.cos(((sun.hourAngle - 45) * Math.PI) / 180)
      const season = climate.amplitude * Math.cos(2 * Math.PI * climate.phase)
      const temperature = spell?.temperature_2m ?? rounded(climate.mean + season + warming + masses + stray, 1)
      const moist = within(70 + 24 * wetness - 2.5 * warming, 12, 100)
      const humidity = Math.round(perHour > 0 ? Math.max(88, moist) : moist)
      const dewPoint = rounded(dewPointOf(temperature, humidity), 1)

      const cape = rounded(Math.max(0, dewPoint - 11) * 160 * within(wetness + 0.2, 0, 1), 0)
      const snowy = temperature <= 0.8
      const thunder = perHour > 0 && (spell?.thunderstorm ?? (!snowy && cape > 500 && perHour >= 1.5))
      const convective = !thunder && (snowy ? front > 0.55 : cape > 350)
      const amount = rounded((perHour * interval) / 3_600, 2)
      const foggy = perHour === 0 && humidity >= 92 && windSpeed < 7
      const snowfall = snowy ? rounded(amount * 0.7, 2) : 0
      const showers = !snowy && (convective || thunder) ? amount : 0
      const clear = perHour > 0 ? 20_000 / (1 + perHour) : 24_140 - 120 * Math.max(0, humidity - 60)
      return {
        time,
        interval,
        site,
        sun,
        meanSun,
        temperature,
        dewPoint,
        humidity,
        pressure,
        cloud: cloudCover,
        precipitation: amount,
        rain: snowy ? 0 : rounded(amount - showers, 2),
        showers,
        snowfall,
        weatherCode: codeOf({ perHour, snowy, convective, thunder, foggy, cloud: cloudCover }),
        windSpeed,
        windDirection,
        gusts: Math.max(
          windSpeed,
          spell?.wind_gusts_10m ?? rounded(windSpeed * 1.6 + 4 + (thunder ? 25 : convective ? 10 : 0), 1)
        ),
        cape,
        visibility: Math.round(foggy ? 400 : clear),
        wetness,
        climate
      }
    }
  }
}
