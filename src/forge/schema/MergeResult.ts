import * as Schema from "effect/Schema"

/** What a merge has done. */
export class MergeResult extends Schema.Opaque<MergeResult>()(
  Schema.Struct({
    /** What the base branch is at now. */
    sha: Schema.String,
    merged: Schema.Boolean,
    /** In the words of the service. */
    message: Schema.String
  })
) {}
