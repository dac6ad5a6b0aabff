/** Models that the services return under other names than the requested ones, by service. Made by `npm run tables`. */
/** The name in responses by the requested one. */
export type Renames = Readonly<Record<string, string>>

export const renames: Readonly<Record<string, Renames | undefined>> = {
  forecast: {},
  historicalForecast: {},
  previousRuns: {},
  singleRuns: {},
  archive: { best_match: "archive_best_match" },
  satelliteRadiation: { best_match: "archive_best_match" },
  ensemble: {
    best_match: "ncep_gefs_seamless",
    icon_seamless: "icon_seamless_eps",
    icon_global: "icon_global_eps",
    icon_eu: "icon_eu_eps",
    icon_d2: "icon_d2_eps",
    ecmwf_ifs025: "ecmwf_ifs025_ensemble",
    ecmwf_aifs025: "ecmwf_aifs025_ensemble",
    gem_global: "gem_global_ensemble",
    gfs_seamless: "ncep_gefs_seamless",
    gfs025: "ncep_gefs025",
    gfs05: "ncep_gefs05",
    meteoswiss_icon_ch1: "meteoswiss_icon_ch1_ensemble",
    meteoswiss_icon_ch2: "meteoswiss_icon_ch2_ensemble"
  },
  seasonal: { best_match: "ecmwf_seasonal_seamless" },
  marine: { best_match: "marine_best_match" },
  climate: { best_match: "MRI_AGCM3_2_S" },
  flood: { best_match: "flood_best_match" }
}
