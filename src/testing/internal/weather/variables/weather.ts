/** The weather variables by name, those at heights above the ground and at pressure levels included. */
import { type Air, vapourPressure } from "../world/climate.ts"
import { onSlope } from "../world/sun.ts"
import { noiseOver } from "../world/terrain.ts"
import type { Quantity, Slope, Variable } from "./variable.ts"

/** Wind increases with height, and its direction turns. */
const windAt = (metres: number, what: string): Variable =>
  what === "speed"
    ? { quantity: "speed", value: (air) => air.windSpeed * (metres / 10) ** 0.14 }
    : {
        quantity: { label: "°", decimals: 0 },
        value: (air) =>
          Math.round(air.windDirection + Math.sign(air.site.latitude) * Math.log2(metres / 10) * 2 + 360) % 360
      }

/** Height of a pressure level in the standard atmosphere, in metres above the sea. */
const heightOf = (hectopascals: number, { pressure }: Air): number =>
  44_331 * (1 - (hectopascals / 1_013.25) ** 0.1903) + 8 * (pressure - 1_013.25)

/** Temperature falls by 6.5 K per kilometre up to the tropopause, which is higher in the tropics. */
const temperatureAt = (metres: number, { site, temperature }: Air): number => {
  const tropopause = 17_000 - 8_000 * Math.sin((site.latitude * Math.PI) / 180) ** 2
  return temperature + 0.0065 * (site.elevation - Math.min(metres, tropopause))
}

const atPressure: Readonly<Record<string, (level: number) => Variable>> = {
  temperature: (level) => ({ quantity: "temperature", value: (air) => temperatureAt(heightOf(level, air), air) }),
  dew_point: (level) => ({
    quantity: "temperature",
    value: (air) => temperatureAt(heightOf(level, air), air) - (100 - air.humidity) / 4 - 2
  }),
  relative_humidity: (level) => ({
    quantity: { label: "%", decimals: 0 },
    value: (air) => (level < 200 ? 5 : Math.round(Math.max(5, air.humidity * (level / 1_000) ** 0.5)))
  }),
  cloud_cover: (level) => ({
    quantity: { label: "%", decimals: 0 },
    value: (air) => (level < 200 ? 0 : Math.round(air.cloud * (level > 700 ? 0.6 : 0.5)))
  }),
  wind_speed: (level) => ({
    quantity: "speed",
    value: (air) => air.windSpeed * (1.3 + Math.min(heightOf(level, air), 11_000) / 3_500)
  }),
  wind_direction: (level) => ({
    quantity: { label: "°", decimals: 0 },
    value: (air) => Math.round(air.windDirection + 15 + (1_000 - level) / 20 + 360) % 360
  }),
  vertical_velocity: (level) => ({
    quantity: { label: "m/s", decimals: 3 },
    value: (air) => 0.05 * air.wetness + 0.02 * noiseOver(air.time / 10_800_000, level)
  }),
  geopotential_height: (level) => ({ quantity: { label: "m", decimals: 2 }, value: (air) => heightOf(level, air) })
}

/** Finds a variable such as `wind_speed_80m`, `temperature_120m`, `temperature_850hPa`; undefined for any other name. */
const levelVariable = (name: string): Variable | undefined => {
  const [, family = "", number = "", unit] = /^([a-z_]+)_(\d+)(m|hPa)$/.exec(name) ?? []
  const level = Number(number)
  if (level === 0) return undefined
  if (unit === "hPa") return level > 1_050 ? undefined : atPressure[family]?.(level)
  if (unit !== "m" || level > 500) return undefined
  if (family === "wind_speed") return windAt(level, "speed")
  if (family === "wind_direction") return windAt(level, "direction")
  return family === "temperature"
    ? { quantity: "temperature", value: (air) => air.temperature - 0.0065 * (level - 2) }
    : undefined
}

const plain = (label: string, decimals = 0): Quantity => ({ label, decimals })
const percent = plain("%")
const watts = plain("W/m²", 1)
const seconds = plain("s", 2)
const wmo = plain("wmo code")

const variable = (quantity: Quantity, value: Variable["value"]): Variable => ({ quantity, value })

/** A variable that no model has. It has no unit, either. */
const unknownToModels: Variable = variable(plain("undefined"), () => Number.NaN)

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const clearSky = (height: number): number => (height <= 0 ? 0 : 1_098 * height * Math.exp(-0.057 / height))

interface Light {
  readonly global: number
  readonly direct: number
  readonly diffuse: number
  /** On a plane perpendicular to the rays. */
  readonly normal: number
}

const lightOf = (air: Air, height: number): Light => {
  const share = air.cloud / 100
  const global = clearSky(height) * (1 - 0.75 * share ** 3.4)
  const diffuse = global * within(0.2 + 0.8 * share, 0, 1)
  const direct = global - diffuse
  return { global, direct, diffuse, normal: height <= 0.02 ? 0 : direct / height }
}

const radiation = (light: (light: Light, air: Air, slope: Slope, sun: Air["sun"]) => number) => ({
  mean: variable(watts, (air, slope) => light(lightOf(air, air.meanSun.height), air, slope, air.meanSun)),
  instant: variable(watts, (air, slope) => light(lightOf(air, air.sun.height), air, slope, air.sun))
})

