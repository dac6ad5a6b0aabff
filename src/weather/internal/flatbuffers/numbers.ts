/**
 * The names of variables as the numbers that flatbuffers have for them, by rule: the name of a quantity, a height, depth
 * or pressure level, an aggregation, a threshold, and the age of the run (`temperature_2m_max_previous_day1`).
 */
import type { Aggregation } from "@openmeteo/sdk/aggregation.js"
import type { Probability } from "@openmeteo/sdk/probability.js"
import type { Variable } from "@openmeteo/sdk/variable.js"
import type { VariableWithValues } from "@openmeteo/sdk/variable-with-values.js"
import { sdk } from "./sdk.ts"

/** What identifies a column, apart from its member and model. */
export interface Identity {
  readonly variable: Variable
  readonly aggregation: Aggregation
  readonly probability: Probability
  readonly altitude: number
  readonly pressureLevel: number
  readonly depth: number
  readonly depthTo: number
  readonly previousDay: number
}

/** What a name states. The service may say more: the height of `apparent_temperature`, or that a daily value is a sum. */
export type Stated = Partial<Identity> & Pick<Identity, "variable" | "probability" | "pressureLevel" | "previousDay">

/** The numbers of an enum by name, without 0, which stands for none. TypeScript's enums also have the names by number. */
const numbers = (names: Readonly<Record<string, string | number>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(names).flatMap(([name, value]) => (typeof value === "number" && value > 0 ? [[name, value]] : []))
  )

/** Older names have no underscores: `windspeed_10m`. */
const plain = (name: string): string => name.replaceAll("_", "")

/** The numbers by name, of all that a name states by words. */
const makeWords = () => {
  const { Aggregation, Probability, Variable } = sdk()
  return {
    variables: new Map(Array.from(numbers(Variable), ([name, number]) => [plain(name), number])),
    aggregations: new Map([...numbers(Aggregation), ["min", Aggregation.minimum], ["max", Aggregation.maximum]]),
    probabilities: numbers(Probability),
    noProbability: Probability.none
  }
}

let made: ReturnType<typeof makeWords> | undefined

const words = () => (made ??= makeWords())

/** Names that differ from those of the numbers. */
const spelling: ReadonlyArray<readonly [RegExp, string]> = [
  [/pm2_5$/, "pm2p5"],
  [/^vapor_/, "vapour_"],
  [/^skin_temperature/, "surface_temperature"],
  [/^surface_air_pressure/, "surface_pressure"],
  [/_aqi_no2$/, "_aqi_nitrogen_dioxide"],
  [/_aqi_o3$/, "_aqi_ozone"],
  [/_aqi_so2$/, "_aqi_sulphur_dioxide"],
  [/_aqi_co$/, "_aqi_carbon_monoxide"],
  [/_base_0_limit_50$/, ""]
]

const variableOf = (name: string): Variable | undefined =>
  words().variables.get(
    plain(spelling.reduce((name, [pattern, replacement]) => name.replace(pattern, replacement), name))
  )

/** Returns what a name states; undefined if flatbuffers have no number for it. */
export const statedBy = (name: string): Stated | undefined => {
  const { aggregations, noProbability, probabilities } = words()
  // The spread of the highest and the lowest temperature of six hours.
  let rest = name.replace(/^temperature_2m_(?<kind>max|min)_spread/, "temperature_$<kind>6h_2m_spread")
  const take = (pattern: RegExp): ReadonlyArray<string> => {
    const [whole = "", ...parts] = pattern.exec(rest) ?? []
    rest = rest.slice(0, rest.length - whole.length)
    return parts
  }
  const [day] = take(/_previous_day(\d+)$/)
  const base = { probability: noProbability, pressureLevel: 0, previousDay: Number(day ?? 0) }
  const last = () => rest.slice(rest.lastIndexOf("_") + 1)
  const probability = probabilities.get(last())
  if (probability !== undefined) rest = rest.slice(0, -last().length - 1)
  const aggregation = aggregations.get(last())
  if (aggregation !== undefined) rest = rest.slice(0, -last().length - 1)
  const [pressure] = take(/_(\d+)hPa$/)
  const [depth, depthTo] = take(/_(\d+)(?:(?:_to)?_(\d+))?cm$/)
  const [altitude] = take(/_(\d+)m$/)
  const variable = variableOf(rest)
  if (variable === undefined) return undefined
  return {
    ...base,
    variable,
    ...(probability !== undefined && { probability }),
    ...(aggregation !== undefined && { aggregation }),
    ...(pressure !== undefined && { pressureLevel: Number(pressure) }),
    ...(depth !== undefined && { depth: Number(depth), depthTo: Number(depthTo ?? 0) }),
    ...(altitude !== undefined && { altitude: Number(altitude) })
  }
}

