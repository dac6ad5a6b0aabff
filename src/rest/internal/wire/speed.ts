/** Measures the speed of a transfer. Only time in which the connection has to move counts. */

/** The lowest speed of a transfer. */
export interface Speed {
  readonly bytesPerSecond: number
  /** The time over which it is measured, in milliseconds. */
  readonly over: number
}

export interface Speedometer {
  /** Counts bytes that have been sent or received. */
  readonly count: (bytes: number) => void
  /** From now on, the connection has to move. */
  readonly start: () => void
  /** From now on, it is the turn of the body's consumer or producer. */
  readonly stop: () => void
  /** Returns when to measure next, in milliseconds; or why the transfer is too slow. */
  readonly measure: () => number | string
}

export const speedometer = ({ bytesPerSecond, over }: Speed, clock: () => number): Speedometer => {
  /** Since the speed was last measured. */
  let bytes = 0
  let moved = 0
  let since: number | undefined
  const pass = () => {
    if (since === undefined) return
    const now = clock()
    moved += now - since
    since = now
  }
  return {
    count: (more) => {
      bytes += more
    },
    start: () => {
      pass()
      since ??= clock()
    },
    stop: () => {
      pass()
      since = undefined
    },
    measure: () => {
      pass()
      // While the connection rests, there is no telling when it will have moved long enough.
      if (moved < over) return since === undefined ? over : over - moved
      if (bytes * 1_000 < bytesPerSecond * moved) {
        return `too slow: ${bytes} bytes in ${Math.round(moved)} ms, fewer than ${bytesPerSecond} a second`
      }
      bytes = 0
      moved = 0
      return over
    }
  }
}
