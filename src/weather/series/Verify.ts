/** How good a forecast was: errors against observations. Rows in which either is missing are left out. */
import * as Data from "effect/Data"
import { dual } from "effect/Function"
import * as Result from "effect/Result"
import * as Held from "../internal/series/held.ts"
import { pearson } from "../internal/series/correlation.ts"
import { turn } from "../internal/series/turn.ts"
import { members } from "./Ensemble.ts"
import type { AnySeries, Column, Series } from "./Model.ts"

/** The values of two columns are not comparable. */
export class UnitsDiffer extends Data.TaggedError("UnitsDiffer")<{
  /** The units of both. */
  readonly units: readonly [string, string]
  /** One sentence for people. */
  readonly message: string
}> {}

/** Scores of a forecast. NaN without rows, except the count. */
export interface Scores {
  /** How many rows have both. */
  readonly count: number
  /** The mean of forecast minus observation. */
  readonly bias: number
  /** The mean absolute error. */
  readonly mae: number
  /** The root of the mean squared error. */
  readonly rmse: number
  /** The correlation of both, from -1 to 1. NaN if one of them does not vary, and of directions. */
  readonly correlation: number
  /** The unit of the errors. */
  readonly unit: string
}

const comparable = (one: Column, other: Column): UnitsDiffer | undefined => {
  if (one.unit === other.unit || one.unit === "undefined" || other.unit === "undefined") return undefined
  const message = `One column is in ${one.unit || "no unit"}, the other in ${other.unit || "no unit"}.`
  return new UnitsDiffer({ units: [one.unit, other.unit], message })
}

const columnOf = (series: AnySeries, name: string): Column => Held.columnOf(series, name) ?? Held.missing(series.length)

/**
 * Returns the errors of a forecast: a column `error` with forecast minus observation, in all rows. Directions differ by the
 * angle the short way around, positive clockwise, and instants by seconds. Fails with `UnitsDiffer` if both are not in the same unit.
 */
export const errors: {
  <const N extends string>(
    forecast: N,
    observed: N
  ): (series: AnySeries<N>) => Result.Result<Series<"error">, UnitsDiffer>
  <C extends string>(
    series: AnySeries<C>,
    forecast: NoInfer<C>,
    observed: NoInfer<C>
  ): Result.Result<Series<"error">, UnitsDiffer>
} = dual(3, (series: AnySeries, forecast: string, observed: string): Result.Result<Series<"error">, UnitsDiffer> => {
  const [made, seen] = [columnOf(series, forecast), columnOf(series, observed)]
  const fail = comparable(made, seen)
  if (fail !== undefined) return Result.fail(fail)
  const angles = Held.isDirection(forecast, made)
  const scale = made.instants ? 1_000 : 1
  const values = new Float64Array(series.length)
  for (let i = 0; i < values.length; i++) {
    const value = made.values[i] ?? Number.NaN
    const truth = seen.values[i] ?? Number.NaN
    values[i] = angles ? turn(truth, value) : (value - truth) / scale
  }
  const unit = made.instants ? "s" : made.unit
  return Result.succeed(
    Held.make<"error">({
      ...Held.partsOf(series),
      absent: [],
      columns: new Map([["error", { values, unit, instants: false, text: undefined, difference: true }]])
    })
  )
})

/** Returns the scores of a forecast against observations. Fails with `UnitsDiffer` if both are not in the same unit. */
export const scores: {
  <const N extends string>(forecast: N, observed: N): (series: AnySeries<N>) => Result.Result<Scores, UnitsDiffer>
  <C extends string>(
    series: AnySeries<C>,
    forecast: NoInfer<C>,
    observed: NoInfer<C>
  ): Result.Result<Scores, UnitsDiffer>
} = dual(3, (series: AnySeries<string>, forecast: string, observed: string): Result.Result<Scores, UnitsDiffer> =>
  Result.map(errors(series, forecast, observed), (made) => {
    let count = 0
    let bias = 0
    let absolute = 0
    let squares = 0
    const { error: values } = made
    for (let i = 0; i < values.length; i++) {
      const error = values[i] ?? Number.NaN
      if (Number.isNaN(error)) continue
      count++
      bias += error
      absolute += Math.abs(error)
      squares += error * error
    }
    const [one, other] = [columnOf(series, forecast), columnOf(series, observed)]
    return {
      count,
      bias: bias / count,
      mae: absolute / count,
      rmse: Math.sqrt(squares / count),
      correlation: Held.isDirection(forecast, one) ? Number.NaN : pearson(one.values, other.values),
      unit: made.units.error
    }
  })
)

/** Returns the score of the runs of one row. */
const crpsOf = (runs: Float64Array, observed: number, isFair: boolean): number => {
  const sorted = runs.filter((value) => !Number.isNaN(value)).sort()
  const n = sorted.length
  if (n === 0 || Number.isNaN(observed)) return Number.NaN
  let [distance, spread] = [0, 0]
  for (let i = 0; i < n; i++) {
    const value = sorted[i] ?? 0
    distance += Math.abs(value - observed)
    // The sum of the distances of all pairs.
    spread += (2 * i - n + 1) * value
  }
  return distance / n - spread / (isFair ? n * (n - 1) : n * n)
}

