/**
 * The number of runs of each model, as the service's source has it. Nothing here comes from the client, so that tests
 * detect a client that counts differently.
 */

/** The first match counts. All other models are single runs. */
const runs: ReadonlyArray<readonly [RegExp, number]> = [
  [/_ensemble_mean|era5_/, 1],
  [/icon_d2_eps$/, 20],
  [/icon_(?:seamless|global|eu)_eps$/, 40],
  [/^ncep_(?:ai)?gefs/, 31],
  [/^ecmwf_(?:seasonal_seamless|seas5|ec46|\w+_ensemble)$/, 51],
  [/^(?:gem_global_ensemble|cmc_gem_geps|meteoswiss_icon_ch2_ensemble)$/, 21],
  [/^(?:bom_access_global_ensemble|ukmo_global_ensemble_20km)$/, 18],
  [/^meteoswiss_icon_ch1_ensemble$/, 11],
  [/^ukmo_uk_ensemble_2km$/, 3],
  [/^google_weathernext2_ensemble$/, 64]
]

/** What the ensemble service makes of the names of models. */
const ensembles: Readonly<Record<string, string>> = {
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
}

/** The number of columns of a variable of a model. */
export const membersOf = (model: string): number => runs.find(([names]) => names.test(model))?.[1] ?? 1

/** A service whose model is this one unless another is requested. */
const withBest =
  (best: string) =>
  (model: string): number =>
    membersOf(model === "" || model === "best_match" ? best : model)

export const ensembleMembersOf = (model: string): number => withBest("ncep_gefs_seamless")(ensembles[model] ?? model)

export const seasonalMembersOf = withBest("ecmwf_seasonal_seamless")
