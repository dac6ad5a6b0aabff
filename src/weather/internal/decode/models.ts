/**
 * Which column of an answer holds which variable of which model.
 *
 * With several models the service puts the model's name behind the variable's. It may be another name than was asked for
 * (`best_match` comes back as `archive_best_match`), models that don't cover the place are left out, and when only one is
 * left its columns have no suffix at all, so that nobody can tell which it is.
 */

/** The column's name as it was asked for, beside its name in the answer. */
export interface Assigned {
  /** Asked-for name by the name in the answer; extra columns keep theirs. */
  readonly names: ReadonlyMap<string, string>
  /** Columns asked for that the answer doesn't have because a model doesn't cover the place. */
  readonly uncovered: ReadonlyArray<string>
  /** Variables asked for of which the answer has nothing. */
  readonly missing: ReadonlyArray<string>
}

interface Part {
  readonly column: string
  readonly variable: string
  /** `_member07`, or nothing. */
  readonly member: string
  /** The model behind it, or nothing. */
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
    // A single model needs no suffix; should the service add one all the same, it is dropped.
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

/** The asked-for model behind each suffix, as far as it can be told. */
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
  // The service answers in the order asked: when as many are left on both sides, they belong together.
  const left = suffixes.filter((suffix) => !found.has(suffix))
  if (left.length === free.size) {
    Array.from(free).forEach((model, i) => {
      const suffix = left[i]
      if (suffix !== undefined) found.set(suffix, model)
    })
  }
  return found
}
