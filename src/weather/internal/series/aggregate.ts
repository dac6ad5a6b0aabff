/** How aggregates are computed. */
import type { Aggregate, AggregateName } from "../../series/Aggregate.ts"
import type { Column } from "../../series/Model.ts"
import { called, isDifference, isDirection } from "./held.ts"
import * as Statistics from "./statistics.ts"

const nothing = (): number => Number.NaN

type Compute = (values: Float64Array) => number

const statistics: { readonly [Name in AggregateName]: Compute } = {
  sum: Statistics.sum,
  mean: Statistics.mean,
  min: (values) => values[Statistics.indexOfMin(values)] ?? Number.NaN,
  max: (values) => values[Statistics.indexOfMax(values)] ?? Number.NaN,
  median: (values) => Statistics.quantile(values, 0.5),
  standardDeviation: Statistics.standardDeviation,
  count: Statistics.count,
  first: Statistics.first,
  last: Statistics.last
}

/** Directions have no sum and no order. */
const ofDirections: { readonly [Name in AggregateName]?: Compute } = {
  sum: nothing,
  mean: Statistics.meanDirection,
  min: nothing,
  max: nothing,
  median: nothing,
  standardDeviation: Statistics.deviationOfDirections
}

/** Returns the function of an aggregate for a column. */
export const computeOf = (aggregate: Aggregate, name: string, column: Column | undefined): Compute => {
  const directed = isDirection(name, column)
  if (typeof aggregate !== "string") return directed && aggregate.ordered === true ? nothing : aggregate.of
  return (directed ? ofDirections[aggregate] : undefined) ?? statistics[aggregate]
}

/** Whether the aggregate of instants is an instant. */
const keeps: ReadonlySet<Aggregate> = new Set(["mean", "min", "max", "median", "first", "last"])

const unitOf = (aggregate: Aggregate, unit: string): string =>
  typeof aggregate === "string" ? (aggregate === "count" ? "" : unit) : (aggregate.unit ?? unit)

/** Makes the column of an aggregate: its values, with what they are. */
export const columnOf = (
  aggregate: Aggregate,
  source: readonly [name: string, column: Column | undefined],
  name: string,
  values: Float64Array
): Column => {
  const [from, column] = source
  const unit = column?.unit ?? "undefined"
  const made = {
    values,
    unit: unitOf(aggregate, unit),
    instants: column?.instants === true && keeps.has(aggregate),
    text: undefined
  }
  // Values of another unit are others.
  if (column === undefined || made.unit !== unit) return made
  return called(name, aggregate === "standardDeviation" || isDifference(from, column), made)
}
