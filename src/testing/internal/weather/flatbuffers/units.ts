/** The numbers of units. */
import { measureOf, type Quantity, type Units } from "../variables/units.ts"
import type { Library } from "./library.ts"

const names = {
  undefined: "undefined",
  "°C": "celsius",
  "°F": "fahrenheit",
  K: "kelvin",
  "km/h": "kilometres_per_hour",
  "m/s": "metre_per_second",
  "mp/h": "miles_per_hour",
  kn: "knots",
  mm: "millimetre",
  cm: "centimetre",
  inch: "inch",
  ft: "feet",
  m: "metre",
  "%": "percentage",
  hPa: "hectopascal",
  kPa: "kilopascal",
  "°": "degree_direction",
  "wmo code": "wmo_code",
  "W/m²": "watt_per_square_metre",
  "MJ/m²": "megajoule_per_square_metre",
  "J/kg": "joule_per_kilogram",
  "kg/m²": "kilogram_per_square_metre",
  "m³/m³": "cubic_metre_per_cubic_metre",
  "m³/s": "cubic_metre_per_second",
  "μg/m³": "micrograms_per_cubic_metre",
  "grains/m³": "grains_per_cubic_metre",
  s: "seconds",
  h: "hours",
  fraction: "fraction",
  ppm: "parts_per_million",
  EAQI: "european_air_quality_index",
  USAQI: "us_air_quality_index",
  GGDc: "gdd_celsius",
  iso8601: "iso8601",
  unixtime: "unix_time"
} as const

const isKnown = (label: string): label is keyof typeof names => Object.hasOwn(names, label)

/** Returns the number of a quantity's unit. Some units have several numbers and one label. */
export const unitOf = (quantity: Quantity, units: Units, { Unit }: Library): number => {
  const { decimals, label } = measureOf(quantity, units)
  if (label === "") return decimals === 0 ? Unit.dimensionless_integer : Unit.dimensionless
  if (label === "m/s" && typeof quantity === "object") return Unit.metre_per_second_not_unit_converted
  return isKnown(label) ? Unit[names[label]] : Unit.undefined
}
