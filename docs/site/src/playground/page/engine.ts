/** What the page needs of the engine. */
import type { Command, Report } from "../protocol.ts"

export interface Engine {
  readonly send: (command: Command) => void
  /** Returns a function that stops listening. */
  readonly onReport: (listener: (report: Report) => void) => () => void
  /** Ends the worker, also one that does not answer, and starts another. */
  readonly restart: () => void
}
