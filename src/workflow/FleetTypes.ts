/** What `Fleet` returns about a fleet, and what it can fail with. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"

/**
 * What an execution does: `running` also waits for a runner; `suspended` holds no process while it sleeps, awaits a signal,
 * or was left after a failure by `Workflow.SuspendOnFailure`.
 */
export type State = "running" | "suspended" | "succeeded" | "failed" | "cancelled"

/** Why an execution or a step has failed. */
export interface Failure {
  /** The tag of the error; null for a defect. */
  readonly tag: string | null
  /** One sentence for people. */
  readonly message: string
}

/** A workflow that was started. */
export interface Execution {
  /** The id of the execution. */
  readonly id: string
  /** The name of the workflow. */
  readonly workflow: string
  /** What it does. */
  readonly state: State
  /** What it was started with, as JSON. */
  readonly payload: unknown
  /** What it has returned, as JSON; null unless it has succeeded. */
  readonly result: unknown
  /** Null unless it has failed. */
  readonly failure: Failure | null
  /** When it was started. */
  readonly startedAt: DateTime.Utc
  /** Null while it is running or suspended. */
  readonly endedAt: DateTime.Utc | null
}

/** A step of an execution. */
export interface Step {
  /** As it is in the journal. */
  readonly name: string
  /** A `signal` is a `DurableDeferred` that was completed; a `request` one of `Durable.steps`. */
  readonly kind: "request" | "activity" | "sleep" | "signal"
  /** `waiting`: it is suspended, by a rate limit for instance, or was cut off. */
  readonly state: "running" | "waiting" | "succeeded" | "failed"
  /** How often it was begun. */
  readonly attempt: number
  /** When this attempt began. */
  readonly startedAt: DateTime.Utc
  /** When it ended; null until then. */
  readonly endedAt: DateTime.Utc | null
  /** When a sleep is over; null for other steps, and for sleeps that are short enough to be kept in memory. */
  readonly wakesAt: DateTime.Utc | null
  /** The operation of a request, such as `Issues.get`. */
  readonly operation: string | null
  /** The URL of a request. */
  readonly url: string | null
  /** The status of the response to a request. */
  readonly status: number | null
  /** Whether the response came from the cache, so that the request cost no quota. */
  readonly cached: boolean
  /** Null unless it has failed. */
  readonly failure: Failure | null
}

/** An execution with its steps, in their order. */
export interface Inspection extends Execution {
  /** In the order in which they began. */
  readonly steps: ReadonlyArray<Step>
}

/** The tables have no such execution, or it has no such step. */
export class NotInJournal extends Schema.TaggedError<NotInJournal>("forgecast/NotInJournal")("NotInJournal", {
  /** The execution. */
  id: Schema.String,
  /** The step; null if the execution is missing. */
  step: Schema.NullOr(Schema.String),
  /** One sentence for people. */
  message: Schema.String
}) {}

/** The execution is in a state in which this cannot be done. Nothing was changed. */
export class WrongState extends Schema.TaggedError<WrongState>("forgecast/WrongState")("WrongState", {
  /** The execution. */
  id: Schema.String,
  /** What it does. */
  state: Schema.Literals(["running", "suspended", "succeeded", "failed", "cancelled"]),
  /** One sentence for people. */
  message: Schema.String
}) {}
