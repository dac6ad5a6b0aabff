/** How long the simulated GitHub takes for work that it does later. */
import type * as Schema from "effect/Schema"
import { duration, named, optional } from "./internal/seedFields.ts"

/** How long delayed work of the service takes until it is visible; no time by default. */
export interface DelaysSeed extends Schema.Struct.Type<typeof delaysFields> {}

const delaysFields = {
  /** Until a new fork is there. Its request is answered at once, with 202. */
  fork: optional(duration),
  /** Until a repository that is transferred has its new owner. */
  transfer: optional(duration),
  /** Until the head of a pull request has its base, after `update-branch`. */
  updateBranch: optional(duration),
  /** Until it is known whether a pull request can be merged: from the first look at it after a change. */
  mergeability: optional(duration),
  /** Until the runs of workflows are there that somebody dispatches, or that check a group of a merge queue. */
  dispatch: optional(duration)
}

/** The schema of a `DelaysSeed`. */
export const delaysSeed: Schema.Decoder<DelaysSeed> = named("DelaysSeed", delaysFields)
