import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { EventCommit } from "./PushCommit.ts"

/** Pull requests that a merge queue merges together. */
export class MergeGroup extends Schema.Opaque<MergeGroup>()(
  Schema.Struct({
    /** The commit to test. */
    head_sha: Schema.String,
    /** The ref of it, such as `refs/heads/gh-readonly-queue/main/pr-1-…`. */
    head_ref: Schema.String,
    /** The commit that the group is merged into. */
    base_sha: Schema.String,
    /** The ref that the group is merged into, such as `refs/heads/main`. */
    base_ref: Schema.String,
    head_commit: Wire.nullable(EventCommit)
  })
) {}
