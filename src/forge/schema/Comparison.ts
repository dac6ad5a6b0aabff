import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Commit } from "./Commit.ts"
import { CommitFile } from "./CommitFile.ts"

/** What a head has that its base has not, from the commit on where the two parted. */
export class Comparison extends Schema.Opaque<Comparison>()(
  Schema.Struct({
    /** Where the head is, as seen from the base. */
    status: Wire.openEnum(["ahead", "behind", "diverged", "identical"]),
    /** How many commits the head has that the base has not. */
    ahead_by: Schema.Int,
    /** How many commits the base has that the head has not. */
    behind_by: Schema.Int,
    /** How many commits there are in all, those included that are not in `commits`. */
    total_commits: Schema.Int,
    base_commit: Commit,
    /** Where the two parted. */
    merge_base_commit: Commit,
    /** Oldest first; at most 250 without paging. */
    commits: Schema.Array(Commit),
    /** At most 300, on the first page only. */
    files: Wire.withDefault(Schema.Array(CommitFile), []),
    /** Of the web page, as are the following. */
    html_url: Wire.nullable(Schema.String),
    /** By the shas: what it shows stays the same. */
    permalink_url: Wire.nullable(Schema.String),
    diff_url: Wire.nullable(Schema.String),
    patch_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}
