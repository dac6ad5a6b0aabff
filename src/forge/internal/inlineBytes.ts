/** Bytes inside of JSON: the content of a file in a record, and in an input. */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ParseOptions } from "effect/SchemaAST"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"

/** Decodes the `content` of a record. */
export const fromBase64 = (content: string, options: ParseOptions): Result.Result<Uint8Array, SchemaIssue.Issue> =>
  Result.mapError(
    Base64.decode(content),
    () => new SchemaIssue.Pointer(["content"], new SchemaIssue.InvalidValue({ expected: "Base64" }, content, options))
  )

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Bytes as text; null if they are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** The content of a file in an input: bytes, or text, which is encoded as UTF-8. On the wire it is Base64. */
export const Bytes = Schema.String.pipe(
  Schema.decodeTo(Schema.Union([Schema.Uint8Array, Schema.String]), {
    decode: SchemaGetter.decodeBase64(),
    encode: SchemaGetter.encodeBase64()
  })
)
