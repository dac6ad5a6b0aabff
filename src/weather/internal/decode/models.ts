/**
 * Matches the columns of a response to the requested variables and models, by name.
 *
 * For several models, the service appends the name of the model to that of the variable. The name may differ from the
 * requested one (`best_match` is returned as `archive_best_match`), and may be the same for two requested models. Models
 * that do not cover the place are left out. If only one model remains, its columns have no suffix. The order of the
 * columns proves nothing.
 */
import * as Tables from "../tables/renames.ts"

/** The columns of a response, matched to the request. */
export interface Assigned {
  /** Requested names by the names in the response. Columns of unknown models keep their names. */
  readonly names: ReadonlyMap<string, string>
  /** Further requested names of the same columns, by requested name: two requested models may be the same one. */
  readonly copies: ReadonlyMap<string, string>
  /** Requested columns that the response does not have. */
  readonly absent: ReadonlyArray<string>
  /** Requested variables that have no column at all. */
  readonly missing: ReadonlyArray<string>
}

interface Part {
  readonly column: string
  readonly variable: string
  /** Such as `_member07`, or empty. */
  readonly member: string
  /** The name of the model, or empty. */
  readonly suffix: string
}

/** What is known of the models of a response. */
export interface KnownModels {
  /** The model of columns without a suffix. */
  readonly only?: string | undefined
  /** The names that the service has for requested models. By default, as for a service that is not known, those of ensembles. */
  readonly renames?: Tables.Renames | undefined
}

const noNames: ReadonlyMap<string, string> = new Map()

/** Matches columns. */
export const assign = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  known: KnownModels = {}
): Assigned => {
  const isExact = columns.length === variables.length && columns.every((column, i) => column === variables[i])
  if (isExact && models.length < 2) {
    return { names: new Map(columns.map((column) => [column, column])), copies: noNames, absent: [], missing: [] }
  }
  const parts = partsOf(columns, variables)
  const suffixes = suffixesOf(parts)
  const names = new Map(columns.map((column) => [column, column]))
  const copies = new Map<string, string>()
  const several = models.length > 1
  const asked = several ? modelsOf(suffixes, models, known) : undefined
  for (const { column, member, suffix, variable } of parts) {
    const [model, ...others] = asked?.get(suffix) ?? []
    if (model !== undefined) {
      const name = `${variable}${member}_${model}`
      names.set(column, name)
      for (const other of others) copies.set(`${variable}${member}_${other}`, name)
    }
    // A single model needs no suffix. If the service adds one, it is removed.
    else if (!several && suffixes.length === 1 && !names.has(variable + member)) names.set(column, variable + member)
  }
  const named = new Set([...names.values(), ...copies.keys()])
  const requested = several
    ? models.flatMap((model) => variables.map((variable) => `${variable}_${model}`))
    : Array.from(variables)
  // An ensemble may lack its control run. With several models, a variable may have no column of a known model.
  const found = new Set(parts.filter(({ member }) => several || member !== "").map(({ variable }) => variable))
  return {
    names,
    copies,
    absent: requested.filter((name) => !named.has(name)),
    missing: variables.filter((variable) => !named.has(variable) && !found.has(variable))
  }
}

/** Number of runs of a model; undefined if it is not known. */
export type RunsOf = (model: string) => number | undefined

/**
 * Returns the model of columns without suffixes. Nothing but their number of runs tells it, if no other of the requested
 * models has as many.
 */
export const soleModel = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  runsOf: RunsOf
): string | undefined => {
  const parts = partsOf(columns, variables)
  if (models.length < 2 || suffixesOf(parts).length > 0) return undefined
  const most = Math.max(...variables.map((name) => parts.filter(({ variable }) => variable === name).length))
  if (most < 2 || models.some((model) => runsOf(model) === undefined)) return undefined
  const [model, ...others] = models.filter((model) => runsOf(model) === most)
  return others.length === 0 ? model : undefined
}

const partsOf = (columns: ReadonlyArray<string>, variables: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const longestFirst = [...variables].sort((a, b) => b.length - a.length)
  return columns.flatMap((column) => partOf(column, longestFirst) ?? [])
}

const partOf = (column: string, longestFirst: ReadonlyArray<string>): Part | undefined => {
  for (const variable of longestFirst) {
    if (column === variable) return { column, variable, member: "", suffix: "" }
    if (!column.startsWith(`${variable}_`)) continue
    const rest = column.slice(variable.length)
    const member = /^_member\d+(?=_|$)/.exec(rest)?.[0] ?? ""
    return { column, variable, member, suffix: rest.slice(member.length + 1) }
  }
  return undefined
}

const suffixesOf = (parts: ReadonlyArray<Part>): ReadonlyArray<string> =>
  Array.from(new Set(parts.map(({ suffix }) => suffix))).filter((suffix) => suffix !== "")

const contains = (name: string, words: string): boolean => `_${name}_`.includes(`_${words}_`)

/** The requested models of each suffix, where they can be determined. */
const modelsOf = (
  suffixes: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  { only, renames = Tables.renames["ensemble"] ?? {} }: KnownModels
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  if (only !== undefined) found.set("", [only])
  const free = new Set(models)
  const give = (suffix: string, model: string): void => {
    found.set(suffix, [...(found.get(suffix) ?? []), model])
    free.delete(model)
  }
  // By name. Two models may have the same one. Older servers kept the requested name.
  for (const model of free) {
    const suffix = [model, renames[model]].find((name) => name !== undefined && suffixes.includes(name))
    if (suffix !== undefined) give(suffix, model)
  }
  /** Each suffix takes the one model that it matches, if no other suffix matches it. */
  const claim = (matches: (suffix: string, model: string) => boolean): void => {
    const left = suffixes.filter((suffix) => !found.has(suffix))
    const claims = left.flatMap((suffix) => {
      const [model, ...others] = Array.from(free).filter((model) => matches(suffix, model))
      return model === undefined || others.length > 0 ? [] : [{ suffix, model }]
    })
    for (const { model, suffix } of claims) {
      if (!claims.some((other) => other.model === model && other.suffix !== suffix)) give(suffix, model)
    }
  }
  // Names that are not known.
  claim((suffix, model) => contains(suffix, model) || contains(model, suffix))
  // The last suffix is that of the last model.
  claim(() => true)
  return found
}
