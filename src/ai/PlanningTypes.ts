/** What a session has planned, and what becomes of it. `Planning` has it. */
import * as Schema from "effect/Schema"
import { schema as planSchema } from "../workflow/PlanTypes.ts"

/** A call of a tool that would write, and what it would write. */
export const PlannedCall = Schema.Struct({
  /** Name of the tool, such as `labels_add_to_issue`. */
  tool: Schema.String,
  /** Name of the operation or the workflow, such as `Labels.addToIssue`. */
  operation: Schema.String,
  /** What it would write, to its end. */
  plan: planSchema(Schema.Never)
})
export type PlannedCall = typeof PlannedCall.Type

/** What a session would write, in the order of its calls. It is plain data: `Schema.toCodecJson` encodes it. */
export const SessionPlan = Schema.Struct({
  /** The calls. */
  calls: Schema.Array(PlannedCall),
  /** What tells this plan from others: 12 hex digits, made of all that it would write. */
  digest: Schema.String
})
export type SessionPlan = typeof SessionPlan.Type

/** A plan that nobody has approved. Nothing of it was written. */
export class NotApproved extends Schema.TaggedError<NotApproved>("forgecast/NotApproved")("NotApproved", {
  /** The digest of the plan. */
  digest: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}) {}

/** What a model is shown of what is planned. */
export interface ShownPlan {
  /** What tells this plan from others: 12 hex digits. */
  readonly digest: string
  /** How many calls are planned. */
  readonly calls: number
  /** Each call with what it would write, as text. Left out if nothing is planned. */
  readonly table?: string
}

/** What a model is shown of what was carried out. */
export interface ShownApplied {
  /** The digest of the plan. */
  readonly digest: string
  /** How many writes were sent. */
  readonly writes: number
  /** How many other calls are planned, such as those since the approval. Left out if there are none. */
  readonly planned?: number
}
