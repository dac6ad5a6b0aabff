/** The checks of a commit: check runs and statuses together. */
import type * as Duration from "effect/Duration"
import type * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"

/** The check of a commit: a check run, or the status of a context. */
export const Check = Schema.Struct({
  /** A check run of a GitHub App, or a status. */
  kind: Schema.Literals(["run", "status"]),
  /** The id of the run; null for a status. */
  id: Schema.NullOr(Schema.Int),
  /** The name of the run, or the context of the status. */
  name: Schema.String,
  /** What it means for the commit. `neutral` and `skipped` runs have passed. */
  verdict: Schema.Literals(["pending", "passed", "failed"]),
  /** How far it is, or how it ended, in the service's words: `queued`, `timed_out`, `error` … */
  state: Schema.String,
  /** One line of what it found; null if it says nothing. */
  title: Schema.NullOr(Schema.String),
  /** The page of its results; null if there is none. */
  url: Schema.NullOr(Schema.String)
})
export type Check = typeof Check.Type

/** An annotation of a check that has failed. */
export const Annotation = Schema.Struct({
  /** The name of the check. */
  check: Schema.String,
  /** Path of the file from the root of the repository. */
  path: Schema.String,
  /** The first line, counted from 1. */
  start_line: Schema.Int,
  /** The last line, inclusive. */
  end_line: Schema.Int,
  /** How severe it is: `notice`, `warning` or `failure`; null if the service does not say. */
  level: Schema.NullOr(Schema.String),
  /** A heading; null if there is none. */
  title: Schema.NullOr(Schema.String),
  /** What is wrong; null if there is none. */
  message: Schema.NullOr(Schema.String)
})
export type Annotation = typeof Annotation.Type

/** The commit whose checks are meant. */
export interface CommitInput {
  /** Login of the owner. */
  readonly owner: string
  /** Name of the repository. */
  readonly repo: string
  /** A sha, a branch or a tag. Checks of a branch are those of its newest commit, which may change meanwhile. */
  readonly ref: string
}

/** Which checks count. */
export interface Counting {
  /**
   * Names of check runs and contexts of statuses. Only these count, and it waits for them to appear. Default: all
   * checks of the commit.
   */
  readonly required?: ReadonlyArray<string> | undefined
}

/** How long to wait, and how often to look. */
export interface Waiting<out R = never> {
  /** The longest wait; 0 looks exactly once. A rate limit that ends later ends the wait at once. Default: 1 hour. */
  readonly timeout?: Duration.Input | undefined
  /**
   * How often to look. A look that finds no change costs no quota. Default: after 1, 2, 4 and 8 seconds, then every 15
   * seconds. With `Await.deliveries`, a delivery brings the next look forward, and the delays grow up to 5 minutes.
   */
  readonly schedule?: Schedule.Schedule<unknown, unknown, never, R> | undefined
}

/** Options of `Await.checks`. */
export interface Options<out R = never> extends Counting, Appearing, Waiting<R> {}

/** How long checks may take to appear. */
export interface Appearing {
  /**
   * How long to wait for a first check if none is `required`. A commit that has none by then has passed. Default: 1
   * minute.
   */
  readonly appearance?: Duration.Input | undefined
}

/** The checks of a commit at one time. */
export interface CheckStates {
  /** `failed` if one has failed; `passed` if all have passed, or if there are none; otherwise `pending`. */
  readonly verdict: Check["verdict"]
  /** Those that count. */
  readonly checks: ReadonlyArray<Check>
  /** Names of required checks that have not appeared. */
  readonly missing: ReadonlyArray<string>
}

/** What a look at checks can fail with. */
export const LookError = failureOf([NotFound, ValidationFailed])
export type LookError = typeof LookError.Type
