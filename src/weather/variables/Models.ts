/** Names of weather models. The service accepts some more, and old names as well as new ones. */

/** Models of forecasts, historical forecasts and previous runs. A "seamless" one combines the models of a provider. */
export const forecastModels = [
  "best_match",
  "ecmwf_ifs",
  "ecmwf_ifs025",
  "ecmwf_aifs025_single",
  "cma_grapes_global",
  "bom_access_global",
  "gfs_seamless",
  "gfs_global",
  "gfs_hrrr",
  "gfs_graphcast025",
  "ncep_nbm_conus",
  "ncep_nam_conus",
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
  "icon_d2_ruc",
  "gem_seamless",
  "gem_global",
  "gem_regional",
  "gem_hrdps_continental",
  "gem_hrdps_west",
  "meteofrance_seamless",
  "meteofrance_arpege_world",
  "meteofrance_arpege_europe",
  "meteofrance_arome_france",
  "meteofrance_arome_france_hd",
  "meteofrance_arome_seamless",
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
  "chmi_aladin_cz_1km"
] as const

/** A model of forecasts. */
export type ForecastModel = (typeof forecastModels)[number]

/** Reanalyses and analyses of the archive. */
export const archiveModels = [
  "best_match",
  "era5_seamless",
  "era5",
  "era5_land",
  "era5_ensemble",
  "cerra",
  "ecmwf_ifs",
  "ecmwf_ifs_analysis_long_window"
] as const

/** A model of the archive. */
export type ArchiveModel = (typeof archiveModels)[number]

/** Models of waves and currents. */
export const marineModels = [
  "best_match",
  "meteofrance_wave",
  "meteofrance_currents",
  "ewam",
  "gwam",
  "ecmwf_wam",
  "ecmwf_wam025",
  "ncep_gfswave025",
  "ncep_gfswave016",
  "era5_ocean"
] as const

/** A model of waves or currents. */
export type MarineModel = (typeof marineModels)[number]

/**
 * Number of runs of each ensemble, including the control run. The weight of a call counts all of them. Names without a word
 * for it (`icon_d2`, `gfs025`) are ensembles for `Ensemble` only.
 */
export const ensembleMembers = {
  icon_seamless: 40,
  icon_global: 40,
  icon_eu: 40,
  icon_d2: 20,
  icon_seamless_eps: 40,
  icon_global_eps: 40,
  icon_eu_eps: 40,
  icon_d2_eps: 20,
  dwd_icon_seamless_eps: 40,
  dwd_icon_global_eps: 40,
  dwd_icon_eu_eps: 40,
  dwd_icon_d2_eps: 20,
  gfs_seamless: 31,
  gfs025: 31,
  gfs05: 31,
  ncep_gefs_seamless: 31,
  ncep_gefs025: 31,
  ncep_gefs05: 31,
  ncep_aigefs025: 31,
  ecmwf_ifs025: 51,
  ecmwf_ifs025_ensemble: 51,
  ecmwf_aifs025: 51,
  ecmwf_aifs025_ensemble: 51,
  ecmwf_ifs_europe_ensemble: 51,
  ecmwf_aifs_europe_ensemble: 51,
  gem_global: 21,
  gem_global_ensemble: 21,
  cmc_gem_geps: 21,
  bom_access_global_ensemble: 18,
  ukmo_global_ensemble_20km: 18,
  ukmo_uk_ensemble_2km: 3,
  meteoswiss_icon_ch1: 11,
  meteoswiss_icon_ch1_ensemble: 11,
  meteoswiss_icon_ch2: 21,
  meteoswiss_icon_ch2_ensemble: 21,
  google_weathernext2_ensemble: 64
} as const

/** Means of ensembles. Each is one run, and has `_spread` variables. */
export const ensembleMeanModels = [
  "dwd_icon_eps_ensemble_mean_seamless",
  "dwd_icon_eps_ensemble_mean",
  "dwd_icon_eu_eps_ensemble_mean",
  "dwd_icon_d2_eps_ensemble_mean",
  "ncep_gefs_ensemble_mean_seamless",
  "ncep_gefs025_ensemble_mean",
  "ncep_gefs05_ensemble_mean",
  "ncep_gefswave025_ensemble_mean",
  "ncep_aigefs025_ensemble_mean",
  "ncep_hgefs025_ensemble_mean",
  "ecmwf_ifs025_ensemble_mean",
  "ecmwf_ifs_europe_ensemble_mean",
  "ecmwf_aifs025_ensemble_mean",
  "ecmwf_aifs_europe_ensemble_mean",
  "ecmwf_wam025_ensemble_mean",
  "cmc_gem_geps_ensemble_mean",
  "bom_access_global_ensemble_mean",
  "ukmo_global_ensemble_mean_20km",
  "ukmo_uk_ensemble_mean_2km",
  "meteoswiss_icon_ch1_ensemble_mean",
  "meteoswiss_icon_ch2_ensemble_mean",
  "google_weathernext2_ensemble_mean"
] as const

/** A model of ensemble forecasts, or the mean of one. */
export type EnsembleModel = keyof typeof ensembleMembers | (typeof ensembleMeanModels)[number]

/** The mean of an ensemble is one run. A resolution may follow in its name. */
const isMean = (model: string): boolean => /_ensemble_mean(?:_|$)/.test(model)

/** Returns the number of runs of a known ensemble. */
export const runsOf = (model: string): number | undefined => {
  const members: Readonly<Record<string, number | undefined>> = ensembleMembers
  return isMean(model) ? 1 : members[model]
}

/** Models of other services that have several runs. */
const otherMembers: Readonly<Record<string, number | undefined>> = {
  ecmwf_seasonal_seamless: 51,
  ecmwf_seas5: 51,
  ecmwf_ec46: 51,
  ecmwf_wam025_ensemble: 51,
  ncep_gefswave025: 31
}

/** Whether the name is that of an ensemble. The archive's reanalysis of this name has a single run. */
const isEnsemble = (model: string): boolean => /eps|gefs|ensemble/.test(model) && !model.includes("era5_")

/** No model, and the name of a choice that the service makes. */
const isBest = (model: string): boolean => model === "" || model === "best_match"

/**
 * Returns the number of runs that a call for a model weighs, for any service but `Ensemble` and `Seasonal`. `icon_d2` is a
 * single run there. For an unknown ensemble, it assumes 51, which few exceed.
 */
export const weighedRunsOf = (model: string): number =>
  otherMembers[model] ?? (isEnsemble(model) ? (runsOf(model) ?? 51) : 1)

/** Like `weighedRunsOf`, for `Ensemble`, where `icon_d2` is an ensemble. */
export const membersOf = (model: string): number => (isBest(model) ? 31 : (runsOf(model) ?? weighedRunsOf(model)))

/** Like `weighedRunsOf`, for `Seasonal`. */
export const seasonalMembersOf = (model: string): number => (isBest(model) ? 51 : weighedRunsOf(model))

/** Models of seasonal forecasts, and their means. */
export const seasonalModels = [
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
  "consolidated_v3"
] as const

/** A model of river discharge. */
export type FloodModel = (typeof floodModels)[number]

/** Satellites, and what combines them. */
export const satelliteModels = [
  "satellite_radiation_seamless",
  "eumetsat_sarah3",
  "eumetsat_lsa_saf_msg",
  "eumetsat_lsa_saf_iodc",
  "jma_jaxa_himawari",
  "jma_jaxa_mtg_fci",
  "dwd_sis_europe_africa_v4"
] as const

/** A satellite, or what combines several. */
export type SatelliteModel = (typeof satelliteModels)[number]
