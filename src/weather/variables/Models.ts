/** How many runs the models of the service have. */
import { ensembleMembers, type ensembleMeanModels, seasonalMembers } from "./ModelNames.ts"

/** A model of ensemble forecasts, or the mean of one. */
export type EnsembleModel = keyof typeof ensembleMembers | (typeof ensembleMeanModels)[number]

/** The mean of an ensemble is one run. A resolution may follow in its name. */
const isMean = (model: string): boolean => /_ensemble_mean(?:_|$)/.test(model)

/** Returns the number of runs of a known ensemble. */
export const runsOf = (model: string): number | undefined => {
  const members: Readonly<Record<string, number | undefined>> = ensembleMembers
  return isMean(model) ? 1 : members[model]
}

const ofSeasons: Readonly<Record<string, number | undefined>> = seasonalMembers

/** Whether the name is that of an ensemble. The archive's reanalysis of this name has a single run. */
const isEnsemble = (model: string): boolean => /eps|gefs|ensemble/.test(model) && !model.includes("era5_")

/** No model, and the name of a choice that the service makes. */
const isBest = (model: string): boolean => model === "" || model === "best_match"

/**
 * Returns the number of runs that a call for a model weighs, for any service but `Ensemble` and `Seasonal`. `icon_d2` is a
 * single run there. For an unknown ensemble, it assumes 51, which few exceed.
 */
export const weighedRunsOf = (model: string): number =>
  ofSeasons[model] ?? (isEnsemble(model) ? (runsOf(model) ?? 51) : 1)

/** Like `weighedRunsOf`, for `Ensemble`, where `icon_d2` is an ensemble. */
export const membersOf = (model: string): number => (isBest(model) ? 31 : (runsOf(model) ?? weighedRunsOf(model)))

/** Like `weighedRunsOf`, for `Seasonal`. */
export const seasonalMembersOf = (model: string): number => (isBest(model) ? 51 : weighedRunsOf(model))