/** Returns the numbers of a column. */
export const identityOf = (column: VariableWithValues): Identity => ({
  variable: column.variable(),
  aggregation: column.aggregation(),
  probability: column.probability(),
  altitude: column.altitude(),
  pressureLevel: column.pressureLevel(),
  depth: column.depth(),
  depthTo: column.depthTo(),
  previousDay: column.previousDay()
})

/** Whether a column has these numbers. */
export const isOf = (column: VariableWithValues, identity: Identity): boolean =>
  column.variable() === identity.variable &&
  column.aggregation() === identity.aggregation &&
  column.probability() === identity.probability &&
  column.altitude() === identity.altitude &&
  column.pressureLevel() === identity.pressureLevel &&
  column.depth() === identity.depth &&
  column.depthTo() === identity.depthTo &&
  column.previousDay() === identity.previousDay

/** Whether a column has the numbers that a name states. */
const fits = (stated: Stated, found: Identity): boolean =>
  stated.variable === found.variable &&
  stated.probability === found.probability &&
  stated.pressureLevel === found.pressureLevel &&
  // Many labels say nothing of an earlier run.
  (stated.previousDay === found.previousDay || found.previousDay === 0) &&
  (stated.aggregation ?? found.aggregation) === found.aggregation &&
  (stated.altitude ?? found.altitude) === found.altitude &&
  (stated.depth ?? found.depth) === found.depth &&
  (stated.depthTo ?? found.depthTo) === found.depthTo

/** Variables that the service labels with the numbers of others. */
const mislabelled: ReadonlyArray<readonly [RegExp, string]> = [
  [/^wave_height_max$/, "wind_wave_height_max"],
  [/^dew_point_2m_mean$/, "temperature_2m_mean"],
  [/^relative_humidity_2m_(?=max$|mean$)/, "temperature_2m_"],
  [/^precipitation_sot90$/, "precipitation_sot10"],
  [/^surface_temperature/, "surface_pressure"],
  [/^soil_moisture_index_/, "soil_moisture_"],
  [/^wave_peak_period/, "wave_period"],
  [/^soil_moisture_100_to_200cm/, "soil_moisture_100_to_255cm"]
]

/** Returns what the columns of a variable may state; nothing if flatbuffers have no number for it. */
const labelsOf = (name: string): ReadonlyArray<Stated> => {
  const stated = statedBy(name)
  if (stated === undefined) return []
  const others = mislabelled.flatMap(([pattern, other]) =>
    pattern.test(name) ? (statedBy(name.replace(pattern, other)) ?? []) : []
  )
  return [stated, ...others]
}

/** The names that are remembered: programs request the same ones again and again. */
const remembered = new Map<string, ReadonlyArray<Stated>>()
const most = 1_000

const rememberedLabelsOf = (name: string): ReadonlyArray<Stated> => {
  const known = remembered.get(name)
  if (known !== undefined) return known
  if (remembered.size >= most) remembered.clear()
  const labels = labelsOf(name)
  remembered.set(name, labels)
  return labels
}

/** Whether flatbuffers have a number for a variable. */
export const isExpressible = (name: string): boolean => rememberedLabelsOf(name).length > 0

/** Whether a column may be that of a variable. */
export const mayBe = (name: string, found: Identity): boolean => {
  for (const stated of rememberedLabelsOf(name)) if (fits(stated, found)) return true
  return false
}
