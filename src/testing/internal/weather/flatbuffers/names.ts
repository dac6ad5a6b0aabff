/** What messages say in place of names: the numbers of a variable with its height, depth and aggregation, and of a model. */
import type { Block } from "../series/block.ts"
import type { Root } from "../services.ts"
import { type Label, modelOf, resolvedName, variableOf } from "../tables/names.ts"
import type { Library } from "./library.ts"

/** The description of a column: a label in numbers. */
export interface Description extends Omit<Label, "variable" | "aggregation" | "probability"> {
  readonly variable: number
  readonly aggregation: number
  readonly probability: number
}

/** Numbers by name. At run time, an enumeration also has its names by number. */
const numberOf = (all: Readonly<Record<string, string | number>>, name: string): number => {
  const value = Object.hasOwn(all, name) ? all[name] : undefined
  return typeof value === "number" ? value : 0
}

const none: Label = {
  variable: "undefined",
  aggregation: "none",
  probability: "none",
  altitude: 0,
  pressureLevel: 0,
  depth: 0,
  depthTo: 0,
  previousDay: 0
}

/** Describes a variable of a block. */
export const descriptionOf = (asked: string, block: Block["name"], library: Library): Description => {
  const label = variableOf(block, asked)?.label ?? none
  return {
    ...label,
    variable: numberOf(library.Variable, label.variable),
    aggregation: numberOf(library.Aggregation, label.aggregation),
    probability: numberOf(library.Probability, label.probability)
  }
}

/** Returns the number of a model; 0 if it has none. */
export const modelNumber = (root: Root, model: string, { Model }: Library): number => {
  const name = resolvedName(root, model)
  return numberOf(Model, modelOf(name)?.label ?? name)
}
