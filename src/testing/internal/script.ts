/**
 * Plays the added faults: chooses those that hit a request, and counts their hits. What looks random depends on a seed
 * and its own place alone.
 */
import type { Fault, Seen, When } from "../FaultTypes.ts"
import { isExclusive } from "./fault.ts"

const mixed = (value: number, by: number): number => {
  const product = Math.imul(value ^ (value >>> 16), by)
  return product ^ (product >>> 15)
}

/** Draws the number at a place of a seed's sequence: at least 0, below 1. */
export const drawn = (seed: number, place: number): number => {
  const start = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)
  return (mixed(mixed(start, 0x2c1b3c6d), 0x297a2d39) >>> 0) / 4_294_967_296
}

interface ScriptedFault {
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
  /** The faults that hit this request: at most one that replaces or damages the response, and any that combine with it. */
  readonly take: (request: Seen) => ReadonlyArray<Fault>
}

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&")

const pathPattern = (path: string): RegExp => new RegExp(`^${escaped(path).replace(/\{[^}]*\}/g, "[^/]+")}$`)

/** Whether a value has all that the other one states. */
const contains = (value: unknown, stated: unknown): boolean => {
  if (typeof stated !== "object" || stated === null) return Object.is(value, stated)
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(stated)) return false
  if (Array.isArray(value) && Array.isArray(stated) && value.length !== stated.length) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return Object.entries(stated).every(([name, part]) => fields.has(name) && contains(fields.get(name), part))
}

const means = (when: When, request: Seen): boolean =>
  (when.event === "*" ? request.event !== null : (when.event ?? null) === request.event) &&
  (when.operation === undefined || when.operation === request.operation) &&
  (when.method === undefined || when.method.toUpperCase() === request.method) &&
  (when.path === undefined ||
    request.path.search(typeof when.path === "string" ? pathPattern(when.path) : when.path) >= 0) &&
  (when.requestBody === undefined || contains(request.body, when.requestBody)) &&
  (when.matching === undefined || when.matching(request))

const isSpent = ({ fault, hits }: ScriptedFault): boolean => hits >= (fault.when.times ?? 1)

/** The fault that hits the request at its turn; undefined if chance spares it. */
const chosen = ({ fault, seen }: ScriptedFault, request: Seen): Fault | undefined => {
  if (fault.chance === undefined) return fault
  const { among, rate, seed } = fault.chance
  if (drawn(seed, 2 * seen) >= rate) return undefined
  const likely = among.filter(({ when }) => means(when, request))
  return likely[Math.floor(drawn(seed, 2 * seen + 1) * likely.length)]
}

export const makeScript = (): Script => {
  let entries: ReadonlyArray<ScriptedFault> = []
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
        const fault = isTurn ? chosen(entry, request) : undefined
        if (fault === undefined || (isExclusive(fault) && taken.some(isExclusive))) continue
        entry.hits++
        taken.push(fault)
      }
      return taken
    }
  }
}
