/** Smooth noise, the same for the same place, time and seed. Weather systems consist of it. */

const scramble = (bits: number): number => {
  const once = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b)
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** A number from 0 to 1 for a lattice point. */
const corner = (x: number, y: number, z: number, seed: number): number =>
  scramble(Math.imul(x, 0x1f123bb5) ^ Math.imul(y, 0x5f356495) ^ Math.imul(z, 0x2c1b3c6d) ^ seed) / 0x1_0000_0000

/** Hashes a text to an integer. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const smooth = (t: number): number => t * t * (3 - 2 * t)

const between = (from: number, to: number, t: number): number => from + (to - from) * t

/** Noise from -1 to 1, smooth in all directions. It repeats in `x` after `period` steps. */
export const noise = (x: number, y: number, z: number, period: number, seed: number): number => {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const zi = Math.floor(z)
  const tx = smooth(x - xi)
  const ty = smooth(y - yi)
  const tz = smooth(z - zi)
  const left = ((xi % period) + period) % period
  const right = (left + 1) % period
  const edge = (yy: number, zz: number) => between(corner(left, yy, zz, seed), corner(right, yy, zz, seed), tx)
  const side = (zz: number) => between(edge(yi, zz), edge(yi + 1, zz), ty)
  return 2 * between(side(zi), side(zi + 1), tz) - 1
}

/** Noise from -1 to 1 that depends on time alone. */
export const noiseOver = (t: number, seed: number): number => noise(0, 0, t, 1, seed)
