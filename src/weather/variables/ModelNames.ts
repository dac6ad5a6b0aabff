/**
 * Names of weather models, by service: those that the service documents first, and then its other names of the same
 * and of more models. Made by `npm run tables`.
 */

/**
 * Models of forecasts, historical forecasts, previous and single runs. A "seamless" one combines the models of a
 * provider.
 */
export const forecastModels = [
  "best_match",
  "ecmwf_ifs",
  "ecmwf_ifs025",
  "ecmwf_aifs025_single",
  "cma_grapes_global",
  "bom_access_global",
  "ncep_gfs_seamless",
  "ncep_gfs_global",
  "ncep_hrrr_conus",
  "ncep_nbm_conus",
  "ncep_nam_conus",
  "ncep_gfs_graphcast025",
  "ncep_aigfs025",
  "ncep_hgefs025_ensemble_mean",
  "jma_seamless",
  "jma_msm",
  "jma_gsm",
  "kma_seamless",
  "kma_ldps",
  "kma_gdps",
  "icon_seamless",
  "icon_global",
  "icon_eu",
  "icon_d2",
  "cmc_gem_seamless",
  "cmc_gem_gdps",
  "cmc_gem_rdps",
  "cmc_gem_hrdps",
  "cmc_gem_hrdps_west",
  "meteofrance_seamless",
  "meteofrance_arpege_world",
  "meteofrance_arpege_europe",
  "meteofrance_arome_france",
  "meteofrance_arome_france_hd",
  "italia_meteo_arpae_icon_2i",
  "metno_seamless",
  "metno_nordic",
  "knmi_seamless",
  "knmi_harmonie_arome_europe",
  "knmi_harmonie_arome_netherlands",
  "dmi_seamless",
  "dmi_harmonie_arome_europe",
  "ukmo_seamless",
  "ukmo_global_deterministic_10km",
  "ukmo_uk_deterministic_2km",
  "meteoswiss_icon_seamless",
  "meteoswiss_icon_ch1",
  "meteoswiss_icon_ch2",
  "geosphere_seamless",
  "geosphere_arome_austria",
  "gfs_seamless",
  "gfs_mix",
  "gfs_global",
  "gfs05",
  "gfs025",
  "gfs013",
  "gfs_hrrr",
  "gfs_graphcast025",
  "ncep_seamless",
  "ncep_gfs025",
  "ncep_gfs013",
  "ncep_hrrr_conus_15min",
  "meteofrance_mix",
  "meteofrance_arpege_seamless",
  "meteofrance_arome_seamless",
  "meteofrance_arome_france0025",
  "meteofrance_arpege_world025",
  "meteofrance_arome_france_hd_15min",
  "meteofrance_arome_france_15min",
  "arpege_seamless",
  "arpege_world",
  "arpege_europe",
  "arome_seamless",
  "arome_france",
  "arome_france_hd",
  "jma_mix",
  "jma_msm_upper_level",
  "jms_gsm",
  "gem_seamless",
  "gem_global",
  "gem_regional",
  "gem_hrdps_continental",
  "gem_hrdps_west",
  "icon_mix",
  "dwd_icon_seamless",
  "dwd_icon_global",
  "dwd_icon",
  "dwd_icon_eu",
  "dwd_icon_d2",
  "dwd_icon_d2_15min",
  "ecmwf_ifs04",
  "ecmwf_aifs025",
  "chmi_aladin_cz_1km",
  "chmi_aladin_central_europe_2km",
  "chmi_aladin_seamless"
] as const

/** A model of forecasts. */
export type ForecastModel = (typeof forecastModels)[number]

/** Reanalyses and analyses of the archive. */
export const archiveModels = [
  "best_match",
  "era5_seamless",
  "era5",
  "era5_land",
  "ecmwf_ifs",
  "cerra",
  "era5_ensemble",
  "ecmwf_ifs_analysis_long_window",
  "archive_best_match",
  "copernicus_era5_seamless",
  "copernicus_era5",
  "copernicus_cerra",
  "copernicus_era5_land",
  "copernicus_era5_ensemble",
  "ecmwf_ifs_analysis",
  "ecmwf_ifs_long_window"
] as const

/** A model of the archive. */
export type ArchiveModel = (typeof archiveModels)[number]

/** Models of waves and currents. */
export const marineModels = [
  "best_match",
  "meteofrance_wave",
  "meteofrance_currents",
  "dwd_ewam",
  "dwd_gwam",
  "ecmwf_wam",
  "ecmwf_wam025",
  "ncep_gfswave025",
  "ncep_gfswave016",
  "era5_ocean",
  "marine_best_match",
  "ewam",
  "gwam",
  "ecmwf_wam025_ensemble",
  "ncep_gefswave025"
] as const

/** A model of waves or currents. */
export type MarineModel = (typeof marineModels)[number]

