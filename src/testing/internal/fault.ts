/** How faults are made and checked. */
import type { Response, Outcome } from "../Exchange.ts"
import type { Fault, Hit, When } from "../FaultTypes.ts"
import { bytesOf } from "./exchange.ts"

/** Picks the fields of `When` from a fault's options. */
export const whenOf = ({ matching, method, nth, operation, path, requestBody, times }: When): When => ({
  ...(matching === undefined ? {} : { matching }),
  ...(method === undefined ? {} : { method }),
  ...(nth === undefined ? {} : { nth }),
  ...(operation === undefined ? {} : { operation }),
  ...(path === undefined ? {} : { path }),
  ...(requestBody === undefined ? {} : { requestBody }),
  ...(times === undefined ? {} : { times })
})

/** How many characters must be inserted, deleted or replaced to turn one text into the other. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const above = row
    row = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
  }
  return row[to.length] ?? 0
}

const nearest = (name: string, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .map((known) => [distance(name, known), known] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, 3)
    .map(([, known]) => known)

/**
 * Checks the operations of faults against those of a simulator. `sameAs` maps operations to the one whose requests look
 * the same. An unknown operation is a defect, because the fault would never hit.
 */
export const named = (
  faults: ReadonlyArray<Fault>,
  operations: ReadonlySet<string>,
  sameAs: ReadonlyMap<string, string> = new Map()
): ReadonlyArray<Fault> =>
  faults.map((given) => {
    const fault =
      given.chance === undefined
        ? given
        : { ...given, chance: { ...given.chance, among: named(given.chance.among, operations, sameAs) } }
    const { operation } = fault.when
    if (operation === undefined || operations.has(operation)) return fault
    const served = sameAs.get(operation)
    if (served !== undefined) return { ...fault, when: { ...fault.when, operation: served } }
    const known = nearest(operation, [...operations, ...sameAs.keys()]).join(", ")
    throw new Error(
      `Fault ${fault.name}: the simulator has no operation ${operation}. The nearest names are ${known}; ` +
        "select requests that have none by `method` and `path`"
    )
  })

export const inPlace = (name: string, options: When, acted: boolean, outcome: (hit: Hit) => Outcome): Fault => ({
  name,
  when: whenOf(options),
  ...(acted ? { spoil: (_, hit) => outcome(hit) } : { instead: outcome })
})

export const spoiling = (name: string, options: When, spoil: (response: Response) => Outcome): Fault => ({
  name,
  when: whenOf(options),
  // A response without a body has nothing to spoil.
  spoil: (outcome) => (outcome._tag === "Lost" || outcome.body.length === 0 ? outcome : spoil(outcome))
})

/** How many bytes of the body are kept. */
export const part = (self: Response, keep: number): number => Math.floor(bytesOf(self.body).length * keep)
