/**
 * Matches the columns of a response to the requested variables and models.
 *
 * For several models, the service appends the name of the model to that of the variable. The name may differ from the
 * requested one (`best_match` is returned as `archive_best_match`). Models that do not cover the place are left out. If
 * only one model remains, its columns have no suffix, so the model cannot be determined.
 */

/** The columns of a response, matched to the request. */
export interface Assigned {
  /** Requested names by the names in the response. Additional columns keep their names. */
  readonly names: ReadonlyMap<string, string>
  /** Requested columns that are absent because their model does not cover the place. */
  readonly uncovered: ReadonlyArray<string>
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

export const assign = (
  columns: ReadonlyArray<string>,
  variables: ReadonlyArray<string>,
  models: ReadonlyArray<string>
): Assigned => {
  const longestFirst = [...variables].sort((a, b) => b.length - a.length)
  const parts = columns.flatMap((column) => partOf(column, longestFirst) ?? [])
  const has = new Set(parts.map((part) => part.variable))
  const names = new Map(columns.map((column) => [column, column]))
  const suffixes = Array.from(new Set(parts.map((part) => part.suffix).filter((suffix) => suffix !== "")))
  const missing = variables.filter((variable) => !has.has(variable))
  if (models.length <= 1) {
    const present = new Set(columns)
    // A single model needs no suffix. If the service adds one, it is removed.
    if (suffixes.length === 1) {
      for (const { column, member, variable } of parts) {
        const name = variable + member
        if (!present.has(name)) names.set(column, name)
      }
    }
    const named = new Set(names.values())
    return { names, uncovered: variables.filter((name) => has.has(name) && !named.has(name)), missing }
  }
  const asked = modelsOf(suffixes, models)
  for (const { column, member, suffix, variable } of parts) {
    const model = asked.get(suffix)
    if (model !== undefined) names.set(column, `${variable}${member}_${model}`)
  }
  const named = new Set(names.values())
  const uncovered = models
    .flatMap((model) => variables.map((variable) => `${variable}_${model}`))
    .filter((name) => !named.has(name))
  return { names, uncovered, missing }
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

/** The requested model of each suffix, where it can be determined. */
const modelsOf = (suffixes: ReadonlyArray<string>, models: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const free = new Set(models)
  const claim = (matches: (suffix: string, model: string) => boolean): void => {
    for (const suffix of suffixes) {
      if (found.has(suffix)) continue
      const candidates = Array.from(free).filter((model) => matches(suffix, model))
      const [model] = candidates
      if (model === undefined || candidates.length > 1) continue
      found.set(suffix, model)
      free.delete(model)
    }
  }
  claim((suffix, model) => suffix === model)
  claim((suffix, model) => suffix.endsWith(`_${model}`) || model.endsWith(`_${suffix}`))
  claim((suffix, model) => suffix.includes(model) || model.includes(suffix))
  // The columns are in the order of the request: if equally many suffixes and models are left, they correspond.
  const left = suffixes.filter((suffix) => !found.has(suffix))
  if (left.length === free.size) {
    Array.from(free).forEach((model, i) => {
      const suffix = left[i]
      if (suffix !== undefined) found.set(suffix, model)
    })
  }
  return found
}
