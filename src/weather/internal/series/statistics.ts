/** Statistics of a column. NaN is ignored. */

/** Returns the index of the first minimum; -1 if there are no values. */
export const indexOfMin = (values: Float64Array): number => {
  let found = -1
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    if (value < least || (found < 0 && value === least)) {
      found = i
      least = value
    }
  }
  return found
}

/** Returns the index of the first maximum; -1 if there are no values. */
export const indexOfMax = (values: Float64Array): number => {
  let found = -1
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    if (value > greatest || (found < 0 && value === greatest)) {
      found = i
      greatest = value
    }
  }
  return found
}

export const mean = (values: Float64Array): number => {
  let sum = 0
  let count = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    sum += value
    count++
  }
  return sum / count
}

/** Returns the sum of unit vectors. */
const vectorsOf = (degrees: Float64Array): { readonly east: number; readonly north: number; readonly n: number } => {
  let east = 0
  let north = 0
  let n = 0
  for (const value of degrees) {
    if (Number.isNaN(value)) continue
    east += Math.sin((value * Math.PI) / 180)
    north += Math.cos((value * Math.PI) / 180)
    n++
  }
  return { east, north, n }
}

/** Returns the direction of the sum of unit vectors; NaN if they cancel out. */
export const meanDirection = (degrees: Float64Array): number => {
  const { east, north } = vectorsOf(degrees)
  if (Math.hypot(east, north) < 1e-9) return Number.NaN
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}

/** Returns the sum; NaN if there are no values. */
export const sum = (values: Float64Array): number => {
  let total = 0
  let found = false
  for (const value of values) {
    if (Number.isNaN(value)) continue
    total += value
    found = true
  }
  return found ? total : Number.NaN
}

export const count = (values: Float64Array): number => {
  let found = 0
  for (const value of values) if (!Number.isNaN(value)) found++
  return found
}

/** Returns a quantile, interpolated linearly between the two values next to it. */
export const quantile = (values: Float64Array, p: number): number => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort()
  const place = (sorted.length - 1) * p
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  // The difference of two infinities is not a number.
  return below === above ? below : below + (above - below) * (place - Math.floor(place))
}

/** Returns the standard deviation of a population. */
export const standardDeviation = (values: Float64Array): number => {
  let n = 0
  let middle = 0
  let squares = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    n++
    const distance = value - middle
    middle += distance / n
    squares += distance * (value - middle)
  }
  return Math.sqrt(squares / n)
}

/** Returns the circular standard deviation, in degrees; infinite if the directions cancel out. */
export const deviationOfDirections = (degrees: Float64Array): number => {
  const { east, n, north } = vectorsOf(degrees)
  const length = Math.min(1, Math.hypot(east, north) / n)
  if (Number.isNaN(length)) return length
  return length < 1e-9 ? Infinity : (Math.sqrt(Math.max(0, -2 * Math.log(length))) * 180) / Math.PI
}

/** Returns the first value. */
export const first = (values: Float64Array): number => values.find((value) => !Number.isNaN(value)) ?? Number.NaN

/** Returns the last value. */
export const last = (values: Float64Array): number => values.findLast((value) => !Number.isNaN(value)) ?? Number.NaN
