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

/** Returns the direction of the sum of unit vectors; NaN if they cancel out. */
export const meanDirection = (degrees: Float64Array): number => {
  let east = 0
  let north = 0
  for (const value of degrees) {
    if (Number.isNaN(value)) continue
    east += Math.sin((value * Math.PI) / 180)
    north += Math.cos((value * Math.PI) / 180)
  }
  if (Math.hypot(east, north) < 1e-9) return Number.NaN
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360
}
