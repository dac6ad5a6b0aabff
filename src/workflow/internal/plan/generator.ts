/** Makes random numbers at once: whole ones from 0 to 2³² - 1 (sfc32). */
export const generator = (seed: ReadonlyArray<number>): (() => number) => {
  let [a = 0, b = 0, c = 0, d = 1] = seed
  const next = () => {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) next()
  return next
}
