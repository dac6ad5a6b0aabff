/**
 * An entry as text. The first line is a digest of the key and of the rest, so a damaged text, or that of another key, is
 * never taken for the entry. The second line is the entry as JSON without its body, and the body follows.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Entry } from "../../HttpCache.ts"
import { digest } from "../text/digest.ts"
import { builtin } from "./builtin.ts"
import { compress, decompress } from "./compress.ts"

/** Counts the formats, and is a part of the key: versions of the library that differ in it don't see each other's entries. */
const format = 1

/** As many digits as `digest` has. */
const digits = 32

const digestOf = (text: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const hash = builtin("node:crypto")?.hash("sha256", text)
    return hash === undefined ? digest(text) : Effect.succeed(hash.slice(0, digits))
  })

/** The key in the store. It has no secrets, a bounded length, and no characters that a file name or a table refuses. */
export const keyOf = (key: string): Effect.Effect<string> => Effect.map(digestOf(key), (hash) => `${format}-${hash}`)

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

const seal = (key: string, text: string): Effect.Effect<string> => digestOf(`${key}\n${text}`)

export const encode = (key: string, entry: Entry): Effect.Effect<string> =>
  Effect.gen(function* () {
    const { body } = entry
    const isShort = body.length < compressed
    // The schema leaves out the body and the decoded value.
    const head = encodeHead(isShort ? entry : { ...entry, length: body.length })
    const stored = isShort ? body : Base64.encode(yield* Effect.promise(() => compress(body)))
    const text = `${head}\n${stored}`
    return `${yield* seal(key, text)}\n${text}`
  })

/** The bytes of a character in UTF-8 are three at most. */
const widest = 3

/** The text is not that of the key: it was cut off, mixed with another one, or changed. */
export class Damaged extends Data.TaggedError("Damaged") {}

export const decode = (key: string, sealed: string): Effect.Effect<Entry, Damaged> =>
  Effect.gen(function* () {
    const start = sealed.indexOf("\n") + 1
    const end = sealed.indexOf("\n", start)
    if (start === 0 || end === -1) return yield* new Damaged()
    if ((yield* seal(key, sealed.slice(start))) !== sealed.slice(0, start - 1)) return yield* new Damaged()
    const head = Option.getOrUndefined(decodeHead(sealed.slice(start, end)))
    if (head === undefined) return yield* new Damaged()
    const { length, ...entry } = head
    const stored = sealed.slice(end + 1)
    if (length === undefined) return { ...entry, body: stored }
    const bytes = Base64.decode(stored)
    if (Result.isFailure(bytes)) return yield* new Damaged()
    const body = yield* Effect.tryPromise({
      try: () => decompress(bytes.success, widest * length),
      catch: () => new Damaged()
    })
    return { ...entry, body }
  })
