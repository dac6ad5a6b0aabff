/** The merge queue of forgecast: what `Merge.queue` takes, and what it returns. */
import type * as Duration from "effect/Duration"
import type * as Schedule from "effect/Schedule"
import { NotAcceptable, Unmergeable } from "../forge/ForgeError.ts"
import { Conflict, Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"

/** The branch that pull requests are merged into. */
export interface Input {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** The branch. */
  readonly base: string
}

/** How the queue works. */
export interface Options<out R = never> {
  /** An open pull request with this label is in the queue, unless it is a draft. Default: `merge-queue`. */
  readonly label?: string | undefined
  /** Labels of those that come first, the most urgent one first. Default: none. */
  readonly priorities?: ReadonlyArray<string> | undefined
  /**
   * While an open issue or pull request has this label, nothing is merged, removed or prepared. Default:
   * `merge-queue-paused`.
   */
  readonly pauseLabel?: string | undefined
  /** How many pull requests are tested and landed together at most. Default: 1. */
  readonly batch?: number | undefined
  /**
   * Which checks of a candidate must pass: those of these names, or with `protection` those that the base requires.
   * Default, and if it requires none: all checks of the candidate, and at least one. Name them if they do not all
   * appear at once: one that appears after all others have passed comes too late.
   */
  readonly required?: ReadonlyArray<string> | "protection" | undefined
  /** How long the checks of a candidate may take. A candidate that takes longer has failed. Default: 1 hour. */
  readonly checkTimeout?: Duration.Input | undefined
  /**
   * How a candidate that has passed lands. With `fast-forward`, the base moves to the tested commit, so that nothing else can
   * land: the token must be allowed to push to the base. With `merge`, the service merges each pull request, by its rules;
   * whatever is pushed to the base at that moment lands with it, although it was not tested together with it. Default:
   * fast-forward.
   */
  readonly land?: "fast-forward" | "merge" | undefined
  /** How the service merges a pull request, with `land: "merge"`. Default: the repository's method. */
  readonly merge_method?: "merge" | "squash" | "rebase" | undefined
  /** The branch of candidates, on which their checks run. Default: `merge-queue/` and the base. */
  readonly branch?: string | undefined
  /** How long to work at most. Default: until the queue is empty. */
  readonly timeout?: Duration.Input | undefined
  /**
   * How often to look while there is nothing to do. Default: after 1, 2, 4 and 8 seconds, then every 15 seconds. With
   * `Await.deliveries`, a delivery brings the next look forward, and the delays grow up to 5 minutes.
   */
  readonly schedule?: Schedule.Schedule<unknown, unknown, never, R> | undefined
}

/** A pull request that has landed. */
export interface Landed {
  /** Number of the pull request. */
  readonly number: number
  /** Its head. */
  readonly head: string
  /** The commit that the base was moved to. */
  readonly sha: string
}

/** A pull request that was taken out of the queue: it has a comment that says why, and no longer has the label. */
export interface Removed {
  /** Number of the pull request. */
  readonly number: number
  /** Its head. */
  readonly head: string
  /**
   * `checks` have failed; `late`: they took too long, or did not appear; `conflict` with the base; `empty`: the base
   * already has all of it; `refused`: the service does not merge it.
   */
  readonly reason: "checks" | "late" | "conflict" | "empty" | "refused"
}

/** What a run of the queue has done. */
export interface Report {
  /** What has landed, in this order. */
  readonly landed: ReadonlyArray<Landed>
  /** What was taken out. */
  readonly removed: ReadonlyArray<Removed>
  /** The numbers of those that are still in the queue, in its order, when the time is over. */
  readonly waiting: ReadonlyArray<number>
}

/** What it can fail with. */
export const Failure = failureOf([NotFound, Gone, Conflict, ValidationFailed, NotAcceptable, Unmergeable])
export type Failure = typeof Failure.Type
