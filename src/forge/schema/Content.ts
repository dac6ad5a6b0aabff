import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"
import { fromBase64, textOf } from "../internal/inlineBytes.ts"
import { DirectoryEntry, withEntryFields } from "./DirectoryEntry.ts"

const FileOnTheWire = Schema.Struct(
  withEntryFields({
    type: Schema.Literal("file"),
    encoding: Schema.String,
    content: Schema.String
  })
)

/**
 * A file with its bytes.
 *
 * The service inlines files of up to 1 MB. For a larger one, `bytes` and `text` are null; use `Contents.download`.
 */
export class File extends Schema.Opaque<File>()(
  FileOnTheWire.pipe(
    Schema.decodeTo(
      Schema.Struct({
        _tag: Schema.Literal("File"),
        type: Schema.Literal("file"),
        /** Null when the service does not inline the file. */
        bytes: Schema.NullOr(Schema.Uint8Array),
        /** The bytes as text; null when there are no bytes or they are not UTF-8. */
        text: Schema.NullOr(Schema.String),
        name: Schema.String,
        /** Relative to the root of the repository. */
        path: Schema.String,
        /** The sha of the blob. The next change of the file needs it. */
        sha: Schema.String,
        /** In bytes. */
        size: Schema.Int,
        /** Web page URL. */
        html_url: Schema.NullOr(Schema.String),
        /** URL of the raw file. For a private repository it contains a token that expires after a few minutes. */
        download_url: Schema.NullOr(Schema.String),
        /** API URL. */
        url: Schema.String,
        /** API URL of the git object. */
        git_url: Schema.NullOr(Schema.String)
      }),
      {
        decode: SchemaGetter.transformEffect(({ content, encoding, ...file }, options) => {
          const decoded = encoding === "base64" ? fromBase64(content, options) : Result.succeed(null)
          return Effect.fromResult(
            Result.map(decoded, (bytes) => ({
              _tag: "File" as const,
              ...file,
              bytes,
              text: bytes === null ? null : textOf(bytes)
            }))
          )
        }),
        encode: SchemaGetter.transform((file) => {
          const { _tag: _, bytes, text: __, ...rest } = file
          const isInline = bytes !== null
          return { ...rest, encoding: isInline ? "base64" : "none", content: isInline ? Base64.encode(bytes) : "" }
        })
      }
    )
  )
) {}

/** A directory. The service lists its first 1,000 entries. */
export class Directory extends Schema.Opaque<Directory>()(
  Schema.Array(DirectoryEntry).pipe(
    Schema.decodeTo(
      Schema.Struct({
        _tag: Schema.Literal("Directory"),
        entries: Schema.Array(Schema.toType(DirectoryEntry))
      }),
      {
        decode: SchemaGetter.transform((entries: ReadonlyArray<DirectoryEntry>) => ({
          _tag: "Directory" as const,
          entries
        })),
        encode: SchemaGetter.transform(({ entries }) => entries)
      }
    )
  )
) {}

/** A link to a target outside the repository, or to none. A link to a file inside it is returned as that file. */
export class Symlink extends Schema.Opaque<Symlink>()(
  Schema.Struct(
    withEntryFields({
      type: Schema.Literal("symlink"),
      /** The path that the link points to. */
      target: Schema.String
    })
  ).pipe(Wire.extendTo({ _tag: Schema.Literal("Symlink") }, { _tag: () => Option.some("Symlink" as const) }))
) {}

/** A repository inside the repository. Its `sha` is the commit. */
export class Submodule extends Schema.Opaque<Submodule>()(
  Schema.Struct(
    withEntryFields({
      type: Schema.Literal("submodule"),
      /** The URL for git; null when `.gitmodules` does not contain it. */
      submodule_git_url: Wire.nullable(Schema.String)
    })
  ).pipe(Wire.extendTo({ _tag: Schema.Literal("Submodule") }, { _tag: () => Option.some("Submodule" as const) }))
) {}

/** The content at a path of a repository. Its `_tag` tells the kinds apart. */
export const Content = Schema.Union([File, Directory, Symlink, Submodule])
export type Content = typeof Content.Type
