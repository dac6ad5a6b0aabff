/**
 * What messages say in place of names: a variable with its height, depth and aggregation, and the number of a model.
 *
 * The service has written these by hand for each variable, with mistakes: some variables and models carry the numbers of
 * others. The mistakes are repeated here, so that tests detect a client that relies on the numbers.
 */
import type { Root } from "../services.ts"
import type { Library } from "./library.ts"

/** The description of a column. */
export interface Description {
  readonly variable: number
  readonly aggregation: number
  readonly probability: number
  readonly altitude: number
  readonly pressureLevel: number
  readonly depth: number
  readonly depthTo: number
  readonly previousDay: number
}

/** Numbers by name. At run time, an enumeration also has its names by number. */
const numberOf = (all: Readonly<Record<string, string | number>>, name: string): number => {
  const value = Object.hasOwn(all, name) ? all[name] : undefined
  return typeof value === "number" ? value : 0
}

/** Names that differ from those of the enumeration. */
const variables: Readonly<Record<string, string>> = {
  pm2_5: "pm2p5",
  european_aqi_pm2_5: "european_aqi_pm2p5",
  us_aqi_pm2_5: "us_aqi_pm2p5",
  growing_degree_days_base_0_limit_50: "growing_degree_days"
}

const aggregations: Readonly<Record<string, string>> = { max: "maximum", min: "minimum" }

/** The names of the service's mistakes: what is asked for, and as what it is described. */
const mistaken: Readonly<Record<string, string>> = {
  wave_height_max: "wind_wave_height_max",
  dew_point_2m_mean: "temperature_2m_mean",
  precipitation_sot90: "precipitation_sot10",
  surface_temperature_anomaly_gt0: "surface_pressure_anomaly_gt0"
}

const described = (name: string, block: string): string => {
  if (block === "daily") return name === "wave_height_max" ? "wind_wave_height_max" : name
  if (block === "weekly" || block === "monthly") return mistaken[name] ?? name
  return name.replace(/^soil_moisture_index_/, "soil_moisture_")
}

const summary = /_(max|min|mean|sum|dominant|median|p10|p25|p75|p90|spread|anomaly|efi|sot10|sot90)$/

/** Describes a variable of a block. Those without a number have 0. */
export const descriptionOf = (asked: string, block: string, library: Library): Description => {
  const { Aggregation, Probability, Variable } = library
  let name = described(asked, block)
  const take = (pattern: RegExp): ReadonlyArray<string | undefined> => {
    const found = pattern.exec(name)
    if (found === null) return []
    name = `${name.slice(0, found.index)}${name.slice(found.index + found[0].length)}`
    return found.slice(1)
  }
  const [previousDay] = take(/_previous_day(\d)$/)
  const [probability] = take(/(?<=_anomaly)_((?:gt|lt)m?\d+)$/)
  const [aggregation] = numberOf(Variable, name) === 0 ? take(summary) : []
  const [depth, depthTo] = take(/_(\d+)(?:_to_(\d+))?cm$/)
  const [level] = take(/_(\d+)hPa$/)
  const [altitude] = take(/_(\d+)m$/)
  return {
    variable: numberOf(Variable, variables[name] ?? name),
    aggregation: aggregation === undefined ? 0 : numberOf(Aggregation, aggregations[aggregation] ?? aggregation),
    probability: probability === undefined ? 0 : numberOf(Probability, probability),
    altitude: Number(altitude ?? (block === "daily" && name === "apparent_temperature" ? 2 : 0)),
    pressureLevel: Number(level ?? 0),
    depth: Number(depth ?? 0),
    depthTo: Number(depthTo ?? 0),
    previousDay: Number(previousDay ?? 0)
  }
}

/** What answers without `models` say, where that is not `best_match`. */
const usual: Readonly<Partial<Record<Root, string>>> = {
  climate: "MRI_AGCM3_2_S",
  seasonal: "ecmwf_seasonal_seamless"
}

/** Models with the number of another one. */
const sameModels: Readonly<Record<string, string>> = {
  auto: "best_match",
  archive_best_match: "best_match",
  cams_europe: "cams_global",
  cams_global: "cams_europe",
  gem_regional: "gem_global",
  gfs05: "gfs025",
  ncep_gefs_seamless: "gfs_seamless",
  ncep_gefs025: "gfs025",
  ncep_gefs05: "gfs025"
}

/** Returns the number of a model; 0 if it has none. */
export const modelOf = (root: Root, model: string, { Model }: Library): number => {
  if (model === "") return numberOf(Model, usual[root] ?? "best_match")
  const name = root === "flood" ? `glofas_${model}` : (sameModels[model] ?? model)
  return numberOf(Model, name) || numberOf(Model, name.replace(/_ensemble$/, "")) || 0
}
