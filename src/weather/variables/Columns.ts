/**
 * The names of the columns that an answer has, from the names that were asked for.
 */

/** Daily variables whose values are instants. */
export const timesOfDay = ["sunrise", "sunset", "moonrise", "moonset"] as const
export type TimeOfDay = (typeof timesOfDay)[number]

/** Whether the values of a column are instants, by its name; a model may be named behind the variable. */
export const isTimeOfDay = (column: string): boolean => /^(?:sun|moon)(?:rise|set)(?:_|$)/.test(column)

/** Whether the values of a column are directions in degrees, by its name. */
export const isDirection = (column: string): boolean => /(?:^|_)direction(?:_|$)/.test(column)

/** A list whose length isn't known says nothing certain about its elements. */
type Known<List extends ReadonlyArray<string>> = number extends List["length"] ? string : List[number]

/**
 * The columns of a block of series for the variables and the models asked for: with two models or more, a column for each
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

/**
 * The columns of an ensemble: the control run under the variable's own name, the others as `temperature_2m_member01` and
 * so on, the model behind that when there are several.
 */
export type EnsembleColumn<
  Variables extends ReadonlyArray<string>,
  Models extends ReadonlyArray<string> = readonly []
> = Models extends readonly [] | readonly [string]
  ? Known<Variables> | `${Known<Variables>}_member${string}`
  : string extends Known<Variables> | Known<Models>
    ? string
    : `${Known<Variables>}_${Known<Models>}` | `${Known<Variables>}_member${string}_${Known<Models>}`

/** What a forecast said `days` days before, for `PreviousRuns`: `temperature_2m_previous_day1`. */
export type PreviousDay<Variable extends string> = `${Variable}_previous_day${1 | 2 | 3 | 4 | 5 | 6 | 7}`

/** How far the members of an ensemble lie apart: `temperature_2m_spread`. */
export type Spread<Variable extends string> = `${Variable}_spread`
