/**
 * SHA-256 of bytes as they come: what downloads are checked with. (WebCrypto hashes only what is there as a whole.)
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import * as Context from "effect/Context"

/** A hash under way. */
export interface Hash {
  readonly update: (bytes: Uint8Array) => void
  /** The hash of all bytes so far in lower-case hex digits; nothing comes after it. */
  readonly hex: () => string
}

const portable = (): Hash => {
  const hash = sha256.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}

/** Begins a hash. Default: in JavaScript, which runs everywhere; the Layers of `forgecast/node` bring Node's own. */
export const Sha256 = /* @__PURE__ */ Context.Reference<() => Hash>("forgecast/rest/Sha256", {
  defaultValue: () => portable
})
