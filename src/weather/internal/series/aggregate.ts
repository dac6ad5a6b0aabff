/** How aggregates are computed. */
import type { Aggregate, AggregateName } from "../../series/Aggregate.ts"
import type { Column } from "../../series/Model.ts"
import { isDirection } from "../../variables/Columns.ts"
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
export const computeOf = (aggregate: Aggregate, column: string): Compute => {
  if (typeof aggregate !== "string") return aggregate.of
  return (isDirection(column) ? ofDirections[aggregate] : undefined) ?? statistics[aggregate]
}

/** Whether the aggregate of instants is an instant. */
const keeps: ReadonlySet<Aggregate> = new Set(["mean", "min", "max", "median", "first", "last"])

/** Returns what surrounds the values of an aggregate: its unit, and whether they are instants. */
export const headOf = (aggregate: Aggregate, column: Column | undefined): Omit<Column, "values"> => {
  const unit = column?.unit ?? "undefined"
  return {
    unit: typeof aggregate === "string" ? (aggregate === "count" ? "" : unit) : (aggregate.unit ?? unit),
    instants: column?.instants === true && keeps.has(aggregate),
    text: undefined
  }
}
