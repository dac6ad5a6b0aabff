import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { CommitObject } from "./CommitObject.ts"
import { DirectoryEntry } from "./DirectoryEntry.ts"

/** The result of a change to a file. */
export class FileCommit extends Schema.Opaque<FileCommit>()(
  Schema.Struct({
    /** The file after the change. Its `sha` is what the next change needs. Null when the file was deleted. */
    content: Wire.nullable(DirectoryEntry),
    commit: CommitObject
  })
) {}
