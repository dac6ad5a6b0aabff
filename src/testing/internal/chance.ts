/** Numbers that look random, each of which depends on a seed and its own place alone. */

const mixed = (value: number, by: number): number => {
  const product = Math.imul(value ^ (value >>> 16), by)
  return product ^ (product >>> 15)
}

/** Draws the number at a place of a seed's sequence: at least 0, below 1. */
export const drawn = (seed: number, place: number): number => {
  const start = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)
  return (mixed(mixed(start, 0x2c1b3c6d), 0x297a2d39) >>> 0) / 4_294_967_296
}
