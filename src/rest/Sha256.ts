/** Incremental SHA-256, which checks downloads. (Web Crypto only hashes data that is complete.) */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"

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
