/** A small seeded generator: the same seed draws the same sequence. */

export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number
  /** A whole number, both bounds included. */
  readonly int: (min: number, max: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(items: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Mixes numbers into one seed, so that each part of a run has a sequence of its own. */
export const mixed = (...parts: ReadonlyArray<number>): number =>
  parts.reduce((hash, part) => Math.imul(hash ^ (part >>> 0), 0x9e3779b1) ^ (hash >>> 15), 0x85ebca6b) >>> 0

/** Mulberry32. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0]
  }
}
