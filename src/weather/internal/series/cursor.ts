/** The rows of a series as one object. */
import type { AnySeries } from "../../series/Model.ts"
import * as Held from "./held.ts"

const empty = /* @__PURE__ */ new Float64Array()

/** Makes an object whose getters read the row of the moment. */
export const cursor = (series: AnySeries): { readonly numbers: object; readonly move: (index: number) => void } => {
  let at = 0
  const numbers = {}
  const add = (name: string, values: Float64Array): void => {
    Object.defineProperty(numbers, name, { get: () => values[at] ?? Number.NaN, enumerable: true, configurable: true })
  }
  for (const [name, { values }] of Held.columnsOf(series)) add(name, values)
  for (const name of series.absent) add(name, empty)
  add("time", series.time)
  return { numbers, move: (index) => void (at = index) }
}
