/**
 * Pressure levels, heights and depths, and the variables that exist at each of them.
 */

/** Pressure levels in hectopascals. The service accepts others as well, depending on the model. */
export const pressureLevels = [
  1000, 975, 950, 925, 900, 850, 800, 750, 700, 650, 600, 550, 500, 450, 400, 350, 300, 275, 250, 225, 200, 175, 150,
  125, 100, 70, 50, 30, 10
] as const

/** A pressure level in hectopascals. */
export type PressureLevel = (typeof pressureLevels)[number]

/** The variables that exist at each pressure level. */
export const pressureVariables = [
  "temperature",
  "dew_point",
  "relative_humidity",
  "cloud_cover",
  "wind_speed",
  "wind_direction",
  "vertical_velocity",
  "geopotential_height"
] as const

/** A variable at a pressure level: `temperature_850hPa`. */
export type PressureLevelVariable = `${(typeof pressureVariables)[number]}_${PressureLevel}hPa`

/** All variables at all pressure levels. */
export const pressureLevelVariables: ReadonlyArray<PressureLevelVariable> = pressureVariables.flatMap((variable) =>
  pressureLevels.map((level) => `${variable}_${level}hPa` as const)
)

/** Heights of wind variables, in metres above the ground. */
export const windHeights = [10, 20, 30, 40, 50, 70, 80, 100, 120, 140, 150, 160, 180, 200] as const

/** Wind at a height: `wind_speed_80m`. */
export type WindVariable = `wind_${"speed" | "direction"}_${(typeof windHeights)[number]}m`

/** Wind speed and direction at all heights. */
export const windVariables: ReadonlyArray<WindVariable> = windHeights.flatMap((height) => [
  `wind_speed_${height}m` as const,
  `wind_direction_${height}m` as const
])

/** Heights of temperature variables other than the usual 2 m, in metres above the ground. */
export const temperatureHeights = [20, 40, 50, 80, 100, 120, 150, 180, 200] as const

/** Temperature at a height: `temperature_80m`. */
export type TemperatureVariable = `temperature_${(typeof temperatureHeights)[number]}m`

/** Temperature at all heights. */
export const temperatureVariables: ReadonlyArray<TemperatureVariable> = temperatureHeights.map(
  (height) => `temperature_${height}m` as const
)

/** Depths of soil temperature, in centimetres. */
export const soilDepths = [0, 6, 18, 54, 162, 486, 1458] as const

/** Layers of soil temperature and soil moisture, in centimetres. */
export const soilLayers = [
  "0_to_7",
  "7_to_28",
  "28_to_100",
  "100_to_255",
  "0_to_10",
  "10_to_40",
  "40_to_100",
  "100_to_200",
  "10_to_35",
  "35_to_100",
  "100_to_300"
] as const

/** Layers of soil moisture only, in centimetres. */
export const moistureLayers = [
  "0_to_1",
  "1_to_3",
  "3_to_9",
  "9_to_27",
  "27_to_81",
  "81_to_243",
  "243_to_729",
  "729_to_2187"
] as const

/** Temperature or moisture of the soil, at a depth or in a layer: `soil_moisture_0_to_7cm`. */
export type SoilVariable =
  | `soil_temperature_${(typeof soilDepths)[number] | (typeof soilLayers)[number]}cm`
  | `soil_moisture_${(typeof moistureLayers)[number] | (typeof soilLayers)[number]}cm`

/** Temperature and moisture of the soil, at all depths and in all layers. */
export const soilVariables: ReadonlyArray<SoilVariable> = (
  [
    soilDepths.map((depth) => `soil_temperature_${depth}cm` as const),
    soilLayers.map((layer) => `soil_temperature_${layer}cm` as const),
    moistureLayers.map((layer) => `soil_moisture_${layer}cm` as const),
    soilLayers.map((layer) => `soil_moisture_${layer}cm` as const)
  ] satisfies ReadonlyArray<ReadonlyArray<SoilVariable>>
).flat()

/** Radiation in W/m², as the mean of the preceding hour, or `_instant` at the time itself. */
export const radiationVariables = [
  "shortwave_radiation",
  "direct_radiation",
  "diffuse_radiation",
  "direct_normal_irradiance",
  "global_tilted_irradiance",
  "terrestrial_radiation",
  "shortwave_radiation_instant",
  "direct_radiation_instant",
  "diffuse_radiation_instant",
  "direct_normal_irradiance_instant",
  "global_tilted_irradiance_instant",
  "terrestrial_radiation_instant"
] as const

/** A variable of radiation. */
export type RadiationVariable = (typeof radiationVariables)[number]
