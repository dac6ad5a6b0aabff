import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { DirectoryEntry } from "./DirectoryEntry.ts"
import { CreatedCommit } from "./GitCommit.ts"

/** What a change of a file has made. */
export class FileCommit extends Schema.Opaque<FileCommit>()(
  Schema.Struct({
    /** Where the file is now: its `sha` is what its next change needs. Null when it was deleted. */
    content: Wire.nullable(DirectoryEntry),
    commit: CreatedCommit
  })
) {}
