/** Variables of the forecast, which historical forecasts, previous runs and ensembles share. */
import {
  pressureLevelVariables,
  type PressureLevelVariable,
  radiationVariables,
  type RadiationVariable,
  soilVariables,
  type SoilVariable,
  temperatureVariables,
  type TemperatureVariable,
  windVariables,
  type WindVariable
} from "./Levels.ts"

/** Hourly variables that do not exist at several heights, depths or levels. */
export const forecastSurface = [
  "temperature_2m",
  "temperature_2m_min",
  "temperature_2m_max",
  "relative_humidity_2m",
  "dew_point_2m",
  "apparent_temperature",
  "precipitation_probability",
  "precipitation",
  "rain",
  "showers",
  "snowfall",
  "snow_depth",
  "snowfall_water_equivalent",
  "snow_depth_water_equivalent",
  "weather_code",
  "pressure_msl",
  "surface_pressure",
  "cloud_cover",
  "cloud_cover_low",
  "cloud_cover_mid",
  "cloud_cover_high",
  "visibility",
  "evapotranspiration",
  "et0_fao_evapotranspiration",
  "vapour_pressure_deficit",
  "runoff",
  "precipitation_type",
  "rain_probability",
  "snowfall_probability",
  "freezing_rain_probability",
  "ice_pellets_probability",
  "thunderstorm_probability",
  "wind_gusts_10m",
  "uv_index",
  "uv_index_clear_sky",
  "is_day",
  "sunshine_duration",
  "wet_bulb_temperature_2m",
  "total_column_integrated_water_vapour",
  "cape",
  "lifted_index",
  "convective_inhibition",
  "freezing_level_height",
  "boundary_layer_height",
  "surface_temperature",
  "mass_density_8m",
  "snowfall_height",
  "convective_cloud_base",
  "convective_cloud_top",
  "updraft",
  "lightning_potential",
  "lightning_density",
  "snow_height",
  "roughness_length",
  "albedo",
  "k_index",
  "sea_level_height_msl",
  "sea_ice_thickness",
  "sea_surface_temperature",
  "ocean_current_velocity",
  "ocean_current_direction"
] as const

/** Hourly variables of a forecast, also of the current conditions and at 15-minute intervals. */
export type ForecastHourly =
  | (typeof forecastSurface)[number]
  | WindVariable
  | TemperatureVariable
  | SoilVariable
  | RadiationVariable
  | PressureLevelVariable

/** Hourly variables of forecasts. */
export const forecastHourly: ReadonlyArray<ForecastHourly> = (
  [
    forecastSurface,
    windVariables,
    temperatureVariables,
    soilVariables,
    radiationVariables,
    pressureLevelVariables
  ] satisfies ReadonlyArray<ReadonlyArray<ForecastHourly>>
).flat()

/** Daily variables of a forecast. */
export const forecastDaily = [
  "weather_code",
  "temperature_2m_max",
  "temperature_2m_min",
  "temperature_2m_mean",
  "apparent_temperature_max",
  "apparent_temperature_min",
  "apparent_temperature_mean",
  "sunrise",
  "sunset",
  "moonrise",
  "moonset",
  "moon_phase",
  "daylight_duration",
  "sunshine_duration",
  "uv_index_max",
  "uv_index_clear_sky_max",
  "rain_sum",
  "showers_sum",
  "snowfall_sum",
  "snowfall_water_equivalent_sum",
  "precipitation_sum",
  "precipitation_hours",
  "precipitation_probability_max",
  "precipitation_probability_min",
  "precipitation_probability_mean",
  "wind_speed_10m_max",
  "wind_speed_10m_min",
  "wind_speed_10m_mean",
  "wind_gusts_10m_max",
  "wind_gusts_10m_min",
  "wind_gusts_10m_mean",
  "wind_direction_10m_dominant",
  "shortwave_radiation_sum",
  "et0_fao_evapotranspiration",
  "et0_fao_evapotranspiration_sum",
  "cape_max",
  "cape_mean",
  "cape_min",
  "cloud_cover_max",
  "cloud_cover_mean",
  "cloud_cover_min",
  "dew_point_2m_max",
  "dew_point_2m_mean",
  "dew_point_2m_min",
  "growing_degree_days_base_0_limit_50",
  "leaf_wetness_probability_mean",
  "pressure_msl_max",
  "pressure_msl_mean",
  "pressure_msl_min",
  "relative_humidity_2m_max",
  "relative_humidity_2m_mean",
  "relative_humidity_2m_min",
  "snow_depth_max",
  "snow_depth_mean",
  "snow_depth_min",
  "surface_pressure_max",
  "surface_pressure_mean",
  "surface_pressure_min",
  "updraft_max",
  "vapour_pressure_deficit_max",
  "visibility_max",
  "visibility_mean",
  "visibility_min",
  "wet_bulb_temperature_2m_max",
  "wet_bulb_temperature_2m_mean",
  "wet_bulb_temperature_2m_min"
] as const

/** A daily variable of forecasts. */
export type ForecastDaily = (typeof forecastDaily)[number]

/**
 * Variables that models compute at 15-minute intervals, in Central Europe and North America. The service interpolates
 * all other variables and places from hourly values.
 */
export const native15Minutely = [
  "temperature_2m",
  "relative_humidity_2m",
  "dew_point_2m",
  "apparent_temperature",
  "precipitation",
  "rain",
  "snowfall",
  "snowfall_height",
  "freezing_level_height",
  "sunshine_duration",
  "weather_code",
  "wind_speed_10m",
  "wind_speed_80m",
  "wind_direction_10m",
  "wind_direction_80m",
  "wind_gusts_10m",
  "visibility",
  "cape",
  "lightning_potential",
  "is_day"
] as const
