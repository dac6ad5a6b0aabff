/** Counts what is spent of a quota that the service does not state in its responses. */
import type { ClosedWindow, CountedQuota, Ledger, Quota } from "../../Limit.ts"
import * as Slots from "./slots.ts"

/** Makes a quota that the gate counts. */
export const counted = (quota: Quota): CountedQuota => ({ ...quota, ledger: () => make(quota) })

const make = (quota: Quota): Ledger => {
  const entries = quota.windows.map((window) => ({ window, ordinal: -1, spent: 0 }))
  /** The current windows. */
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
    slots: Slots.make(quota.concurrency),
    closedBy: (weight, now) => {
      let closed: ClosedWindow | undefined
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
