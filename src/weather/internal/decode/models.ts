/**
 * Matches the columns of a response to the requested variables and models, by name.
 *
 * For several models, the service appends the name of the model to that of the variable. The name may differ from the
 * requested one (`best_match` is returned as `archive_best_match`). Models that do not cover the place are left out. If
 * only one model remains, its columns have no suffix. The order of the columns proves nothing.
 */

/** The columns of a response, matched to the request. */
export interface Assigned {
  /** Requested names by the names in the response. Columns of unknown models keep their names. */
  readonly names: ReadonlyMap<string, string>
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

/** Matches columns. `only` is the model of columns without a suffix, if it is known. */
export const assign = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  only?: string
): Assigned => {
  const isExact = columns.length === variables.length && columns.every((column, i) => column === variables[i])
  if (isExact && models.length < 2) {
    return { names: new Map(columns.map((column) => [column, column])), absent: [], missing: [] }
  }
  const parts = partsOf(columns, variables)
  const suffixes = suffixesOf(parts)
  const names = new Map(columns.map((column) => [column, column]))
  const several = models.length > 1
  const asked = several ? modelsOf(suffixes, models, only) : undefined
  for (const { column, member, suffix, variable } of parts) {
    const model = asked?.get(suffix)
    if (model !== undefined) names.set(column, `${variable}${member}_${model}`)
    // A single model needs no suffix. If the service adds one, it is removed.
    else if (!several && suffixes.length === 1 && !names.has(variable + member)) names.set(column, variable + member)
  }
  const named = new Set(names.values())
  const requested = several
    ? models.flatMap((model) => variables.map((variable) => `${variable}_${model}`))
    : Array.from(variables)
  // An ensemble may lack its control run. With several models, a variable may have no column of a known model.
  const found = new Set(parts.filter(({ member }) => several || member !== "").map(({ variable }) => variable))
  return {
    names,
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

/** Names of models in responses that do not contain the requested ones. */
const renamed: Readonly<Record<string, string>> = {
  gfs_seamless: "ncep_gefs_seamless",
  gfs025: "ncep_gefs025",
  gfs05: "ncep_gefs05"
}

const contains = (name: string, words: string): boolean => `_${name}_`.includes(`_${words}_`)

/** The requested model of each suffix, where it can be determined. */
const modelsOf = (
  suffixes: ReadonlyArray<string>,
  models: ReadonlyArray<string>,
  only: string | undefined
): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (only !== undefined) found.set("", only)
  const free = new Set(models)
  /** Each suffix takes the one model that it matches, if no other suffix matches it. */
  const claim = (matches: (suffix: string, model: string) => boolean): void => {
    const left = suffixes.filter((suffix) => !found.has(suffix))
    const claims = left.flatMap((suffix) => {
      const [model, ...others] = Array.from(free).filter((model) => matches(suffix, model))
      return model === undefined || others.length > 0 ? [] : [{ suffix, model }]
    })
    for (const { model, suffix } of claims) {
      if (claims.some((other) => other.model === model && other.suffix !== suffix)) continue
      found.set(suffix, model)
      free.delete(model)
    }
  }
  claim((suffix, model) => suffix === model)
  claim((suffix, model) => suffix === renamed[model])
  claim((suffix, model) => contains(suffix, model) || contains(model, suffix))
  // The last suffix is that of the last model.
  claim(() => true)
  return found
}
