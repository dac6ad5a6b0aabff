/** The schemas of files, commits and branches in seeds. */
import * as Schema from "effect/Schema"
import { flag, moment, named, optional, text, texts } from "./parts.ts"

const base64 = Schema.String.annotate({ contentEncoding: "base64" }).check(
  // The flag makes it part of the JSON Schema.
  Schema.isPattern(/^[A-Za-z\d+/\s]*={0,2}\s*$/u, { expected: "Base64" })
)

const FileSeed = Schema.Union([
  Schema.Struct({ content: Schema.String, executable: flag }),
  Schema.Struct({ base64, executable: flag }),
  Schema.Struct({ symlink: Schema.String }),
  Schema.Struct({ submodule: Schema.String })
]).annotate({ identifier: "FileSeed" })

export const FilesSeed = Schema.Record(Schema.String, Schema.Union([Schema.String, FileSeed, Schema.Null])).annotate({
  identifier: "FilesSeed"
})

const AuthorSeed = Schema.Union([Schema.String, Schema.Struct({ name: Schema.String, email: Schema.String })]).annotate(
  { identifier: "AuthorSeed" }
)

export const CommitSeed = named("CommitSeed", {
  message: text,
  files: optional(FilesSeed),
  author: optional(AuthorSeed),
  committer: optional(AuthorSeed),
  date: moment
})

export const commits = optional(Schema.Array(CommitSeed))

export const BranchSeed = named("BranchSeed", { from: text, files: optional(FilesSeed), commits })

export const GitSeed = named("GitSeed", {
  refs: Schema.Record(Schema.String, Schema.String),
  objects: Schema.Array(Schema.Tuple([Schema.Literals(["blob", "tree", "commit", "tag"]), base64])),
  kept: texts
})

/** The content of a file: a text, or bytes. */
export const content = Schema.Union([Schema.String, Schema.Struct({ base64 })])
