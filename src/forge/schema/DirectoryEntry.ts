import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** What all kinds of content have: where it is. */
export const place = {
  name: Schema.String,
  /** From the root of the repository. */
  path: Schema.String,
  /** Of the blob, the tree, or the submodule's commit: what the next change of a file needs. */
  sha: Schema.String,
  /** In bytes; 0 of directories. */
  size: /* @__PURE__ */ Wire.withDefault(Schema.Int, 0),
  /** Of the web page. */
  html_url: /* @__PURE__ */ Wire.nullable(Schema.String),
  /** Of the bytes; for a private repository it holds a token that lasts for minutes. */
  download_url: /* @__PURE__ */ Wire.nullable(Schema.String),
  /** Of the API. */
  url: /* @__PURE__ */ Wire.nullable(Schema.String),
  /** Of the API's git data. */
  git_url: /* @__PURE__ */ Wire.nullable(Schema.String)
}

/** An entry of a directory: where something is, and what, without its content. */
export class DirectoryEntry extends Schema.Opaque<DirectoryEntry>()(
  Schema.Struct({
    /** A submodule reads `file` here, by version 2022-11-28 of the API; the service tells no more. */
    type: Wire.nullable(Wire.openEnum(["file", "dir", "symlink", "submodule"])),
    ...place
  })
) {}
