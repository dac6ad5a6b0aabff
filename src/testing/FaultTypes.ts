/** The parts of a fault. `Faults` has functions that make them. */
import type * as Duration from "effect/Duration"
import type { Response, Outcome, Request } from "./Exchange.ts"

/** A request, or a delivery to a hook, as a fault sees it when it selects some. */
export interface Seen {
  /** The event of a delivery, such as `issues`; null for requests. */
  readonly event: string | null
  /** The HTTP method. */
  readonly method: string
  /** The whole URL. */
  readonly url: URL
  /** Path below the service's root. */
  readonly path: string
  /** The operation that serves it; null if there is none. */
  readonly operation: string | null
  /** Who asks; null for a client that is not signed in. */
  readonly login: string | null
  /** Parsed JSON, any other text, or bytes; undefined if it is empty. */
  readonly body: unknown
}

/** Selects the requests that a fault hits. */
export interface When {
  /** Name of an operation that the simulator serves, such as `Issues.get`. */
  readonly operation?: string
  /** The HTTP method. */
  readonly method?: string
  /** Path below the service's root, a template such as `/repos/{owner}/{repo}/issues`, or a pattern. */
  readonly path?: string | RegExp
  /**
   * A part of the request's JSON body: its fields must be there with the same values, at any depth. Lists must have as
   * many items, each of which must match.
   */
  readonly requestBody?: unknown
  /**
   * Selects deliveries, and no requests: by the name of their event, such as `issues`, or `*` for all. `requestBody`
   * selects by the payload, such as `{ action: "opened" }`.
   */
  readonly event?: string
  /** Any other condition. All that are given must hold. */
  readonly matching?: (request: Seen) => boolean
  /** The first selected request that is hit, counted from 1; 1 by default. */
  readonly nth?: number
  /** How many requests are hit, `Infinity` for all; 1 by default. */
  readonly times?: number
}

/** A request that a fault hits, and when. */
export interface Hit {
  /** The request as it was received. */
  readonly request: Request
  /** The service's own response to requests during an outage. */
  readonly unavailable: (status: number) => Response
  /** Who asks; null for a client that is not signed in. */
  readonly login: string | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** How a fault chooses by chance. The choice depends on nothing but the seed and how many requests it selected so far. */
export interface Chance {
  /** Start of the pseudo-random sequence: the same one hits the same requests. */
  readonly seed: number
  /** The share of the selected requests that is hit, from 0 to 1. */
  readonly rate: number
  /** What may happen to a request: one of those whose own `when` selects it, each as likely as the others. */
  readonly among: ReadonlyArray<Fault>
}

/** A failure on purpose: which requests it hits, and what happens to them. */
export interface Fault {
  /** What the journal calls it. */
  readonly name: string
  /** The requests that it hits. */
  readonly when: When
  /** Lets another fault hit the request in its place from time to time. */
  readonly chance?: Chance
  /** Delays the response. The service has acted by then, unless `instead` takes its place. */
  readonly delay?: Duration.Duration
  /** Answers in place of the service, which never acts. */
  readonly instead?: (hit: Hit) => Outcome
  /** Changes the service's response after it acted, before the common headers are added. */
  readonly spoil?: (response: Outcome, hit: Hit) => Outcome
  /**
   * What happens to a delivery: it is never sent, sent twice, held back until a later one has ended, or signed with a
   * key that is not the hook's.
   */
  readonly delivery?: "lost" | "twice" | "held" | "forged"
  /** Changes the finished response, common headers included. */
  readonly alter?: (response: Response, hit: Hit) => Response
}

/** The option of faults that replace the response. */
export interface Acted {
  /** Whether the service acts on the request before the fault replaces its response; false by default. */
  readonly acted?: boolean
}

/** The option of faults that cut a body. */
export interface Keep {
  /** The share of the body that is kept, from 0 to 1; 0.5 unless the fault says otherwise. */
  readonly keep?: number
}
