/** What a fault is, and how faults are made. */
import type * as Duration from "effect/Duration"
import { type Answer, bytesOf, type Outcome, type Request } from "./exchange.ts"

/** A request as a fault sees it when it decides whether it is meant. */
export interface Seen {
  readonly method: string
  readonly url: URL
  /** Below the service's root. */
  readonly path: string
  readonly operation: string | null
  readonly login: string | null
}

/** Which requests a fault hits. */
export interface When {
  /** Name of the operation, such as `Issues.get`; one that the simulator serves. */
  readonly operation?: string
  readonly method?: string
  /** Below the service's root: a path, a template such as `/repos/{owner}/{repo}/issues`, or a pattern. */
  readonly path?: string | RegExp
  readonly matching?: (request: Seen) => boolean
  /** The first of the requests meant that is hit, counted from 1. */
  readonly nth?: number
  /** How many are hit; `Infinity` for all of them. */
  readonly times?: number
}

/** When a fault acts: `now` is in epoch milliseconds. */
export interface Moment {
  readonly request: Request
  /** The service's own words for an outage. */
  readonly unavailable: (status: number) => Answer
  readonly login: string | null
  readonly now: number
}

export interface Fault {
  readonly name: string
  readonly when: When
  /** Keeps the request waiting before anything else happens. */
  readonly delay?: Duration.Duration
  /** Happens in place of the service, which never acts. */
  readonly instead?: (moment: Moment) => Outcome
  /** What becomes of the service's answer after it acted, before the common headers are added. */
  readonly spoil?: (answer: Outcome, moment: Moment) => Outcome
  /** What becomes of the answer at the very end. */
  readonly alter?: (answer: Answer, moment: Moment) => Answer
}

/** Fields of `when` among a fault's options. */
export const whenOf = ({ matching, method, nth, operation, path, times }: When): When => ({
  ...(matching === undefined ? {} : { matching }),
  ...(method === undefined ? {} : { method }),
  ...(nth === undefined ? {} : { nth }),
  ...(operation === undefined ? {} : { operation }),
  ...(path === undefined ? {} : { path }),
  ...(times === undefined ? {} : { times })
})

/**
 * The faults, by the names that a simulator has for its operations; `sameAs` are those that it can't tell apart from
 * another. A name that it doesn't know is a defect: the fault would never hit.
 */
export const named = (
  faults: ReadonlyArray<Fault>,
  operations: ReadonlySet<string>,
  sameAs: ReadonlyMap<string, string> = new Map()
): ReadonlyArray<Fault> =>
  faults.map((fault) => {
    const { operation } = fault.when
    if (operation === undefined || operations.has(operation)) return fault
    const served = sameAs.get(operation)
    if (served !== undefined) return { ...fault, when: { ...fault.when, operation: served } }
    const known = [...operations, ...sameAs.keys()].join(", ")
    throw new Error(
      `Fault ${fault.name}: the simulator has no operation ${operation}. It serves ${known}; ` +
        "for others, say `method` and `path`"
    )
  })

export const inPlace = (name: string, options: When, acted: boolean, outcome: (moment: Moment) => Outcome): Fault => ({
  name,
  when: whenOf(options),
  ...(acted ? { spoil: (_, moment) => outcome(moment) } : { instead: outcome })
})

export const spoiling = (name: string, options: When, spoil: (answer: Answer) => Outcome): Fault => ({
  name,
  when: whenOf(options),
  // An answer without a body has nothing to spoil.
  spoil: (outcome) => (outcome._tag === "Lost" || outcome.body.length === 0 ? outcome : spoil(outcome))
})

/** Whether the service acted on the request before the trouble; false when left out. */
export interface Acted {
  readonly acted?: boolean
}

/** So many of the body's bytes. */
export const part = (self: Answer, keep: number): number => Math.floor(bytesOf(self.body).length * keep)

/** How much of the body is kept, from 0 to 1; half of it when left out. */
export interface Keep {
  readonly keep?: number
}
