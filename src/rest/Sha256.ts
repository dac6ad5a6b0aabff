/**
 * SHA-256: hashes of bytes that arrive piece by piece, to check downloads and uploads (Web Crypto only hashes complete
 * data), and fingerprints of texts.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { digest } from "./internal/text/digest.ts"

/** An incremental hash. */
export interface Hash {
  /** Adds bytes. */
  readonly update: (bytes: Uint8Array) => void
  /** Returns the hash of all bytes in lower-case hex digits. Call it last, and once. */
  readonly hex: () => string
}

const portable = (): Hash => {
  const hash = sha256.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}

/** Starts a hash. Default: in JavaScript, which runs everywhere. The Layers of `forgecast/node` provide Node's own. */
export const Sha256 = Context.Reference<() => Hash>("forgecast/rest/Sha256", {
  defaultValue: () => portable
})

/**
 * The fingerprint of a text: the first 128 bits of its SHA-256, as 32 hex digits. It tells texts apart and shows nothing of
 * them, so it may stand for a token: as the `fingerprint` of a `Credential`, or in a cache key. Needs Web Crypto, which
 * browsers have on HTTPS pages only.
 */
export const fingerprint: (text: string) => Effect.Effect<string> = digest
