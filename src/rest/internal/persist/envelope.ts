/**
 * An entry as text: a line of JSON without the body, then the body. It is sealed, so a damaged text, or that of another
 * key, is never taken for the entry.
 */
import type { CryptoError } from "effect/crypto/CryptoError"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Entry } from "../../HttpCache.ts"
import { compress, decompress } from "./compress.ts"
import { Damaged, type Seal } from "./seal.ts"

/** Bodies from this length on are compressed. Single records are mostly shorter: they take longer to unpack than to read. */
const compressed = 8_192

const Head = Schema.fromJsonString(
  Schema.Struct({
    status: Schema.Int,
    headers: Schema.Record(Schema.String, Schema.String),
    validators: Schema.Struct({
      etag: Schema.optionalKey(Schema.String),
      lastModified: Schema.optionalKey(Schema.String)
    }),
    fingerprint: Schema.String,
    storedAt: Schema.Finite,
    /** The length of the body in characters, if it is compressed. */
    length: Schema.optionalKey(Schema.Int)
  })
)

const decodeHead = Schema.decodeUnknownOption(Head)

const encodeHead = Schema.encodeSync(Head)

export const encode = (seal: Seal, key: string, entry: Entry): Effect.Effect<string, CryptoError> =>
  Effect.gen(function* () {
    const { body } = entry
    const isShort = body.length < compressed
    // The schema leaves out the body and the decoded value.
    const head = encodeHead(isShort ? entry : { ...entry, length: body.length })
    const stored = isShort ? body : Base64.encode(yield* Effect.promise(() => compress(body)))
    return yield* seal.close(key, `${head}\n${stored}`)
  })

/** The bytes of a character in UTF-8 are three at most. */
const widest = 3

export const decode = (seal: Seal, key: string, sealed: string): Effect.Effect<Entry, Damaged | CryptoError> =>
  Effect.gen(function* () {
    const text = yield* seal.open(key, sealed)
    const end = text.indexOf("\n")
    if (end === -1) return yield* new Damaged()
    const head = Option.getOrUndefined(decodeHead(text.slice(0, end)))
    if (head === undefined) return yield* new Damaged()
    const { length, ...entry } = head
    const stored = text.slice(end + 1)
    if (length === undefined) return { ...entry, body: stored }
    const bytes = Base64.decode(stored)
    if (Result.isFailure(bytes)) return yield* new Damaged()
    const body = yield* Effect.tryPromise({
      try: () => decompress(bytes.success, widest * length),
      catch: () => new Damaged()
    })
    return { ...entry, body }
  })
