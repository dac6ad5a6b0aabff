import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { DirectoryEntry } from "./DirectoryEntry.ts"
import { GitCommit, ParentLink } from "./GitCommit.ts"

/** A commit that was just made. */
export class CreatedCommit extends Schema.Opaque<CreatedCommit>()(
  Schema.Struct({
    sha: Schema.String,
    node_id: Wire.nullable(Schema.String),
    ...GitCommit.fields,
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** What a change of a file has made. */
export class FileCommit extends Schema.Opaque<FileCommit>()(
  Schema.Struct({
    /** Where the file is now: its `sha` is what its next change needs. Null when it was deleted. */
    content: Wire.nullable(DirectoryEntry),
    commit: CreatedCommit
  })
) {}
