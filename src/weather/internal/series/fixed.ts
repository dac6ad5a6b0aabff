/** The decimals of a column. */

/** From here on, `toFixed` writes numbers with an exponent. */
const exponential = 1e21

/** Whether a value is the number nearest to a decimal with so many decimals, and certainly so. */
const hasDecimals = (value: number, power: number): boolean => Math.round(value * power) / power === value

/** Returns the largest number of decimals of any value, up to 6, and the length of the longest one with as many. */
export const fixedOf = (values: Float64Array): { readonly decimals: number; readonly longest: number } => {
  let decimals = 0
  let power = 1
  let least = 0
  let most = 0
  let exponents = 0
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (Math.abs(value) >= exponential) exponents = Math.max(exponents, String(value).length)
    else {
      if (value < least) least = value
      else if (value > most) most = value
      if (hasDecimals(value, power)) continue
      while (decimals < 6 && Math.abs(value - Number(value.toFixed(decimals))) > 1e-9) decimals++
      power = 10 ** decimals
    }
  }
  const lengthOf = (value: number): number => value.toFixed(decimals).length
  return { decimals, longest: Math.max(exponents, lengthOf(least), lengthOf(most)) }
}
