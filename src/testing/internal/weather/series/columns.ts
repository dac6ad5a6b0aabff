/**
 * The columns of a block, one for each variable, model and member, and the models: the region that they cover, how far
 * they look ahead, and their error.
 */
import { invalidValue } from "../parameters.ts"
import type { Root, Service } from "../services.ts"
import { membersOf, resolvedName, variableOf } from "../tables/names.ts"
import { type DailyVariable, dailyVariable } from "../variables/daily.ts"
import type { Variable } from "../variables/variable.ts"
import { type Air, rounded, type Run, truth } from "../world/climate.ts"
import { hashOf, noiseOver, type Point } from "../world/terrain.ts"

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
const hasMean = (model: string, block: "weekly" | "monthly", name: string): boolean => {
  const kind = /^ecmwf_(seasonal|seas5|ec46)/.exec(model)?.[1]
  if (block === "monthly") return kind === "seasonal" || kind === "seas5"
  return kind === "seasonal" || (kind === "ec46" && !name.startsWith("sunshine"))
}

/** Returns the last instant for which a model has values. */
const horizon = (root: Root, model: string, now: number): number => {
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
const runOf = (model: string, isOwn: boolean, member: number, daysBefore: number): Run =>
  isOwn && member === 0 && daysBefore === 0
    ? truth
    : {
        seed: hashOf(`${model} ${member} ${daysBefore}`),
        error: (isOwn ? 0 : 0.8) + (member === 0 ? 0 : 1.2) + 0.5 * daysBefore
      }

/** A column whose rows are instants. */
export interface Column {
  /** As in responses, with the member and the model. */
  readonly name: string
  /** The variable, as requested. */
  readonly asked: string
  readonly variable: Variable
  readonly run: Run
  /** The position of the model among those that cover the place. */
  readonly at: number
  /** The number of the member, from 0; undefined if the model has a single run. */
  readonly member: number | undefined
  /** The last instant with a value, in epoch milliseconds. */
  readonly horizon: number
}

/** A column whose rows are days, weeks or months. */
export interface DailyColumn extends Omit<Column, "variable"> {
  readonly variable: DailyVariable
}

/** What the columns of a request share. */
export interface ColumnContext {
  readonly root: Root
  readonly service: Service
  /** The models that cover the place; empty for the service's own choice. */
  readonly models: ReadonlyArray<string>
  readonly now: number
  /** Whether all members are requested; for rivers. */
  readonly ensemble: boolean
}

type Period = "daily" | "weekly" | "monthly"

/** The spread of runs, in place of a value. */
const spreadOf = (base: Variable): Variable => ({
  quantity: base.quantity === "temperature" ? "spread" : base.quantity,
  value: ({ time }) => 0.6 + 0.4 * noiseOver(time / 43_200_000, 7)
})

/** In place of a variable that the models of a service lack. */
const lacking = { quantity: { label: "undefined", decimals: 0 }, value: () => Number.NaN } as const

/** Runs have no spread; their mean has it. */
const momentVariable = (
  name: string,
  names: ReadonlyArray<string>,
  { service }: ColumnContext,
  members = 1
): Variable => {
  const known = variableOf("hourly", name)
  // The service names the whole list.
  if (known === undefined) return invalidValue(service.types.hourly, names.join(","))
  const [, base = "", spread] = /^(.+?)(_spread)?(?:_previous_day\d+)?$/.exec(known.name) ?? []
  const found = service.source(base)
  if (found === undefined) return lacking
  if (spread === undefined) return found
  return members === 1 ? spreadOf(found) : lacking
}

const meansOf = (known: string, { service }: ColumnContext): DailyVariable => {
  const base = service.source(known.replace(/_(?:mean|anomaly)$/, "").replace(/_(?:max|min)\d+h/, ""))
  const anomaly = !known.endsWith("_mean")
  return {
    quantity:
      base === undefined || /_(?:efi|sot\d+|[lg]tm?\d+)$/.test(known) ? { label: "", decimals: 2 } : base.quantity,
    value: (hours, slope, start) => {
      if (anomaly || base === undefined) return rounded(noiseOver(start / 1_209_600_000, known.length), 2)
      return hours.reduce((sum, air) => sum + base.value(air, slope), 0) / hours.length
    },
    astronomical: false
  }
}

const types: Readonly<Record<Exclude<Period, "daily">, string>> = {
  weekly: "ForecastVariableWeekly",
  monthly: "ForecastVariableMonthly"
}

const periodVariable = (
  name: string,
  names: ReadonlyArray<string>,
  block: Period,
  asked: ColumnContext
): DailyVariable => {
  const { service } = asked
  const known = variableOf(block, name)
  if (known === undefined) {
    return invalidValue(block === "daily" ? service.types.daily : types[block], names.join(","))
  }
  if (block !== "daily") return meansOf(known.name, asked)
  return dailyVariable(known.name, service.source) ?? { ...lacking, astronomical: false }
}

interface Runner {
  readonly model: string
  readonly at: number
  readonly suffix: string
  readonly run: (member: number, daysBefore: number) => Run
  readonly members: number
  readonly horizon: number
}

const runners = ({ ensemble, models, now, root }: ColumnContext): ReadonlyArray<Runner> =>
  (models.length === 0 ? [""] : models).map((asked, at) => {
    const model = resolvedName(root, asked)
    const isOwn = model === resolvedName(root, "")
    return {
      model,
      at,
      suffix: models.length > 1 ? `_${model}` : "",
      run: (member, daysBefore) => runOf(model, isOwn, member, daysBefore),
      members: ensemble && root === "flood" ? 51 : membersOf(root, asked),
      horizon: horizon(root, model, now)
    }
  })

const each = <V>(
  names: ReadonlyArray<string>,
  asked: ColumnContext,
  isSingle: (name: string) => boolean,
  valuesOf: (name: string, members: number) => V,
  has: (model: string, name: string) => boolean = () => true
): ReadonlyArray<Omit<Column, "variable"> & { readonly variable: V }> => {
  return runners(asked).flatMap((runner) =>
    names.flatMap((name) => {
      const variable = valuesOf(name, runner.members)
      if (!has(runner.model, name)) return []
      const daysBefore = Number(/_previous_day(\d)$/.exec(name)?.[1] ?? 0)
      const members = isSingle(name) ? 1 : runner.members
      return Array.from({ length: members }, (_, member) => ({
        name: `${name}${member === 0 ? "" : `_member${String(member).padStart(2, "0")}`}${runner.suffix}`,
        asked: name,
        member: members === 1 ? undefined : member,
        variable,
        at: runner.at,
        run: runner.run(member, daysBefore),
        horizon: runner.horizon
      }))
    })
  )
}

export const momentColumns = (names: ReadonlyArray<string>, asked: ColumnContext): ReadonlyArray<Column> =>
  // Members have the same sun.
  each(names, asked, isAstronomical, (name, members) => momentVariable(name, names, asked, members))

/** The columns of `current`, without members. */
export const currentColumns = (names: ReadonlyArray<string>, asked: ColumnContext): ReadonlyArray<Column> =>
  each(
    names,
    asked,
    () => true,
    (name) => momentVariable(name, names, asked)
  )

export const periodColumns = (
  block: Period,
  names: ReadonlyArray<string>,
  asked: ColumnContext
): ReadonlyArray<DailyColumn> => {
  const valuesOf = (name: string) => periodVariable(name, names, block, asked)
  // Members have the same sun and moon.
  if (block === "daily") return each(names, asked, (name) => valuesOf(name).astronomical, valuesOf)
  // Weeks and months are means of all members.
  return each(
    names,
    asked,
    () => true,
    valuesOf,
    (model, name) => hasMean(model, block, name)
  )
}

/** Whether values are known beyond the range of models. */
const isAstronomical = (name: string): boolean => /^(?:is_day|terrestrial_radiation)/.test(name)

export const isBeyond = (column: Column, air: Air): boolean => air.time > column.horizon && !isAstronomical(column.name)
