import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The change of one file in a commit, a pull request or a comparison. */
export class CommitFile extends Schema.Opaque<CommitFile>()(
  Schema.Struct({
    /** The sha of the blob; null when there is no blob, as for a submodule. */
    sha: Wire.nullable(Schema.String),
    /** The path in the repository. */
    filename: Schema.String,
    /** The path before a rename. */
    previous_filename: Wire.nullable(Schema.String),
    status: Wire.openEnum(["added", "removed", "modified", "renamed", "copied", "changed", "unchanged"]),
    /** Lines added. */
    additions: Wire.withDefault(Schema.Int, 0),
    /** Lines deleted. */
    deletions: Wire.withDefault(Schema.Int, 0),
    /** The sum of both. */
    changes: Wire.withDefault(Schema.Int, 0),
    /** The diff; null when the file is binary or the diff is too large. */
    patch: Wire.nullable(Schema.String),
    /** Web page URL. */
    blob_url: Schema.String,
    /** URL of the raw file. */
    raw_url: Schema.String,
    /** API URL. */
    contents_url: Schema.String
  })
) {}
