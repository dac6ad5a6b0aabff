/** Variables of the services with few of their own: climate, flood, satellite radiation. */

/** Daily variables of climate models, 1950 to 2050. */
export const climateDaily = [
  "temperature_2m_mean",
  "temperature_2m_max",
  "temperature_2m_min",
  "wind_speed_10m_mean",
  "wind_speed_10m_max",
  "cloud_cover_mean",
  "shortwave_radiation_sum",
  "relative_humidity_2m_mean",
  "relative_humidity_2m_max",
  "relative_humidity_2m_min",
  "dew_point_2m_mean",
  "dew_point_2m_min",
  "dew_point_2m_max",
  "precipitation_sum",
  "rain_sum",
  "snowfall_sum",
  "pressure_msl_mean",
  "soil_moisture_0_to_10cm_mean",
  "et0_fao_evapotranspiration_sum",
  "snowfall_water_equivalent_sum",
  "wind_gusts_10m_mean",
  "wind_gusts_10m_max",
  "soil_moisture_0_to_100cm_mean",
  "soil_moisture_0_to_7cm_mean",
  "soil_moisture_7_to_28cm_mean",
  "soil_moisture_28_to_100cm_mean",
  "soil_moisture_index_0_to_7cm_mean",
  "soil_moisture_index_0_to_100cm_mean",
  "soil_moisture_index_7_to_28cm_mean",
  "soil_moisture_index_28_to_100cm_mean",
  "soil_temperature_0_to_100cm_mean",
  "soil_temperature_0_to_7cm_mean",
  "soil_temperature_7_to_28cm_mean",
  "soil_temperature_28_to_100cm_mean",
  "vapour_pressure_deficit_max",
  "growing_degree_days_base_0_limit_50",
  "leaf_wetness_probability_mean",
  "daylight_duration"
] as const

/** A daily variable of climate projections. */
export type ClimateDaily = (typeof climateDaily)[number]

/** Daily variables of river discharge. */
export const floodDaily = [
  "river_discharge",
  "river_discharge_mean",
  "river_discharge_median",
  "river_discharge_max",
  "river_discharge_min",
  "river_discharge_p25",
  "river_discharge_p75"
] as const

/** A daily variable of river discharge. */
export type FloodDaily = (typeof floodDaily)[number]

/** Hourly radiation as measured by satellites, and variables that are computed from it. */
export const satelliteHourly = [
  "shortwave_radiation",
  "shortwave_radiation_clear_sky",
  "direct_radiation",
  "diffuse_radiation",
  "direct_normal_irradiance",
  "global_tilted_irradiance",
  "terrestrial_radiation",
  "shortwave_radiation_instant",
  "shortwave_radiation_clear_sky_instant",
  "direct_radiation_instant",
  "diffuse_radiation_instant",
  "direct_normal_irradiance_instant",
  "global_tilted_irradiance_instant",
  "terrestrial_radiation_instant",
  "is_day",
  "sunshine_duration"
] as const

/** An hourly variable of satellite radiation. */
export type SatelliteHourly = (typeof satelliteHourly)[number]

/** Daily variables of satellite radiation. */
export const satelliteDaily = [
  "sunrise",
  "sunset",
  "daylight_duration",
  "sunshine_duration",
  "shortwave_radiation_sum"
] as const

/** A daily variable of satellite radiation. */
export type SatelliteDaily = (typeof satelliteDaily)[number]
