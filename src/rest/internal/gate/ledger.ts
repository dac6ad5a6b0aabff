/** Counts what is spent of a quota that the service does not tell of in its answers. */
import * as Semaphore from "effect/Semaphore"

/** Begins anew on the clock, at each multiple of its length since 1970. */
export interface Window {
  /** What `RateLimited` calls it. */
  readonly name: string
  /** In milliseconds. */
  readonly length: number
  /** What may be spent in it. */
  readonly limit: number
}

/** What a service allows, by address, without telling in its answers what is left. */
export interface Quota {
  /** Names the budget: all hosts of the service draw on it. */
  readonly name: string
  /** Requests under way at once. */
  readonly concurrency: number
  readonly windows: ReadonlyArray<Window>
  /** What the service refuses outright when one request spends more. */
  readonly heaviest?: number | undefined
}

/** A quota, and what counts it: only the programs that ask a service with a quota carry that. */
export interface CountedQuota extends Quota {
  /** A ledger in which nothing is spent yet. */
  readonly ledger: () => Ledger
}

/** A window in which there is no room. */
export interface Closed {
  readonly name: string
  readonly limit: number
  readonly remaining: number
  /** Its end, in milliseconds. */
  readonly until: number
}

export interface Ledger {
  readonly slots: Semaphore.Semaphore
  /** The window that is closed the longest to a request of that weight; one that outweighs a window fits when that is empty. */
  readonly closedBy: (weight: number, now: number) => Closed | undefined
  readonly spend: (weight: number, now: number) => void
  readonly hasSpent: (now: number) => boolean
}

/** A quota that the gate counts. */
export const counted = (quota: Quota): CountedQuota => ({ ...quota, ledger: () => make(quota) })

const make = (quota: Quota): Ledger => {
  const entries = quota.windows.map((window) => ({ window, ordinal: -1, spent: 0 }))
  /** The windows as they stand now. */
  const current = (now: number) => {
    for (const entry of entries) {
      const ordinal = Math.floor(now / entry.window.length)
      if (entry.ordinal === ordinal) continue
      entry.ordinal = ordinal
      entry.spent = 0
    }
    return entries
  }
  return {
    slots: Semaphore.makeUnsafe(quota.concurrency),
    closedBy: (weight, now) => {
      let closed: Closed | undefined
      for (const { ordinal, spent, window } of current(now)) {
        const until = (ordinal + 1) * window.length
        if (spent === 0 || spent + weight <= window.limit || until <= (closed?.until ?? 0)) continue
        closed = { name: window.name, limit: window.limit, remaining: Math.max(0, window.limit - spent), until }
      }
      return closed
    },
    spend: (weight, now) => {
      for (const entry of current(now)) entry.spent += weight
    },
    hasSpent: (now) => current(now).some(({ spent }) => spent > 0)
  }
}
