import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as Wire from "../../rest/Wire.ts"
import { DirectoryEntry, placed } from "./DirectoryEntry.ts"

const FileOnTheWire = /* @__PURE__ */ Schema.Struct(
  placed({
    type: Schema.Literal("file"),
    encoding: Wire.nullable(Schema.String),
    content: Wire.nullable(Schema.String)
  })
)

/**
 * A file with its bytes.
 *
 * The service inlines files of up to 1 MB. A larger one has neither `bytes` nor `text`: `Contents.download` gets them.
 */
export class File extends Schema.Opaque<File>()(
  FileOnTheWire.pipe(
    Schema.decodeTo(
      Schema.Struct({
        _tag: Schema.Literal("File"),
        type: Schema.Literal("file"),
        /** Null when the service does not inline them. */
        bytes: Schema.NullOr(Schema.Uint8Array),
        /** The bytes as text; null without them, and when they are no UTF-8. */
        text: Schema.NullOr(Schema.String),
        name: Schema.String,
        /** From the root of the repository. */
        path: Schema.String,
        /** Of the blob: what the next change of the file needs. */
        sha: Schema.String,
        /** In bytes. */
        size: Schema.Int,
        /** Of the web page. */
        html_url: Schema.NullOr(Schema.String),
        /** Of the bytes; for a private repository it holds a token that lasts for minutes. */
        download_url: Schema.NullOr(Schema.String),
        /** Of the API. */
        url: Schema.NullOr(Schema.String),
        /** Of the API's git data. */
        git_url: Schema.NullOr(Schema.String)
      }),
      {
        decode: SchemaGetter.transformEffect(({ content, encoding, ...file }, options) => {
          const decoded = encoding === "base64" && content !== null ? Base64.decode(content) : Result.succeed(null)
          return Result.isFailure(decoded)
            ? Effect.fail(
                new SchemaIssue.Pointer(
                  ["content"],
                  new SchemaIssue.InvalidValue({ expected: "Base64" }, content, options)
                )
              )
            : Effect.succeed({ _tag: "File" as const, ...file, bytes: decoded.success, text: textOf(decoded.success) })
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

const utf8 = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array | null): string | null => {
  if (bytes === null) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

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

/** A link to elsewhere: outside of the repository, or to no file. One to a file of the repository is read as that. */
export class Symlink extends Schema.Opaque<Symlink>()(
  Schema.Struct(
    placed({
      type: Schema.Literal("symlink"),
      /** The path that it leads to. */
      target: Schema.String
    })
  ).pipe(Wire.extendTo({ _tag: Schema.Literal("Symlink") }, { _tag: () => Option.some("Symlink" as const) }))
) {}

/** A repository within the repository; its `sha` is the commit. */
export class Submodule extends Schema.Opaque<Submodule>()(
  Schema.Struct(
    placed({
      type: Schema.Literal("submodule"),
      /** Where git finds it; null when `.gitmodules` does not say it. */
      submodule_git_url: Wire.nullable(Schema.String)
    })
  ).pipe(Wire.extendTo({ _tag: Schema.Literal("Submodule") }, { _tag: () => Option.some("Submodule" as const) }))
) {}

/** What is at a path of a repository: tell by `_tag`. */
export const Content = /* @__PURE__ */ Schema.Union([File, Directory, Symlink, Submodule])
export type Content = typeof Content.Type
