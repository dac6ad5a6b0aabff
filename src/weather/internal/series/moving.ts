/**
 * Aggregates of windows that move over a column.
 *
 * No value is subtracted when it leaves a window. A window is in two parts: of the rows before `middle` there are the
 * aggregates from each of them up to there, and what follows is added to one aggregate. If a row of the back leaves, the
 * back becomes the front. Each value is added twice at most.
 */
import type { Aggregate } from "../../series/Aggregate.ts"
import type { Column } from "../../series/Model.ts"
import { computeOf } from "./aggregate.ts"
import { isDirection } from "./held.ts"
import { type Bag, bagOf } from "./ranks.ts"

/** Windows: the first row of each, and the row after its last. Neither ever goes back. */
export interface Windows {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** What is kept from column to column: memory that is given once takes less time than new one. */
export interface Scratch {
  readonly counts: Int32Array
  readonly front: Float64Array
}

/** Makes the memory for columns of so many rows. */
export const scratchOf = (rows: number): Scratch => ({
  counts: new Int32Array(rows + 1),
  front: new Float64Array(rows)
})

/** Counts how many values there are before each row. */
const countInto = (values: Float64Array, counts: Int32Array): void => {
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    // NaN alone differs from itself.
    if (value === value) count++
    counts[i + 1] = count
  }
}

/** Returns how many values each window has. */
const countOf = ({ counts }: Scratch, { from, to }: Windows): Float64Array => {
  const out = new Float64Array(from.length)
  for (let i = 0; i < out.length; i++) out[i] = (counts[to[i] ?? 0] ?? 0) - (counts[from[i] ?? 0] ?? 0)
  return out
}

/** Returns the sum of each window, 0 without values. */
const sums: Move = (values, { from, to }, { front }) => {
  const out = new Float64Array(from.length)
  let middle = 0
  let end = 0
  let back = 0
  for (let i = 0; i < out.length; i++) {
    const last = to[i] ?? 0
    const first = from[i] ?? 0
    if (first > middle) {
      let sum = 0
      for (let row = end - 1; row >= first; row--) {
        const value = values[row] ?? 0
        if (value === value) sum += value
        front[row] = sum
      }
      if (end < first) end = first
      middle = end
      back = 0
    }
    for (; end < last; end++) {
      const value = values[end] ?? 0
      if (value === value) back += value
    }
    out[i] = first < middle ? (front[first] ?? 0) + back : back
  }
  return out
}

/** Returns the minimum (`sign` 1) or maximum (-1) of each window, NaN without values. */
const extremes = (values: Float64Array, { from, to }: Windows, sign: 1 | -1): Float64Array => {
  const out = new Float64Array(from.length)
  // The rows that may become the least one: each is less than all after it.
  const rows = new Int32Array(values.length)
  let head = 0
  let tail = 0
  let end = 0
  for (let i = 0; i < out.length; i++) {
    const last = to[i] ?? 0
    const first = from[i] ?? 0
    for (; end < last; end++) {
      const value = (values[end] ?? Number.NaN) * sign
      if (value !== value) continue
      while (tail > head && (values[rows[tail - 1] ?? 0] ?? 0) * sign >= value) tail--
      rows[tail++] = end
    }
    while (head < tail && (rows[head] ?? 0) < first) head++
    out[i] = head < tail ? (values[rows[head] ?? 0] ?? Number.NaN) : Number.NaN
  }
  return out
}

/** Returns the standard deviation of each window. Two parts are merged by their means and sums of squares. */
const deviations = (values: Float64Array, { from, to }: Windows): Float64Array => {
  const out = new Float64Array(from.length)
  // Of the rows from each one to the middle.
  const counts = new Float64Array(values.length)
  const centers = new Float64Array(values.length)
  const squares = new Float64Array(values.length)
  let [middle, end, n, mean, square] = [0, 0, 0, 0, 0]
  const add = (value: number): void => {
    if (value !== value) return
    n++
    const distance = value - mean
    mean += distance / n
    square += distance * (value - mean)
  }
  for (let i = 0; i < out.length; i++) {
    const last = to[i] ?? 0
    const first = from[i] ?? 0
    if (first > middle) {
      n = mean = square = 0
      for (let row = end - 1; row >= first; row--) {
        add(values[row] ?? Number.NaN)
        counts[row] = n
        centers[row] = mean
        squares[row] = square
      }
      if (end < first) end = first
      middle = end
      n = mean = square = 0
    }
    for (; end < last; end++) add(values[end] ?? Number.NaN)
    const before = first < middle ? (counts[first] ?? 0) : 0
    const all = before + n
    const apart = before > 0 && n > 0 ? mean - (centers[first] ?? 0) : 0
    const total = (before > 0 ? (squares[first] ?? 0) : 0) + square + (apart * apart * before * n) / all
    out[i] = Math.sqrt(total / all)
  }
  return out
}

const radians = Math.PI / 180

/** Returns the mean direction of each window, or the circular deviation. */
const onCircle = (values: Float64Array, windows: Windows, scratch: Scratch, isMean: boolean): Float64Array => {
  const part = (of: (radians: number) => number) =>
    sums(
      values.map((value) => of(value * radians)),
      windows,
      scratch
    )
  const [east, north] = [part(Math.sin), part(Math.cos)]
  return countOf(scratch, windows).map((n, i) => {
    const length = Math.hypot(east[i] ?? 0, north[i] ?? 0)
    if (isMean) {
      return length < 1e-9 ? Number.NaN : (Math.atan2(east[i] ?? 0, north[i] ?? 0) / radians + 360) % 360
    }
    if (n === 0) return Number.NaN
    const share = Math.min(1, length / n)
    return share < 1e-9 ? Infinity : Math.sqrt(Math.max(0, -2 * Math.log(share))) / radians
  })
}

