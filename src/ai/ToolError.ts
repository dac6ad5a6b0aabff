/** What a tool fails with: a result that a model can read and act on. */
import * as Schema from "effect/Schema"
import { ValidationIssue } from "../rest/RestError.ts"

/**
 * What a model is told of a failure. It is an ordinary result of the tool, not a failure of the program, and contains
 * no secrets. Fields without information are left out.
 */
export const ToolFailure = Schema.Struct({
  /** The tag of the error, such as `NotFound`, `InvalidInput` or `ToolRefused`. */
  error: Schema.String,
  /** One sentence for people and models. */
  message: Schema.String,
  /** The field of the input that is at fault, such as `labels[0]`. */
  path: Schema.optionalKey(Schema.String),
  /** Why: of an `Unmergeable` or an `InvalidInput`, and the name of the bound of a `ToolRefused`. */
  reason: Schema.optionalKey(Schema.String),
  /** Names that were probably meant. */
  didYouMean: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Another call makes no sense before this time. ISO 8601. */
  retryAt: Schema.optionalKey(Schema.String),
  /** What the service finds wrong with the fields. */
  errors: Schema.optionalKey(Schema.Array(ValidationIssue)),
  /** The permissions, of which one is enough. */
  acceptedPermissions: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.String))),
  /** Whether the service may have acted: look before you call again. */
  mayHaveActed: Schema.optionalKey(Schema.Boolean),
  /** What else the error has, except for what only programs use. */
  details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
})
export type ToolFailure = typeof ToolFailure.Type

/** A tool call that was not carried out because a bound of the session does not allow it. */
export class ToolRefused extends Schema.TaggedError<ToolRefused>("forgecast/ToolRefused")("ToolRefused", {
  /** Name of the tool, such as `issues_list`. */
  tool: Schema.String,
  /** Name of the operation that was refused, such as `Issues.list`. Of a workflow, the one that it would have called. */
  operation: Schema.String,
  /** The bound that refuses it, such as `repositories` or `calls`. */
  bound: Schema.String,
  /** What is refused and why, and what would be allowed. */
  message: Schema.String
}) {}
