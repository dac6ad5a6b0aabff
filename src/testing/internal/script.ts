/** Plays the added faults: chooses those that hit a request, and counts their hits. */
import type { Fault, Seen, When } from "../Fault.ts"

interface Entry {
  readonly fault: Fault
  /** Selected requests so far. */
  seen: number
  /** Hit requests so far. */
  hits: number
}

export interface Script {
  readonly add: (faults: ReadonlyArray<Fault>) => void
  readonly clear: () => void
  /** The faults that may still hit a request. */
  readonly pending: () => ReadonlyArray<Fault>
  /** The faults that hit this request: at most one that replaces or damages the answer, and any that combine with it. */
  readonly take: (request: Seen) => ReadonlyArray<Fault>
}

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&")

const pathPattern = (path: string): RegExp => new RegExp(`^${escaped(path).replace(/\{[^}]*\}/g, "[^/]+")}$`)

const means = (when: When, request: Seen): boolean =>
  (when.operation === undefined || when.operation === request.operation) &&
  (when.method === undefined || when.method.toUpperCase() === request.method) &&
  (when.path === undefined ||
    request.path.search(typeof when.path === "string" ? pathPattern(when.path) : when.path) >= 0) &&
  (when.matching === undefined || when.matching(request))

const isExclusive = (fault: Fault): boolean => fault.instead !== undefined || fault.spoil !== undefined

const isSpent = ({ fault, hits }: Entry): boolean => hits >= (fault.when.times ?? 1)

export const makeScript = (): Script => {
  let entries: ReadonlyArray<Entry> = []
  return {
    add: (faults) => {
      entries = [...entries, ...faults.map((fault) => ({ fault, seen: 0, hits: 0 }))]
    },
    clear: () => {
      entries = []
    },
    pending: () => entries.filter((entry) => !isSpent(entry)).map((entry) => entry.fault),
    take: (request) => {
      const taken: Array<Fault> = []
      for (const entry of entries) {
        if (isSpent(entry) || !means(entry.fault.when, request)) continue
        entry.seen++
        const isTurn = entry.seen >= (entry.fault.when.nth ?? 1)
        if (!isTurn || (isExclusive(entry.fault) && taken.some(isExclusive))) continue
        entry.hits++
        taken.push(entry.fault)
      }
      return taken
    }
  }
}
