/** The content of a file: as bytes inside of JSON, in a record and in an input, and its sha. */
import * as Effect from "effect/Effect"
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

/** The sha that git gives to a file with this content: a SHA-1, or a SHA-256 where shas have 64 digits. */
export const gitSha = async (bytes: Uint8Array, digits = 40): Promise<string> => {
  const header = new TextEncoder().encode(`blob ${bytes.length}\0`)
  const blob = new Uint8Array(header.length + bytes.length)
  blob.set(header)
  blob.set(bytes, header.length)
  const hash = await globalThis.crypto.subtle.digest(digits === 64 ? "SHA-256" : "SHA-1", blob)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** The sha of a file in a repository with SHA-1. */
export const blobSha = (content: Uint8Array | string): Effect.Effect<string> =>
  Effect.promise(() => gitSha(typeof content === "string" ? new TextEncoder().encode(content) : content))
