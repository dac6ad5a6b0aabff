import * as Schema from "effect/Schema"

/** The result of a merge. */
export class MergeResult extends Schema.Opaque<MergeResult>()(
  Schema.Struct({
    /** The sha that the base branch now points to. */
    sha: Schema.String,
    merged: Schema.Boolean,
    /** The service's message. */
    message: Schema.String
  })
) {}
