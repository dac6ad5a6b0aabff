/** How two columns go together, in the rows in which both have a value. */

/** Returns Pearson's correlation; NaN if one of them does not vary. */
export const pearson = (a: Float64Array, b: Float64Array): number => {
  let n = 0
  let sumA = 0
  let sumB = 0
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? Number.NaN
    const y = b[i] ?? Number.NaN
    // NaN alone differs from itself.
    if (x !== x || y !== y) continue
    n++
    sumA += x
    sumB += y
  }
  const meanA = sumA / n
  const meanB = sumB / n
  let squaresA = 0
  let squaresB = 0
  let products = 0
  let varies = 0
  let first = -1
  for (let i = 0; i < a.length; i++) {
    const x = (a[i] ?? Number.NaN) - meanA
    const y = (b[i] ?? Number.NaN) - meanB
    if (x !== x || y !== y) continue
    if (first < 0) first = i
    // The mean of equal values may differ from them in the last digit.
    if (a[i] !== a[first]) varies |= 1
    if (b[i] !== b[first]) varies |= 2
    squaresA += x * x
    squaresB += y * y
    products += x * y
  }
  if (varies !== 3) return Number.NaN
  return Math.max(-1, Math.min(1, products / Math.sqrt(squaresA * squaresB)))
}
