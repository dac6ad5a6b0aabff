import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Commit } from "./Commit.ts"
import { CommitFile } from "./CommitFile.ts"

/** What the head has and the base does not, since the two diverged. */
export class Comparison extends Schema.Opaque<Comparison>()(
  Schema.Struct({
    /** The position of the head relative to the base. */
    status: Wire.openEnum(["ahead", "behind", "diverged", "identical"]),
    /** Number of commits that the head has and the base does not. */
    ahead_by: Schema.Int,
    /** Number of commits that the base has and the head does not. */
    behind_by: Schema.Int,
    /** Total number of commits, including those that are not in `commits`. */
    total_commits: Schema.Int,
    base_commit: Commit,
    /** The commit where the two diverged. */
    merge_base_commit: Commit,
    /** Oldest first; up to 250 without pagination. */
    commits: Schema.Array(Commit),
    /** Up to 300, on the first page only. */
    files: Wire.withDefault(Schema.Array(CommitFile), []),
    /** Web page URL. */
    html_url: Schema.String,
    /** Web page URL with the shas, so that the page never changes. */
    permalink_url: Schema.String,
    diff_url: Schema.String,
    patch_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
