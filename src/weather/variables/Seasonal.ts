/** Variables of the seasonal forecast. */

/** Variables of each member, every six hours. */
export const seasonalHourly = [
  "temperature_2m",
  "dew_point_2m",
  "relative_humidity_2m",
  "apparent_temperature",
  "weather_code",
  "precipitation",
  "rain",
  "showers",
  "snowfall",
  "pressure_msl",
  "surface_pressure",
  "cloud_cover",
  "sea_surface_temperature",
  "soil_temperature_0_to_7cm",
  "wind_speed_10m",
  "wind_direction_10m",
  "et0_fao_evapotranspiration",
  "vapour_pressure_deficit",
  "shortwave_radiation",
  "direct_radiation",
  "diffuse_radiation",
  "direct_normal_irradiance",
  "global_tilted_irradiance",
  "terrestrial_radiation",
  "snowfall_water_equivalent",
  "wind_speed_100m",
  "wind_speed_200m",
  "wind_direction_100m",
  "wind_direction_200m",
  "wind_gusts_10m",
  "sunshine_duration",
  "wave_height",
  "wave_direction",
  "wave_period",
  "wave_peak_period",
  "soil_temperature_7_to_28cm",
  "soil_temperature_28_to_100cm",
  "soil_temperature_100_to_255cm",
  "soil_moisture_0_to_7cm",
  "soil_moisture_7_to_28cm",
  "soil_moisture_28_to_100cm",
  "soil_moisture_100_to_255cm",
  "shortwave_radiation_instant",
  "direct_radiation_instant",
  "diffuse_radiation_instant",
  "direct_normal_irradiance_instant",
  "global_tilted_irradiance_instant",
  "terrestrial_radiation_instant"
] as const

/** An hourly variable of seasonal forecasts. */
export type SeasonalHourly = (typeof seasonalHourly)[number]

/** Daily variables of each member. */
export const seasonalDaily = [
  "weather_code",
  "temperature_2m_max",
  "temperature_2m_min",
  "temperature_2m_mean",
  "apparent_temperature_max",
  "apparent_temperature_min",
  "apparent_temperature_mean",
  "relative_humidity_2m_max",
  "relative_humidity_2m_min",
  "relative_humidity_2m_mean",
  "dew_point_2m_max",
  "dew_point_2m_min",
  "dew_point_2m_mean",
  "sunrise",
  "sunset",
  "daylight_duration",
  "sunshine_duration",
  "precipitation_sum",
  "precipitation_hours",
  "rain_sum",
  "showers_sum",
  "snowfall_sum",
  "snowfall_water_equivalent_sum",
  "et0_fao_evapotranspiration_sum",
  "vapour_pressure_deficit_max",
  "shortwave_radiation_sum",
  "cloud_cover_max",
  "cloud_cover_min",
  "cloud_cover_mean",
  "wind_speed_10m_max",
  "wind_speed_10m_min",
  "wind_speed_10m_mean",
  "wind_direction_10m_dominant",
  "wind_speed_100m_max",
  "wind_speed_100m_min",
  "wind_speed_100m_mean",
  "wind_direction_100m_dominant",
  "wind_speed_200m_max",
  "wind_speed_200m_min",
  "wind_speed_200m_mean",
  "wind_direction_200m_dominant",
  "pressure_msl_max",
  "pressure_msl_min",
  "pressure_msl_mean",
  "surface_pressure_max",
  "surface_pressure_min",
  "surface_pressure_mean",
  "wet_bulb_temperature_2m_max",
  "wet_bulb_temperature_2m_min",
  "wet_bulb_temperature_2m_mean",
  "sea_surface_temperature_max",
  "sea_surface_temperature_min",
  "sea_surface_temperature_mean",
  "soil_temperature_0_to_7cm_mean",
  "soil_temperature_7_to_28cm_mean",
  "soil_temperature_28_to_100cm_mean",
  "soil_temperature_100_to_255cm_mean",
  "soil_moisture_0_to_7cm_mean",
  "soil_moisture_7_to_28cm_mean",
  "soil_moisture_28_to_100cm_mean",
  "soil_moisture_100_to_255cm_mean",
  "et0_fao_evapotranspiration",
  "snow_depth_mean"
] as const

/** A daily variable of seasonal forecasts. */
export type SeasonalDaily = (typeof seasonalDaily)[number]

