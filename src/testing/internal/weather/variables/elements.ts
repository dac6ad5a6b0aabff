/** Variables of air quality, sea and rivers. */
import { type Air, rounded } from "../world/climate.ts"
import { noise, noiseOver } from "../world/terrain.ts"
import type { Quantity, Variable } from "./variable.ts"
import { weatherVariable } from "./weather.ts"

const micrograms: Quantity = { label: "μg/m³", decimals: 1 }
const whole = (label: string): Quantity => ({ label, decimals: 0 })
const degrees = whole("°")

/** Concentrations on an ordinary day. */
const usual: Readonly<Record<string, number>> = {
  pm10: 18,
  pm2_5: 11,
  carbon_monoxide: 180,
  nitrogen_dioxide: 16,
  sulphur_dioxide: 2.5,
  ozone: 60,
  dust: 3,
  ammonia: 2,
  methane: 1_400,
  formaldehyde: 1.2,
  glyoxal: 0.1,
  non_methane_volatile_organic_compounds: 12,
  pm10_wildfires: 0.2,
  peroxyacyl_nitrates: 1,
  secondary_inorganic_aerosol: 4,
  residential_elementary_carbon: 0.2,
  total_elementary_carbon: 0.5,
  pm2_5_total_organic_matter: 3,
  sea_salt_aerosol: 2,
  nitrogen_monoxide: 3
}

/** Calm and dry air is polluted. Ozone follows the sun, the others follow human activity. */
const amountOf = (name: string, air: Air): number => {
  const { meanSun, site, time, windSpeed } = air
  const local = noise(site.longitude * 3, site.latitude * 3, time / 40_000_000, 1_080, name.length)
  const still = 1.6 - Math.min(1, windSpeed / 25) - 0.3 * Math.max(0, air.wetness)
  const daily =
    name === "ozone" ? 0.6 + Math.max(0, meanSun.height) : 1 + 0.3 * Math.cos((meanSun.hourAngle * Math.PI) / 90)
  return rounded((usual[name] ?? 1) * still * daily * (1 + 0.4 * local) * (site.sea ? 0.4 : 1), 1)
}

/** Points of each index per unit of concentration; real indices are not linear. */
const scales: Readonly<Record<string, { readonly european: number; readonly us: number }>> = {
  pm2_5: { european: 2, us: 3.2 },
  pm10: { european: 1, us: 0.93 },
  nitrogen_dioxide: { european: 0.5, us: 0.5 },
  ozone: { european: 0.4, us: 0.42 },
  sulphur_dioxide: { european: 0.2, us: 0.5 },
  carbon_monoxide: { european: 0, us: 0.01 }
}

const indexOf = (kind: "european" | "us", air: Air, names: ReadonlyArray<string>): number =>
  Math.max(...names.map((name) => Math.round(amountOf(name, air) * (scales[name]?.[kind] ?? 0))))

const isEurope = ({ site }: Air): boolean =>
  site.latitude > 30 && site.latitude < 72 && site.longitude > -25 && site.longitude < 45

/** The middle of the flowering season, from 0 to 1 of the year. */
const flowering: Readonly<Record<string, number>> = {
  alder_pollen: 0.17,
  birch_pollen: 0.29,
  grass_pollen: 0.46,
  mugwort_pollen: 0.6,
  olive_pollen: 0.4,
  ragweed_pollen: 0.66
}

const pollen = (peak: number): Variable => ({
  quantity: { label: "grains/m³", decimals: 1 },
  value: (air) => {
    if (!isEurope(air)) return Number.NaN
    const away = (air.time / 31_556_952_000 - peak) % 1
    return 80 * Math.exp(-((Math.min(away, 1 - away) / 0.04) ** 2)) * (air.precipitation > 0 ? 0.2 : 1)
  }
})