/** Calls a function with the values of each window. */
export const eachBag = (values: Float64Array, { from, to }: Windows, f: (bag: Bag, index: number) => void): void => {
  let most = 0
  for (let i = 0; i < from.length; i++) most = Math.max(most, (to[i] ?? 0) - (from[i] ?? 0))
  const bag = bagOf(values, most)
  let first = 0
  let end = 0
  for (let i = 0; i < from.length; i++) {
    const last = to[i] ?? 0
    const begin = from[i] ?? 0
    // What leaves comes first, so that there is never more than a window.
    for (; first < begin; first++) if (first < end) bag.change(first, -1)
    end = Math.max(end, first)
    for (; end < last; end++) bag.change(end, 1)
    f(bag, i)
  }
}

/** Returns a quantile of each window. */
const quantiles = (values: Float64Array, { from, to }: Windows, p: number): Float64Array => {
  const out = new Float64Array(from.length)
  eachBag(values, { from, to }, (bag, i) => void (out[i] = bag.quantile(p)))
  return out
}

/** Returns the first value of each window (`step` 1), or the last one (-1). */
const edges = (values: Float64Array, { from, to }: Windows, step: 1 | -1): Float64Array => {
  const { length } = values
  // The row of the value that is next in this direction.
  const next = new Int32Array(length)
  let row = -1
  for (let k = 0; k < length; k++) {
    const i = step === 1 ? length - 1 - k : k
    const value = values[i] ?? Number.NaN
    if (value === value) row = i
    next[i] = row
  }
  const out = new Float64Array(from.length).fill(Number.NaN)
  for (let i = 0; i < out.length; i++) {
    const [first, end] = [from[i] ?? 0, to[i] ?? 0]
    if (first >= end) continue
    const found = next[step === 1 ? first : end - 1] ?? -1
    if (found >= first && found < end) out[i] = values[found] ?? Number.NaN
  }
  return out
}

/** Divides the sums of windows by their counts. */
const means: Move = (values, windows, scratch) => {
  const out = sums(values, windows, scratch)
  const { counts } = scratch
  const { from, to } = windows
  for (let i = 0; i < out.length; i++) {
    out[i] = (out[i] ?? 0) / ((counts[to[i] ?? 0] ?? 0) - (counts[from[i] ?? 0] ?? 0))
  }
  return out
}

const shares = (
  values: Float64Array,
  windows: Windows,
  scratch: Scratch,
  is: (value: number) => boolean
): Float64Array => {
  const held = new Float64Array(values.length)
  for (let i = 0; i < held.length; i++) {
    const value = values[i] ?? Number.NaN
    held[i] = value !== value ? value : is(value) ? 1 : 0
  }
  return means(held, windows, scratch)
}

type Move = (values: Float64Array, windows: Windows, scratch: Scratch) => Float64Array

const ordered: { readonly [Name in "sum" | "mean" | "min" | "max" | "median" | "standardDeviation"]: Move } = {
  sum: sums,
  mean: means,
  min: (values, windows) => extremes(values, windows, 1),
  max: (values, windows) => extremes(values, windows, -1),
  median: (values, windows) => quantiles(values, windows, 0.5),
  standardDeviation: deviations
}

const nothing: Move = (_, { from }) => new Float64Array(from.length).fill(Number.NaN)

const moveOf = (aggregate: Aggregate, name: string, column: Column | undefined): Move => {
  const directed = isDirection(name, column)
  if (typeof aggregate !== "string") {
    const { ordered: isOrdered, quantile, share } = aggregate
    if (directed && isOrdered === true) return nothing
    if (quantile !== undefined) return (values, windows) => quantiles(values, windows, quantile)
    if (share !== undefined) return (values, windows, scratch) => shares(values, windows, scratch, share)
    const compute = computeOf(aggregate, name, column)
    return (values, { from, to }) =>
      Float64Array.from(from, (first, i) => compute(values.subarray(first, Math.max(first, to[i] ?? 0))))
  }
  switch (aggregate) {
    case "count":
      return (_, windows, scratch) => countOf(scratch, windows)
    case "first":
      return (values, windows) => edges(values, windows, 1)
    case "last":
      return (values, windows) => edges(values, windows, -1)
    case "mean":
      return directed ? (values, windows, scratch) => onCircle(values, windows, scratch, true) : means
    case "standardDeviation":
      return directed ? (values, windows, scratch) => onCircle(values, windows, scratch, false) : deviations
    default:
      return directed ? nothing : ordered[aggregate]
  }
}

/**
 * Returns the aggregate of each window. It is NaN in windows with fewer values than `least`, and of no value, except the
 * count.
 */
export const moving = (
  aggregate: Aggregate,
  source: readonly [name: string, column: Column | undefined],
  windows: Windows,
  least: number,
  scratch: Scratch
): Float64Array => {
  const [name, column] = source
  const values = column?.values ?? new Float64Array(scratch.front.length).fill(Number.NaN)
  const { counts } = scratch
  countInto(values, counts)
  const move = moveOf(aggregate, name, column)
  // Means are divided in the same pass.
  const isMean = move === means
  const out = (isMean ? sums : move)(values, windows, scratch)
  if (aggregate === "count") return out
  const { from, to } = windows
  for (let i = 0; i < out.length; i++) {
    const n = (counts[to[i] ?? 0] ?? 0) - (counts[from[i] ?? 0] ?? 0)
    if (!(n >= least)) out[i] = Number.NaN
    else if (isMean) out[i] = (out[i] ?? 0) / n
  }
  return out
}