/** Means of ensembles. Each is one run, and has `_spread` variables. */
export const ensembleMeanModels = [
  "ncep_hgefs025_ensemble_mean",
  "ncep_aigefs025_ensemble_mean",
  "ecmwf_ifs_europe_ensemble_mean",
  "ecmwf_aifs_europe_ensemble_mean",
  "dwd_icon_eps_ensemble_mean_seamless",
  "dwd_icon_eps_ensemble_mean",
  "dwd_icon_eu_eps_ensemble_mean",
  "dwd_icon_d2_eps_ensemble_mean",
  "ecmwf_ifs025_ensemble_mean",
  "ecmwf_aifs025_ensemble_mean",
  "ncep_gefs025_ensemble_mean",
  "ncep_gefs05_ensemble_mean",
  "ncep_gefs_ensemble_mean_seamless",
  "cmc_gem_geps_ensemble_mean",
  "bom_access_global_ensemble_mean",
  "google_weathernext2_ensemble_mean",
  "ukmo_global_ensemble_mean_20km",
  "ukmo_uk_ensemble_mean_2km",
  "meteoswiss_icon_ch1_ensemble_mean",
  "meteoswiss_icon_ch2_ensemble_mean",
  "ecmwf_wam025_ensemble_mean",
  "ncep_gefswave025_ensemble_mean"
] as const

/** Models of seasonal forecasts, and their means. */
export const seasonalModels = [
  "best_match",
  "ecmwf_seasonal_seamless",
  "ecmwf_seas5",
  "ecmwf_ec46",
  "ecmwf_seasonal_ensemble_mean_seamless",
  "ecmwf_seas5_ensemble_mean",
  "ecmwf_ec46_ensemble_mean"
] as const

/** A model of seasonal forecasts. */
export type SeasonalModel = (typeof seasonalModels)[number]

/** Models of climate projections. */
export const climateModels = [
  "CMCC_CM2_VHR4",
  "FGOALS_f3_H",
  "HiRAM_SIT_HR",
  "MRI_AGCM3_2_S",
  "EC_Earth3P_HR",
  "MPI_ESM1_2_XR",
  "NICAM16_8S"
] as const

/** A model of climate projections. */
export type ClimateModel = (typeof climateModels)[number]

/** Models of river discharge. */
export const floodModels = [
  "seamless_v4",
  "forecast_v4",
  "consolidated_v4",
  "seamless_v3",
  "forecast_v3",
  "consolidated_v3",
  "flood_best_match"
] as const

/** A model of river discharge. */
export type FloodModel = (typeof floodModels)[number]

/** Satellites, and what combines them. */
export const satelliteModels = [
  "satellite_radiation_seamless",
  "dwd_sis_europe_africa_v4",
  "eumetsat_lsa_saf_msg",
  "eumetsat_lsa_saf_iodc",
  "eumetsat_sarah3",
  "jma_jaxa_himawari",
  "jma_jaxa_mtg_fci"
] as const

/** A satellite, or what combines several. */
export type SatelliteModel = (typeof satelliteModels)[number]

/** The models of air quality, for `models`. */
export const airQualityModels = ["cams_global", "cams_europe"] as const

/** A model of air quality. */
export type AirQualityModel = (typeof airQualityModels)[number]

/**
 * Number of runs of each ensemble, including the control run. The weight of a call counts all of them. Names without
 * a word for it (`icon_d2`, `gfs025`) are ensembles for `Ensemble` only.
 */
export const ensembleMembers = {
  icon_seamless: 40,
  icon_global: 40,
  icon_eu: 40,
  icon_d2: 20,
  ecmwf_ifs025: 51,
  ecmwf_aifs025: 51,
  gem_global: 21,
  gfs_seamless: 31,
  gfs025: 31,
  gfs05: 31,
  meteoswiss_icon_ch1: 11,
  meteoswiss_icon_ch2: 21,
  dwd_icon_seamless_eps: 40,
  dwd_icon_global_eps: 40,
  dwd_icon_eu_eps: 40,
  dwd_icon_d2_eps: 20,
  ncep_gefs_seamless: 31,
  ncep_gefs025: 31,
  ncep_gefs05: 31,
  ncep_aigefs025: 31,
  ecmwf_ifs025_ensemble: 51,
  ecmwf_aifs025_ensemble: 51,
  cmc_gem_geps: 21,
  bom_access_global_ensemble: 18,
  ukmo_global_ensemble_20km: 18,
  ukmo_uk_ensemble_2km: 3,
  meteoswiss_icon_ch1_ensemble: 11,
  meteoswiss_icon_ch2_ensemble: 21,
  ecmwf_ifs_europe_ensemble: 51,
  ecmwf_aifs_europe_ensemble: 51,
  icon_seamless_eps: 40,
  icon_global_eps: 40,
  icon_eu_eps: 40,
  icon_d2_eps: 20,
  gem_global_ensemble: 21,
  google_weathernext2_ensemble: 64,
  ecmwf_wam025_ensemble: 51,
  ncep_gefswave025: 31
} as const

/** Number of runs of each seasonal forecast that is not the mean of them. */
export const seasonalMembers = {
  ecmwf_seasonal_seamless: 51,
  ecmwf_seas5: 51,
  ecmwf_ec46: 51
} as const
