import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

const place = {
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

/** Fields of all kinds of content: where it is. */
export type Place = { readonly [K in keyof typeof place]: (typeof place)[K] }

/** Adds where it is to the fields of a kind of content. By a call, as in `inRepo`; its type keeps the docstrings. */
export const placed = <const F extends Schema.Struct.Fields>(fields: F): F & Place => ({ ...fields, ...place })

/** An entry of a directory: where something is, and what, without its content. */
export class DirectoryEntry extends Schema.Opaque<DirectoryEntry>()(
  Schema.Struct(
    placed({
      /** A submodule reads `file` here, by version 2022-11-28 of the API; the service tells no more. */
      type: Wire.openEnum(["file", "dir", "symlink", "submodule"])
    })
  )
) {}
