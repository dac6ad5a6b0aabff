/** What an entry bears against damage, and with a key against readers and forgers. */
import * as Aead from "effect/crypto/Aead"
import type { CryptoError } from "effect/crypto/CryptoError"
import * as Kdf from "effect/crypto/Kdf"
import * as Mac from "effect/crypto/Mac"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { digest } from "../text/digest.ts"
import { builtin } from "./builtin.ts"

/** The text is not that of the key: it was cut off, mixed with another one, or changed. */
export class Damaged extends Data.TaggedError("Damaged") {}

export interface Seal {
  /** Names the entry of a key, without a secret, in a bounded length, in characters that any store takes. */
  readonly nameOf: (key: string) => Effect.Effect<string, CryptoError>
  readonly close: (key: string, text: string) => Effect.Effect<string, CryptoError>
  readonly open: (key: string, sealed: string) => Effect.Effect<string, Damaged | CryptoError>
}

/** Counts the formats, and is a part of names: versions of the library that differ in it don't see each other's entries. */
const format = 1

/** As many digits as `digest` has. */
const digits = 32

const digestOf = (text: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const hash = builtin("node:crypto")?.hash("sha256", text)
    return hash === undefined ? digest(text) : Effect.succeed(hash.slice(0, digits))
  })

const sealOf = (key: string, text: string): Effect.Effect<string> => digestOf(`${key}\n${text}`)

/**
 * A digest of the key and of the text, in a line before it. It reveals damage, but anyone who can write can compute it.
 */
export const digested: Seal = {
  nameOf: (key) => Effect.map(digestOf(key), (hash) => `${format}-${hash}`),
  close: (key, text) => Effect.map(sealOf(key, text), (line) => `${line}\n${text}`),
  open: Effect.fnUntraced(function* (key, sealed) {
    const start = sealed.indexOf("\n") + 1
    const text = sealed.slice(start)
    if (start === 0 || (yield* sealOf(key, text)) !== sealed.slice(0, start - 1)) return yield* new Damaged()
    return text
  })
}

/** The secret cannot be used. The reason does not quote it. */
export class Unusable extends Data.TaggedError("Unusable")<{ readonly reason: string }> {}

const utf8 = new TextEncoder()

const secretLength = 32

/** Derives a key for one purpose. */
const derived = (secret: Uint8Array, purpose: string) =>
  Kdf.Kdf.use((kdf) =>
    kdf.derive(Kdf.hkdfSha256, secret, {
      salt: new Uint8Array(0),
      info: utf8.encode(`forgecast cache ${purpose}`),
      length: secretLength
    })
  )

/**
 * Encrypts and authenticates (AES-256-GCM), on every runtime. Names depend on the secret (HMAC), too: they say nothing of
 * a request to those who guess it, and caches with another secret do not overwrite, or wait for, what they cannot read.
 */
export const keyed = (secret: Redacted.Redacted<string>): Effect.Effect<Seal, Unusable> =>
  Effect.gen(function* () {
    const bytes = Base64.decode(Redacted.value(secret).trim())
    if (Result.isFailure(bytes) || bytes.success.length !== secretLength) {
      return yield* new Unusable({ reason: "its key is not 32 bytes in base64" })
    }
    const aead = yield* Aead.Aead
    const mac = yield* Mac.Mac
    const random = yield* SecureRandom.SecureRandom
    const forNames = yield* Effect.flatMap(derived(bytes.success, "names"), (part) => Mac.key(Mac.hmacSha256, part))
    const forEntries = yield* Effect.flatMap(derived(bytes.success, "entries"), (part) =>
      Aead.key(Aead.aes256Gcm, part)
    )
    const { nonceLength } = Aead.aes256Gcm
    const decoder = new TextDecoder()
    const aad = (key: string) => utf8.encode(`${format}\n${key}`)
    const seal: Seal = {
      nameOf: (key) =>
        Effect.map(mac.sign(forNames, utf8.encode(key)), (tag) => `${format}-${Hex.encode(tag).slice(0, digits)}`),
      close: Effect.fnUntraced(function* (key, text) {
        const nonce = yield* random.randomBytes(nonceLength)
        const encrypted = yield* aead.encrypt(forEntries, utf8.encode(text), { nonce, aad: aad(key) })
        const all = new Uint8Array(nonceLength + encrypted.length)
        all.set(nonce)
        all.set(encrypted, nonceLength)
        return Base64.encode(all)
      }),
      open: Effect.fnUntraced(function* (key, sealed) {
        const all = Base64.decode(sealed)
        if (Result.isFailure(all) || all.success.length < nonceLength) return yield* new Damaged()
        const [nonce, encrypted] = [all.success.subarray(0, nonceLength), all.success.subarray(nonceLength)]
        return yield* aead.decrypt(forEntries, encrypted, { nonce, aad: aad(key) }).pipe(
          Effect.map((text) => decoder.decode(text)),
          Effect.mapError((error) => (error.reason._tag === "DecryptionFailed" ? new Damaged() : error))
        )
      })
    }
    return seal
  }).pipe(
    Effect.catchTag("CryptoError", () =>
      Effect.fail(new Unusable({ reason: "this runtime cannot encrypt, as Web Crypto is missing" }))
    ),
    Effect.provide(
      Layer.mergeAll(Aead.layerWebCrypto, Mac.layerWebCrypto, Kdf.layerWebCrypto).pipe(
        Layer.provideMerge(SecureRandom.layerWebCrypto)
      )
    )
  )
