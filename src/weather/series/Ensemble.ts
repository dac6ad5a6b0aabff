/** The runs of an ensemble. */
import { dual } from "effect/Function"
import { columnsOf } from "../internal/series/held.ts"
import type { Series } from "./Model.ts"

/** `temperature_2m_member07` belongs to `temperature_2m`; `…_member07_gfs025` to `temperature_2m_gfs025`. */
const memberOf = (name: string): string => name.replace(/_member\d+(?=_|$)/, "")

const runsOf = (series: Series, variable: string): ReadonlyArray<Float64Array> => {
  const runs: Array<Float64Array> = []
  for (const [name, column] of columnsOf(series)) {
    if (name === variable || memberOf(name) === variable) runs.push(column.values)
  }
  return runs
}

/** Returns the runs of an ensemble for a variable: the control run, if there is one, then the members in order. */
export const members: {
  (variable: string): (series: Series) => ReadonlyArray<Float64Array>
  (series: Series, variable: string): ReadonlyArray<Float64Array>
} = dual(2, runsOf)
