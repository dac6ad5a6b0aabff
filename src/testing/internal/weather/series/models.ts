/** Weather models: the region that they cover, how far they look ahead, and their error. */
import type { Root } from "../services.ts"
import { type Run, truth } from "../world/climate.ts"
import { hashOf } from "../world/noise.ts"
import type { Point } from "../world/terrain.ts"

const hour = 3_600_000
const day = 24 * hour

interface Extent {
  /** The edges of the region that it covers. */
  readonly box?: readonly [south: number, north: number, west: number, east: number]
  readonly days: number
}

/** The first match counts. All other models are global. */
const extents: ReadonlyArray<readonly [RegExp, Extent]> = [
  [/^(?:dwd_)?icon_d2/, { box: [43.2, 58.1, -3.9, 20.4], days: 2 }],
  [/^(?:dwd_)?icon_eu/, { box: [29.5, 70.5, -23.5, 62.5], days: 5 }],
  [/^(?:gfs_hrrr|ncep_hrrr|ncep_nbm|ncep_nam|(?:cmc_)?gem_hrdps)/, { box: [21, 53, -134, -60], days: 2 }],
  [/^(?:meteofrance_)?arome/, { box: [37.5, 55.4, -12, 16], days: 2 }],
  [/^(?:meteofrance_)?arpege_europe/, { box: [20, 72, -32, 42], days: 4 }],
  [/^(?:knmi|dmi)_harmonie_arome_netherlands/, { box: [49, 56, 0, 11], days: 2.5 }],
  [/^(?:knmi|dmi)_harmonie/, { box: [39.7, 70, -25.2, 40.1], days: 2.5 }],
  [/^metno_nordic/, { box: [53, 74, -8, 32], days: 2.5 }],
  [/^(?:meteoswiss_icon|geosphere|chmi|italia)/, { box: [39, 51, -1, 21], days: 5 }],
  [/^(?:ukmo_uk)/, { box: [48, 62, -12, 4], days: 2 }],
  [/^(?:jma_msm)/, { box: [22.4, 47.6, 120, 150], days: 4 }],
  [/^(?:kma_ldps)/, { box: [32, 44, 121, 133], days: 2 }],
  [/^(?:cerra|copernicus_cerra|cams_europe|ecmwf_a?ifs_europe)/, { box: [25, 72, -30, 46], days: 4 }],
  [/^(?:icon|meteofrance|dwd)/, { days: 7.5 }],
  [/^(?:ecmwf|ukmo|gem|bom|jma|cma|kma)/, { days: 10 }]
]

const extentOf = (model: string): Extent | undefined => extents.find(([names]) => names.test(model))?.[1]

export const covers = (model: string, { latitude, longitude }: Point): boolean => {
  const [south, north, west, east] = extentOf(model)?.box ?? [-90, 90, -180, 180]
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}

const isBest = (model: string): boolean => model.endsWith("best_match")

/** Whether a model has a variable of weeks or months. Only those of ECMWF have any; single lacks are made up. */
export const hasMean = (model: string, block: "weekly" | "monthly", name: string): boolean => {
  const kind = /^ecmwf_(seasonal|seas5|ec46)/.exec(model)?.[1]
  if (block === "monthly") return kind === "seasonal" || kind === "seas5"
  return kind === "seasonal" || (kind === "ec46" && !name.startsWith("sunshine"))
}

/** Returns the last instant for which a model has values. */
export const horizon = (root: Root, model: string, now: number): number => {
  const run = Math.floor(now / (6 * hour)) * 6 * hour
  switch (root) {
    case "archive":
      // Reanalyses appear days later.
      return Math.floor(now / day) * day - (isBest(model) || model.startsWith("ecmwf") ? 2 : 5) * day - hour
    case "satelliteRadiation":
      return Math.floor(now / hour) * hour - hour
    case "forecast":
    case "previousRuns":
    case "historicalForecast":
    case "singleRuns":
    case "marine":
      return run + (extentOf(model)?.days ?? 15) * day
    default:
      return Number.POSITIVE_INFINITY
  }
}

/** Returns the run of a model. The service's own model is right. Members and earlier runs have larger errors. */
export const runOf = (model: string, isOwn: boolean, member: number, daysBefore: number): Run =>
  isOwn && member === 0 && daysBefore === 0
    ? truth
    : {
        seed: hashOf(`${model} ${member} ${daysBefore}`),
        error: (isOwn ? 0 : 0.8) + (member === 0 ? 0 : 1.2) + 0.5 * daysBefore
      }
