/** The error of a file that another process runs. */
import * as Schema from "effect/Schema"

/** Another process is running the workflows of this file. Two processes would run each of them twice. */
export class FileInUse extends Schema.TaggedError<FileInUse>("forgecast/FileInUse")("FileInUse", {
  /** The path of the file, as it was given. */
  path: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}) {}
