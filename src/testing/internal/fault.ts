/** How faults are made and checked. */
import * as Duration from "effect/Duration"
import * as UnknownFields from "../../rest/UnknownFields.ts"
import type { Response, Outcome } from "../Exchange.ts"
import type { Fault, Hit, When } from "../FaultTypes.ts"
import { bytesOf } from "./exchange.ts"

/** Picks the fields of `When` from a fault's options. */
export const whenOf = ({ event, matching, method, nth, operation, path, requestBody, times }: When): When => ({
  ...(event === undefined ? {} : { event }),
  ...(matching === undefined ? {} : { matching }),
  ...(method === undefined ? {} : { method }),
  ...(nth === undefined ? {} : { nth }),
  ...(operation === undefined ? {} : { operation }),
  ...(path === undefined ? {} : { path }),
  ...(requestBody === undefined ? {} : { requestBody }),
  ...(times === undefined ? {} : { times })
})

/**
 * Checks the operations of faults against those of a simulator. `sameAs` maps operations to the one whose requests look
 * the same. An unknown operation is a defect, because the fault would never hit.
 */
export const named = (
  faults: ReadonlyArray<Fault>,
  operations: ReadonlySet<string>,
  sameAs: ReadonlyMap<string, string> = new Map(),
  isKnown: (operation: string) => boolean = () => false
): ReadonlyArray<Fault> =>
  faults.map((given) => {
    const fault =
      given.chance === undefined
        ? given
        : { ...given, chance: { ...given.chance, among: named(given.chance.among, operations, sameAs, isKnown) } }
    const { operation } = fault.when
    if (operation === undefined || operations.has(operation) || isKnown(operation)) return fault
    const served = sameAs.get(operation)
    if (served !== undefined) return { ...fault, when: { ...fault.when, operation: served } }
    const meant = UnknownFields.question([{ keys: [operation], names: [...operations, ...sameAs.keys()] }])
    throw new Error(
      `Fault ${fault.name}: the simulator has no operation ${operation}${meant || "."} ` +
        "Select requests that have none by `method` and `path`"
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

/** Whether it takes the place of a response, or damages it. */
export const isExclusive = (fault: Fault): boolean => fault.instead !== undefined || fault.spoil !== undefined

/** How long faults hold a response back, beside the time that it takes. */
export const delayOf = (faults: ReadonlyArray<Fault>, latency = Duration.zero): Duration.Duration =>
  faults.reduce((sum, { delay }) => Duration.sum(sum, delay ?? Duration.zero), latency)

/** The outcome as faults change it that combine with others. */
export const altered = (faults: ReadonlyArray<Fault>, outcome: Outcome, hit: Hit): Outcome =>
  faults.reduce<Outcome>(
    (self, fault) => (fault.alter === undefined || self._tag === "Lost" ? self : fault.alter(self, hit)),
    outcome
  )

/** How many bytes of the body are kept. */
export const part = (self: Response, keep: number): number => Math.floor(bytesOf(self.body).length * keep)
