/** What planning, and applying plans, can fail with. They can be encoded with `Schema.toCodecJson`. */
import * as Schema from "effect/Schema"
import { ForgeError } from "../forge/ForgeError.ts"
import type { FailureSchema } from "../rest/RestError.ts"

/** A value that is known once a request of the plan was answered. */
export const ValueOf = Schema.Struct({
  /** Of which kind the request is. */
  of: Schema.Literals(["write", "read"]),
  /** Its number among those of its kind, from 1. */
  number: Schema.Int,
  /** Name of its operation. */
  operation: Schema.String,
  /** The field of its answer, such as `commit` and `sha`. Empty for the answer itself. */
  field: Schema.Array(Schema.String)
})
export type ValueOf = typeof ValueOf.Type

/**
 * A program branches on a value that is not known until a write is carried out. `reason` is `looked-at` if it reads
 * something that can only be branched on (a boolean, a state, a count, a list, a time); `computed` if it has made
 * something other than a text from a value; `unsent` if it downloads, or queries with GraphQL, what a write changes;
 * and `elsewhere` if it writes with its own client, such as that of an installation.
 */
export class PlanStopped extends Schema.TaggedError<PlanStopped>("forgecast/PlanStopped")("PlanStopped", {
  /** The value. */
  at: ValueOf,
  /** What the program did with it. */
  reason: Schema.Literals(["looked-at", "computed", "unsent", "elsewhere"]),
  /** One sentence for people. */
  message: Schema.String
}) {}

/** The service answers differently from when the plan was made. Nothing was written. */
export class PlanOutdated extends Schema.TaggedError<PlanOutdated>("forgecast/PlanOutdated")("PlanOutdated", {
  /** The reads whose answers differ. */
  reads: Schema.Array(Schema.Struct({ operation: Schema.String, url: Schema.String })),
  /** One sentence for people. */
  message: Schema.String
}) {}

/**
 * The plan cannot be applied, and nothing was written. `reason` is `failed` if its program fails, `lacks-secret` and
 * `lacks-bytes` if it was stored without them, `other-plan` if `after` belongs to another plan, and `in-doubt` if the
 * next write may have been carried out and cannot be found again.
 */
export class PlanNotApplicable extends Schema.TaggedError<PlanNotApplicable>("forgecast/PlanNotApplicable")(
  "PlanNotApplicable",
  {
    /** Why not. */
    reason: Schema.Literals(["failed", "lacks-secret", "lacks-bytes", "other-plan", "in-doubt"]),
    /** The number of the write that it is about, from 1; null for the whole plan. */
    write: Schema.NullOr(Schema.Int),
    /** One sentence for people. */
    message: Schema.String
  }
) {}

/** An answer is not what the program assumed, so the rest of the plan may be wrong. */
export class AnswerDiffers extends Schema.TaggedError<AnswerDiffers>("forgecast/AnswerDiffers")("AnswerDiffers", {
  /** The field. */
  field: Schema.Array(Schema.String),
  /** What the plan says; null where it says that the field is not null. */
  expected: Schema.Json,
  /** What the service says; null for nothing. */
  found: Schema.Json,
  /** One sentence for people. */
  message: Schema.String
}) {}

/** How far `apply` is. It is plain data, which can be stored, and passed to `apply` as `after`. */
export const Applied = Schema.Struct({
  /** Tells the plan from others. */
  plan: Schema.String,
  /** How many writes are carried out. */
  writes: Schema.Int,
  /** Whether the next one may have been carried out as well. */
  inDoubt: Schema.Boolean,
  /** What the answers have said, by the names of the values. */
  values: Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite]))
})
export type Applied = typeof Applied.Type

/** A plan was carried out in part. Pass `applied` to `apply` as `after` to continue. */
export class PlanHalted extends Schema.TaggedError<PlanHalted>("forgecast/PlanHalted")("PlanHalted", {
  /** The number of the write, from 1; for a read, of the write before it. */
  write: Schema.Int,
  /** Name of the operation. */
  operation: Schema.String,
  /** What it has failed with. */
  error: Schema.Union([...ForgeError.members, AnswerDiffers]),
  /** How far it is. */
  applied: Applied,
  /** One sentence for people. */
  message: Schema.String
}) {}

/** What `Plan.apply` can fail with before it has written anything. */
export const ApplyFailure: FailureSchema<
  readonly [
    ...typeof ForgeError.members,
    typeof PlanStopped,
    typeof PlanOutdated,
    typeof PlanNotApplicable,
    typeof PlanHalted
  ],
  ForgeError | PlanStopped | PlanOutdated | PlanNotApplicable | PlanHalted
> = Schema.Union([...ForgeError.members, PlanStopped, PlanOutdated, PlanNotApplicable, PlanHalted])
export type ApplyFailure = typeof ApplyFailure.Type
