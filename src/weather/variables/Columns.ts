/**
 * Derives the names of the columns of a result from the requested names.
 */

/** Daily variables whose values are instants. */
export const timesOfDay = ["sunrise", "sunset", "moonrise", "moonset"] as const

/** A daily column that is an instant. */
export type TimeOfDay = (typeof timesOfDay)[number]

/** Whether the values of a column are instants, by its name, which may end with a model. */
export const isTimeOfDay = (column: string): boolean => /^(?:sun|moon)(?:rise|set)(?:_|$)/.test(column)

/** If the length of a list is unknown, so are its elements. */
type Known<List extends ReadonlyArray<string>> = number extends List["length"] ? string : List[number]

/**
 * The columns of a series for the requested variables and models. With two or more models, there is a column for each
 * variable and model (`temperature_2m_gfs_seamless`).
 */
export type SeriesColumn<
  Variables extends ReadonlyArray<string>,
  Models extends ReadonlyArray<string> = readonly []
> = Models extends readonly [] | readonly [string]
  ? Known<Variables>
  : string extends Known<Variables> | Known<Models>
    ? string
    : `${Known<Variables>}_${Known<Models>}`

/** The variables alone. With several models, a column has such a name if it cannot be told which model it is of. */
export type BareColumn<Variables extends ReadonlyArray<string>, Models extends ReadonlyArray<string>> = Models extends
  | readonly []
  | readonly [string]
  ? never
  : Known<Variables>

/**
 * The columns of an ensemble. The control run has the name of the variable, and the members are
 * `temperature_2m_member01` and so on. With several models, the name of the model follows.
 */
export type EnsembleColumn<
  Variables extends ReadonlyArray<string>,
  Models extends ReadonlyArray<string> = readonly []
> = Models extends readonly [] | readonly [string]
  ? Known<Variables> | `${Known<Variables>}_member${string}`
  : string extends Known<Variables> | Known<Models>
    ? string
    : `${Known<Variables>}_${Known<Models>}` | `${Known<Variables>}_member${string}_${Known<Models>}`

/** The forecast of 1 to 7 days before, for `PreviousRuns`: `temperature_2m_previous_day1`. */
export type PreviousDay<Variable extends string> = `${Variable}_previous_day${1 | 2 | 3 | 4 | 5 | 6 | 7}`

/** The spread of the members of an ensemble: `temperature_2m_spread`. */
export type Spread<Variable extends string> = `${Variable}_spread`