const rays = {
  shortwave_radiation: radiation(({ global }) => global),
  shortwave_radiation_clear_sky: radiation((_, __, ___, { height }) => clearSky(height)),
  direct_radiation: radiation(({ direct }) => direct),
  diffuse_radiation: radiation(({ diffuse }) => diffuse),
  direct_normal_irradiance: radiation(({ normal }) => normal),
  global_tilted_irradiance: radiation(({ diffuse, normal }, { site }, { azimuth, tilt }, sun) => {
    const { lit, slope } = onSlope(site.latitude, sun, tilt, azimuth)
    return diffuse * (0.5 + 0.5 * Math.cos(slope)) + normal * lit
  }),
  terrestrial_radiation: radiation((_, __, ___, { height }) => Math.max(0, 1_361 * height))
}

const sunshine = (air: Air): number =>
  lightOf(air, air.meanSun.height).normal > 120 ? air.interval * within(1.3 - air.cloud / 100, 0, 1) : 0

const surfacePressure = ({ pressure, site }: Air): number => pressure * (1 - 2.25577e-5 * site.elevation) ** 5.25588

/** Apparent temperature, from vapour pressure and wind (Steadman). */
const apparent = ({ humidity, temperature, windSpeed }: Air): number =>
  temperature + 0.33 * vapourPressure(temperature, humidity) - (0.7 * windSpeed) / 3.6 - 4

/** Wet-bulb temperature, from temperature and humidity (Stull). */
const wetBulb = ({ humidity: h, temperature: t }: Air): number =>
  t * Math.atan(0.151977 * Math.sqrt(h + 8.313659)) +
  Math.atan(t + h) -
  Math.atan(h - 1.676331) +
  0.00391838 * h ** 1.5 * Math.atan(0.023101 * h) -
  4.686035

const deficit = ({ humidity, temperature }: Air): number =>
  (vapourPressure(temperature, 100) * (1 - humidity / 100)) / 10

/** Evapotranspiration of a meadow in the interval, in millimetres. */
const evaporation = (air: Air): number => {
  const { global } = lightOf(air, air.meanSun.height)
  const hours = air.interval / 3_600
  return hours * Math.max(0, 0.0006 * global * within((air.temperature + 5) / 25, 0, 2) + 0.01 * deficit(air))
}

/** Metres of snow on the ground, from the season alone. */
const snowDepth = ({ climate, site }: Air): number => {
  const cold = -(climate.mean + climate.amplitude * Math.cos(2 * Math.PI * (climate.phase - 0.04)))
  return site.sea ? 0 : within(cold * 0.06, 0, 2.5)
}

const probability = (air: Air): number =>
  Math.round(within(air.precipitation > 0 ? 55 + 90 * (air.wetness - 0.3) : 25 + 60 * (air.wetness - 0.1), 0, 100))

const uv = (height: number): number => (height <= 0 ? 0 : 12.5 * height ** 2.4)

const lowCloud = ({ cloud, precipitation }: Air): number => Math.round(precipitation > 0 ? cloud : cloud * 0.6)

const seaTemperature = ({ climate, site }: Air): number =>
  site.sea
    ? Math.max(-1.8, climate.mean + 0.8 * climate.amplitude * Math.cos(2 * Math.PI * (climate.phase - 0.11)))
    : Number.NaN

