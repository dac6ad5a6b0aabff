/** How values are distributed: histograms and wind roses. */
import { dual } from "effect/Function"
import * as Held from "../internal/series/held.ts"
import * as Statistics from "../internal/series/statistics.ts"
import type { AnySeries } from "./Model.ts"

/** How many values there are in each class. */
export interface Histogram {
  /** The unit of the edges. */
  readonly unit: string
  /** The limits of the classes, one more than there are classes. A class has its lower edge; the last one has both. */
  readonly edges: Float64Array
  /** How many values each class has. */
  readonly counts: Float64Array
  /** How many values are less than the first edge. */
  readonly below: number
  /** How many values are greater than the last edge. */
  readonly above: number
  /** How many rows have no value. */
  readonly missing: number
}

/** Returns a number of classes: whole, and neither less than one nor more than the most. */
const wholeUpTo = (most: number, count: number): number => Math.min(most, Math.max(1, Math.floor(count) || 1))

/** Returns a direction from 0° up to 360°. */
const onCircle = (degrees: number): number => ((degrees % 360) + 360) % 360

/** Returns the class of a value: -1 below the first edge, as many as there are classes above the last one. */
const classOf = (edges: Float64Array, value: number): number => {
  const classes = edges.length - 1
  return value === edges[classes] ? classes - 1 : Held.upperBound(edges, value) - 1
}

const isNumber = (value: number): boolean => !Number.isNaN(value)

const evenEdges = (low: number, high: number, classes: number): Float64Array =>
  Float64Array.from({ length: classes + 1 }, (_, i) => (i === classes ? high : low + ((high - low) * i) / classes))

const edgesOf = (classes: number | Iterable<number>, values: Float64Array, isDirection: boolean): Float64Array => {
  if (typeof classes !== "number") return Float64Array.from(classes).filter(isNumber).sort()
  const count = wholeUpTo(1_000_000, classes)
  if (isDirection) return evenEdges(0, 360, count)
  const finite = values.filter((value) => Number.isFinite(value))
  const low = finite[Statistics.indexOfMin(finite)] ?? 0
  const high = finite[Statistics.indexOfMax(finite)] ?? 1
  return low === high ? evenEdges(low - 0.5, high + 0.5, count) : evenEdges(low, high, count)
}

/**
 * Returns the histogram of a column: in so many classes of the same width from its minimum to its maximum, from 1 to a
 * million, or between edges. Directions are counted from 0° to 360°, and so are their classes.
 */
export const histogram: {
  <const N extends string>(column: N, classes: number | Iterable<number>): (series: AnySeries<N>) => Histogram
  <C extends string>(series: AnySeries<C>, column: NoInfer<C>, classes: number | Iterable<number>): Histogram
} = dual(3, <C extends string>(series: AnySeries<C>, name: C, classes: number | Iterable<number>): Histogram => {
  const column = Held.columnOf(series, name) ?? Held.missing(series.length)
  const isDirection = Held.isDirection(name, column)
  const edges = edgesOf(classes, column.values, isDirection)
  const counts = new Float64Array(Math.max(0, edges.length - 1))
  let [above, below, missing] = [0, 0, 0]
  for (const cell of column.values) {
    const value = isDirection ? onCircle(cell) : cell
    if (Number.isNaN(value)) {
      missing++
      continue
    }
    const found = classOf(edges, value)
    if (found < 0) below++
    else if (found >= counts.length) above++
    else counts[found] = (counts[found] ?? 0) + 1
  }
  return { unit: column.unit, edges, counts, below, above, missing }
})

/** From where the wind comes how often, and how strong it is. */
export interface WindRose {
  /** The middle of each sector, in degrees. The first one is north. */
  readonly directions: Float64Array
  /**
   * The lower limits of the classes of speed. The first one is the limit of calm, and the last class has no upper
   * limit.
   */
  readonly speeds: Float64Array
  /** The unit of the speeds. */
  readonly unit: string
  /** How many rows there are of each sector and class: `counts[sector][class]`. */
  readonly counts: ReadonlyArray<Float64Array>
  /** How many rows are calm, from wherever. */
  readonly calm: number
  /** How many rows have no speed, or no direction without being calm. */
  readonly missing: number
  /** How many rows were counted, calm ones included. Divide by it for shares. */
  readonly total: number
}

/** Options of `windRose`. */
export interface WindRoseOptions<C extends string> {
  /** The column of speeds. */
  readonly speed: C
  /** The column of directions. */
  readonly direction: C
  /** How many sectors there are, from 1 to 360; 16 by default. */
  readonly sectors?: number | undefined
  /** The lower limits of the classes, in the unit of the column. Rows below the first one are calm. */
  readonly speeds: Iterable<number>
}

/**
 * Returns a wind rose: the rows by the sector that the wind comes from, and by the class of its speed. The sector of north
 * is around 0°. It is empty if the column of directions is not in `°`.
 */
export const windRose: {
  <const N extends string>(options: WindRoseOptions<N>): (series: AnySeries<N>) => WindRose
  <C extends string>(series: AnySeries<C>, options: WindRoseOptions<NoInfer<C>>): WindRose
} = dual(2, <C extends string>(series: AnySeries<C>, options: WindRoseOptions<C>): WindRose => {
  const sectors = wholeUpTo(360, options.sectors ?? 16)
  const limits = Float64Array.from(options.speeds).filter(isNumber).sort()
  const [speeds, directions] = [Held.columnOf(series, options.speed), Held.columnOf(series, options.direction)]
  const isDirection = Held.isDirection(options.direction, directions)
  const counts = Array.from({ length: sectors }, () => new Float64Array(limits.length))
  let [calm, missing, total] = [0, 0, 0]
  for (let i = 0; i < series.length; i++) {
    const speed = speeds?.values[i] ?? Number.NaN
    const direction = isDirection ? onCircle(directions?.values[i] ?? Number.NaN) : Number.NaN
    if (speed < (limits[0] ?? 0)) {
      calm++
      total++
    } else if (Number.isNaN(speed) || Number.isNaN(direction)) missing++
    else {
      const row = counts[Math.floor(direction / (360 / sectors) + 0.5) % sectors]
      const index = Held.upperBound(limits, speed) - 1
      if (row !== undefined) row[index] = (row[index] ?? 0) + 1
      total++
    }
  }
  return {
    directions: Float64Array.from({ length: sectors }, (_, i) => (360 / sectors) * i),
    speeds: limits,
    unit: speeds?.unit ?? "undefined",
    counts,
    calm,
    missing,
    total
  }
})
