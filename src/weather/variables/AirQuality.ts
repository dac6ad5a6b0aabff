/** Variables of the air-quality service. */

/** Hourly variables, also of the current conditions. Pollen and some gases are available in Europe only. */
export const airQualityHourly = [
  "pm10",
  "pm2_5",
  "carbon_monoxide",
  "carbon_dioxide",
  "nitrogen_dioxide",
  "sulphur_dioxide",
  "ozone",
  "aerosol_optical_depth",
  "dust",
  "uv_index",
  "uv_index_clear_sky",
  "ammonia",
  "methane",
  "alder_pollen",
  "birch_pollen",
  "grass_pollen",
  "mugwort_pollen",
  "olive_pollen",
  "ragweed_pollen",
  "european_aqi",
  "european_aqi_pm2_5",
  "european_aqi_pm10",
  "european_aqi_nitrogen_dioxide",
  "european_aqi_ozone",
  "european_aqi_sulphur_dioxide",
  "us_aqi",
  "us_aqi_pm2_5",
  "us_aqi_pm10",
  "us_aqi_nitrogen_dioxide",
  "us_aqi_carbon_monoxide",
  "us_aqi_ozone",
  "us_aqi_sulphur_dioxide",
  "formaldehyde",
  "glyoxal",
  "non_methane_volatile_organic_compounds",
  "pm10_wildfires",
  "peroxyacyl_nitrates",
  "secondary_inorganic_aerosol",
  "residential_elementary_carbon",
  "total_elementary_carbon",
  "pm2_5_total_organic_matter",
  "sea_salt_aerosol",
  "nitrogen_monoxide",
  "is_day"
] as const

/** An hourly variable of air quality. */
export type AirQualityHourly = (typeof airQualityHourly)[number]

/** Daily variables: the greatest UV index, sun and moon. */
export const airQualityDaily = [
  "uv_index_max",
  "uv_index_clear_sky_max",
  "sunrise",
  "sunset",
  "daylight_duration",
  "moonrise",
  "moonset",
  "moon_phase"
] as const

/** A daily variable of air quality. */
export type AirQualityDaily = (typeof airQualityDaily)[number]

/** The models of the service, for `domains`. `auto` is the best for the place. */
export const airQualityDomains = ["auto", "cams_europe", "cams_global"] as const

/** The part of the world that an air-quality model covers. */
export type AirQualityDomain = (typeof airQualityDomains)[number]
