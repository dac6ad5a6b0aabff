/** What a fault is, and how faults are made. */
import type * as Duration from "effect/Duration"
import { type Answer, bytesOf, type Outcome, type Request } from "./exchange.ts"

/** A request as a fault sees it when it selects requests. */
export interface Seen {
  readonly method: string
  readonly url: URL
  /** Path below the service's root. */
  readonly path: string
  readonly operation: string | null
  readonly login: string | null
}

/** Selects the requests that a fault hits. */
export interface When {
  /** Name of an operation that the simulator serves, such as `Issues.get`. */
  readonly operation?: string
  readonly method?: string
  /** Path below the service's root, a template such as `/repos/{owner}/{repo}/issues`, or a pattern. */
  readonly path?: string | RegExp
  readonly matching?: (request: Seen) => boolean
  /** The first selected request that is hit, counted from 1; 1 by default. */
  readonly nth?: number
  /** How many requests are hit, `Infinity` for all; 1 by default. */
  readonly times?: number
}

/** The moment at which a fault acts. */
export interface Moment {
  readonly request: Request
  /** The service's own answer to requests during an outage. */
  readonly unavailable: (status: number) => Answer
  readonly login: string | null
  /** Epoch milliseconds. */
  readonly now: number
}

export interface Fault {
  readonly name: string
  readonly when: When
  /** Delays the request before anything else happens. */
  readonly delay?: Duration.Duration
  /** Answers in place of the service, which never acts. */
  readonly instead?: (moment: Moment) => Outcome
  /** Changes the service's answer after it acted, before the common headers are added. */
  readonly spoil?: (answer: Outcome, moment: Moment) => Outcome
  /** Changes the finished answer, common headers included. */
  readonly alter?: (answer: Answer, moment: Moment) => Answer
}

/** Picks the fields of `When` from a fault's options. */
export const whenOf = ({ matching, method, nth, operation, path, times }: When): When => ({
  ...(matching === undefined ? {} : { matching }),
  ...(method === undefined ? {} : { method }),
  ...(nth === undefined ? {} : { nth }),
  ...(operation === undefined ? {} : { operation }),
  ...(path === undefined ? {} : { path }),
  ...(times === undefined ? {} : { times })
})

/**
 * Checks the operations of faults against those of a simulator. `sameAs` maps operations to the one whose requests look
 * the same. An unknown operation is a defect, because the fault would never hit.
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
        "select other requests by `method` and `path`"
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

export interface Acted {
  /** Whether the service acts on the request before the fault replaces its answer; false by default. */
  readonly acted?: boolean
}

/** How many bytes of the body are kept. */
export const part = (self: Answer, keep: number): number => Math.floor(bytesOf(self.body).length * keep)

export interface Keep {
  /** The share of the body that is kept, from 0 to 1; 0.5 unless the fault says otherwise. */
  readonly keep?: number
}
