/** Which models are of which service. The service says it of those that it documents; names tell it of the others. */
import { metas } from "./metas.ts"

/** Kinds of models. The first that fits a name has it. */
const kinds = [
  ["airQuality", /^(?:cams|air_quality)_/],
  ["flood", /^(?:flood_best|(?:seamless|forecast|consolidated)_v\d)/],
  ["seasonal", /seas5|ec46|seasonal/],
  ["mean", /_ensemble_mean(?:_|$)/],
  ["marine", /wave|_wam|[eg]wam$|_currents$|era5_ocean|^marine_/],
  ["archive", /era5|cerra|_analysis|long_window|^archive_/],
  ["ensemble", /_eps$|gefs|_geps$|_ensemble|aigefs/]
] as const

type Kind = (typeof kinds)[number][0] | "forecast" | "climate" | "satellite"

const documented = (service: string): ReadonlyArray<string> => metas.services[service]?.documented_models ?? []

const kindOf = (name: string): Kind => {
  for (const service of ["climate", "satellite"] as const) if (documented(service).includes(name)) return service
  return kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? "forecast"
}

/** Those that the service refuses in its own words are not models to offer. */
const isRefused = (name: string): boolean => metas.models[name]?.note?.startsWith("refused") === true

const names = Object.keys(metas.models).filter((name) => !isRefused(name))

/** Models of a kind, those that the service documents first. */
const listed = (kind: Kind, service: string = kind): ReadonlyArray<string> => [
  ...new Set([...documented(service), ...names.filter((name) => kindOf(name) === kind && name !== "best_match")])
]

const renames = metas.services["ensemble"]?.renames ?? {}

const runsOf = (name: string): number => metas.models[name]?.members ?? 1

const ensembleMembers: Readonly<Record<string, number>> = Object.fromEntries(
  [...Object.keys(renames), ...documented("ensemble"), ...names]
    .map((name) => [name, runsOf(renames[name] ?? name), kindOf(name)] as const)
    .flatMap(([name, runs, kind]) => (runs > 1 && kind !== "seasonal" ? [[name, runs] as const] : []))
)

const seasonal = listed("seasonal")

/** A list, and the type of its names if it is the type of an input. */
interface List {
  readonly list: string
  readonly what: string
  readonly names: ReadonlyArray<string>
  readonly type?: string
  readonly one?: string
}

const lists: ReadonlyArray<List> = [
  {
    list: "forecastModels",
    what: 'Models of forecasts, historical forecasts, previous and single runs. A "seamless" one combines the models of a provider.',
    names: listed("forecast"),
    type: "ForecastModel",
    one: "A model of forecasts."
  },
  {
    list: "archiveModels",
    what: "Reanalyses and analyses of the archive.",
    names: listed("archive"),
    type: "ArchiveModel",
    one: "A model of the archive."
  },
  {
    list: "marineModels",
    what: "Models of waves and currents.",
    names: listed("marine"),
    type: "MarineModel",
    one: "A model of waves or currents."
  },
  {
    list: "ensembleMeanModels",
    what: "Means of ensembles. Each is one run, and has `_spread` variables.",
    names: listed("mean", "")
  },
  {
    list: "seasonalModels",
    what: "Models of seasonal forecasts, and their means.",
    names: seasonal,
    type: "SeasonalModel",
    one: "A model of seasonal forecasts."
  },
  {
    list: "climateModels",
    what: "Models of climate projections.",
    names: listed("climate"),
    type: "ClimateModel",
    one: "A model of climate projections."
  },
  {
    list: "floodModels",
    what: "Models of river discharge.",
    names: listed("flood"),
    type: "FloodModel",
    one: "A model of river discharge."
  },
  {
    list: "satelliteModels",
    what: "Satellites, and what combines them.",
    names: listed("satellite"),
    type: "SatelliteModel",
    one: "A satellite, or what combines several."
  },
  {
    list: "airQualityModels",
    what: "The models of air quality, for `models`.",
    names: metas.services["air_quality"]?.takes_models ?? [],
    type: "AirQualityModel",
    one: "A model of air quality."
  }
]

/** The models by list, and the runs of those that have several. */
export const modelNames = {
  lists,
  ensembleMembers,
  seasonalMembers: Object.fromEntries(
    seasonal.flatMap((name) => (runsOf(name) > 1 ? [[name, runsOf(name)] as const] : []))
  )
}
