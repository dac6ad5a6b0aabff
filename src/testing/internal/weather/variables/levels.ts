/** Variables at heights above the ground and at pressure levels. */
import type { Air } from "../world/climate.ts"
import { noiseOver } from "../world/noise.ts"
import type { Variable } from "./variable.ts"

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
export const levelVariable = (name: string): Variable | undefined => {
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
