/**
 * A variable of the weather, as a function of the air, and the units: those that the service computes in, those that
 * can be requested, and how values are written in each.
 */
import type { Air } from "../world/climate.ts"

/** What a column measures. Its unit depends on the request. */
export type Quantity =
  | "temperature"
  | "spread"
  | "speed"
  | "water"
  | "snow"
  | "length"
  | "waves"
  | "current"
  | "time"
  | { readonly label: string; readonly decimals: number }

export interface Units {
  readonly temperature: "celsius" | "fahrenheit"
  readonly wind: "kmh" | "ms" | "mph" | "kn"
  readonly precipitation: "mm" | "inch"
  readonly length: "metric" | "imperial"
  readonly time: "iso8601" | "unixtime"
}

export const metric: Units = {
  temperature: "celsius",
  wind: "kmh",
  precipitation: "mm",
  length: "metric",
  time: "iso8601"
}

/** How to write a quantity. */
interface Measure {
  readonly label: string
  readonly decimals: number
  readonly convert: (value: number) => number
}

const same = (value: number): number => value
const times =
  (factor: number) =>
  (value: number): number =>
    value * factor

const speeds: Readonly<Record<Units["wind"], Measure>> = {
  kmh: { label: "km/h", decimals: 1, convert: same },
  ms: { label: "m/s", decimals: 2, convert: times(1 / 3.6) },
  mph: { label: "mp/h", decimals: 1, convert: times(1 / 1.609344) },
  kn: { label: "kn", decimals: 1, convert: times(1 / 1.852) }
}

const feet = (decimals: number): Measure => ({ label: "ft", decimals, convert: times(3.28084) })
const metres = (decimals: number): Measure => ({ label: "m", decimals, convert: same })

export const measureOf = (quantity: Quantity, units: Units): Measure => {
  const inches = units.precipitation === "inch"
  switch (quantity) {
    case "temperature":
      return units.temperature === "celsius"
        ? { label: "°C", decimals: 1, convert: same }
        : { label: "°F", decimals: 1, convert: (celsius) => celsius * 1.8 + 32 }
    case "spread":
      return units.temperature === "celsius"
        ? { label: "K", decimals: 1, convert: same }
        : { label: "°F", decimals: 1, convert: times(1.8) }
    case "speed":
      return speeds[units.wind]
    case "current":
      return units.length === "imperial" ? speeds.mph : speeds[units.wind]
    case "water":
      return inches
        ? { label: "inch", decimals: 3, convert: times(1 / 25.4) }
        : { label: "mm", decimals: 2, convert: same }
    case "snow":
      return inches
        ? { label: "inch", decimals: 3, convert: times(1 / 2.54) }
        : { label: "cm", decimals: 2, convert: same }
    // Inches for precipitation also turn metres into feet.
    case "length":
      return inches ? feet(3) : metres(2)
    case "waves":
      return units.length === "imperial" ? feet(3) : metres(2)
    case "time":
      return { label: units.time, decimals: 0, convert: same }
    default:
      return { ...quantity, convert: same }
  }
}

/** Formats a number as the service does: with all decimals, and -0.0 with its sign. */
export const numeral = (value: number | null, decimals: number): string =>
  value === null || Number.isNaN(value) ? "null" : `${Object.is(value, -0) ? "-" : ""}${value.toFixed(decimals)}`

/** The slope of a panel, for tilted irradiance. */
export interface Slope {
  readonly tilt: number
  readonly azimuth: number
}

export interface Variable {
  readonly quantity: Quantity
  /** In the service's default units; NaN if there is no value. */
  readonly value: (air: Air, slope: Slope) => number
}
