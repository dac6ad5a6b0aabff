import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

const entryFields = {
  name: Schema.String,
  /** Relative to the root of the repository. */
  path: Schema.String,
  /** The sha of the blob, the tree, or the submodule's commit. The next change of a file needs it. */
  sha: Schema.String,
  /** In bytes; 0 for directories. */
  size: Wire.withDefault(Schema.Int, 0),
  /** Web page URL. */
  html_url: Wire.nullable(Schema.String),
  /** URL of the raw file. For a private repository it contains a token that expires after a few minutes. */
  download_url: Wire.nullable(Schema.String),
  /** API URL. */
  url: Schema.String,
  /** API URL of the git object. */
  git_url: Wire.nullable(Schema.String)
}

/** The fields that all kinds of content share: where the content is. */
export type EntryFields = { readonly [K in keyof typeof entryFields]: (typeof entryFields)[K] }

/** Adds the shared fields to those of one kind. A call like `inRepo`, whose named type keeps the docstrings. */
export const withEntryFields = <const F extends Schema.Struct.Fields>(fields: F): F & EntryFields => ({
  ...fields,
  ...entryFields
})

/** An entry of a directory: its place and type, without its content. */
export class DirectoryEntry extends Schema.Opaque<DirectoryEntry>()(
  Schema.Struct(
    withEntryFields({
      /** In version 2022-11-28 of the API, a submodule has the type `file` here. */
      type: Wire.openEnum(["file", "dir", "symlink", "submodule"])
    })
  )
) {}
