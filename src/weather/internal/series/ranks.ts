/** Values that come and go, and their quantiles. */
import { lowerBound } from "./held.ts"

/** Returns the different values in order, without NaN. */
const distinctOf = (values: Float64Array): Float64Array => {
  const present = new Float64Array(values.length)
  let count = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    // NaN alone differs from itself.
    if (value === value) present[count++] = value
  }
  const sorted = present.subarray(0, count).sort()
  let length = 0
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] ?? Number.NaN
    // 0 and -0 are the same.
    if (length === 0 || value !== sorted[length - 1]) sorted[length++] = value === 0 ? 0 : value
  }
  return sorted.subarray(0, length)
}

/** A bag of values. */
export interface Bag {
  /** How many values are in it. */
  readonly size: () => number
  /** Adds (1) or removes (-1) the value of this index. NaN is left out. */
  readonly change: (index: number, by: 1 | -1) => void
  /** A quantile, interpolated linearly. NaN of an empty bag, or beyond 0 and 1. */
  readonly quantile: (p: number) => number
  /** The percentile rank of a value: the share of less ones and half of equal ones, from 0 to 100. NaN of an empty bag. */
  readonly rank: (value: number) => number
}

/** Returns a quantile of so many values, of which `at` returns one by its place. */
const quantileOf = (size: number, p: number, at: (place: number) => number): number => {
  const place = (size - 1) * p
  if (!(place >= 0 && place <= size - 1)) return Number.NaN
  const before = Math.floor(place)
  const below = at(before)
  const above = place === before ? below : at(before + 1)
  // The difference of two infinities is not a number.
  return below === above ? below : below + (above - below) * (place - before)
}

/** A sorted list. Moving its values takes less time than a tree as long as they are few. */
const listOf = (values: Float64Array, capacity: number): Bag => {
  const sorted = new Float64Array(capacity)
  let size = 0
  const at = (place: number): number => sorted[place] ?? Number.NaN
  return {
    size: () => size,
    change: (index, by) => {
      const value = values[index] ?? Number.NaN
      if (value !== value) return
      const place = lowerBound(sorted, value, size)
      if (by === 1) {
        sorted.copyWithin(place + 1, place, size)
        sorted[place] = value
      } else sorted.copyWithin(place, place + 1, size)
      size += by
    },
    quantile: (p) => quantileOf(size, p, at),
    rank: (value) => {
      const less = lowerBound(sorted, value, size)
      let equal = 0
      while (less + equal < size && sorted[less + equal] === value) equal++
      return value === value ? (100 * (less + equal / 2)) / size : Number.NaN
    }
  }
}

/** A tree of counts over the ranks of all values that there are. */
const treeOf = (values: Float64Array): Bag => {
  const distinct = distinctOf(values)
  const ranks = new Int32Array(values.length)
  for (let i = 0; i < ranks.length; i++) {
    const value = values[i] ?? Number.NaN
    ranks[i] = Number.isNaN(value) ? 0 : lowerBound(distinct, value) + 1
  }
  const counts = new Int32Array(distinct.length + 1)
  let top = 1
  while (top * 2 <= distinct.length) top *= 2
  let size = 0
  /** The value that is at this place in the order. */
  const at = (place: number): number => {
    let node = 0
    let left = place
    for (let step = top; step > 0; step >>= 1) {
      const next = node + step
      const count = next < counts.length ? (counts[next] ?? 0) : Infinity
      if (count <= left) {
        node = next
        left -= count
      }
    }
    return distinct[node] ?? Number.NaN
  }
  /** How many values have a rank up to this one. */
  const upTo = (rank: number): number => {
    let count = 0
    for (let node = rank; node > 0; node -= node & -node) count += counts[node] ?? 0
    return count
  }
  return {
    size: () => size,
    change: (index, by) => {
      const rank = ranks[index] ?? 0
      if (rank === 0) return
      size += by
      for (let node = rank; node < counts.length; node += node & -node) counts[node] = (counts[node] ?? 0) + by
    },
    quantile: (p) => quantileOf(size, p, at),
    rank: (value) => {
      if (value !== value) return Number.NaN
      const place = lowerBound(distinct, value)
      const less = upTo(place)
      const equal = distinct[place] === value ? upTo(place + 1) - less : 0
      return (100 * (less + equal / 2)) / size
    }
  }
}

/** A list is faster up to about this many values. */
const mostInList = 1_024

/** Makes an empty bag for the values of a column, of which it never has more than `most` at once. */
export const bagOf = (values: Float64Array, most: number): Bag =>
  most <= mostInList ? listOf(values, most + 1) : treeOf(values)
