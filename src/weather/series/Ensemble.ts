/** The runs of an ensemble. */
import { dual } from "effect/Function"
import { columnOf, computeOf } from "../internal/series/aggregate.ts"
import * as Held from "../internal/series/held.ts"
import type { Aggregate } from "./Aggregate.ts"
import type { Column, Series } from "./Model.ts"

/** `temperature_2m_member07` belongs to `temperature_2m`; `…_member07_gfs025` to `temperature_2m_gfs025`. */
const memberOf = (name: string): string => name.replace(/_member\d+(?=_|$)/, "")

const runsOf = (series: object, variable: string): ReadonlyArray<Column> =>
  Array.from(Held.columnsOf(series))
    .filter(([name]) => name === variable || memberOf(name) === variable)
    .map(([, column]) => column)

/** The first run with a unit. A run without values may have none. */
const headOf = (runs: ReadonlyArray<Column>): Column | undefined =>
  runs.find(({ unit }) => unit !== "undefined") ?? runs[0]

/** Returns the runs of an ensemble for a variable: the control run, if there is one, then the members in order. */
export const members: {
  (variable: string): (series: Series) => ReadonlyArray<Float64Array>
  (series: Series, variable: string): ReadonlyArray<Float64Array>
} = dual(2, (series: Series, variable: string): ReadonlyArray<Float64Array> =>
  runsOf(series, variable).map(({ values }) => values)
)

/**
 * Returns statistics over the runs of an ensemble, row by row, as columns: `{ low: Series.percentile(10), risk:
 * Series.shareAbove(25), mean: "mean", spread: "standardDeviation" }`. The control run counts as one of them. Runs without
 * a value in a row are left out there. Directions are treated as by `resample`. With several models, the variable has the suffix of one: `temperature_2m_gfs025`.
 */
export const overMembers: {
  <const A extends Readonly<Record<string, Aggregate>>>(
    variable: string,
    columns: A
  ): (series: Series) => Series<keyof A & string>
  <const A extends Readonly<Record<string, Aggregate>>>(
    series: Series,
    variable: string,
    columns: A
  ): Series<keyof A & string>
} = dual(
  3,
  <const A extends Readonly<Record<string, Aggregate>>>(
    series: Series,
    variable: string,
    aggregates: A
  ): Series<keyof A & string> => {
    const runs = runsOf(series, variable)
    const head = headOf(runs)
    const made = Object.entries<Aggregate>(aggregates).map(([name, aggregate]) => ({
      name,
      compute: computeOf(aggregate, variable, head),
      column: columnOf(aggregate, [variable, head], name, new Float64Array(series.length))
    }))
    const row = new Float64Array(runs.length)
    for (let i = 0; i < series.length; i++) {
      for (let run = 0; run < row.length; run++) row[run] = runs[run]?.values[i] ?? Number.NaN
      for (const { column, compute } of made) column.values[i] = compute(row)
    }
    return Held.make({
      ...Held.partsOf(series),
      absent: [],
      columns: new Map(made.map(({ column, name }) => [name, column]))
    })
  }
)
