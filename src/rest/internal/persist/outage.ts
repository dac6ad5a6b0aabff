/** Whether a store is worth asking: not while it keeps failing. */

/** How many failures in a row make an outage. Those that were under way together count once. */
const most = 3

/** The first and the longest pause before the store is asked again, in milliseconds. */
const shortest = 1_000
const longest = 30_000

/** The permission to ask the store. Settle it exactly once. */
export interface Probe {
  readonly succeeded: () => Change
  readonly failed: () => Change
  /** Says nothing about the store. */
  readonly abandoned: () => void
}

/** What a result says that was not known before. */
export type Change = "fails" | "works" | undefined

export interface Outage {
  /** Returns undefined during an outage. One caller at a time finds out whether it is over. */
  readonly permit: () => Probe | undefined
}

/**
 * Notes failures. Three in a row pause the store, for twice as long each time. The pause ends if the clock was set back:
 * effect's CircuitBreaker would wait until the clock has caught up.
 */
export const makeOutage = (now: () => number): Outage => {
  let failures = 0
  let pausedAt = 0
  /** 0 outside an outage. */
  let pause = 0
  let isProbing = false
  let isKnown = false
  const isPaused = (): boolean => {
    const elapsed = now() - pausedAt
    return elapsed >= 0 && elapsed < pause
  }
  /** Counts all that was counted as a failure. */
  let counted = 0
  const permit = (isProbe: boolean): Probe => {
    const before = counted
    const free = () => {
      if (isProbe) isProbing = false
    }
    return {
      abandoned: free,
      succeeded: () => {
        free()
        failures = 0
        // Those that were sent before the outage say nothing about its end.
        if (!isProbe) return undefined
        pause = 0
        isKnown = false
        return "works"
      },
      failed: () => {
        free()
        if (counted === before) {
          counted++
          failures++
        }
        if (isProbe || (pause === 0 && failures >= most)) {
          pausedAt = now()
          pause = Math.min(longest, pause === 0 ? shortest : 2 * pause)
        }
        if (isKnown) return undefined
        isKnown = true
        return "fails"
      }
    }
  }
  return {
    permit: () => {
      if (pause === 0) return permit(false)
      if (isProbing || isPaused()) return undefined
      isProbing = true
      return permit(true)
    }
  }
}