const named: Readonly<Record<string, Variable>> = {
  temperature_2m: variable("temperature", (air) => air.temperature),
  temperature_2m_min: variable("temperature", (air) => air.temperature - 0.4),
  temperature_2m_max: variable("temperature", (air) => air.temperature + 0.4),
  relative_humidity_2m: variable(percent, (air) => air.humidity),
  dew_point_2m: variable("temperature", (air) => air.dewPoint),
  apparent_temperature: variable("temperature", apparent),
  wet_bulb_temperature_2m: variable("temperature", wetBulb),
  surface_temperature: variable("temperature", (air) => air.temperature + 3 * Math.max(0, air.sun.height) - 0.5),
  precipitation: variable("water", (air) => air.precipitation),
  rain: variable("water", (air) => air.rain),
  showers: variable("water", (air) => air.showers),
  snowfall: variable("snow", (air) => air.snowfall),
  snowfall_water_equivalent: variable("water", (air) => air.snowfall / 0.7),
  snow_depth: variable("length", snowDepth),
  snow_height: variable("length", snowDepth),
  snow_depth_water_equivalent: variable("water", (air) => 300 * snowDepth(air)),
  precipitation_probability: variable(percent, probability),
  rain_probability: variable(percent, (air) => (air.snowfall > 0 ? 0 : probability(air))),
  snowfall_probability: variable(percent, (air) => (air.snowfall > 0 ? probability(air) : 0)),
  freezing_rain_probability: variable(percent, () => 0),
  ice_pellets_probability: variable(percent, () => 0),
  thunderstorm_probability: variable(percent, (air) => Math.round(within(air.cape / 20, 0, 100))),
  precipitation_type: variable(plain(""), (air) => (air.snowfall > 0 ? 5 : air.precipitation > 0 ? 1 : 0)),
  weather_code: variable(wmo, (air) => air.weatherCode),
  pressure_msl: variable(plain("hPa", 1), (air) => air.pressure),
  surface_pressure: variable(plain("hPa", 1), surfacePressure),
  cloud_cover: variable(percent, (air) => air.cloud),
  cloud_cover_low: variable(percent, lowCloud),
  cloud_cover_mid: variable(percent, (air) => Math.round(air.cloud * 0.7)),
  cloud_cover_high: variable(percent, (air) => Math.round(air.cloud * 0.5)),
  visibility: variable("length", (air) => air.visibility),
  evapotranspiration: variable("water", (air) => 0.8 * evaporation(air)),
  et0_fao_evapotranspiration: variable("water", evaporation),
  vapour_pressure_deficit: variable(plain("kPa", 2), deficit),
  runoff: variable("water", (air) => 0.1 * air.rain),
  wind_gusts_10m: variable("speed", (air) => air.gusts),
  uv_index: variable(plain("", 2), (air) => uv(air.meanSun.height) * (1 - 0.6 * (air.cloud / 100) ** 2)),
  uv_index_clear_sky: variable(plain("", 2), (air) => uv(air.meanSun.height)),
  is_day: variable(plain(""), (air) => (air.sun.height > -0.0145 ? 1 : 0)),
  sunshine_duration: variable(seconds, sunshine),
  total_column_integrated_water_vapour: variable(
    plain("kg/m²", 1),
    (air) => 1.6 * vapourPressure(air.temperature, air.humidity)
  ),
  cape: variable(plain("J/kg", 1), (air) => air.cape),
  lifted_index: variable(plain("", 1), (air) => 6 - air.cape / 200),
  convective_inhibition: variable(plain("J/kg", 1), (air) => (air.cape > 0 ? 40 : 0)),
  freezing_level_height: variable("length", (air) => Math.max(0, air.site.elevation + air.temperature * 150)),
  snowfall_height: variable("length", (air) => Math.max(0, air.site.elevation + air.temperature * 150 - 300)),
  boundary_layer_height: variable("length", (air) => 150 + 1_200 * Math.max(0, air.sun.height) + 12 * air.windSpeed),
  sea_surface_temperature: variable("temperature", seaTemperature),
  growing_degree_days_base_0_limit_50: variable(
    plain("GGDc", 2),
    (air) => (within(air.temperature, 0, 50) / 24) * (air.interval / 3_600)
  ),
  leaf_wetness_probability: variable(percent, (air) =>
    air.precipitation > 0 ? 100 : Math.round(within(4 * (air.humidity - 75), 0, 100))
  ),
  ...Object.fromEntries(
    Object.entries(rays).flatMap(([name, { instant, mean }]) => [
      [name, mean],
      [`${name}_instant`, instant]
    ])
  )
}

/** Variables that the service accepts, but none of its default models has. */
const rare: ReadonlySet<string> = new Set([
  "mass_density_8m",
  "convective_cloud_base",
  "convective_cloud_top",
  "updraft",
  "lightning_potential",
  "lightning_density",
  "roughness_length",
  "albedo",
  "k_index",
  "sea_level_height_msl",
  "sea_ice_thickness",
  "ocean_current_velocity",
  "ocean_current_direction"
])

/** A variable of the soil: the deeper the layer, the weaker and later it follows the season. */
const soil = (top: number, bottom: number, what: string): Variable => {
  const depth = (top + bottom) / 200
  const damped = Math.exp(-depth / 2.1)
  if (what === "temperature") {
    return variable("temperature", ({ climate, site, temperature }) => {
      if (site.sea) return Number.NaN
      const season = climate.amplitude * damped * Math.cos(2 * Math.PI * climate.phase - depth / 2.1)
      const slow = climate.mean + season
      return slow + (temperature - slow) * Math.exp(-depth / 0.12) * 0.7
    })
  }
  const share = ({ site, time }: Air): number =>
    site.sea ? Number.NaN : 0.28 + 0.12 * noiseOver(time / ((5 + 40 * depth) * 86_400_000), 99)
  return what === "moisture_index"
    ? variable(plain("fraction", 3), (air) => within(share(air) * 2.2, 0, 1))
    : variable(plain("m³/m³", 3), share)
}

const soilVariable = (name: string): Variable | undefined => {
  const layer = /^soil_(temperature|moisture|moisture_index)_(\d+)(?:_to_(\d+))?cm$/.exec(name)
  if (layer === null) return undefined
  const [, what = "", top = "0", bottom = top] = layer
  return soil(Number(top), Number(bottom), what)
}

const found = new Map<string, Variable | undefined>()

/** Finds an hourly variable by name; undefined if the service does not know it. */
export const weatherVariable = (name: string): Variable | undefined => {
  if (!found.has(name)) {
    const known = Object.hasOwn(named, name) ? named[name] : undefined
    found.set(name, known ?? (rare.has(name) ? unknownToModels : (soilVariable(name) ?? levelVariable(name))))
  }
  return found.get(name)
}
