/** The labels of units. */
import { Unit } from "@openmeteo/sdk/unit.js"
import type { UnitLabel } from "../../variables/Units.ts"

const labels: Readonly<Record<keyof typeof Unit, UnitLabel>> = {
  undefined: "undefined",
  celsius: "°C",
  centimetre: "cm",
  cubic_metre_per_cubic_metre: "m³/m³",
  cubic_metre_per_second: "m³/s",
  degree_direction: "°",
  dimensionless_integer: "",
  dimensionless: "",
  european_air_quality_index: "EAQI",
  fahrenheit: "°F",
  feet: "ft",
  fraction: "fraction",
  gdd_celsius: "GGDc",
  geopotential_metre: "gpm",
  grains_per_cubic_metre: "grains/m³",
  gram_per_kilogram: "g/kg",
  hectopascal: "hPa",
  hours: "h",
  inch: "inch",
  iso8601: "iso8601",
  joule_per_kilogram: "J/kg",
  kelvin: "K",
  kilopascal: "kPa",
  kilogram_per_square_metre: "kg/m²",
  kilometres_per_hour: "km/h",
  knots: "kn",
  megajoule_per_square_metre: "MJ/m²",
  metre_per_second_not_unit_converted: "m/s",
  metre_per_second: "m/s",
  metre: "m",
  micrograms_per_cubic_metre: "μg/m³",
  miles_per_hour: "mp/h",
  millimetre: "mm",
  pascal: "Pa",
  per_second: "s⁻¹",
  percentage: "%",
  seconds: "s",
  unix_time: "unixtime",
  us_air_quality_index: "USAQI",
  watt_per_square_metre: "W/m²",
  wmo_code: "wmo code",
  parts_per_million: "ppm",
  kilogram_per_cubic_metre: "kg/m³"
}

const byName: Readonly<Record<string, string>> = labels

/** Returns the label of a unit, as it is in JSON. */
export const labelOf = (unit: Unit): string => byName[Unit[unit] ?? ""] ?? "undefined"
