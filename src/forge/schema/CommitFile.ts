import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** What a commit, a pull request or a comparison does to a file. */
export class CommitFile extends Schema.Opaque<CommitFile>()(
  Schema.Struct({
    /** Of the blob; null where there is none, such as of a submodule. */
    sha: Wire.nullable(Schema.String),
    /** The path within the repository. */
    filename: Schema.String,
    /** The path that it had before. */
    previous_filename: Wire.nullable(Schema.String),
    status: Wire.openEnum(["added", "removed", "modified", "renamed", "copied", "changed", "unchanged"]),
    /** Lines. */
    additions: Wire.withDefault(Schema.Int, 0),
    /** Lines. */
    deletions: Wire.withDefault(Schema.Int, 0),
    /** Both together. */
    changes: Wire.withDefault(Schema.Int, 0),
    /** The diff; null when the file is binary, or the diff too large. */
    patch: Wire.nullable(Schema.String),
    /** Of the web page. */
    blob_url: Wire.nullable(Schema.String),
    /** Of the bytes. */
    raw_url: Wire.nullable(Schema.String),
    /** Of the API. */
    contents_url: Wire.nullable(Schema.String)
  })
) {}
