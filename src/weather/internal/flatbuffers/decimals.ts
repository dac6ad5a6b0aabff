/** Rounds values as the service does in JSON. */
import type { Unit } from "@openmeteo/sdk/unit.js"
import { decimals } from "../tables/decimals.ts"
import { sdk } from "./sdk.ts"

/** From this number on, doubles have no halves. It added and taken away rounds a smaller one to an integer, ties to even. */
const integers = 1.5 * 2 ** 52

/** So far the above is right. */
const largest = 2 ** 51

/**
 * Rounds to a multiple of `1 / scale`, and ties to even, as the service's formatting does. The product is exact: numbers of
 * single precision have 24 bits, and scales have 10.
 */
const rounded = (single: number, scale: number): number => {
  const scaled = single * scale
  if (Math.abs(scaled) > largest) return single
  const whole = scaled + integers - integers
  // It keeps the sign, as JSON does: -0.0.
  return whole === 0 ? Math.trunc(single) : whole / scale
}

const scaleOf = (unit: Unit): number | undefined => {
  const places = decimals[sdk().Unit[unit] ?? ""]
  return places === undefined ? undefined : 10 ** places
}

/** Returns a number as it is in JSON; a value of an unknown unit as it is. */
export const roundedOf = (single: number, unit: Unit): number => {
  const scale = scaleOf(unit)
  return scale === undefined ? single : rounded(single, scale)
}

/** Rounds all values of a column in place. */
export const round = (values: Float64Array, unit: Unit): void => {
  const scale = scaleOf(unit)
  if (scale === undefined) return
  const { length } = values
  for (let row = 0; row < length; row++) {
    // The same as above, without a call for each value.
    const single = values[row] ?? Number.NaN
    const scaled = single * scale
    const whole = scaled + integers - integers
    values[row] = whole === 0 ? Math.trunc(single) : scaled > largest || scaled < -largest ? single : whole / scale
  }
}