/** Quantities with a weekly mean and a weekly anomaly. */
export const weeklyQuantities = [
  "temperature_2m",
  "temperature_max6h_2m",
  "temperature_min6h_2m",
  "dew_point_2m",
  "pressure_msl",
  "cloud_cover",
  "precipitation",
  "snowfall",
  "snowfall_water_equivalent",
  "snow_depth",
  "snow_depth_water_equivalent",
  "snow_density",
  "sunshine_duration",
  "total_column_integrated_water_vapour",
  "sea_surface_temperature",
  "soil_temperature_0_to_7cm",
  "wind_speed_10m",
  "wind_direction_10m",
  "wind_speed_100m",
  "wind_direction_100m",
  "wind_u_component_10m",
  "wind_v_component_10m",
  "wind_u_component_100m",
  "wind_v_component_100m"
] as const

/** Weekly shares of the ensemble beyond a threshold, shifts of its tails, and the extreme forecast index. */
export const weeklyIndices = [
  "showers_mean",
  "temperature_2m_anomaly_gt0",
  "temperature_2m_anomaly_gt1",
  "temperature_2m_anomaly_gt2",
  "temperature_2m_anomaly_ltm1",
  "temperature_2m_anomaly_ltm2",
  "surface_temperature_anomaly_gt0",
  "pressure_msl_anomaly_gt0",
  "precipitation_anomaly_gt0",
  "precipitation_anomaly_gt10",
  "precipitation_anomaly_gt20",
  "temperature_2m_sot10",
  "temperature_2m_sot90",
  "temperature_2m_efi",
  "precipitation_sot90",
  "precipitation_efi"
] as const

/** A weekly variable of seasonal forecasts. */
export type SeasonalWeekly =
  | `${(typeof weeklyQuantities)[number]}_${"mean" | "anomaly"}`
  | (typeof weeklyIndices)[number]

/** Quantities with a monthly mean and a monthly anomaly. Gusts have an anomaly only. */
export const monthlyQuantities = [
  "temperature_2m",
  "temperature_max24h_2m",
  "temperature_min24h_2m",
  "dew_point_2m",
  "pressure_msl",
  "cloud_cover",
  "cloud_cover_low",
  "precipitation",
  "showers",
  "runoff",
  "evapotranspiration",
  "snowfall",
  "snowfall_water_equivalent",
  "snow_depth",
  "snow_depth_water_equivalent",
  "snow_density",
  "sunshine_duration",
  "shortwave_radiation",
  "longwave_radiation",
  "latent_heat_flux",
  "sensible_heat_flux",
  "albedo",
  "total_column_integrated_water_vapour",
  "sea_surface_temperature",
  "sea_ice_cover",
  "wind_speed_10m",
  "soil_temperature_0_to_7cm",
  "soil_temperature_7_to_28cm",
  "soil_temperature_28_to_100cm",
  "soil_temperature_100_to_255cm",
  "soil_moisture_0_to_7cm",
  "soil_moisture_7_to_28cm",
  "soil_moisture_28_to_100cm",
  "soil_moisture_100_to_255cm",
  "wind_u_component_10m",
  "wind_v_component_10m"
] as const

/** A monthly variable of seasonal forecasts: the mean of a month, or its anomaly. */
export type SeasonalMonthly = `${(typeof monthlyQuantities)[number]}_${"mean" | "anomaly"}` | "wind_gusts_10m_anomaly"

/** Weekly variables of seasonal forecasts. */
export const seasonalWeekly: ReadonlyArray<SeasonalWeekly> = (
  [
    weeklyQuantities.map((quantity) => `${quantity}_mean` as const),
    weeklyQuantities.map((quantity) => `${quantity}_anomaly` as const),
    weeklyIndices
  ] satisfies ReadonlyArray<ReadonlyArray<SeasonalWeekly>>
).flat()

/** Monthly variables of seasonal forecasts. */
export const seasonalMonthly: ReadonlyArray<SeasonalMonthly> = (
  [
    monthlyQuantities.map((quantity) => `${quantity}_mean` as const),
    monthlyQuantities.map((quantity) => `${quantity}_anomaly` as const),
    ["wind_gusts_10m_anomaly"]
  ] satisfies ReadonlyArray<ReadonlyArray<SeasonalMonthly>>
).flat()
