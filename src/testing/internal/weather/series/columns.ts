/** The columns of a block: one for each variable, model and member. */
import type { SeriesBlock } from "../../../../weather/Answer.ts"
import { seasonalMonthly, seasonalWeekly } from "../../../../weather/Variables.ts"
import { invalidValue } from "../refusals.ts"
import type { Root, Service } from "../services.ts"
import { type DailyVariable, dailyVariable } from "../variables/daily.ts"
import type { Variable } from "../variables/variable.ts"
import { type Air, type Run, rounded } from "../world/climate.ts"
import { noiseOver } from "../world/noise.ts"
import { hasMean, horizon, resolvedName, runOf } from "./models.ts"

/** A column whose rows are instants. */
export interface Column {
  /** As in answers, with the member and the model. */
  readonly name: string
  /** The variable, as requested. */
  readonly asked: string
  readonly variable: Variable
  readonly run: Run
  /** The model, as requested. */
  readonly model: string
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
export interface Asked {
  readonly root: Root
  readonly service: Service
  /** The models that cover the place; empty for the service's own choice. */
  readonly models: ReadonlyArray<string>
  readonly now: number
  /** Whether all members are requested; for rivers. */
  readonly ensemble: boolean
}

/** The spread of runs, in place of a value. */
const spreadOf = (base: Variable): Variable => ({
  quantity: base.quantity === "temperature" ? "spread" : base.quantity,
  value: ({ time }) => 0.6 + 0.4 * noiseOver(time / 43_200_000, 7)
})

const momentVariable = (name: string, { service }: Asked): Variable => {
  const base = name.replace(/_spread$/, "")
  const found = service.source(base)
  if (found === undefined) return invalidValue(service.types.hourly, name)
  return base === name ? found : spreadOf(found)
}

const meansOf = (name: string, list: ReadonlyArray<string>, { service }: Asked): DailyVariable => {
  if (!list.includes(name)) return invalidValue(service.types.daily, name)
  const base = service.source(name.replace(/_(?:mean|anomaly)$/, "").replace(/_(?:max|min)\d+h/, ""))
  const anomaly = !name.endsWith("_mean")
  return {
    quantity:
      base === undefined || /_(?:efi|sot\d+|[lg]tm?\d+)$/.test(name) ? { label: "", decimals: 2 } : base.quantity,
    value: (hours, slope, start) => {
      if (anomaly || base === undefined) return rounded(noiseOver(start / 1_209_600_000, name.length), 2)
      return hours.reduce((sum, air) => sum + base.value(air, slope), 0) / hours.length
    },
    astronomical: false
  }
}

const periodVariable = (name: string, block: SeriesBlock, asked: Asked): DailyVariable => {
  if (block === "weekly") return meansOf(name, seasonalWeekly, asked)
  if (block === "monthly") return meansOf(name, seasonalMonthly, asked)
  return dailyVariable(name, asked.service.source) ?? invalidValue(asked.service.types.daily, name)
}

interface Runner {
  readonly model: string
  readonly suffix: string
  readonly run: (member: number, daysBefore: number) => Run
  readonly members: number
  readonly horizon: number
}

const runners = ({ ensemble, models, now, root, service }: Asked): ReadonlyArray<Runner> =>
  (models.length === 0 ? [""] : models).map((model) => ({
    model,
    suffix: models.length > 1 ? `_${resolvedName(root, model)}` : "",
    run: (member, daysBefore) => runOf(model, member, daysBefore),
    members: ensemble && root === "flood" ? 51 : (service.members?.(model) ?? 1),
    horizon: horizon(root, model === "" ? "best_match" : model, now)
  }))

const each = <V>(
  names: ReadonlyArray<string>,
  asked: Asked,
  single: boolean,
  variableOf: (name: string) => V
): ReadonlyArray<Omit<Column, "variable"> & { readonly variable: V }> => {
  const variables = names.map((name) => [name, variableOf(name)] as const)
  return runners(asked).flatMap((runner) =>
    variables.flatMap(([name, variable]) => {
      const daysBefore = Number(/_previous_day(\d)$/.exec(name)?.[1] ?? 0)
      const members = single || name.endsWith("_spread") ? 1 : runner.members
      return Array.from({ length: members }, (_, member) => ({
        name: `${name}${member === 0 ? "" : `_member${String(member).padStart(2, "0")}`}${runner.suffix}`,
        asked: name,
        member: members === 1 ? undefined : member,
        variable,
        model: runner.model,
        run: runner.run(member, daysBefore),
        horizon: runner.horizon
      }))
    })
  )
}

export const momentColumns = (names: ReadonlyArray<string>, asked: Asked): ReadonlyArray<Column> =>
  each(names, asked, false, (name) => momentVariable(name, asked))

/** The columns of `current`, without members. */
export const currentColumns = (names: ReadonlyArray<string>, asked: Asked): ReadonlyArray<Column> =>
  each(names, asked, true, (name) => momentVariable(name, asked))

export const periodColumns = (
  block: SeriesBlock,
  names: ReadonlyArray<string>,
  asked: Asked
): ReadonlyArray<DailyColumn> => {
  const variableOf = (name: string) => periodVariable(name, block, asked)
  if (block !== "weekly" && block !== "monthly") return each(names, asked, false, variableOf)
  // Weeks and months are means of all members.
  return each(names, asked, true, variableOf).filter(({ model, name }) => hasMean(model, block, name))
}

/** Whether values are known beyond the range of models. */
const isAstronomical = (name: string): boolean => /^(?:is_day|terrestrial_radiation)/.test(name)

export const isBeyond = (column: Column, air: Air): boolean => air.time > column.horizon && !isAstronomical(column.name)
