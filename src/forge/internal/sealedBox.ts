/**
 * Sealed boxes of libsodium: what only the owner of a key pair can open, from nobody in particular.
 *
 * A box starts with the public half of a key pair that is made for it. X25519 of both key pairs and HSalsa20 make the key
 * of XSalsa20-Poly1305, and BLAKE2b of both public halves makes its nonce. The optional peers with these are loaded by the
 * first use.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import { type InvalidInput, invalidInput } from "../../rest/RestError.ts"
import { MissingPeer } from "../ForgeError.ts"

const packages = ["@noble/ciphers", "@noble/curves"]

/** Bundlers take an import that is awaited in a `try` for an optional one. */
const load = async () => {
  try {
    const { hsalsa, xsalsa20poly1305 } = await import("@noble/ciphers/salsa.js")
    const { x25519 } = await import("@noble/curves/ed25519.js")
    const { blake2b } = await import("@noble/hashes/blake2.js")
    return { hsalsa, xsalsa20poly1305, x25519, blake2b }
  } catch {
    return undefined
  }
}

type Library = NonNullable<Awaited<ReturnType<typeof load>>>

const missing = (operation: string): MissingPeer =>
  new MissingPeer({
    operation,
    packages,
    message:
      `${operation}: needs the packages ${packages.join(" and ")}, which cannot be loaded. To install them, run: ` +
      `npm install ${packages.join(" ")}`
  })

const library = (operation: string): Effect.Effect<Library, MissingPeer> =>
  Effect.flatMap(Effect.promise(load), (found) =>
    found === undefined ? Effect.fail(missing(operation)) : Effect.succeed(found)
  )

/** "expand 32-byte k" */
const sigma = Uint32Array.of(0x61_70_78_65, 0x33_20_64_6e, 0x79_62_2d_32, 0x6b_20_65_74)

const keyLength = 32

/** The cipher of a box, of the secret half of one key pair and the public half of the other. */
const cipherOf = (
  { blake2b, hsalsa, x25519, xsalsa20poly1305 }: Library,
  [secretKey, publicKey]: readonly [secretKey: Uint8Array, publicKey: Uint8Array],
  publicHalves: Uint8Array
) => {
  const key = new Uint32Array(keyLength / 4)
  const shared = Uint8Array.from(x25519.getSharedSecret(secretKey, publicKey))
  hsalsa(sigma, new Uint32Array(shared.buffer), new Uint32Array(4), key)
  return xsalsa20poly1305(new Uint8Array(key.buffer), blake2b(publicHalves, { dkLen: 24 }))
}

const joined = (some: Uint8Array, others: Uint8Array): Uint8Array => {
  const all = new Uint8Array(some.length + others.length)
  all.set(some)
  all.set(others, some.length)
  return all
}

/** Seals a message for a public key. Fails with `InvalidInput` if that is none. Both are in Base64. */
export const seal = (
  operation: string,
  message: string,
  publicKey: string
): Effect.Effect<string, InvalidInput | MissingPeer> =>
  Effect.flatMap(library(operation), (lib) =>
    Effect.try({
      try: () => {
        const recipient = Result.getOrThrow(Base64.decode(publicKey))
        const once = lib.x25519.keygen()
        const cipher = cipherOf(lib, [once.secretKey, recipient], joined(once.publicKey, recipient))
        return Base64.encode(joined(once.publicKey, cipher.encrypt(new TextEncoder().encode(message))))
      },
      // What was thrown may show the key.
      catch: () => invalidInput(operation, "key", "is not a public key of X25519")
    })
  )

/** Opens a box in Base64. Returns undefined if it was not sealed for the key pair, or was changed. */
export const open = (
  operation: string,
  box: string,
  pair: { readonly secretKey: Uint8Array; readonly publicKey: Uint8Array }
): Effect.Effect<Uint8Array | undefined, MissingPeer> =>
  Effect.map(library(operation), (lib) => {
    try {
      const bytes = Result.getOrThrow(Base64.decode(box))
      const once = bytes.slice(0, keyLength)
      return cipherOf(lib, [pair.secretKey, once], joined(once, pair.publicKey)).decrypt(bytes.slice(keyLength))
    } catch {
      return undefined
    }
  })