/** Options of `crps`. */
export interface CrpsOptions {
  /** Whether the score is that of an ensemble of any size, so that small and large ones compare. Default: false. */
  readonly fair?: boolean | undefined
}

/**
 * Returns the continuous ranked probability score of an ensemble against observations, row by row, as the column `crps`: 0 is a
 * perfect forecast, and of one run it is the absolute error. `variable` is that of the runs, as for `Series.members`.
 * Runs without a value are left out. NaN for directions, and without an observation. Fails with `UnitsDiffer` if both are not
 * in the same unit. With `fair`, a single run has no score.
 *
 * Source: Hersbach (2000), doi:10.1175/1520-0434(2000)015<0559:DOTCRP>2.0.CO;2; fair: Ferro (2014), doi:10.1002/qj.2270.
 */
export const crps: {
  (
    variable: string,
    observed: string,
    options?: CrpsOptions
  ): (series: Series) => Result.Result<Series<"crps">, UnitsDiffer>
  (
    series: Series,
    variable: string,
    observed: string,
    options?: CrpsOptions
  ): Result.Result<Series<"crps">, UnitsDiffer>
} = dual(
  (args) => Held.isSeries(args[0]),
  (
    series: Series,
    variable: string,
    observed: string,
    { fair = false }: CrpsOptions = {}
  ): Result.Result<Series<"crps">, UnitsDiffer> => {
    const runs = members(series, variable)
    const seen = columnOf(series, observed)
    const head = Array.from(Held.columnsOf(series)).find(([, { values }]) => values === runs[0])
    const [name, made] = head ?? [variable, columnOf(series, variable)]
    const fail = comparable(made, seen)
    if (fail !== undefined) return Result.fail(fail)
    const isNone = Held.isDirection(name, made) || runs.length === 0
    const row = new Float64Array(runs.length)
    const values = seen.values.map((truth, i) => {
      if (isNone) return Number.NaN
      for (let run = 0; run < row.length; run++) row[run] = runs[run]?.[i] ?? Number.NaN
      return crpsOf(row, truth, fair)
    })
    return Result.succeed(
      Held.make<"crps">({
        ...Held.partsOf(series),
        absent: [],
        columns: new Map([["crps", { values, unit: seen.unit, instants: false, text: undefined, difference: true }]])
      })
    )
  }
)

/** The event that was forecast: that the observation is above or below a threshold. */
export interface Event {
  /** Observations are greater. */
  readonly above?: number | undefined
  /** Observations are less. */
  readonly below?: number | undefined
}

/** The score of a forecast of probabilities. */
export interface BrierScore {
  /** How many rows have both. */
  readonly count: number
  /** The mean squared difference between the probability and what happened: 0 is perfect, 1 always wrong. */
  readonly score: number
  /** The share of rows in which it happened. */
  readonly frequency: number
  /**
   * How much better it is than always forecasting this share: 1 is perfect, 0 is no better. NaN if it happened always,
   * or never.
   */
  readonly skill: number
}

/**
 * Returns the Brier score of a column of probabilities: `brier(both, "precipitation_probability", "rain", { above: 0.1 })`. The
 * probabilities are in `%`, or in `fraction` as those of `Series.shareAbove`; fails with `UnitsDiffer` for another unit.
 *
 * Source: Brier (1950), doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2.
 */
export const brier: {
  <const N extends string>(
    probability: N,
    observed: N,
    event: Event
  ): (series: AnySeries<N>) => Result.Result<BrierScore, UnitsDiffer>
  <C extends string>(
    series: AnySeries<C>,
    probability: NoInfer<C>,
    observed: NoInfer<C>,
    event: Event
  ): Result.Result<BrierScore, UnitsDiffer>
} = dual(
  4,
  (
    series: AnySeries,
    probability: string,
    observed: string,
    { above = -Infinity, below = Infinity }: Event
  ): Result.Result<BrierScore, UnitsDiffer> => {
    const [said, seen] = [columnOf(series, probability), columnOf(series, observed)]
    const scale = said.unit === "%" ? 100 : said.unit === "fraction" || said.unit === "undefined" ? 1 : undefined
    if (scale === undefined) {
      const message = `${probability} is in ${said.unit || "no unit"}: probabilities are in % or fraction.`
      return Result.fail(new UnitsDiffer({ units: [said.unit, "%"], message }))
    }
    let [count, squares, events] = [0, 0, 0]
    for (let i = 0; i < series.length; i++) {
      const [p, value] = [(said.values[i] ?? Number.NaN) / scale, seen.values[i] ?? Number.NaN]
      if (Number.isNaN(p) || Number.isNaN(value)) continue
      const happened = value > above && value < below ? 1 : 0
      count++
      events += happened
      squares += (p - happened) ** 2
    }
    const frequency = events / count
    const usual = frequency * (1 - frequency)
    const score = squares / count
    return Result.succeed({ count, score, frequency, skill: usual > 0 ? 1 - score / usual : Number.NaN })
  }
)