/** Finds an hourly variable of the air-quality service. */
export const airQualityVariable = (name: string): Variable | undefined => {
  if (["uv_index", "uv_index_clear_sky", "is_day"].includes(name)) return weatherVariable(name)
  if (name === "carbon_dioxide") {
    return { quantity: whole("ppm"), value: ({ time }) => 425 + 2.4 * ((time - Date.UTC(2025, 0)) / 31_556_952_000) }
  }
  if (name === "aerosol_optical_depth") {
    return { quantity: { label: "", decimals: 2 }, value: (air) => amountOf("pm10", air) / 120 }
  }
  const peak = flowering[name]
  if (peak !== undefined) return pollen(peak)
  if (usual[name] !== undefined) return { quantity: micrograms, value: (air) => amountOf(name, air) }
  const [, kind, of] = /^(european|us)_aqi(?:_(.+))?$/.exec(name) ?? []
  if ((kind !== "european" && kind !== "us") || (of !== undefined && scales[of] === undefined)) return undefined
  const names = of === undefined ? Object.keys(scales) : [of]
  return { quantity: whole(kind === "us" ? "USAQI" : "EAQI"), value: (air) => indexOf(kind, air, names) }
}

/** A variable that has values only at sea. */
const atSea = (quantity: Quantity, value: (air: Air) => number): Variable => ({
  quantity,
  value: (air) => (air.site.sea ? value(air) : Number.NaN)
})

/** The size of each kind of waves, relative to the whole sea. */
const seas: Readonly<Record<string, number>> = {
  "": 1,
  wind_: 0.6,
  swell_: 0.7,
  secondary_swell_: 0.3,
  tertiary_swell_: 0.15
}

const heightOf = (air: Air, share: number): number => share * (0.4 + (air.windSpeed / 22) ** 1.6)

const wave = (share: number, what: string): Variable => {
  switch (what) {
    case "height":
      return atSea("waves", (air) => heightOf(air, share))
    case "direction":
      return atSea(degrees, (air) => Math.round(air.windDirection + 40 * (1 - share)) % 360)
    default:
      return atSea({ label: "s", decimals: 2 }, (air) => {
        const period = 3 + 2.5 * Math.sqrt(heightOf(air, 1)) + 3 * (1 - share)
        return what === "peak_period" ? period * 1.15 : period
      })
  }
}

/** High tide comes twice a day and follows the moon. */
const tide = ({ site, time }: Air): number =>
  0.9 * Math.cos((2 * Math.PI * time) / 44_714_000 + (site.longitude * Math.PI) / 90)

const sea: Readonly<Record<string, Variable>> = {
  sea_level_height_msl: atSea("waves", tide),
  invert_barometer_height: atSea("waves", (air) => (1_013 - air.pressure) / 100),
  ocean_current_velocity: atSea("current", (air) => 1 + Math.abs(tide(air)) + 0.03 * air.windSpeed),
  ocean_current_direction: atSea(degrees, (air) => Math.round(air.windDirection + 215) % 360)
}

/** Finds a variable of the marine service. */
export const marineVariable = (name: string): Variable | undefined => {
  if (name === "sea_surface_temperature") return weatherVariable(name)
  const [, kind = "", what = ""] =
    /^((?:wind|swell|secondary_swell|tertiary_swell)_)?wave_(height|direction|period|peak_period)$/.exec(name) ?? []
  const share = seas[kind]
  if (what !== "" && share !== undefined) return wave(share, what)
  return Object.hasOwn(sea, name) ? sea[name] : undefined
}

/** Statistics of the river ensemble, relative to the mean. */
const riverParts: Readonly<Record<string, number>> = {
  "": 1,
  _mean: 1,
  _median: 0.97,
  _max: 1.6,
  _min: 0.6,
  _p25: 0.85,
  _p75: 1.15
}

/** Finds a daily variable of the flood service. It has no values at sea. */
export const floodVariable = (name: string): Variable | undefined => {
  const [matched, part = ""] = /^river_discharge(_\w+)?$/.exec(name) ?? []
  const factor = riverParts[part]
  if (matched === undefined || factor === undefined) return undefined
  return {
    quantity: { label: "m³/s", decimals: 2 },
    value: ({ climate, site, time }) => {
      if (site.sea) return Number.NaN
      const size = 300 * Math.max(0.06, noise(site.longitude * 8, site.latitude * 8, 0, 2_880, 5)) ** 3
      const season = 1 + 0.4 * Math.cos(2 * Math.PI * (climate.phase + 0.3))
      return factor * size * season * (1 + 0.5 * noiseOver(time / 604_800_000, 6))
    }
  }
}
