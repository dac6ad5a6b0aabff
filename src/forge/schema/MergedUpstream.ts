import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** How a branch of a fork was brought up to date with the repository that it comes from. */
export class MergedUpstream extends Schema.Opaque<MergedUpstream>()(
  Schema.Struct({
    /** The service's message. */
    message: Schema.String,
    /** `none` if the branch was up to date already. */
    merge_type: Wire.openEnum(["merge", "fast-forward", "none"]),
    /** The branch that was merged, as `owner:branch`. */
    base_branch: Schema.String
  })
) {}
