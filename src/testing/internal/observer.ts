/** Hears the responses of simulators. The journal keeps none: their bodies would fill it. */
import * as Context from "effect/Context"
import type { Outcome } from "../Exchange.ts"
import type { Received } from "../Journal.ts"

/** How a request ended. */
export interface Answered {
  /** The entry of the journal. */
  readonly entry: Received
  /** What the service answered; null if a fault took its place. */
  readonly served: Outcome | null
  /** What was sent to the client: the same, unless a fault has changed it. */
  readonly sent: Outcome
}

/** Is called with each request that has ended. It does nothing by default. */
export const Observer = Context.Reference<(answered: Answered) => void>("forgecast/testing/internal/Observer", {
  defaultValue: () => () => {}
})
