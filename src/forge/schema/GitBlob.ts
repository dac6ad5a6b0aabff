import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"
import { fromBase64, textOf } from "../internal/inlineBytes.ts"

const about = {
  sha: Schema.String,
  /** In bytes; null where the service does not return it. */
  size: Wire.nullable(Schema.Int),
  /** The id in the service's GraphQL API. */
  node_id: Schema.String,
  /** API URL. */
  url: Schema.String
}

/** The fields of a blob besides its content. */
export type AboutBlob = { readonly [K in keyof typeof about]: (typeof about)[K] }

/** Adds the fields besides the content. A call like `inRepo`, whose named type keeps the docstrings. */
const withAbout = <const F extends Schema.Struct.Fields>(fields: F): F & AboutBlob => ({ ...fields, ...about })

/** A blob: the content of a file as git stores it. */
export class GitBlob extends Schema.Opaque<GitBlob>()(
  Schema.Struct(withAbout({ content: Schema.String, encoding: Schema.Literals(["base64", "utf-8"]) })).pipe(
    Schema.decodeTo(
      Schema.Struct({
        bytes: Schema.Uint8Array,
        /** The bytes as text; null when they are not UTF-8. */
        text: Schema.NullOr(Schema.String),
        sha: Schema.String,
        /** In bytes; null where the service does not return it. */
        size: Schema.NullOr(Schema.Int),
        /** The id in the service's GraphQL API. */
        node_id: Schema.String,
        /** API URL. */
        url: Schema.String
      }),
      {
        decode: SchemaGetter.transformEffect(({ content, encoding, ...blob }, options) => {
          const decoded =
            encoding === "base64" ? fromBase64(content, options) : Result.succeed(new TextEncoder().encode(content))
          return Effect.fromResult(Result.map(decoded, (bytes) => ({ ...blob, bytes, text: textOf(bytes) })))
        }),
        encode: SchemaGetter.transform((blob) => {
          const { bytes, text: _, ...rest } = blob
          return { ...rest, encoding: "base64" as const, content: Base64.encode(bytes) }
        })
      }
    )
  )
) {}

/** A blob that was just created. */
export class CreatedBlob extends Schema.Opaque<CreatedBlob>()(
  Schema.Struct({
    sha: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
